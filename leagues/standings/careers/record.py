"""What a player's games come to, over many seasons; pure, with exact fractions."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, TypeVar

from leagues.standings.scoring.head_to_head import Rival
from leagues.standings.scoring.table import share_of
from leagues.standings.scoring.tally import UNIT, place_index

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that counts for the player. season, session, table: its numbers, as in its address.

    size: how many were ranked. table_heads: of all of them. rounds: 0 where the sheet does not
    tell. place, twice_rank: as in scoring.tally.
    """

    season: int
    session: int
    table: int
    session_id: int
    is_online: bool
    size: int
    table_heads: int
    rounds: int
    heads: int
    place: int
    twice_rank: int

    @property
    def index(self) -> Fraction:
        """100 for the first place, 0 for the last, in equal steps; shared places are shared."""
        return Fraction(place_index(self.size, self.twice_rank), UNIT)

    @property
    def share(self) -> Fraction:
        """Own heads for each head of an average player; 1 where nobody took any."""
        return share_of(self.heads, self.table_heads * (UNIT // self.size))

    @property
    def is_last(self) -> bool:
        """Whether nobody at the table was behind."""
        return self.twice_rank == self.place + self.size


@dataclass(frozen=True, slots=True)
class Totals:
    """What games come to; index: the mean. heads_per_round: None where no sheet tells rounds."""

    games: int
    index: Fraction
    wins: Fraction
    last: int
    share: Fraction
    heads_per_round: Fraction | None


class Run(NamedTuple):
    """The longest series of something, and the one that goes on, 0 where none does."""

    longest: int
    current: int


def totals(games: Sequence[PlayedGame]) -> Totals:
    """What these games come to, of which there is at least one."""
    # Whole numbers: fractions are slow to add.
    index = sum(place_index(game.size, game.twice_rank) for game in games)
    won = sum(UNIT // (game.twice_rank - 1) for game in games if game.place == 1)
    expected = sum(game.table_heads * (UNIT // game.size) for game in games)
    told = [game for game in games if game.rounds]
    rounds = sum(game.rounds for game in told)
    return Totals(
        games=len(games),
        index=Fraction(index, UNIT * len(games)),
        wins=Fraction(won, UNIT),
        last=sum(game.is_last for game in games),
        share=share_of(sum(game.heads for game in games), expected),
        heads_per_round=Fraction(sum(game.heads for game in told), rounds) if told else None,
    )


def grouped(
    games: Sequence[PlayedGame], key: Callable[[PlayedGame], Key]
) -> dict[Key, list[PlayedGame]]:
    """The games by what they have in common, each group in the order of play."""
    found: dict[Key, list[PlayedGame]] = {}
    for game in games:
        found.setdefault(key(game), []).append(game)
    return found


class IndexPoint(NamedTuple):
    """The place index after a session: over the season so far, and over all seasons so far."""

    season: int
    session: int
    of_season: Fraction
    of_all: Fraction


def index_points(games: Sequence[PlayedGame]) -> list[IndexPoint]:
    """A point for each session with a game; the games are in the order of play."""
    found = []
    everything, all_games = Fraction(0), 0
    for season, of_season in groupby(games, attrgetter("season")):
        own, own_games = Fraction(0), 0
        for _session_id, of_session in groupby(of_season, attrgetter("session_id")):
            played = list(of_session)
            added = sum((game.index for game in played), Fraction(0))
            own, own_games = own + added, own_games + len(played)
            everything, all_games = everything + added, all_games + len(played)
            point = IndexPoint(season, played[0].session, own / own_games, everything / all_games)
            found.append(point)
    return found


def best(games: Sequence[PlayedGame]) -> PlayedGame:
    """The best game: by index, then at the larger table, then with the smaller share of heads.

    Of equal ones the newest.
    """
    return max(reversed(games), key=lambda game: (game.index, game.size, -game.share))


def worst(games: Sequence[PlayedGame]) -> PlayedGame:
    """The worst game: by index, then at the larger table, then with the larger share of heads."""
    return max(reversed(games), key=lambda game: (-game.index, game.size, game.share))


def run(hits: Iterable[bool]) -> Run:
    """The longest stretch of hits, and the one at the end."""
    longest = current = 0
    for hit in hits:
        current = current + 1 if hit else 0
        longest = max(longest, current)
    return Run(longest, current)


def extremes(rivals: Sequence[Rival], least: int) -> tuple[Rival | None, Rival | None]:
    """Those with the best and the worst balance, of whom were met often enough; None if nobody.

    Of equal ones the one met more often, then the one with the lower id. A balance above nothing
    is no worst one, and one below is no best one.
    """
    often = [rival for rival in rivals if rival.games >= least]
    ahead = [rival for rival in often if rival.balance > 0]
    behind = [rival for rival in often if rival.balance < 0]
    return (
        max(ahead, key=lambda rival: (rival.balance, rival.games, -rival.player), default=None),
        max(behind, key=lambda rival: (-rival.balance, rival.games, -rival.player), default=None),
    )
