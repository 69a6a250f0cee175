"""A league's evening: somebody types score sheets, and corrects them again and again."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tests.drills.club import SheetGame
from tests.drills.forms import Answer, get, post
from tests.drills.stage import Stage

VERSION = re.compile(r'name="version" value="(\d+)"')
# The last one ends the game: the base game is played past 66 heads.
TOTALS = (12, 25, 38, 70)
PAUSE = 0.4

# What counts for each line of a game's history, column by column.
WRITTEN = """
    SELECT v.game_id, v.reason, c.total FROM leagues_gameversion v
    JOIN leagues_revisionseat c ON c.revision_id = v.sheet_id
    WHERE v.did IN ('submitted', 'confirmed', 'corrected') ORDER BY v.id, c."index"
"""


@dataclass(frozen=True)
class Note:
    """A sheet that was acknowledged. reason: of a correction, "" for the first sheet."""

    game: int
    reason: str
    totals: tuple[int, ...]


class Scorer:
    """Types a sheet of each game, then corrects one after the other. notes: what was accepted."""

    def __init__(self, ports: Sequence[int], cookie: str, games: Sequence[SheetGame]) -> None:
        self.notes: list[Note] = []
        self.is_idle = False
        self._ports, self._cookie, self._games = ports, cookie, games

    async def type(self) -> None:
        """Enter and correct, until cancelled."""
        turn = 0
        while self._games:
            await asyncio.sleep(PAUSE)
            if self.is_idle:
                continue
            turn += 1
            game = self._games[turn % len(self._games)]
            port = self._ports[turn % len(self._ports)]
            try:
                await asyncio.to_thread(self._write, port, game, turn)
            except OSError:
                # The site is away: what was not accepted is not noted.
                continue

    def _write(self, port: int, game: SheetGame, turn: int) -> None:
        """Open the page of a sheet, and send it with totals of this turn."""
        session, number = game.path.removesuffix("/").split("games/")
        page = get(port, f"{session}?sheet={number}", self._cookie)
        # What counts already is corrected.
        action = "correct" if 'name="correcting"' in page.text else "sheet"
        version = VERSION.search(page.text)
        if version is None:
            return
        reason = f"Drill {turn}" if action == "correct" else ""
        totals = (turn % 11, *TOTALS[1:])
        fields = {"version": version[1], "mode": "totals", "reason": reason}
        fields |= {f"p{seat}": str(player) for seat, player in enumerate(game.players)}
        fields |= {f"t{seat}": str(total) for seat, total in enumerate(totals)}
        answer = post(port, f"{game.path}{action}/", self._cookie, fields, htmx=False)
        if is_accepted(answer, game):
            self.notes.append(Note(game.id, reason, totals))


def is_accepted(answer: Answer, game: SheetGame) -> bool:
    """Whether the site leads on to the page of the game, as after a sheet that it stored."""
    return answer.location == game.path


def stored_sheets(stage: Stage) -> set[Note]:
    """Every sheet in the histories of all games."""
    lines: dict[tuple[int, str], list[int]] = {}
    for game, reason, total in stage.rows(WRITTEN):
        lines.setdefault((game, reason), []).append(total)
    return {
        Note(game, reason, tuple(totals[start : start + len(TOTALS)]))
        for (game, reason), totals in lines.items()
        for start in range(0, len(totals), len(TOTALS))
    }
