"""What sheets are called that belong to tables of a session: by round and table, as people do."""

import re
from collections import defaultdict
from collections.abc import Iterable

from leagues.models import Game

# "2.3", "2/3", "R2 T3", "Round 2, table 3", "Ronde 2, table 3".
_ROUND_AND_TABLE = re.compile(
    r"(?:round|ronde|r)?\s*(\d{1,4})(?:\s*[.,/-]\s*|\s+)(?:table|t)?\s*(\d{1,4})",
    re.ASCII | re.IGNORECASE,
)
_TABLE = re.compile(r"(?:table|t)?\s*(\d{1,4})", re.ASCII | re.IGNORECASE)


class TablesByName:
    """The games of a session by the names that sheets of theirs may have.

    A number alone means the table of that number that belongs to no round; else the one table that
    has it in any round.
    """

    def __init__(self, games: Iterable[Game]) -> None:
        self.by_number = {game.number: game for game in games}
        self._in_rounds: dict[tuple[int, int], Game] = {}
        self._by_table: defaultdict[int, list[Game]] = defaultdict(list)
        for game in self.by_number.values():
            self._by_table[game.table_number].append(game)
            if game.round:
                self._in_rounds[game.round.number, game.table_number] = game

    def get(self, name: str) -> Game | None:
        """The game whose sheet is called so; None for a new table, or where several could be."""
        if both := _ROUND_AND_TABLE.fullmatch(name.strip()):
            return self._in_rounds.get((int(both[1]), int(both[2])))
        found = self._of_number(name)
        return found[0] if len(found) == 1 else None

    def is_ambiguous(self, name: str) -> bool:
        """Whether the name lacks a round: several have a table of this number."""
        return not _ROUND_AND_TABLE.fullmatch(name.strip()) and len(self._of_number(name)) > 1

    def _of_number(self, name: str) -> list[Game]:
        number = _TABLE.fullmatch(name.strip())
        found = self._by_table.get(int(number[1]), []) if number else []
        return [game for game in found if game.round is None] or found


def sheet_name(game: Game) -> str:
    """What a sheet to fill in for a game is called; no spreadsheet takes it for a date."""
    return game.table_name if game.round else str(game.table_number)
