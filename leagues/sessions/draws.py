"""Who would sit with whom: the search for good tables, fed with a season's past and its wishes."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Game, GameSeat, Season, Session, Wish
from leagues.sessions.seating.draw import DrawInput, Pair, count_meetings
from leagues.sessions.seating.search import draw
from leagues.sessions.seating.sizes import ImpossibleSizes, TableSizes


@dataclass(frozen=True, slots=True)
class Proposal:
    """Tables as ids of players, and the seed that gives them again.

    unmet: wishes of two drawn people who would sit apart. broken: vetoes that cannot be respected.
    """

    seed: int
    tables: tuple[tuple[int, ...], ...]
    unmet: tuple[Pair, ...]
    broken: tuple[Pair, ...]

    @property
    def text(self) -> str:
        """The tables in a line, to tell one proposal from another."""
        return " ".join("-".join(map(str, table)) for table in self.tables)


class NoTables(LeagueError):
    """So many people make no tables of the season's sizes; why is what the sizes say of it."""

    def __init__(self, why: ImpossibleSizes) -> None:
        super().__init__(LeagueErrorCode.TABLE_SIZE)
        self.why = why


def meetings(season: Season) -> Counter[Pair]:
    """In how many games of the season each two people have sat down together."""
    seats = (
        GameSeat.objects.filter(game__session__season=season, player__isnull=False)
        .exclude(game__status=Game.Status.VOIDED)
        .order_by("game")
        .values_list("game", "player")
    )
    of_games = groupby(seats, _first)
    return count_meetings([player for _same, player in seated] for _game, seated in of_games)


def propose(
    session: Session, players: Collection[int], seed: int, met: Mapping[Pair, int]
) -> Proposal:
    """The best tables for these people by the season's sizes, meetings and wishes.

    The same arguments give the same tables. Raises NoTables.
    """
    rules = session.season.season_rules
    wanted = DrawInput(
        players=players,
        sizes=TableSizes(rules.fewest, rules.preferred, rules.most),
        met=met,
        together=_wishes(session.season, Wish.Kind.TOGETHER),
        apart=_wishes(session.season, Wish.Kind.APART),
    )
    try:
        found = draw(wanted, seed)
    except ImpossibleSizes as error:
        raise NoTables(error) from error
    return Proposal(seed, found.tables, found.unmet, found.broken)


def last_laid(session: Session) -> Proposal | None:
    """The last draw of a session, as it was accepted."""
    draw = session.draws.last()
    if draw is None:
        return None
    seats = (
        GameSeat.objects.filter(game__draw=draw, player__isnull=False)
        .order_by("game__number", "index")
        .values_list("game", "player")
    )
    tables = [tuple(player for _game, player in of) for _game, of in groupby(seats, _first)]
    return Proposal(draw.seed, tuple(tables), (), ())


def _first(pair: Pair) -> int:
    return pair[0]


def _wishes(season: Season, kind: Wish.Kind) -> Sequence[Pair]:
    return list(season.wishes.filter(kind=kind).values_list("first", "second"))
