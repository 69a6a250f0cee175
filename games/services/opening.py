"""Opening a table for a form, which may be sent twice."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.models import Table
from games.rules.options import Options
from games.services import seating
from games.services.seating import TablePlan


def open_offered_table(host: Player, plan: TablePlan, now: datetime) -> Table:
    """A new table with the code that its form offered; what is sent twice opens one.

    Where the code stands for something else by now the table gets another one.
    Raises what `seating.open_table` does.
    """
    with transaction.atomic():
        list(Player.objects.select_for_update(of=("self",)).filter(pk=host.pk))
        taken = Table.objects.filter(code=plan.code).prefetch_related("seats").first()
        if taken and taken.host_id == host.pk and not taken.has_ended and _is_of(taken, plan):
            return taken
        return seating.open_table(host, replace(plan, code="") if taken else plan, now)


def _is_of(table: Table, plan: TablePlan) -> bool:
    """Whether a table is as it was planned."""
    seats = table.seats.all()
    made = TablePlan(
        name=table.name,
        options=Options.from_json(table.options),
        seat_count=len(seats),
        bot_levels=tuple(seat.bot for seat in seats if seat.bot),
        visibility=Table.Visibility(table.visibility),
        time_per_choice=table.time_per_choice,
        deck=table.deck,
        origin=table.origin,
        origin_url=table.origin_url,
        code=table.code,
    )
    return made == plan
