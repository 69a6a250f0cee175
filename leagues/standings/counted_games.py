"""Read what counts in a season as `scoring` needs it, in the order of play."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, compress, groupby
from operator import itemgetter, or_
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When

from leagues.models import (
    Adjustment,
    Attendance,
    Bye,
    Entrant,
    Game,
    GameSeat,
    Season,
    Session,
    Standing,
)
from leagues.standings.scoring.table import Member, PointAdjustment
from leagues.standings.scoring.tally import Absence, Entry, GameResult

ENTRY = ("counts_for_id", "heads", "place", "twice_rank")
_FIELDS = ("game_id", "game__session_id", "game__size", "game__heads", "game__rounds", *ENTRY)
_OF_GAME = itemgetter(0, 1, 2, 3, 4)
_READ_AT_ONCE = 5000
# Who comes to a session that began before they withdrew has come back all the same.
LONGEST_SESSION = timedelta(days=1)
IN_ORDER = ("session__starts_at", "session__season__number", "session__number", "number")

COUNTING = Game.objects.counting()
# The seats that are ranked in these games.
RANKED = GameSeat.objects.filter(game__status=Game.Status.CONFIRMED, twice_rank__isnull=False)
_SESSIONS = Session.objects.in_order()


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


class Calendar(NamedTuple):
    """The sessions of a season by their place in the order of play.

    held: ids, by place, of the sessions that should have standings: those with games that count or
    with adjustments. kept: ids, by place, of those that have stored standings. has_results: for
    each session whether somebody was ranked there. has_adjustments: whether any count. final,
    semi_final: the place of it, if there is one. roster: who is listed even without a game.

    What `beside_games` adds: needed: by place of a session, the games for a place in the standings
    after it. adjustments: what organizers gave and took, as far as it counts by now. absences: the
    byes and no-shows that the rules count.
    """

    season: Season
    order: Order
    held: Mapping[int, int]
    kept: Mapping[int, int]
    has_results: Sequence[bool]
    has_adjustments: bool
    final: int | None
    semi_final: int | None
    roster: Sequence[Member]
    needed: Mapping[int, int] = MappingProxyType({})
    adjustments: Sequence[PointAdjustment] = ()
    absences: Sequence[Absence] = ()


def calendar_of(season: Season) -> Calendar:
    """The calendar of a season; two statements, two more where somebody has withdrawn."""
    given = adjustments_that_count(season).values("session")
    played = COUNTING.filter(session=OuterRef("pk"))
    takes_place = ~Q(status=Session.Status.CANCELLED)
    found = (
        _SESSIONS.filter(season=season)
        .annotate(
            has_games=Exists(played),
            is_adjusted=Case(When(pk__in=given, then=True), default=False),
            is_kept=Exists(Standing.objects.filter(session=OuterRef("pk"))),
            has_results=Exists(played.filter(size__gt=0)),
            ends=Case(When(takes_place, is_final=True, then=True), default=False),
            halves=Case(When(takes_place, is_semi_final=True, then=True), default=False),
        )
        .values_list(
            "pk",
            "number",
            "starts_at",
            "has_games",
            "is_adjusted",
            "is_kept",
            "has_results",
            "ends",
            "halves",
        )
    )
    columns = zip(*found, strict=True) if found else ((),) * 9
    ids, numbers, begins, games, adjusted, kept, results, finals, semi_finals = columns
    order = Order(ids, numbers, begins)
    by_place = dict(enumerate(ids, 1))
    return Calendar(
        season=season,
        order=order,
        held=dict(compress(by_place.items(), map(or_, games, adjusted))),
        kept=dict(compress(by_place.items(), kept)),
        has_results=results,
        has_adjustments=any(adjusted),
        final=next(compress(by_place, finals), None) if season.final else None,
        semi_final=next(compress(by_place, semi_finals), None) if season.semi_final else None,
        roster=roster_of(season, order),
    )


def beside_games(calendar: Calendar) -> Calendar:
    """A calendar with what counts beside the games; a statement where anything may."""
    season, places = calendar.season, calendar.order.by_id
    given: Iterable[tuple[int, int, Decimal]] = ()
    if calendar.has_adjustments:
        adjustments = adjustments_that_count(season)
        given = adjustments.values_list("player_id", "session_id", "points")
    missed: Iterable[tuple[int, int, str]] = ()
    if kinds_that_count(season):
        byes = absences_that_count(season)
        missed = byes.values_list("player_id", "round__session_id", "kind")
    needed = map(season.season_rules.games_needed, accumulate(calendar.has_results))
    return calendar._replace(
        needed=dict(enumerate(needed, 1)),
        adjustments=[PointAdjustment(who, places[at], Fraction(by)) for who, at, by in given],
        absences=[Absence(who, places[at], kind == Bye.Kind.NO_SHOW) for who, at, kind in missed],
    )


def order_of(season: Season) -> Order:
    """The order in which the sessions of a season count."""
    rows = list(_SESSIONS.filter(season=season).values_list("pk", "number", "starts_at"))
    return Order(*zip(*rows, strict=True)) if rows else Order((), (), ())


def results_of_player(session: Session, player_id: int) -> list[GameResult]:
    """What counts for one player up to a session; only their entries are in it."""
    played = Session.objects.until(session)
    order = order_of(session.season)
    return _results(order.by_id, game__session__in=played.values("pk"), counts_for=player_id)


def results_among(
    season: Season, order: Order, player_ids: Collection[int] | None, since: int = 1
) -> list[GameResult]:
    """The confirmed games of a season, from the session at a place on, session by session.

    Of their entries those of these players only; None for everybody's.
    """
    which: dict[str, Any] = {"game__session__season": season}
    if since > 1:
        which = {"game__session__in": order.ids[since - 1 :]}
    if player_ids is not None:
        which["counts_for__in"] = player_ids
    return _results(order.by_id, **which)


def results_of_session(session_id: int) -> list[GameResult]:
    """The confirmed games of one session, as if it was the first."""
    return _results({session_id: 1}, game__session=session_id)


def adjustments_that_count(season: Season | int) -> QuerySet[Adjustment]:
    """What organizers gave and took: what is not cancelled, of sessions with results or begun.

    What is dated in a session to come counts once that begins.
    """
    played = COUNTING.filter(session__season=season)
    not_held = [Session.Status.PLANNED, Session.Status.CANCELLED]
    has_been = ~Q(session__status__in=not_held) | Q(session__in=played.values("session"))
    return Adjustment.objects.filter(has_been, season=season, cancelled_at=None)


def absences_that_count(season: Season) -> QuerySet[Bye]:
    """Those of rounds with a result, in which the player has none after all."""
    results = COUNTING.filter(round=OuterRef("round"), size__gt=0)
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


def _results(places: Mapping[int, int], **which: Any) -> list[GameResult]:
    """The games that count, of those seats; places: of their sessions in the order of play."""
    seats = RANKED.filter(**which).order_by(*(f"game__{name}" for name in IN_ORDER), "index")
    rows: Iterable[tuple[Any, ...]] = seats.values_list(*_FIELDS).iterator(_READ_AT_ONCE)
    return [
        # Seats that count for nobody are part of size and heads all the same.
        GameResult(
            game,
            places[session],
            size,
            heads,
            rounds,
            tuple(Entry(*row[5:]) for row in of_game if row[5] is not None),
        )
        for (game, session, size, heads, rounds), of_game in groupby(rows, _OF_GAME)
    ]


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
    # 1 stands for the beginning of the season; a session that is not planned yet comes last.
    places = {number: place for place, number in enumerate(order.numbers, 1)} | {1: 1}
    withdrawn = {player: at for player, _joined, at in rows if at is not None}
    returned = _returned(season, order, withdrawn) if withdrawn else {}
    return [
        Member(
            player,
            places.get(joined, len(order.ids) + 1),
            bisect_left(order.begins, at) + 1 if at else None,
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
