"""Erase a person from tables: their results stay, their name and their texts do not."""

from contextlib import suppress
from datetime import datetime

from accounts import names
from accounts.models import Player
from accounts.names import ERASED
from games import archive, store
from games.errors import TableError
from games.models import Seat, Table
from games.pause import service as pausing
from games.rematch import service as rematch
from games.rules.errors import RulesError
from games.services import playing, seating
from games.services.announce import changing


def erase(player: Player, name: str, now: datetime) -> None:
    """Remove a person's name from all tables; in games in play the bot takes over their seat."""
    leave_tables(player, now)
    # SQLite's own comparison knows no accents in capitals.
    called = Table.objects.values_list("pk", "name", "origin")
    for pk, *texts in list(called):
        if any(names.without_in_title(text, name) != text for text in texts):
            with changing(pk) as table:
                table.name = names.without_in_title(table.name, name)
                table.origin = names.without_in_title(table.origin, name)


def leave_tables(player: Player, now: datetime) -> None:
    """Give up all seats: those of open tables are free again, all others lose the name.

    A game may start or end meanwhile: its seat is then found by the next of these steps.
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
            table.seats.filter(player=player).update(name=ERASED)
            pausing.end_without_people(table, now)
            _forget_texts(table)


def forget_texts(table_id: int) -> None:
    """Delete the texts of former players, which a game needs until it has ended."""
    if Seat.objects.filter(table=table_id, name=ERASED).exclude(client_seed="").exists():
        with changing(table_id) as table:
            _forget_texts(table)


def forget_left_texts() -> None:
    """The same for all games that have ended, should a process have died in between."""
    ended = Table.Status.FINISHED, Table.Status.ABANDONED
    left = Seat.objects.filter(table__status__in=ended, name=ERASED).exclude(client_seed="")
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
    table.seats.filter(name=ERASED).update(client_seed="")
