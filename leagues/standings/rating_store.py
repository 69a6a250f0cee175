"""Ratings of a league, kept as rows; apart from the standings and never part of them.

A rating depends on every game before it, so a change is rated anew from its game on. That is done
after the commit, in short transactions; until then the league's row says from where on it is due,
and `rate_all_due` finds what a crash left undone.
"""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from django.db import transaction
from django.db.models import OuterRef, Subquery

from accounts.models import Player
from leagues.models import Entrant, Game, League, Rating, RatingPoint
from leagues.season_lock import after_commit
from leagues.standings import counted_games
from leagues.standings.progress import Watch, unwatched
from leagues.standings.scoring import rating as pure

logger = logging.getLogger(__name__)

_POINT = ("number", "mu", "sigma")
_RATING = ("games", "mu", "sigma")
# To write the ratings of so many games takes a few milliseconds.
_GAMES_AT_ONCE = 50
_ROWS_AT_ONCE = 500


class _ChangedMeanwhileError(Exception):
    """A result, or who is rated, has changed while games were rated."""


def ratings_are_due(league_id: int, since: counted_games.Place = counted_games.BEGINNING) -> None:
    """Note that the games from a place on are to be rated anew; that is done after the commit."""
    _mark(league_id, since)
    after_commit(partial(rate_due, league_id))


def _mark(league_id: int, since: counted_games.Place) -> None:
    # Seasons of one league that run at the same time have the same ratings.
    league = League.objects.select_for_update(no_key=True).get(pk=league_id)
    league.ratings_due = min(_due_from(league) or since, since)
    league.ratings_change += 1
    league.save(update_fields=["ratings_due", "ratings_change"])


def rate_due(league_id: int, watch: Watch = unwatched) -> int:
    """Rate the games of a league that are due; how many rows were not so before.

    In short transactions of its own, so that nobody waits for it; begun anew where something
    changes meanwhile.
    """
    due = League.objects.filter(pk=league_id, ratings_due__isnull=False)
    written = 0
    while league := due.first():
        try:
            for rows in _rate(league, watch):
                written += rows
        except _ChangedMeanwhileError:
            continue
    return written


def rebuild(league_id: int, watch: Watch = unwatched) -> int:
    """Rate all games of a league anew; how many rows were not so before."""
    with transaction.atomic():
        _mark(league_id, counted_games.BEGINNING)
    return rate_due(league_id, watch)


def rate_all_due() -> None:
    """Rate what a process that died left undone, in all leagues."""
    due = League.objects.filter(ratings_due__isnull=False)
    for league_id in due.values_list("pk", flat=True):
        try:
            rate_due(league_id)
        except Exception:
            logger.exception("the games of league %s could not be rated", league_id)


def unrated(league: League) -> set[int]:
    """Ids of the players who want no rating in a league."""
    refusing = Entrant.objects.filter(season__league=league, is_rated=False)
    return set(refusing.values_list("player_id", flat=True))


def _due_from(league: League) -> counted_games.Place | None:
    if league.ratings_due is None:
        return None
    season, begins, session, number = league.ratings_due
    return season, begins, session, number


def _rate(league: League, watch: Watch) -> Iterator[int]:
    """Rate what is due, some games at a time; how many rows were not so before, each time."""
    if not league.is_rated:
        with _settling(league, None):
            dropped = _drop_all(league)
        yield dropped
        return
    since = _due_from(league) or counted_games.BEGINNING
    games = counted_games.games_since(league, since)
    refusing = unrated(league)
    now = _ratings_before(league, since, refusing)
    for first in watch(range(0, len(games), _GAMES_AT_ONCE), "Ratings"):
        ids = [pk for pk, _place in games[first : first + _GAMES_AT_ONCE]]
        history = pure.rate(counted_games.results_of_games(ids), refusing, now)
        now |= pure.latest(history)
        kept = _points_of(ids)
        following = first + _GAMES_AT_ONCE
        with _settling(league, games[following][1] if following < len(games) else since):
            written = _write_points(league, kept, history)
        yield written
    with _settling(league, None):
        written = _drop_strays(league) + _write_ratings(league, now)
    yield written


