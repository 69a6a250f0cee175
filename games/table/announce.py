"""Change a table under its lock and tell everybody who looks at it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F

from accounts.locks import locked
from games.live import publishing
from games.models import Table, TableQuerySet
from games.table import store


@contextmanager
def changing(table_id: int) -> Iterator[Table]:
    """Lock the row of a table; without an error, save it as the next version and announce that."""
    with transaction.atomic():
        table = locked(Table.objects.all()).get(pk=table_id)
        yield table
        table.version += 1
        table.save()
        announce(table.pk, table.version)


def announce(table_id: int, version: int) -> None:
    """After the commit, drop the cached snapshot of this process and publish the version."""

    def tell() -> None:
        store.forget(table_id)
        publishing.publish(table_id, version)

    # A failed publish must not fail a committed write.
    transaction.on_commit(tell, robust=True)


def show_to(tables: TableQuerySet, visibility: Table.Visibility) -> None:
    """Change the visibility of tables; the sockets of those who may no longer look are closed."""
    with transaction.atomic():
        differing = tables.exclude(visibility=visibility)
        found = list(locked(differing).order_by("-pk").values_list("pk", "status", "version"))
        differing.update(visibility=visibility, version=F("version") + 1)
        for table_id, status, version in found:
            # Rooms of ended tables learn it from the sweep: there may be thousands of such tables.
            if status in {Table.Status.OPEN, Table.Status.PLAYING}:
                announce(table_id, version + 1)
