"""What was checked, how often, and what was found."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.db.models import Model, QuerySet
from tqdm import tqdm

# Ids are read so many at a time: no cursor stays open while the site writes.
AT_ONCE = 500
# Beyond these only their number is kept.
MOST_TOLD = 1_000


class Kind(StrEnum):
    """What can be wrong; the values are stable."""

    DATABASE_DAMAGED = "database_damaged"
    LOG_HAS_GAPS = "log_has_gaps"
    LOG_DOES_NOT_REPLAY = "log_does_not_replay"
    STATE_DIFFERS = "state_differs"
    STATUS_DIFFERS = "status_differs"
    RESULT_DIFFERS = "result_differs"
    DEAL_DIFFERS = "deal_differs"
    UPLOAD_DIFFERS = "upload_differs"
    STANDINGS_DIFFER = "standings_differ"
    RATINGS_DIFFER = "ratings_differ"
    SHEET_MISSING = "sheet_missing"
    PHOTO_FILE_MISSING = "photo_file_missing"
    PHOTO_ROW_MISSING = "photo_row_missing"
    ROW_MISSING = "row_missing"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be. where: such as "table abc" or "league tuesdays"."""

    kind: Kind
    where: str
    words: str


@dataclass(slots=True)
class Report:
    """checked: how many of each thing were looked at. found: how many problems of each kind.
    problems: the first of them. left_out: what could not be checked now, and why."""

    checked: Counter[str] = field(default_factory=Counter)
    found: Counter[Kind] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    def add(self, problem: Problem) -> None:
        self.found[problem.kind] += 1
        if len(self.problems) < MOST_TOLD:
            self.problems.append(problem)

    @property
    def is_sound(self) -> bool:
        return not self.found

    def to_json(self) -> dict[str, Any]:
        return {
            "sound": self.is_sound,
            "checked": dict(self.checked),
            "left_out": dict(self.left_out),
            "found": {kind.value: count for kind, count in self.found.items()},
            "problems": [
                {"kind": problem.kind.value, "where": problem.where, "words": problem.words}
                for problem in self.problems
            ],
        }


def ids_of(rows: QuerySet[Any], words: str) -> Iterator[int]:
    """The ids of rows in ascending order, with a bar on the error stream of a terminal."""
    with tqdm(total=rows.count(), desc=words, disable=None, leave=False) as shown:
        last = 0
        while ids := list(_after(rows, last)):
            for pk in ids:
                yield pk
                shown.update()
            last = ids[-1]


def _after(rows: QuerySet[Model], last: int) -> "QuerySet[Any, int]":
    return rows.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]
