"""Fetch a table or refuse: a view that has a snapshot may show it to its reader."""

from django.http import Http404

from accounts.models import Player
from games import store
from games.errors import TableError, TableErrorCode
from games.models import Table
from games.snapshot import Snapshot


def may_watch(snapshot: Snapshot, player: Player | None) -> bool:
    """Whether this member (None: a stranger), who knows its address, may look at the table."""
    return player is not None or snapshot.visibility == Table.Visibility.PUBLIC


def get_table_for_viewer(code: str, player: Player | None) -> Snapshot:
    """The newest snapshot of a table its reader may look at; else Http404, whatever the reason."""
    table_id = Table.objects.filter(code=code).values_list("pk", flat=True).first()
    if table_id is not None:
        snapshot = store.fresh(table_id)
        if may_watch(snapshot, player):
            return snapshot
    raise Http404


def get_seat(snapshot: Snapshot, player_id: int | None) -> int:
    """The index of the person's seat at this table. Raises TableError(NOT_SEATED)."""
    seat = snapshot.seat_of(player_id)
    if seat is None:
        raise TableError(TableErrorCode.NOT_SEATED)
    return seat
