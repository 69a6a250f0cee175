"""Who may look at tables, changed after they were opened."""

from django.db import transaction
from django.db.models import F

from games.models import Table, TableQuerySet
from games.services.announce import announce


def show_to(tables: TableQuerySet, visibility: Table.Visibility) -> None:
    """Let others than before look at these tables; whoever may not any more is sent away."""
    differing = tables.exclude(visibility=visibility)
    with transaction.atomic():
        # Those that have ended are told by the sweep: there may be thousands.
        going_on = Table.Status.OPEN, Table.Status.PLAYING
        told = list(differing.filter(status__in=going_on).values_list("pk", flat=True))
        differing.update(visibility=visibility, version=F("version") + 1)
        for table_id, version in Table.objects.filter(pk__in=told).values_list("pk", "version"):
            announce(table_id, version)
