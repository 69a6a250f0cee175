"""Bring standings and ratings up to date after the commit of a change, in short transactions.

A change notes in the row of its season or league what is out of date, and counts its notes there.
The computation reads without a lock. It locks that row only to write, step by step, and begins
again if the count shows that more was noted since it began to read. Two processes may compute the
same: both write the same values. What a process that died left out of date is found by
`bring_all_up_to_date`.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from django.db import transaction
from django.db.models import QuerySet

from accounts.locks import locked
from leagues.models import League, Season
from leagues.season_lock import after_commit

logger = logging.getLogger(__name__)

Owner = TypeVar("Owner", Season, League)
Step = TypeVar("Step")


class Watch(Protocol):
    """Gives the steps of a work one by one, and may show how far it has come."""

    def __call__(self, steps: Sequence[Step], words: str) -> Iterable[Step]: ...


def unwatched(steps: Sequence[Step], words: str) -> Iterable[Step]:  # noqa: ARG001
    """The steps as they are."""
    return steps


class _ChangedMeanwhileError(Exception):
    """More was noted, or another process has finished, since the computation began."""


class OutOfDate(Generic[Owner]):
    """Keeps the standings of all seasons, or the ratings of all leagues, up to date.

    owners: Season or League. kind: "standings" or "ratings"; the owner's columns are outdated_kind
    (what is out of date as JSON, None for nothing) and kind_notes (how often that was noted).
    merged: makes one note of two. compute: computes the rows of an owner, writes them within
    `step`, and yields how many rows each step changed.
    """

    def __init__(
        self,
        owners: type[Owner],
        kind: str,
        merged: Callable[[Any, Any], Any],
        compute: Callable[[Owner, Watch], Iterator[int]],
    ) -> None:
        self._owners: type[Owner] = owners
        self._kind = kind
        self._outdated = f"outdated_{kind}"
        self._notes = f"{kind}_notes"
        self._merged = merged
        self._compute: Callable[[Owner, Watch], Iterator[int]] = compute

    def note(self, locked: Owner, outdated: Any) -> None:
        """Note what a change puts out of date; it is computed after the commit.

        locked: the owner, read under its lock; `locked_season` saves it before the commit.
        """
        self._mark(locked, outdated)
        after_commit(partial(self.bring_up_to_date, locked.pk))

    def _mark(self, locked: Owner, outdated: Any) -> None:
        before = getattr(locked, self._outdated)
        both = outdated if before is None else self._merged(before, outdated)
        setattr(locked, self._outdated, both)
        setattr(locked, self._notes, getattr(locked, self._notes) + 1)

    def note_and_save(self, owner: Owner, outdated: Any) -> bool:
        """The same for an owner that is not saved otherwise.

        False, and nothing is noted, where somebody has noted more since it was read.
        """
        rows = self._owners.objects.filter(pk=owner.pk, **self._values(owner, self._notes))
        self._mark(owner, outdated)
        if not rows.update(**self._values(owner, self._outdated, self._notes)):
            return False
        after_commit(partial(self.bring_up_to_date, owner.pk))
        return True

    def rebuild(self, owner_id: int, everything: Any, watch: Watch = unwatched) -> int:
        """Compute everything again; returns how many rows differed."""
        with transaction.atomic():
            owner = locked(self._owners.objects.all()).get(pk=owner_id)
            self._mark(owner, everything)
            owner.save(update_fields=[self._outdated, self._notes])
        return self.bring_up_to_date(owner_id, watch)

    def bring_up_to_date(self, owner_id: int, watch: Watch = unwatched) -> int:
        """Compute what is out of date; returns how many rows differed."""
        written = 0
        while owner := self._waiting().filter(pk=owner_id).first():
            try:
                for rows in self._compute(owner, watch):
                    written += rows
            except _ChangedMeanwhileError:
                continue
            break
        return written

    def bring_all_up_to_date(self) -> None:
        """Compute what a process that died left out of date."""
        for owner_id in self.waiting_ids():
            try:
                self.bring_up_to_date(owner_id)
            except Exception:
                logger.exception("the %s of %s could not be computed", self._kind, owner_id)

    def waiting_ids(self) -> list[int]:
        """The ids of the owners of which something is out of date."""
        return list(self._waiting().values_list("pk", flat=True))

    @contextmanager
    def step(self, owner: Owner, left: Any) -> Iterator[None]:
        """A short transaction that writes a part of the rows.

        owner: as it was when the computation began. left: what is still out of date afterwards.
        """
        unchanged = self._waiting().filter(pk=owner.pk, **self._values(owner, self._notes))
        with transaction.atomic():
            # Locks the row as well; a season may have been deleted meanwhile.
            if not unchanged.update(**{self._outdated: left}):
                raise _ChangedMeanwhileError
            yield

    def _values(self, owner: Owner, *columns: str) -> dict[str, Any]:
        return {name: getattr(owner, name) for name in columns}

    def _waiting(self) -> QuerySet[Owner]:
        is_waiting = {f"{self._outdated}__isnull": False}
        waiting: QuerySet[Owner] = self._owners.objects.filter(**is_waiting)
        return waiting
