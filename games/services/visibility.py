"""Change who may look at tables that are open already."""

from django.db import transaction
from django.db.models import F

from games.models import Table, TableQuerySet
from games.services.announce import announce


def show_to(tables: TableQuerySet, visibility: Table.Visibility) -> None:
    """Change the visibility of tables; the sockets of those who may no longer look are closed."""
    differing = tables.exclude(visibility=visibility)
    with transaction.atomic():
        # Rooms of ended tables learn it from the sweep: there may be thousands of such tables.
        going_on = Table.Status.OPEN, Table.Status.PLAYING
        told = list(differing.filter(status__in=going_on).values_list("pk", flat=True))
        differing.update(visibility=visibility, version=F("version") + 1)
        for table_id, version in Table.objects.filter(pk__in=told).values_list("pk", "version"):
            announce(table_id, version)
