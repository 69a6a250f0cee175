"""Snapshots of tables: read once, kept per process, written by compare-and-set.

Only games/services may call `commit`.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence

from django.db import transaction

from games.models import ActionLog, Table
from games.snapshot import Snapshot, snapshot_of

KEPT_TABLES = 500

# --- Reading ---------------------------------------------------------------------------

_kept: OrderedDict[int, Snapshot] = OrderedDict()
_lock = threading.Lock()


def kept(table_id: int) -> Snapshot | None:
    """The snapshot this process has, if it has one; nothing is asked of the database."""
    with _lock:
        return _kept.get(table_id)


def current(table_id: int) -> Snapshot:
    """The snapshot this process has, else the stored one; `commit` refuses what is out of date."""
    return kept(table_id) or load(table_id)


def at_least(table_id: int, version: int) -> Snapshot:
    """A snapshot of that version or a later one."""
    known = current(table_id)
    return known if known.version >= version else load(table_id)


def fresh(table_id: int) -> Snapshot:
    """The newest snapshot, whatever other processes did: one small statement if nothing changed."""
    version = Table.objects.values_list("version", flat=True).get(pk=table_id)
    return at_least(table_id, version)


def load(table_id: int) -> Snapshot:
    """The stored snapshot. Raises Table.DoesNotExist."""
    table = Table.objects.select_related("rematch").get(pk=table_id)
    snapshot = read(table)
    # Inside a transaction the rows read may yet be rolled back.
    if not transaction.get_connection().in_atomic_block:
        keep(snapshot)
    return snapshot


def read(table: Table) -> Snapshot:
    """The snapshot of a row the caller holds, such as a locked one; it is not kept."""
    return snapshot_of(table, table.seats.select_related("player").order_by("index"))


def keep(snapshot: Snapshot) -> None:
    """Remember the newest snapshot of a table for this process."""
    with _lock:
        known = _kept.get(snapshot.table_id)
        if known is None or known.version <= snapshot.version:
            _kept[snapshot.table_id] = snapshot
            _kept.move_to_end(snapshot.table_id)
        while len(_kept) > KEPT_TABLES:
            _kept.popitem(last=False)


def forget(table_id: int | None = None) -> None:
    """Drop what is kept of one table, or of all."""
    with _lock:
        if table_id is None:
            _kept.clear()
        else:
            _kept.pop(table_id, None)


# --- Writing ---------------------------------------------------------------------------


def commit(snapshot: Snapshot, log: Sequence[ActionLog]) -> bool:
    """Write the next version of a table in play and its log; False if somebody was faster.

    Two statements, to be called inside a transaction; after a False write nothing more in it.
    """
    play = snapshot.play
    assert play is not None  # noqa: S101 - only a game in play is committed here
    updated = Table.objects.filter(pk=snapshot.table_id, version=snapshot.version - 1).update(
        version=snapshot.version, state=play.to_json(), due_at=play.due_at
    )
    if not updated:
        return False
    if len(log) == 1:
        log[0].save(force_insert=True)
    elif log:
        ActionLog.objects.bulk_create(log)
    # One that has ended is read anew, now that its seed may be shown.
    transaction.on_commit(
        lambda: forget(snapshot.table_id) if snapshot.has_ended else keep(snapshot)
    )
    return True
