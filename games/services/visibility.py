"""Change who may look at tables that are open already."""

from django.db import transaction
from django.db.models import F

from accounts.locks import locked
from games.models import Table, TableQuerySet
from games.services.announce import announce


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
