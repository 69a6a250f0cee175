"""What can be wrong with a CSV of sheets, and where."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class CsvCode(StrEnum):
    """What is wrong with the text around the pads; behind a code, the facts that come with it.

    The value is stable: it is sent and translated.
    """

    TOO_LONG = "too_long"  # most: characters
    TOO_MANY_LINES = "too_many_lines"  # most
    NOT_CSV = "not_csv"
    NO_HEADINGS = "no_headings"
    UNKNOWN_HEADING = "unknown_heading"
    HEADING_TWICE = "heading_twice"
    NO_HEADING = "no_heading"
    NO_SHEET = "no_sheet"
    NO_PLAYER = "no_player"
    NAME_TOO_LONG = "name_too_long"  # most: characters
    COUNT_DIFFERS = "count_differs"


@dataclass(frozen=True, slots=True)
class LineProblem:
    """One thing that is wrong: in a line of the text, from 1, and a column of it, from 0.

    column: None for the line as a whole. facts: numbers that a message about the code needs.
    """

    line: int
    code: CsvCode
    column: int | None = None
    facts: Mapping[str, int] = field(default_factory=dict)


class Refused(ValueError):
    """A text that cannot be read any further; `problems` says why."""

    def __init__(self, *problems: LineProblem) -> None:
        super().__init__(problems)
        self.problems = problems
