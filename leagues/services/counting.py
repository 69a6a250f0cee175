"""Confirmed results as the pure standings and ratings know them."""

from collections.abc import Collection, Iterable
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Q, QuerySet

from leagues.models import Adjustment, Game, GameSeat, Season, Session
from leagues.scoring import standings as pure
from leagues.scoring.results import Entry, GameResult

_FIELDS = (
    "game_id",
    "game__session__number",
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


def results_of_season(season: Season) -> list[GameResult]:
    """The confirmed games of a season, session by session."""
    return list(_results(_seats().filter(game__session__season=season)))


def results_of_player(season: Season, player_id: int, until: int) -> list[GameResult]:
    """What counts for one player up to session number `until`; only their entries are in it."""
    seats = _seats().filter(game__session__season=season, counts_for=player_id)
    return list(_results(seats.filter(game__session__number__lte=until)))


def results_with_player(season: Season, player_id: int) -> list[GameResult]:
    """The confirmed games of a season in which a player's result counts, with all entries."""
    played = GameSeat.objects.filter(game__session__season=season, counts_for=player_id)
    return list(_results(_seats().filter(game__in=played.values("game"))))


def results_among(season: Season, player_ids: Collection[int]) -> list[GameResult]:
    """The confirmed games of a season, of their entries those of these players only."""
    seats = _seats().filter(game__session__season=season, counts_for__in=player_ids)
    return list(_results(seats))


def results_of_session(session: Session) -> list[GameResult]:
    """The confirmed games of one session."""
    return list(_results(_seats().filter(game__session=session)))


def sessions_from(season: Season, since: int) -> QuerySet[Session]:
    """The sessions of a league from session number `since` of a season on, later seasons too."""
    return Session.objects.filter(
        Q(season__number__gt=season.number) | Q(season=season, number__gte=since),
        season__league=season.league_id,
    )


def results_of_sessions(sessions: QuerySet[Session]) -> list[GameResult]:
    """The confirmed games of these sessions, in the order of play."""
    return list(_results(_seats().filter(game__session__in=sessions)))


def adjustments_of(season: Season) -> list[pure.Adjustment]:
    """What organizers gave and took, as far as it counts by now."""
    rows = adjustments_that_count(season)
    found = rows.values_list("player_id", "session__number", "points")
    return [pure.Adjustment(player, session, Fraction(points)) for player, session, points in found]


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
    ).order_by("game__session__season__number", "game__session__number", "game__number", "index")


def _results(seats: QuerySet[GameSeat]) -> Iterable[GameResult]:
    rows: Iterable[tuple[Any, ...]] = seats.values_list(*_FIELDS).iterator(_READ_AT_ONCE)
    for (game, session, size, heads, rounds), of_game in groupby(rows, _OF_GAME):
        # Seats that count for nobody are part of size and heads all the same.
        entries = tuple(Entry(*row[5:]) for row in of_game if row[5] is not None)
        yield GameResult(game, session, size, heads, rounds, entries)
