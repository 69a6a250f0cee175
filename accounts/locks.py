"""Lock rows in the order that docs/architecture.md names ("The order of locks")."""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db.models import QuerySet

from accounts.models import Player

Rows = TypeVar("Rows", bound="QuerySet[Any]")


def locked(rows: Rows) -> Rows:
    """The same rows by id, locked when they are read; rows that refer to them need not wait."""
    return rows.select_for_update(of=("self",), no_key=True).order_by("pk")


def lock_players(player_ids: Iterable[int]) -> set[int]:
    """Lock players who are about to be named; the ids of those who are neither erased nor gone."""
    there = Player.every.filter(pk__in=player_ids, erased_at=None)
    return set(locked(there).values_list("pk", flat=True))
