"""The career of a player in a league: read in a fixed number of statements, and as a page shows it.

At most ten statements, however many games there are.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import ceil
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.compiled_once import compiled_once
from accounts.models import Player
from games.page.facts import describe_options
from games.rules.options import Options
from games.strength import Strength
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
from leagues.season_rules import Preset
from leagues.standings.board import finish
from leagues.standings.careers.record import (
    IndexPoint,
    PlayedGame,
    Totals,
    best,
    extremes,
    grouped,
    index_points,
    run,
    totals,
    worst,
)
from leagues.standings.chart_page import drawing_of
from leagues.standings.charts.drawing import ChartLine, figures
from leagues.standings.charts.paper import ChartWords
from leagues.standings.counted_games import RANKED
from leagues.standings.figures import FIGURE_NAMES, figure_text, strength_text
from leagues.standings.meetings import met_by
from leagues.standings.rating_store import SHOWN_AFTER
from leagues.standings.store import ensure_up_to_date

RIVALS_SHOWN = 10
# Fewer meetings make no best and no worst balance.
MEETINGS_NEEDED = 3
MOST_POINTS = 120
MOST_STORIES = 10
# A past season may be imported after later ones: its number is higher, its opening earlier.
_ORDER = ("season__opened_at", "season__number", "starts_at", "number")


class SeasonRow(NamedTuple):
    """A season of the player; standing: None where they have none, else it knows how many have a
    place, as `classed`.
    """

    season: Season
    standing: Standing | None
    figure_name: Promise
    totals: Totals


def career_of(league: League, player: Player) -> dict[str, Any]:
    """The career of somebody who has played; empty before their first game.

    Standings that are out of date are computed first. Keys as leagues/careers/career.html and its
    parts name them. rivals: (player, rival); best_rival, worst_rival: None where nobody was met
    often enough. games: (label, game, finish, address, name of the season). kinds, sizes: (label,
    totals). rules: (rules of the game in words, how many games).
    """
    games = games_of(league, player)
    if not games:
        return {}
    seasons = {season.number: season for season in league.seasons.all()}
    met = met_by(_seats(league), player)
    people = {rival.player: (other, rival) for other, rival in met}
    most, least = extremes([rival for _other, rival in met], MEETINGS_NEEDED)
    rating = rating_of(league, player)
    strength = Strength(rating.mu, rating.sigma, rating.games) if rating else None
    sizes = grouped(games, attrgetter("size"))
    kinds = grouped(games, attrgetter("is_online"))
    return {
        "all": totals(games),
        "seasons": _season_rows(league, player, games, seasons),
        "index_chart": _index_chart(player, index_points(games)),
        "rating": strength_text(strength.safe) if strength else "",
        "rating_chart": drawing_of(player, _ratings_before(rating)) if rating else "",
        "rivals": met[:RIVALS_SHOWN],
        "more_rivals": max(len(met) - RIVALS_SHOWN, 0),
        "best_rival": people[most.player] if most else None,
        "worst_rival": people[least.player] if least else None,
        "games": [
            _game_link(_("Best game"), best(games), league, seasons),
            _game_link(_("Worst game"), worst(games), league, seasons),
        ],
        "series": _series(games, _sessions_with_results(league)),
        "kinds": [
            (_("Online") if is_online else _("On paper"), totals(own))
            for is_online, own in sorted(kinds.items())
        ],
        "sizes": [(str(size), totals(own)) for size, own in sorted(sizes.items())],
        "rules": _rules(league, player),
    }


def _season_rows(
    league: League,
    player: Player,
    games: Sequence[PlayedGame],
    seasons: Mapping[int, Season],
) -> list[SeasonRow]:
    """The newest season first."""
    played = grouped(games, attrgetter("season"))
    own = [seasons[number] for number in reversed(played)]
    for season in own:
        season.league = league
    ensure_up_to_date(*own)
    standings = {row.season_id: row for row in _final_standings(own, player)}
    return [
        SeasonRow(
            season,
            standings.get(season.pk),
            FIGURE_NAMES[season.season_rules.preset],
            totals(played[season.number]),
        )
        for season in own
    ]


def _index_chart(player: Player, points: Sequence[IndexPoint]) -> SafeString:
    """The index after each session, over the season so far and over all seasons."""

    def text(value: float) -> str:
        return figure_text(value, Preset.INDEX)

    step = -(-len(points) // MOST_POINTS)
    shown = [point for at, point in enumerate(points) if (len(points) - 1 - at) % step == 0]
    has_seasons = len({point.season for point in points}) > 1
    names = [
        f"{point.season}.{point.session}" if has_seasons else str(point.session) for point in shown
    ]
    # Between two seasons the line of the season so far is broken.
    lines = [
        ChartLine(
            pgettext("line of a chart", "All seasons"), [float(point.of_all) for point in shown]
        )
    ]
    if has_seasons:
        lines.append(ChartLine(_("Season so far"), [float(point.of_season) for point in shown]))
    title = _("Index of %(name)s after each session") % {"name": player.name}
    told = _("%(index)s over all games so far.") % {"index": text(float(points[-1].of_all))}
    below = _("Season and session") if has_seasons else _("Session")
    words = ChartWords("career-index", title, told, below, _("Index"))
    # The drawing escapes what it writes.
    return mark_safe(figures(words, names, lines, text))  # noqa: S308


def _game_link(
    label: str, game: PlayedGame, league: League, seasons: Mapping[int, Season]
) -> tuple[Any, ...]:
    address = [league.slug, game.season, game.session, game.table]
    url = reverse("leagues:game", args=address)
    return label, game, finish(game.place, game.size), url, seasons[game.season].name


def _series(games: Sequence[PlayedGame], sessions: Sequence[int]) -> list[tuple[str, Any]]:
    there = {game.session_id for game in games}
    not_last = run(not game.is_last for game in games)
    return [
        (_("Games won in a row"), run(game.place == 1 for game in games)),
        (_("Games in a row without finishing last"), not_last),
        (_("Sessions played in a row"), run(session in there for session in sessions)),
    ]


def _rules(league: League, player: Player) -> list[tuple[str, int]]:
    """With which rules of the game, how many games; options that read alike are one."""
    seats = _seats(league).filter(counts_for=player).order_by()
    found: Counter[str] = Counter()
    for options, played in seats.values_list("game__options").annotate(played=Count("pk")):
        found[" · ".join(describe_options(Options.from_json(options)))] += played
    return found.most_common()


# --- What is read ------------------------------------------------------------------------


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


def rating_of(league: League, player: Player) -> Rating | None:
    """The present rating of a player, if it is shown; one statement."""
    if not league.is_rated:
        return None
    return next(iter(_ratings(league.pk, player.pk)), None)


@compiled_once
def _ratings(league_id: int, player_id: int) -> QuerySet[Rating]:
    shown = Rating.objects.filter(games__gte=SHOWN_AFTER).order_by()
    return shown.filter(league=league_id, player=player_id)


def _ratings_before(rating: Rating) -> QuerySet[RatingPoint]:
    """Some of the ratings of the same player up to this one, which are not read yet."""
    step = ceil(rating.games / MOST_POINTS)
    numbers = {*range(1, rating.games + 1, step), rating.games}
    points = RatingPoint.objects.filter(league=rating.league_id, player=rating.player_id)
    return points.filter(number__in=numbers)


def _sessions_with_results(league: League) -> list[int]:
    """Ids of the sessions at which somebody was ranked, in the order of play; one statement."""
    ranked = Game.objects.counting().filter(session=OuterRef("pk"), size__gt=0)
    sessions = Session.objects.filter(Exists(ranked), season__league=league)
    return list(sessions.order_by(*_ORDER).values_list("pk", flat=True))


def _final_standings(seasons: Collection[Season], player: Player) -> list[Standing]:
    """Where a player stands in the newest standings of each season; one statement."""
    rows = Standing.objects.newest_of(*seasons).filter(player=player)
    others = Standing.objects.filter(session=OuterRef("session"), place__isnull=False)
    counted = others.order_by().values("session").annotate(all=Count("pk")).values("all")
    return list(rows.annotate(classed=counted))


def _seats(league: League) -> QuerySet[GameSeat]:
    return RANKED.filter(game__session__season__league=league)
