"""Computing after the commit what a change has put out of date, in short transactions.

The row that computed rows belong to, a season or a league, notes what of them is out of date and
counts these notes. So that nobody waits for the computation, it locks that row only to write, and
first makes sure that nothing was noted meanwhile. What a process that died left out of date is
found by `bring_all_up_to_date`.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Generic, TypeVar

from django.db import transaction
from django.db.models import QuerySet

from leagues.models import League, Season
from leagues.season_lock import after_commit
from leagues.standings.progress import Watch, unwatched

logger = logging.getLogger(__name__)

Owner = TypeVar("Owner", Season, League)


class _ChangedMeanwhileError(Exception):
    """Something that counts has changed while it was computed with."""


class OutOfDate(Generic[Owner]):
    """The rows of one kind that are out of date, of all seasons or leagues.

    kind: "standings" or "ratings", of the columns outdated_* (JSON, None where all is up to date)
    and *_notes. merged: one note for two. compute: makes the rows of an owner and writes them
    within `step`, giving the number of rows that differed each time.
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
        """Note in a change what it puts out of date; it is computed after the commit."""
        self._write(locked, outdated)
        after_commit(partial(self.bring_up_to_date, locked.pk))

    def rebuild(self, owner_id: int, everything: Any, watch: Watch = unwatched) -> int:
        """Compute everything anew; how many rows were not so before."""
        with transaction.atomic():
            self._write(self._locked(owner_id).get(), everything)
        return self.bring_up_to_date(owner_id, watch)

    def bring_up_to_date(self, owner_id: int, watch: Watch = unwatched) -> int:
        """Compute what is out of date; how many rows differed. Begun anew where that changes."""
        written = 0
        while owner := self._waiting().filter(pk=owner_id).first():
            try:
                for rows in self._compute(owner, watch):
                    written += rows
            except _ChangedMeanwhileError:
                continue
        return written

    def bring_all_up_to_date(self) -> None:
        """Compute what a process that died left out of date."""
        for owner_id in self._waiting().values_list("pk", flat=True):
            try:
                self.bring_up_to_date(owner_id)
            except Exception:
                logger.exception("the %s of %s could not be computed", self._kind, owner_id)

    @contextmanager
    def step(self, owner: Owner, left: Any) -> Iterator[None]:
        """A short transaction that writes a part of it; left: what is out of date after that."""
        with transaction.atomic():
            locked = self._locked(owner.pk).values_list(self._outdated, self._notes).get()
            if locked[0] is None or locked[1] != getattr(owner, self._notes):
                raise _ChangedMeanwhileError
            yield
            self._owners.objects.filter(pk=owner.pk).update(**{self._outdated: left})

    def _waiting(self) -> QuerySet[Owner]:
        is_waiting = {f"{self._outdated}__isnull": False}
        waiting: QuerySet[Owner] = self._owners.objects.filter(**is_waiting)
        return waiting

    def _locked(self, owner_id: int) -> QuerySet[Owner]:
        locked: QuerySet[Owner] = self._owners.objects.select_for_update(no_key=True)
        return locked.filter(pk=owner_id)

    def _write(self, locked: Owner, outdated: Any) -> None:
        before = getattr(locked, self._outdated)
        both = outdated if before is None else self._merged(before, outdated)
        values = {self._outdated: both, self._notes: getattr(locked, self._notes) + 1}
        for name, value in values.items():
            setattr(locked, name, value)
        self._owners.objects.filter(pk=locked.pk).update(**values)
