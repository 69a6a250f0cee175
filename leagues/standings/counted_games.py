"""Read confirmed results and adjustments as `scoring` needs them, in the order of play."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from leagues.models import (
    Adjustment,
    Attendance,
    Bye,
    Entrant,
    Game,
    GameSeat,
    League,
    Season,
    Session,
)
from leagues.standings.scoring.game_result import Entry, GameResult
from leagues.standings.scoring.table import Member, PointAdjustment
from leagues.standings.scoring.tally import Absence

_ENTRY = ("counts_for_id", "heads", "place", "twice_rank")
_FIELDS = ("game_id", "game__session_id", "game__size", "game__heads", "game__rounds", *_ENTRY)
_OF_GAME = itemgetter(0, 1, 2, 3, 4)
_READ_AT_ONCE = 5000
_IN_ORDER = ("session__starts_at", "session__season__number", "session__number", "number")


class GamePosition(NamedTuple):
    """Where a game stands in the order of play of its league; stored as JSON.

    begins: of the session, as `moment_text`: a past season may be imported after a later one.
    season, session, number: those of the season, of the session and of the table.
    """

    begins: str
    season: int
    session: int
    number: int


BEGINNING = GamePosition("", 0, 0, 0)
CountedGame = tuple[GameResult, GamePosition]


@dataclass(frozen=True)
class Order:
    """The sessions of a season in the order of their dates.

    ids, numbers, begins: of the session at each place, from place 1 on.
    """

    ids: tuple[int, ...]
    numbers: tuple[int, ...]
    begins: tuple[datetime, ...]

    @cached_property
    def by_id(self) -> dict[int, int]:
        """The place of each session."""
        return {pk: place for place, pk in enumerate(self.ids, 1)}

    def since(self, number: int) -> int:
        """The place of the session with this number: from there on somebody is listed.

        1 stands for the beginning of the season; a session that is not planned yet comes last.
        """
        if number == 1:
            return 1
        return self.numbers.index(number) + 1 if number in self.numbers else len(self.ids) + 1


def order_of(season: Season) -> Order:
    """The order in which the sessions of a season count."""
    sessions = Session.objects.filter(season=season).in_order()
    rows = list(sessions.values_list("pk", "number", "starts_at"))
    return Order(*zip(*rows, strict=True)) if rows else Order((), (), ())


def results_of_player(session: Session, player_id: int) -> list[GameResult]:
    """What counts for one player up to a session; only their entries are in it."""
    played = Session.objects.until(session)
    seats = _seats().filter(game__session__in=played.values("pk"), counts_for=player_id)
    return list(_results(seats, order_of(session.season).by_id))


def results_with_player(season: Season, player_id: int) -> list[GameResult]:
    """The confirmed games of a season in which a player's result counts, with all entries."""
    played = GameSeat.objects.filter(game__session__season=season, counts_for=player_id)
    seats = _seats().filter(game__in=played.values("game"))
    return list(_results(seats, order_of(season).by_id))


def results_among(
    season: Season, order: Order, player_ids: Collection[int] | None, since: int = 1
) -> list[GameResult]:
    """The confirmed games of a season, from the session at a place on, session by session.

    Of their entries those of these players only; None for everybody's.
    """
    seats = _seats()
    if since == 1:
        seats = seats.filter(game__session__season=season)
    else:
        seats = seats.filter(game__session__in=order.ids[since - 1 :])
    if player_ids is not None:
        seats = seats.filter(counts_for__in=player_ids)
    return list(_results(seats, order.by_id))


def results_of_session(session: Session) -> list[GameResult]:
    """The confirmed games of one session, as if it was the first."""
    return list(_results(_seats().filter(game__session=session), {session.pk: 1}))


def position_of(game: Game) -> GamePosition:
    """Where a game stands in the order of play of its league."""
    session = game.session
    return GamePosition(
        moment_text(session.starts_at), session.season.number, session.number, game.number
    )


def position_of_date(moment: datetime) -> GamePosition:
    """Where the games of a session stand that begins then: before all of them."""
    return GamePosition(moment_text(moment), 0, 0, 0)


def from_position_on(position: GamePosition, way: str = "") -> Q:
    """The games at a position in the order of play or later.

    way: from the rows that are filtered to the game.
    """
    begins, season, session, number = position
    names = (f"{way}session__starts_at", f"{way}session__season__number", f"{way}session__number")
    if not begins:
        return Q()
    same = Q((names[0], begins))
    same_season = same & Q((names[1], season))
    return (
        Q((f"{names[0]}__gt", begins))
        | same & Q((f"{names[1]}__gt", season))
        | same_season & Q((f"{names[2]}__gt", session))
        | same_season & Q((names[2], session), (f"{way}number__gte", number))
    )


def games_since(league: League, position: GamePosition) -> list[CountedGame]:
    """The confirmed games of a league from a position on, in the order of play.

    Their results are as if all were of one session; nobody is in those that count for nobody.
    """
    games = Game.objects.counting().filter(
        from_position_on(position), session__season__league=league
    )
    columns = (*_IN_ORDER, "pk", "size", "heads", "rounds", *(f"seats__{name}" for name in _ENTRY))
    rows = games.order_by(*_IN_ORDER, "seats__index").values_list(*columns)
    found: list[CountedGame] = []
    of_game = itemgetter(slice(len(columns) - len(_ENTRY)))
    for (begins, *numbers, pk, size, heads, rounds), seats in groupby(rows, of_game):
        entries = [row[-len(_ENTRY) :] for row in seats]
        counting = tuple(Entry(*entry) for entry in entries if None not in entry)
        result = GameResult(pk, 1, size, heads, rounds, counting)
        found.append((result, GamePosition(moment_text(begins), *numbers)))
    return found


