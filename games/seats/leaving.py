"""Erase a person from tables: their results stay, their name and their texts do not."""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts import names
from accounts.locks import locked
from accounts.models import Player
from games.models import HeldSeat, Seat, Table
from games.play import pausing, playing
from games.rules.errors import RulesError
from games.seats import rematch, seating
from games.table import archive, store
from games.table.announce import changing
from games.table.errors import TableError

# Seats of former players with a text for the deal, mostly their name.
_WITH_TEXTS = Seat.objects.filter(name=names.ERASED).exclude(client_seed="")


@transaction.atomic
def erase(player: Player, name: str, now: datetime) -> None:
    """Remove a person's name from all tables; in games in play the bot takes over their seat."""
    # SQLite's own comparison knows no accents in capitals.
    called = [
        pk
        for pk, *texts in Table.objects.values_list("pk", "name", "origin")
        if any(names.without_in_title(text, name) != text for text in texts)
    ]
    lock_tables([player], called)
    leave_tables(player, now)
    for pk in called:
        with changing(pk) as table:
            table.name = names.without_in_title(table.name, name)
            table.origin = names.without_in_title(table.origin, name)


def lock_tables(people: Collection[Player], more: Collection[int] = ()) -> None:
    """Lock the tables that change when these people leave them, and some more (ids).

    A table at which somebody sits, or a seat is held for them, tells the one before it.
    """
    seats = Q(pk__in=Seat.objects.filter(player__in=people).values("table"))
    held = Q(pk__in=HeldSeat.objects.filter(player__in=people).values("table"))
    theirs = Table.objects.filter(seats | held | Q(pk__in=more))
    both = Table.objects.filter(Q(pk__in=theirs.values("pk")) | Q(rematch__in=theirs.values("pk")))
    list(locked(both).order_by("-pk").only("pk"))


def leave_tables(player: Player, now: datetime) -> None:
    """Give up all seats: those of open tables are free again, all others lose the name.

    These tables are locked. A game may start or end meanwhile: its seat is then found by the next
    of these steps.
    """
    rematch.release_all_of(player)
    seats = Seat.objects.filter(player=player)
    for seat in seats.filter(table__status=Table.Status.OPEN):
        with suppress(TableError):
            seating.leave(seat.table_id, player, now)
    for seat in seats.filter(table__status=Table.Status.PLAYING):
        with suppress(TableError):
            playing.step_away(seat.table_id, seat.index, now)
    for table_id in list(seats.values_list("table_id", flat=True)):
        with changing(table_id) as table:
            table.seats.filter(player=player).update(name=names.ERASED)
            pausing.end_without_people(table, now)
            _forget_texts(table)


def forget_texts(table_id: int, **_told: Any) -> None:
    """Delete the texts of former players, which a game needs until it has ended."""
    if _WITH_TEXTS.filter(table=table_id).exists():
        with changing(table_id) as table:
            _forget_texts(table)


def forget_left_texts() -> None:
    """The same for all games that have ended, should a process have died in between."""
    ended = Table.Status.FINISHED, Table.Status.ABANDONED
    left = _WITH_TEXTS.filter(table__status__in=ended)
    for table_id in set(left.values_list("table_id", flat=True)):
        forget_texts(table_id)


def _forget_texts(table: Table) -> None:
    """Drop the texts of former players, mostly their name, and keep the cards without them.

    The deals of this table can no longer be proved. A game in play still needs the texts.
    """
    if not table.has_ended:
        return
    if table.state and not table.record:
        # Nobody can be shown the cards of a log of which no record can be made.
        with suppress(RulesError):
            record = archive.record_of(store.read(table), None)
            table.record = {**record, "players": [], "fairness": None}
    table.seats.filter(name=names.ERASED).update(client_seed="")
