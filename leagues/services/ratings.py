"""Ratings of a league, kept as rows; apart from the standings and never part of them.

A rating depends on every game before it, so a change is rated anew from its session on.
"""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import OuterRef, QuerySet, Subquery

from leagues.models import Entrant, League, Rating, RatingPoint, Season, Session
from leagues.scoring import ratings as pure
from leagues.services import counting
from leagues.services.watching import Watch, unwatched

_POINT = ("number", "mu", "sigma")
_RATING = ("games", "mu", "sigma")
_AT_ONCE = 500


def rerate(season: Season, since: int = 1, watch: Watch = unwatched) -> int:
    """Rate the league's games from a session of a season on; how many rows were not so before.

    Under the season's lock only.
    """
    # Seasons of one league that run at the same time have the same ratings.
    league = League.objects.select_for_update(no_key=True).get(pk=season.league_id)
    if not league.is_rated:
        return _drop_all(league)
    later = counting.sessions_from(season, since)
    refusing = unrated(league)
    start = _ratings_before(league, later, refusing)
    results = counting.results_of_sessions(later)
    history = pure.rate(watch(results, "Games"), refusing, start)
    return _write_points(league, later, history, watch) + _write_ratings(
        league, {**start, **pure.latest(history)}
    )


def rerate_all(league: League, watch: Watch = unwatched) -> int:
    """The same for all games of a league: who is rated, and whether, is one answer for them all.

    Under the lock of one of its seasons only.
    """
    return rerate(league.seasons.earliest("number"), watch=watch)


def unrated(league: League) -> set[int]:
    """Ids of the players who want no rating in a league."""
    refusing = Entrant.objects.filter(season__league=league, is_rated=False)
    return set(refusing.values_list("player_id", flat=True))


def _drop_all(league: League) -> int:
    points, _by_model = league.rating_points.all().delete()
    ratings, _by_model = league.ratings.all().delete()
    return points + ratings


def _ratings_before(
    league: League, later: QuerySet[Session], refusing: Collection[int]
) -> dict[int, pure.Rating]:
    """The last rating of every rated player before these sessions."""
    earlier = RatingPoint.objects.filter(league=league).exclude(game__session__in=later)
    last = earlier.filter(player=OuterRef("player")).order_by("-number").values("pk")[:1]
    kept = league.ratings.annotate(last=Subquery(last)).values("last")
    rows = RatingPoint.objects.filter(pk__in=kept).values_list("player_id", "mu", "sigma", "number")
    return {
        player: pure.Rating(mu, sigma, number)
        for player, mu, sigma, number in rows
        if player not in refusing
    }


def _write_points(
    league: League, later: QuerySet[Session], history: Sequence[pure.RatingAfter], watch: Watch
) -> int:
    rows = RatingPoint.objects.filter(game__session__in=later)
    kept = {(row.game_id, row.player_id): row for row in rows}
    differing = []
    for player, game, (mu, sigma, number) in watch(history, "Ratings"):
        row = RatingPoint(
            league=league, player_id=player, game_id=game, number=number, mu=mu, sigma=sigma
        )
        old = kept.pop((game, player), None)
        if old is None or _differs(old, row, _POINT):
            differing.append(row)
    RatingPoint.objects.filter(pk__in=[row.pk for row in kept.values()]).delete()
    for first in watch(range(0, len(differing), _AT_ONCE), "Writing"):
        RatingPoint.objects.bulk_create(
            differing[first : first + _AT_ONCE],
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
        if old is None or _differs(old, row, _RATING):
            differing.append(row)
    Rating.objects.filter(pk__in=[row.pk for row in kept.values()]).delete()
    Rating.objects.bulk_create(
        differing,
        batch_size=_AT_ONCE,
        update_conflicts=True,
        unique_fields=["league", "player"],
        update_fields=_RATING,
    )
    return len(differing) + len(kept)


def _differs(old: object, new: object, fields: Collection[str]) -> bool:
    return any(getattr(old, name) != getattr(new, name) for name in fields)
