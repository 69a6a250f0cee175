"""Delete many rows without holding the only writer of SQLite for long."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.locks import locked

AT_ONCE = 200


def delete_some(rows: "QuerySet[Any]") -> int:
    """Delete at most AT_ONCE of these ordered rows in one short transaction; how many there were.

    Where there are none, nothing is written. A row that has changed meanwhile, and is none of these
    any more, stays.
    """
    found = list(rows.values_list("pk", flat=True)[:AT_ONCE])
    if found:
        with transaction.atomic():
            still = list(locked(rows.filter(pk__in=found)).values_list("pk", flat=True))
            rows.model._base_manager.filter(pk__in=still).delete()  # noqa: SLF001
    return len(found)
