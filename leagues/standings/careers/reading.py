"""Read what a career is made of: a fixed number of statements, however many games there are."""

from collections.abc import Collection
from math import ceil
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse

from accounts.models import Player
from games.rules.options import Options
from leagues.models import (
    Entrant,
    Game,
    GameSeat,
    League,
    Rating,
    RatingPoint,
    Season,
    Session,
    Standing,
)
from leagues.standings.careers.record import PlayedGame, Rival
from leagues.standings.rating_store import SHOWN_AFTER

MOST_POINTS = 120
MOST_STORIES = 10
# A past season may be imported after later ones: its number is higher, its opening earlier.
_ORDER = ("season__opened_at", "season__number", "starts_at", "number")


def find_player(league: League, player_id: int) -> Player | None:
    """Somebody who is listed in a season of the league that is seen, or whose results count there.

    At most two statements.
    """
    listed = Entrant.objects.filter(player=OuterRef("pk"), season__league=league).exclude(
        season__status=Season.Status.DRAFT
    )
    played = _seats(league).filter(counts_for=OuterRef("pk"))
    return Player.objects.filter(Exists(listed) | Exists(played), pk=player_id).first()


def stories_of(player_id: int, reader: Player | None) -> list[tuple[str, str]]:
    """(name of the league, address of the story) in each league that is listed for a reader.

    The newest leagues; one statement.
    """
    listed = Entrant.objects.filter(player=player_id, season__league=OuterRef("pk")).exclude(
        season__status=Season.Status.DRAFT
    )
    leagues = League.objects.listed_for(reader).filter(Exists(listed)).order_by("-pk")
    return [
        (league.name, reverse("leagues:career", args=[league.slug, player_id]))
        for league in leagues[:MOST_STORIES]
    ]


def games_of(league: League, player: Player) -> list[PlayedGame]:
    """The games that count for a player, in the order of play; one statement."""
    rows: QuerySet[GameSeat, Any] = (
        _seats(league)
        .filter(counts_for=player)
        .order_by(*(f"game__session__{name}" for name in _ORDER), "game__number")
        .values_list(
            "game__session__season__number",
            "game__session__number",
            "game__number",
            "game__session_id",
            "game__kind",
            "game__size",
            "game__heads",
            "game__rounds",
            "heads",
            "place",
            "twice_rank",
        )
    )
    games: list[PlayedGame] = []
    for season, session, table, session_id, kind, *result in rows.iterator(5000):
        is_online = kind == Game.Kind.LIVE
        games.append(PlayedGame(season, session, table, session_id, is_online, *result))
    return games


def rivals_of(league: League, player: Player) -> list[Rival]:
    """Whom a player has met at how many tables, the most frequent first; one statement."""
    other = "game__seats__"
    rows: Collection[Any] = (
        _seats(league)
        .filter(counts_for=player)
        .order_by()
        .values(other=F(f"{other}counts_for"))
        .annotate(
            before=Count("pk", filter=Q(place__lt=F(f"{other}place"))),
            level=Count("pk", filter=Q(place=F(f"{other}place"))),
            behind=Count("pk", filter=Q(place__gt=F(f"{other}place"))),
        )
        .values_list("other", "before", "level", "behind")
    )
    # The join also finds bots and the player's own seat.
    found = [Rival(*row) for row in rows if row[0] not in {None, player.pk}]
    return sorted(found, key=lambda rival: (-rival.games, rival.player))


def options_of(league: League, player: Player) -> list[tuple[Options, int]]:
    """With which rules of the game a player has played how often; one statement."""
    seats = _seats(league).filter(counts_for=player).order_by()
    rows = seats.values_list("game__options").annotate(played=Count("pk"))
    return sorted(
        ((Options.from_json(options), played) for options, played in rows),
        key=lambda each: -each[1],
    )


def sessions_with_results(league: League) -> list[int]:
    """Ids of the sessions at which somebody was ranked, in the order of play; one statement."""
    ranked = Game.objects.counting().filter(session=OuterRef("pk"), size__gt=0)
    sessions = Session.objects.filter(Exists(ranked), season__league=league)
    return list(sessions.order_by(*_ORDER).values_list("pk", flat=True))


def final_standings(seasons: Collection[Season], player: Player) -> list[Standing]:
    """Where a player stands in the newest standings of each season; one statement."""
    rows = Standing.objects.newest_of(*seasons).filter(player=player)
    others = Standing.objects.filter(session=OuterRef("session"), place__isnull=False)
    counted = others.order_by().values("session").annotate(all=Count("pk")).values("all")
    return list(rows.annotate(classed=counted))


def rating_of(league: League, player: Player) -> Rating | None:
    """The present rating of a player, if it is shown; one statement."""
    if not league.is_rated:
        return None
    return Rating.objects.filter(league=league, player=player, games__gte=SHOWN_AFTER).first()


def ratings_before(rating: Rating) -> QuerySet[RatingPoint]:
    """Some of the ratings of the same player up to this one, which are not read yet."""
    step = ceil(rating.games / MOST_POINTS)
    numbers = {*range(1, rating.games + 1, step), rating.games}
    points = RatingPoint.objects.filter(league=rating.league_id, player=rating.player_id)
    return points.filter(number__in=numbers)


def _seats(league: League) -> QuerySet[GameSeat]:
    return GameSeat.objects.filter(
        game__session__season__league=league,
        game__status=Game.Status.CONFIRMED,
        twice_rank__isnull=False,
    )
