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
    TOO_MANY_COLUMNS = "too_many_columns"  # most
    CELL_TOO_LONG = "cell_too_long"  # most: characters
    NOT_CSV = "not_csv"
    NO_HEADINGS = "no_headings"
    UNKNOWN_HEADING = "unknown_heading"
    HEADING_TWICE = "heading_twice"
    NO_HEADING = "no_heading"
    NO_SHEET = "no_sheet"
    NO_PLAYER = "no_player"
    NAME_TOO_LONG = "name_too_long"  # most: characters
    COUNT_DIFFERS = "count_differs"
    # of a whole season
    NO_SEASON_HEADINGS = "no_season_headings"
    NO_GAMES = "no_games"
    NO_SESSION = "no_session"
    TOO_MANY_SESSIONS = "too_many_sessions"  # most
    TOO_MANY_RESULTS = "too_many_results"  # most
    TOO_MANY_PLAYERS = "too_many_players"  # most
    TOO_LARGE_SEASON = "too_large_season"  # most: players times sessions
    NO_DATE = "no_date"
    DATE_MISSING = "date_missing"
    DATE_DIFFERS = "date_differs"
    DATE_TO_COME = "date_to_come"
    ALONE = "alone"
    TABLE_TOO_LARGE = "table_too_large"  # most
    TABLE_SIZE = "table_size"  # most: what all tables of the season must have
    TWICE_AT_TABLE = "twice_at_table"  # other: the line that names them first
    NO_HEADS = "no_heads"  # most
    NO_PLACE = "no_place"
    PLACE_MISSING = "place_missing"
    PLACE_DIFFERS = "place_differs"  # place: by the heads
    SAME_GAME = "same_game"  # other: the line where the same game begins


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
