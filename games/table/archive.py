"""The record of a table, from its action log (RECORD.md)."""

from typing import Any

from games.models import Table
from games.rules.deal import SeededDealer
from games.rules.record_export import export_record
from games.table.snapshot import Snapshot
from games.table.stored_deal import logged_actions


def record_of(snapshot: Snapshot, seat: int | None) -> dict[str, Any]:
    """The record as JSON data: all of an ended game, of a running one what this seat may see.

    Raises RulesError where the log does not lead to the game, as one of an older version of the
    site may not.
    """
    names = tuple(other.name for other in snapshot.seats)
    table = Table.objects.only("server_seed", "record").get(pk=snapshot.table_id)
    if table.record:
        return {**table.record, "players": list(names)}
    return export_record(
        snapshot.options,
        names,
        SeededDealer(
            bytes(table.server_seed), tuple(other.client_seed for other in snapshot.seats)
        ),
        logged_actions(snapshot.table_id),
        seat,
        abandoned=snapshot.status == Table.Status.ABANDONED,
    )