def moment_text(moment: datetime) -> str:
    """A time as a text that sorts as times do."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def adjustments_of(season: Season, order: Order) -> list[PointAdjustment]:
    """What organizers gave and took, as far as it counts by now."""
    found = adjustments_that_count(season).values_list("player_id", "session_id", "points")
    return [
        PointAdjustment(player, order.by_id[session], Fraction(points))
        for player, session, points in found
    ]


def adjustments_that_count(season: Season) -> QuerySet[Adjustment]:
    """Those not cancelled, of sessions that have begun or have results.

    What is dated in a session to come counts once that begins.
    """
    played = Game.objects.counting().filter(session__season=season)
    not_held = [Session.Status.PLANNED, Session.Status.CANCELLED]
    has_been = ~Q(session__status__in=not_held) | Q(session__in=played.values("session"))
    return Adjustment.objects.filter(has_been, season=season, cancelled_at=None)


def absences_of(season: Season, order: Order) -> list[Absence]:
    """The byes and no-shows that the rules of a season count; one statement, or none."""
    if not kinds_that_count(season):
        return []
    found = absences_that_count(season).values_list("player_id", "round__session_id", "kind")
    return [
        Absence(player, order.by_id[session], kind == Bye.Kind.NO_SHOW)
        for player, session, kind in found
    ]


def absences_that_count(season: Season) -> QuerySet[Bye]:
    """Those of rounds with a result, in which the player has none after all."""
    results = Game.objects.counting().filter(round=OuterRef("round"), size__gt=0)
    seats = GameSeat.objects.filter(
        Q(player=OuterRef("player")) | Q(counts_for=OuterRef("player")),
        game__round=OuterRef("round"),
        game__status=Game.Status.CONFIRMED,
    )
    return Bye.objects.filter(
        Exists(results),
        ~Exists(seats),
        kind__in=kinds_that_count(season),
        round__session__season=season,
    )


def kinds_that_count(season: Season) -> list[Bye.Kind]:
    """Which of byes and no-shows change the standings of a season."""
    rules = season.season_rules
    counts = {Bye.Kind.BYE: rules.counts_byes, Bye.Kind.NO_SHOW: rules.no_show > 0}
    return [kind for kind in Bye.Kind if counts[kind]]


def _seats() -> QuerySet[GameSeat]:
    return GameSeat.objects.filter(
        game__status=Game.Status.CONFIRMED, twice_rank__isnull=False
    ).order_by(*(f"game__{name}" for name in _IN_ORDER), "index")


def _results(seats: QuerySet[GameSeat], places: Mapping[int, int]) -> Iterable[GameResult]:
    """The games of these seats; places: of their sessions in the order of play."""
    rows: Iterable[tuple[Any, ...]] = seats.values_list(*_FIELDS).iterator(_READ_AT_ONCE)
    for (game, session, size, heads, rounds), of_game in groupby(rows, _OF_GAME):
        # Seats that count for nobody are part of size and heads all the same.
        entries = tuple(Entry(*row[5:]) for row in of_game if row[5] is not None)
        yield GameResult(game, places[session], size, heads, rounds, entries)


# Who comes to a session that began before they withdrew has come back all the same.
LONGEST_SESSION = timedelta(days=1)


def roster_of(season: Season, order: Order) -> list[Member]:
    """Who is listed even without a game; two statements more where somebody has withdrawn.

    A withdrawal counts from the session after the last one that began before it, so that no past
    session is touched.
    """
    rows = list(
        Entrant.objects.filter(season=season).values_list(
            "player_id", "joined_from", "withdrawn_at"
        )
    )
    withdrawn = {player: at for player, _joined, at in rows if at is not None}
    if not withdrawn:
        return [Member(player, order.since(joined)) for player, joined, _at in rows]
    begin = sorted(season.sessions.values_list("starts_at", flat=True))
    returned = _returned(season, order, withdrawn)
    return [
        Member(
            player,
            order.since(joined),
            bisect_left(begin, at) + 1 if at else None,
            returned.get(player),
        )
        for player, joined, at in rows
    ]


def withdrawn_players(season: Season) -> set[int]:
    """Ids of the players who have withdrawn and have neither come nor played since."""
    if not season.entrants.exclude(withdrawn_at=None).exists():
        return set()
    roster = roster_of(season, order_of(season))
    return {member.player for member in roster if member.has_withdrawn(0, is_newest=True)}


def _returned(season: Season, order: Order, withdrawn: Mapping[int, datetime]) -> dict[int, int]:
    """The place of the session from which on each of them is back, since they came or played there.

    Both are read anew each time, so that a mistaken check-in or sheet leaves nothing behind.
    """
    came = (
        Attendance.objects.filter(session__season=season, player__in=withdrawn)
        .exclude(session__status=Session.Status.CANCELLED)
        .values_list("player_id", "session_id", "session__starts_at", "arrived_at")
    )
    played = (
        GameSeat.objects.filter(
            game__session__season=season,
            game__status=Game.Status.CONFIRMED,
            player__in=withdrawn,
            counts_for=F("player"),
        )
        .values_list("player_id", "game__session_id", "game__session__starts_at")
        .distinct()
    )
    found = [
        (order.by_id[session], player)
        for player, session, starts_at, arrived_at in came
        if arrived_at >= withdrawn[player] <= starts_at + LONGEST_SESSION
    ]
    found += [
        (order.by_id[session], player)
        for player, session, starts_at in played
        if starts_at >= withdrawn[player]
    ]
    return {player: place for place, player in sorted(found, reverse=True)}
