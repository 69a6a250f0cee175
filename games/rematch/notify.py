"""Announce changes of a rematch at the table that was played before."""

from games.models import Table
from games.services.announce import changing


def notify_previous_table(table: Table) -> None:
    """Publish a new version of the table before this rematch, whose page shows who plays again."""
    for previous in Table.objects.filter(rematch=table.pk).values_list("pk", flat=True):
        with changing(previous):
            pass
