"""Confirmed results as the pure standings and ratings know them."""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from leagues.models import Adjustment, Game, GameSeat, Season, Session
from leagues.scoring import standings as pure
from leagues.scoring.results import Entry, GameResult

_FIELDS = (
    "game_id",
    "game__session_id",
    "game__size",
    "game__heads",
    "game__rounds",
    "counts_for_id",
    "heads",
    "place",
    "twice_rank",
)
_OF_GAME = itemgetter(0, 1, 2, 3, 4)
_READ_AT_ONCE = 5000


class Order(NamedTuple):
    """The places of a season's sessions in the order of their dates, from 1: by id, by number."""

    by_id: Mapping[int, int]
    by_number: Mapping[int, int]

    def since(self, number: int) -> int:
        """The place from which on something holds that holds from a session by its number on.

        1 stands for the beginning; a session that is not planned yet comes last.
        """
        return 1 if number == 1 else self.by_number.get(number, len(self.by_number) + 1)


def order_of(season: Season) -> Order:
    """The order in which the sessions of a season count."""
    rows = list(Session.objects.filter(season=season).in_order().values_list("pk", "number"))
    return Order(
        {pk: place for place, (pk, _number) in enumerate(rows, 1)},
        {number: place for place, (_pk, number) in enumerate(rows, 1)},
    )


def results_of_season(season: Season, order: Order) -> list[GameResult]:
    """The confirmed games of a season, session by session."""
    return list(_results(_seats().filter(game__session__season=season), order.by_id))


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


def results_among(season: Season, player_ids: Collection[int]) -> list[GameResult]:
    """The confirmed games of a season, of their entries those of these players only."""
    seats = _seats().filter(game__session__season=season, counts_for__in=player_ids)
    return list(_results(seats, order_of(season).by_id))


def results_of_session(session: Session) -> list[GameResult]:
    """The confirmed games of one session, as if it was the first."""
    return list(_results(_seats().filter(game__session=session), {session.pk: 1}))


def sessions_from(season: Season, since: int) -> QuerySet[Session]:
    """The sessions of a league from session number `since` of a season on, later seasons too."""
    own = Session.objects.filter(season=season)
    first = own.filter(number=since).first() if since > 1 else None
    if first is not None:
        own = own.since(first)
    return Session.objects.filter(
        Q(season__number__gt=season.number) | Q(pk__in=own.values("pk")),
        season__league=season.league_id,
    )


def results_of_sessions(sessions: QuerySet[Session]) -> list[GameResult]:
    """The confirmed games of these sessions, in the order of play."""
    ids = sessions.order_by("season__number", "starts_at", "number").values_list("pk", flat=True)
    places = {pk: place for place, pk in enumerate(ids, 1)}
    return list(_results(_seats().filter(game__session__in=sessions), places))


def adjustments_of(season: Season, order: Order) -> list[pure.Adjustment]:
    """What organizers gave and took, as far as it counts by now."""
    found = adjustments_that_count(season).values_list("player_id", "session_id", "points")
    return [
        pure.Adjustment(player, order.by_id[session], Fraction(points))
        for player, session, points in found
    ]


def adjustments_that_count(season: Season) -> QuerySet[Adjustment]:
    """Those not cancelled, of sessions that have begun or have results.

    What is dated in a session to come counts once that begins.
    """
    played = Game.objects.counting().filter(session__season=season)
    has_been = ~Q(session__status=Session.Status.PLANNED) | Q(session__in=played.values("session"))
    return Adjustment.objects.filter(has_been, season=season, cancelled_at=None)


def _seats() -> QuerySet[GameSeat]:
    return GameSeat.objects.filter(
        game__status=Game.Status.CONFIRMED, twice_rank__isnull=False
    ).order_by(
        "game__session__season__number",
        "game__session__starts_at",
        "game__session__number",
        "game__number",
        "index",
    )


def _results(seats: QuerySet[GameSeat], places: Mapping[int, int]) -> Iterable[GameResult]:
    """The games of these seats; places: of their sessions in the order of play."""
    rows: Iterable[tuple[Any, ...]] = seats.values_list(*_FIELDS).iterator(_READ_AT_ONCE)
    for (game, session, size, heads, rounds), of_game in groupby(rows, _OF_GAME):
        # Seats that count for nobody are part of size and heads all the same.
        entries = tuple(Entry(*row[5:]) for row in of_game if row[5] is not None)
        yield GameResult(game, places[session], size, heads, rounds, entries)
