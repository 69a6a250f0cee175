"""Who would sit with whom: the search for good tables, fed with a season's past and its wishes."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Bye, Game, GameSeat, Round, Season, Session, Standing, Wish
from leagues.sessions.seating.byes import choose_byes
from leagues.sessions.seating.draw import DrawInput, Pair, count_meetings
from leagues.sessions.seating.final import Method, seat, seat_final
from leagues.sessions.seating.sizes import ImpossibleSizes, TableSizes
from leagues.standings.board import sessions_with_standings


@dataclass(frozen=True, slots=True)
class Proposal:
    """Tables as ids of players, and the seed that gives them again.

    byes: who has no seat since so many people make no tables. unmet: wishes of two drawn people who
    would sit apart. broken: vetoes that cannot be respected.
    """

    seed: int
    tables: tuple[tuple[int, ...], ...]
    unmet: tuple[Pair, ...]
    broken: tuple[Pair, ...]
    byes: tuple[int, ...] = ()

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


def count_byes(season: Season) -> Counter[int]:
    """In how many rounds of the season each player sat out."""
    byes = Bye.objects.filter(round__session__season=season, kind=Bye.Kind.BYE)
    return Counter(byes.values_list("player", flat=True))


def ranked(season: Season) -> list[int]:
    """Players in the order of the newest standings, best first; those without a place last."""
    sessions = sessions_with_standings(season)
    if not sessions:
        return []
    rows = Standing.objects.filter(session=sessions[-1]).order_by("order")
    return list(rows.values_list("player", flat=True))


def propose(
    session: Session,
    players: Collection[int],
    seed: int,
    met: Mapping[Pair, int],
    kind: Round.Kind = Round.Kind.EVERYBODY,
    finalists: int = 0,
) -> Proposal:
    """The best tables for these people by the season's sizes, meetings and wishes.

    kind: how they are seated; finalists: how many play the final of Round.Kind.FINAL. As many as
    make no tables sit out. The same arguments give the same tables. Raises NoTables.
    """
    rules = session.season.season_rules
    wanted = DrawInput(
        players=players,
        sizes=TableSizes(rules.fewest, rules.preferred, rules.most),
        met=met,
        together=_wishes(session.season, Wish.Kind.TOGETHER),
        apart=_wishes(session.season, Wish.Kind.APART),
    )
    byes = count_byes(session.season)
    order = [] if kind == Round.Kind.EVERYBODY else ranked(session.season)
    try:
        if kind == Round.Kind.FINAL:
            final = seat_final(wanted, order, finalists, seed, byes=byes)
            found, out = final.seating, final.byes
        else:
            out = choose_byes(players, wanted.sizes, byes, seed)
            seated = replace(wanted, players=set(players).difference(out))
            method = Method.RANK if kind == Round.Kind.BY_RANK else Method.MEETINGS
            found = seat(seated, order, method, seed)
    except ImpossibleSizes as error:
        raise NoTables(error) from error
    return Proposal(seed, found.tables, found.unmet, found.broken, out)


def last_laid(session: Session) -> Proposal | None:
    """The seating of the last round of a session."""
    last = session.rounds.last()
    if last is None:
        return None
    seats = (
        GameSeat.objects.filter(game__round=last, player__isnull=False)
        .order_by("game__number", "index")
        .values_list("game", "player")
    )
    tables = [tuple(player for _game, player in of) for _game, of in groupby(seats, _first)]
    return Proposal(last.seed, tuple(tables), (), ())


def _first(pair: Pair) -> int:
    return pair[0]


def _wishes(season: Season, kind: Wish.Kind) -> Sequence[Pair]:
    return list(season.wishes.filter(kind=kind).values_list("first", "second"))
