"""Open a table for a form once, though it may be sent twice; find a seat at once, anywhere."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from operator import attrgetter

from django.db import transaction
from django.db.models import Count, Prefetch, Q
from django.utils.crypto import salted_hmac

from accounts.models import Player
from games.models import CODE_ALPHABET, CODE_LENGTH, HeldSeat, Table
from games.play.watching import has_page_open
from games.rules.cards import FanCard
from games.rules.options import Options
from games.seats import seating
from games.seats.seats import lock_person
from games.table import held_seats
from games.table.errors import TableError
from games.table.time_limits import SHORTEST_CORRESPONDENCE


def open_offered_table(host: Player, plan: seating.TablePlan, now: datetime) -> Table:
    """The table for a plan whose code the form offered: a new one, or the one it opened before.

    If another table has taken that code since, the new one gets a code of its own. Raises what
    `seating.open_table` does, and TableError(LATE) for a host who is gone.
    """
    with transaction.atomic():
        lock_person(host)
        opened = opened_before(host, plan)
        if opened is not None:
            return opened
        code = _code_for(host, plan.code) if plan.code else ""
        is_taken = Table.objects.filter(code=code).exists()
        return seating.open_table(host, replace(plan, code="" if is_taken else code), now)


def opened_before(host: Player, plan: seating.TablePlan) -> Table | None:
    """The table that this host opened by this very plan, code included, if its game is not over."""
    if not plan.code:
        return None
    plan = replace(plan, code=_code_for(host, plan.code))
    taken = Table.objects.filter(code=plan.code).prefetch_related("seats").first()
    return taken if taken and _is_asked_again(taken, host, plan) else None


def _code_for(host: Player, offered: str) -> str:
    """A code that follows from the host and the offered one, so that nobody can choose a code."""
    digest = salted_hmac("games.opening", f"{host.pk} {offered}", algorithm="sha256").digest()
    return "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in digest[:CODE_LENGTH])


def _is_asked_again(table: Table, host: Player, plan: seating.TablePlan) -> bool:
    """Whether this host opened the table by this very plan, and its game is not over."""
    if table.host_id != host.pk or table.has_ended:
        return False
    return seating.plan_of(table, list(table.seats.all())) == plan


# --- A seat at once ----------------------------------------------------------------------

# Nobody may be there any more at a table that was opened before, unless their page is open.
FRESH = timedelta(minutes=30)
MOST_LOOKED_AT = 30
MOST_TRIED = 5
# What only decides how long a game lasts.
LENGTH = ("limit", "max_rounds")
NOT_BY_CORRESPONDENCE = Q(time_per_choice=None) | Q(time_per_choice__lt=SHORTEST_CORRESPONDENCE)


def play_now(player: Player, plan: seating.TablePlan, now: datetime) -> Table:
    """The table at which a member now sits.

    It is the one that this plan opened before, else one where they wait already, else an open table
    of the same game, however long, at which people wait, else a new one by the plan. So a second
    tap, with the same code in its plan, leads to the same table. Nobody is seated at a game by
    correspondence or a rated one, nor among people who play again, nor where the host has sent them
    away. Raises what `open_offered_table` does.
    """
    with transaction.atomic():
        lock_person(player)
        opened = opened_before(player, plan)
        if opened is not None:
            return opened
        waiting = _waits_at(player)
        if waiting is not None:
            return waiting
        for table in _that_fit(player, plan.options, now):
            # Somebody else may have taken the last seat.
            with suppress(TableError):
                seating.sit(table.pk, player)
                return table
        return open_offered_table(player, plan, now)


def next_seat(player: Player, options: Options, now: datetime) -> Table | None:
    """The open table at which `play_now` would seat a member; None where it would deal one."""
    return _waits_at(player) or next(iter(_that_fit(player, options, now)), None)


def _waits_at(player: Player) -> Table | None:
    own = Table.objects.with_player(player).filter(NOT_BY_CORRESPONDENCE)
    return own.filter(status=Table.Status.OPEN).first()


def _that_fit(player: Player, options: Options, now: datetime) -> list[Table]:
    """Open tables that everybody finds, with these rules and a seat that is not held for others.

    Those with most people first.
    """
    rules = {
        f"options__{name}": value for name, value in options.to_json().items() if name not in LENGTH
    }
    # Options name the fan card that is played, and no other.
    missing = [fan.value for fan in FanCard if f"options__{fan.value}" not in rules]
    rules |= {f"options__{name}__isnull": True for name in missing}
    people = Count("seats", filter=Q(seats__player__isnull=False))
    free = Count("seats", filter=Q(seats__name=""))
    tables = list(
        Table.objects.listed_for(player)
        .exclude(visibility=Table.Visibility.PRIVATE)
        .exclude(pk__in=player.held_seats.filter(is_sent_away=True).values("table"))
        .filter(
            NOT_BY_CORRESPONDENCE,
            rematch_of=None,
            is_rated=False,
            status=Table.Status.OPEN,
            **rules,
        )
        .annotate(people=people, free=free)
        .filter(people__gt=0, free__gt=0)
        .order_by("-created_at")
        .prefetch_related("seats", Prefetch("held_seats", HeldSeat.objects.in_force(now)))[
            :MOST_LOOKED_AT
        ]
    )
    fitting = [
        table
        for table in reversed(tables)
        if _is_attended(table, now) and _may_take_seat(table, player)
    ]
    return sorted(fitting, key=attrgetter("people"), reverse=True)[:MOST_TRIED]


def _may_take_seat(table: Table, player: Player) -> bool:
    held = {seat.player_id for seat in table.held_seats.all()}
    return held_seats.may_take_seat(table.seats.all(), held, player.pk)


def _is_attended(table: Table, now: datetime) -> bool:
    """Whether somebody who sits at an open table is likely to be there."""
    if table.created_at >= now - FRESH:
        return True
    return any(has_page_open(table.pk, seat.player_id) for seat in table.seats.all())