@contextmanager
def _settling(league: League, following: counted_games.Place | None) -> Iterator[None]:
    """A short transaction after which ratings are due from the following place on, None for none.

    Raises _ChangedMeanwhileError.
    """
    with transaction.atomic():
        found = League.objects.select_for_update(no_key=True).get(pk=league.pk)
        if found.ratings_due is None or found.ratings_change != league.ratings_change:
            raise _ChangedMeanwhileError
        yield
        found.ratings_due = following
        found.save(update_fields=["ratings_due"])


def _drop_all(league: League) -> int:
    points, _by_model = league.rating_points.all().delete()
    ratings, _by_model = league.ratings.all().delete()
    return points + ratings


def _drop_strays(league: League) -> int:
    """Delete the ratings after games that do not count any more."""
    games = Game.objects.filter(session__season__league=league)
    uncounted = games.exclude(status=Game.Status.CONFIRMED)
    dropped, _by_model = RatingPoint.objects.filter(game__in=uncounted).delete()
    return dropped


def _ratings_before(
    league: League, since: counted_games.Place, refusing: Collection[int]
) -> dict[int, pure.Rating]:
    """The last rating of every rated player before a place in the order of play."""
    if since == counted_games.BEGINNING:
        return {}
    earlier = RatingPoint.objects.filter(
        league=league, player=OuterRef("pk"), game__status=Game.Status.CONFIRMED
    )
    last = (
        earlier.exclude(counted_games.is_since(since, "game__"))
        .order_by("-number")
        .values("pk")[:1]
    )
    entered = Entrant.objects.filter(season__league=league)
    players = Player.objects.filter(pk__in=entered.values("player")).exclude(pk__in=refusing)
    kept = players.annotate(last=Subquery(last)).values("last")
    rows = RatingPoint.objects.filter(pk__in=kept).values_list("player_id", "mu", "sigma", "number")
    return {player: pure.Rating(mu, sigma, number) for player, mu, sigma, number in rows}


# A rating after a game as it is kept: its id, and what _POINT names; by game and player.
_Points = dict[tuple[int, int], tuple[int, tuple[int, float, float]]]


def _points_of(games: Collection[int]) -> _Points:
    rows = RatingPoint.objects.filter(game__in=games)
    return {
        (game, player): (pk, (number, mu, sigma))
        for pk, game, player, number, mu, sigma in rows.values_list(
            "pk", "game_id", "player_id", *_POINT
        )
    }


def _write_points(league: League, kept: _Points, history: Sequence[pure.RatingAfter]) -> int:
    """Write the ratings after some games where they differ from those that are kept of them."""
    differing = []
    for player, game, (mu, sigma, number) in history:
        pk_and_values = kept.pop((game, player), None)
        if pk_and_values is None or pk_and_values[1] != (number, mu, sigma):
            differing.append(
                RatingPoint(
                    league=league, player_id=player, game_id=game, number=number, mu=mu, sigma=sigma
                )
            )
    if kept:
        RatingPoint.objects.filter(pk__in=[pk for pk, _values in kept.values()]).delete()
    RatingPoint.objects.bulk_create(
        differing,
        batch_size=_ROWS_AT_ONCE,
        update_conflicts=True,
        unique_fields=["game", "player"],
        update_fields=_POINT,
    )
    return len(differing) + len(kept)


def _write_ratings(league: League, wanted: Mapping[int, pure.Rating]) -> int:
    kept = {row.player_id: row for row in league.ratings.all()}
    differing = []
    for player, (mu, sigma, games) in wanted.items():
        row = Rating(league=league, player_id=player, mu=mu, sigma=sigma, games=games)
        old = kept.pop(player, None)
        if old is None or any(getattr(old, name) != getattr(row, name) for name in _RATING):
            differing.append(row)
    Rating.objects.filter(pk__in=[row.pk for row in kept.values()]).delete()
    Rating.objects.bulk_create(
        differing,
        batch_size=_ROWS_AT_ONCE,
        update_conflicts=True,
        unique_fields=["league", "player"],
        update_fields=_RATING,
    )
    return len(differing) + len(kept)
