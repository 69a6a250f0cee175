"""A seat at once: at an open table that fits, else at a new one with bots."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q

from accounts.models import Player
from games.errors import TableError
from games.models import Table
from games.services import opening, seating
from games.services.seating import TablePlan
from games.time_limits import SHORTEST_CORRESPONDENCE

# Nobody may be there any more at a table that was opened before.
FRESH = timedelta(minutes=30)
MOST_TRIED = 5
NOT_BY_CORRESPONDENCE = Q(time_per_choice=None) | Q(time_per_choice__lt=SHORTEST_CORRESPONDENCE)


def play_now(player: Player, plan: TablePlan, now: datetime) -> Table:
    """The table at which a member now sits.

    It is the one that this plan opened before, else one where they wait already, else an open table
    of the base game with people at it, else a new one by the plan. So a second tap, with the same
    code in its plan, leads to the same table. Nobody is seated at a game by correspondence, nor
    among people who play again, nor where the host has sent them away. Raises what
    `seating.open_table` does.
    """
    with transaction.atomic():
        list(Player.objects.select_for_update(of=("self",)).filter(pk=player.pk))
        opened = opening.opened_before(player, plan)
        if opened is not None:
            return opened
        own = Table.objects.with_player(player).filter(NOT_BY_CORRESPONDENCE)
        waiting = own.filter(status=Table.Status.OPEN).first()
        if waiting is not None:
            return waiting
        for table in _that_fit(player, plan, now):
            # Somebody else may have taken the last seat.
            with suppress(TableError):
                seating.sit(table.pk, player)
                return table
        return opening.open_offered_table(player, plan, now)


def _that_fit(player: Player, plan: TablePlan, now: datetime) -> list[Table]:
    """Open tables that everybody finds, by the rules of the plan, those with most people first."""
    people = Count("seats", filter=Q(seats__player__isnull=False))
    free = Count("seats", filter=Q(seats__name=""))
    return list(
        Table.objects.listed_for(player)
        .exclude(visibility=Table.Visibility.PRIVATE)
        .exclude(pk__in=player.held_seats.filter(is_sent_away=True).values("table"))
        .filter(
            NOT_BY_CORRESPONDENCE,
            rematch_of=None,
            status=Table.Status.OPEN,
            created_at__gte=now - FRESH,
            options=plan.options.to_json(),
        )
        .annotate(people=people, free=free)
        .filter(people__gt=0, free__gt=0)
        .order_by("-people", "created_at")[:MOST_TRIED]
    )
