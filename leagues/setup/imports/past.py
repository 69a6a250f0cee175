"""A past season as a spreadsheet tells it, before anybody in it is known. No Django."""

from datetime import datetime
from typing import NamedTuple


class PastSeat(NamedTuple):
    """Somebody at a table.

    line: where it stands in the text. player: the name, "" for a bot, which has its own in `bot`.
    place: shared by ties, None for who is not ranked. counts_for: the name of the player in whose
    standing it counts, "" for nobody's.
    """

    line: int
    player: str
    bot: str
    heads: int
    place: int | None
    counts_for: str

    @property
    def absent(self) -> str:
        """Whose place the player took, "" for nobody's."""
        return self.counts_for if self.counts_for not in {"", self.player} else ""


class PastGame(NamedTuple):
    """A table. number: within its session. rounds: 0 where the text does not tell."""

    line: int
    number: int
    rounds: int
    seats: tuple[PastSeat, ...]


class PastSession(NamedTuple):
    """A session; starts_at has no zone where the text gives none. number: unique in the season."""

    number: int
    name: str
    starts_at: datetime
    games: tuple[PastGame, ...]


class PastSeason(NamedTuple):
    """Sessions in the order of their dates. ignored: the headings of columns that are not read."""

    sessions: tuple[PastSession, ...] = ()
    ignored: tuple[str, ...] = ()

    @property
    def games(self) -> list[PastGame]:
        return [game for session in self.sessions for game in session.games]

    @property
    def names(self) -> list[str]:
        """Everybody who is named, in the order of the text."""
        seats = [seat for game in self.games for seat in game.seats]
        named = (name for seat in seats for name in (seat.player, seat.counts_for) if name)
        return [*dict.fromkeys(named)]
