"""A rematch as pages show it: the next table of an ended one, the seats held at an open one."""

from datetime import datetime
from typing import NamedTuple

from accounts import names
from games.models import Table
from games.rematch.models import HeldSeat


class HeldFor(NamedTuple):
    """Somebody for whom a seat is held, and until when.

    written: the name as it is kept (accounts.names).
    """

    player_id: int
    written: str
    until: datetime

    @property
    def name(self) -> str:
        return names.shown(self.written)


class NextTable(NamedTuple):
    """The table at which the same people may play again.

    host: the name, as it is kept, of who waits there; "" if nobody does. is_open: nothing is dealt.
    is_closed: everybody left before the deal. held: ids of those who have yet to answer.
    """

    host: str
    is_open: bool
    is_closed: bool
    held: frozenset[int]


def next_table_of(table: Table) -> NextTable | None:
    """The table after one that has ended; None without one."""
    following = table.rematch
    if following is None:
        return None
    held = HeldSeat.objects.standing().filter(table=following).values_list("player_id", flat=True)
    sitting = list(following.seats.exclude(player=None).order_by("index"))
    hosts = [seat.name for seat in sitting if seat.player_id == following.host_id]
    return NextTable(
        host=names.written(next(iter(hosts), "")),
        is_open=following.status == Table.Status.OPEN,
        is_closed=following.status == Table.Status.ABANDONED and not following.state,
        held=frozenset(held),
    )


def seats_held_at(table: Table) -> tuple[HeldFor, ...]:
    """Those for whom seats of an open table are held."""
    held = HeldSeat.objects.standing().filter(table=table).select_related("player").order_by("pk")
    return tuple(HeldFor(one.player_id, names.written(one.player.name), one.until) for one in held)
