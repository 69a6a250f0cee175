"""Lock rows in the order that docs/architecture.md names ("The order of locks")."""

from typing import Any, TypeVar

from django.db.models import QuerySet

Rows = TypeVar("Rows", bound="QuerySet[Any]")


def locked(rows: Rows) -> Rows:
    """The same rows by id, locked when they are read; rows that refer to them need not wait."""
    return rows.select_for_update(of=("self",), no_key=True).order_by("pk")
