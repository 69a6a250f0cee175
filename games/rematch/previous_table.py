"""Tell the table after which another one was opened what has changed there."""

from games.models import Table
from games.services.announce import changing


def tell_previous_table(table: Table) -> None:
    """Make a new version of the table after which this one was opened: it shows who plays again."""
    for previous in Table.objects.filter(rematch=table.pk).values_list("pk", flat=True):
        with changing(previous):
            pass
