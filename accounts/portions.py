"""Delete many rows without holding the only writer of SQLite for long."""

from typing import Any

from django.db.models import QuerySet

AT_ONCE = 200


def delete_some(rows: "QuerySet[Any]") -> int:
    """Delete at most AT_ONCE of these ordered rows in one short transaction; how many there were.

    Where there are none, nothing is written. A row that has changed meanwhile, and is none of these
    any more, stays.
    """
    found = list(rows.values_list("pk", flat=True)[:AT_ONCE])
    if found:
        rows.model._base_manager.filter(pk__in=rows.filter(pk__in=found).values("pk")).delete()  # noqa: SLF001
    return len(found)
