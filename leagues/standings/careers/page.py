"""The career of a player in a league, as a page shows it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Player
from accounts.names import MISSING
from games.page.facts import describe_options
from games.strength import Strength
from leagues.models import League, Season, Standing
from leagues.season_rules import Preset
from leagues.standings.board import Finish, finish
from leagues.standings.careers import reading
from leagues.standings.careers.record import (
    IndexPoint,
    PlayedGame,
    Rival,
    Run,
    Totals,
    best,
    extremes,
    grouped,
    index_points,
    run,
    totals,
    worst,
)
from leagues.standings.charts.drawing import ChartLine, figures
from leagues.standings.charts.paper import ChartWords
from leagues.standings.figures import (
    FIGURE_NAMES,
    figure_text,
    share_text,
    short_text,
    signed_text,
    strength_text,
)
from leagues.standings.rating_page import drawing_of
from leagues.standings.store import ensure_up_to_date

RIVALS_SHOWN = 10
# Fewer meetings make no best and no worst balance.
MEETINGS_NEEDED = 3


@dataclass(frozen=True, slots=True)
class Figures:
    """The sums of some games in words. heads_per_round: MISSING where no sheet tells rounds."""

    games: int
    index: str
    wins: str
    last: int
    share: str
    heads_per_round: str


class SeasonRow(NamedTuple):
    """A season of the player. place: empty where they have none, and then note says why.

    classed: how many have a place. why_url: empty where nothing counts yet.
    """

    season: Season
    place: str
    classed: int
    note: str
    figure_name: Promise
    figure: str
    figures: Figures
    why_url: str


class RivalRow(NamedTuple):
    """Somebody met; balance: games before them minus games behind them."""

    player: Player
    rival: Rival
    balance: str


@dataclass(frozen=True, slots=True)
class GameLink:
    """A game of the player that stands out."""

    label: str
    url: str
    season: str
    finish: Finish
    index: str
    heads: int


class SeriesRow(NamedTuple):
    label: str
    run: Run


class KindRow(NamedTuple):
    """Games of one kind: a size of table, online or on paper."""

    label: str
    figures: Figures


class Career(NamedTuple):
    """All that the page shows. best_rival, worst_rival: None where nobody was met often enough.

    rules: with which rules of the game, and how many games.
    """

    player: Player
    all: Figures
    seasons: list[SeasonRow]
    index_chart: SafeString
    rating: str
    rating_chart: str
    rivals: list[RivalRow]
    more_rivals: int
    best_rival: RivalRow | None
    worst_rival: RivalRow | None
    games: list[GameLink]
    series: list[SeriesRow]
    kinds: list[KindRow]
    sizes: list[KindRow]
    rules: list[tuple[str, int]]


def career_of(league: League, player: Player) -> Career | None:
    """The career of somebody who has played; None before their first game. At most ten statements.

    Standings that are out of date are computed first.
    """
    games = reading.games_of(league, player)
    if not games:
        return None
    seasons = {season.number: season for season in league.seasons.all()}
    rivals = reading.rivals_of(league, player)
    people = Player.objects.in_bulk([rival.player for rival in rivals])
    most, least = extremes(rivals, MEETINGS_NEEDED)
    rating = reading.rating_of(league, player)
    return Career(
        player=player,
        all=_figures(totals(games)),
        seasons=_season_rows(league, player, games, seasons),
        index_chart=_index_chart(player, index_points(games)),
        rating=strength_text(Strength(rating.mu, rating.sigma, rating.games).safe)
        if rating
        else "",
        rating_chart=drawing_of(player, reading.ratings_before(rating)) if rating else "",
        rivals=[_rival_row(rival, people) for rival in rivals[:RIVALS_SHOWN]],
        more_rivals=max(len(rivals) - RIVALS_SHOWN, 0),
        best_rival=_rival_row(most, people) if most else None,
        worst_rival=_rival_row(least, people) if least else None,
        games=[
            _game_link(_("Best game"), best(games), league, seasons),
            _game_link(_("Worst game"), worst(games), league, seasons),
        ],
        series=_series(games, reading.sessions_with_results(league)),
        kinds=_kinds(games),
        sizes=[
            KindRow(str(size), _figures(totals(own)))
            for size, own in sorted(grouped(games, attrgetter("size")).items())
        ],
        rules=_rules(league, player),
    )


def _figures(sums: Totals) -> Figures:
    per_round = sums.heads_per_round
    return Figures(
        games=sums.games,
        index=figure_text(sums.mean_index, Preset.INDEX),
        wins=short_text(sums.wins),
        last=sums.last,
        share=share_text(sums.share),
        heads_per_round=MISSING if per_round is None else short_text(per_round),
    )


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
    standings = {row.season_id: row for row in reading.final_standings(own, player)}
    return [
        _season_row(season, standings.get(season.pk), totals(played[season.number]), player)
        for season in own
    ]


def _season_row(
    season: Season, standing: Standing | None, sums: Totals, player: Player
) -> SeasonRow:
    preset = season.season_rules.preset
    is_classed = standing is not None and standing.place is not None
    why = season.url_of("story", player.pk)
    return SeasonRow(
        season=season,
        place=str(standing.place) if standing and is_classed else "",
        classed=getattr(standing, "classed", None) or 0,
        note=standing.get_kind_display() if standing and not is_classed else "",
        figure_name=FIGURE_NAMES[preset],
        figure=figure_text(standing.figure, preset) if standing else MISSING,
        figures=_figures(sums),
        why_url=why if standing else "",
    )


def _index_chart(player: Player, points: Sequence[IndexPoint]) -> SafeString:
    """The index after each session, over the season so far and over all seasons."""
    step = -(-len(points) // reading.MOST_POINTS)
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
    told = _("%(index)s over all games so far.") % {"index": _index_text(points[-1].of_all)}
    below = _("Season and session") if has_seasons else _("Session")
    words = ChartWords("career-index", title, told, below, _("Index"))
    drawn = figures(words, names, lines, lambda value: figure_text(value, Preset.INDEX))
    # The drawing escapes what it writes.
    return mark_safe(drawn)  # noqa: S308


def _index_text(value: Fraction) -> str:
    return figure_text(value, Preset.INDEX)


def _rival_row(rival: Rival, people: Mapping[int, Player]) -> RivalRow:
    return RivalRow(people[rival.player], rival, signed_text(rival.before - rival.behind))


def _game_link(
    label: str, game: PlayedGame, league: League, seasons: Mapping[int, Season]
) -> GameLink:
    address = [league.slug, game.season, game.session, game.table]
    return GameLink(
        label=label,
        url=reverse("leagues:game", args=address),
        season=seasons[game.season].name,
        finish=finish(game.place, game.size),
        index=_index_text(game.index),
        heads=game.heads,
    )


def _series(games: Sequence[PlayedGame], sessions: Sequence[int]) -> list[SeriesRow]:
    there = {game.session_id for game in games}
    not_last = run(not game.is_last for game in games)
    return [
        SeriesRow(_("Games won in a row"), run(game.place == 1 for game in games)),
        SeriesRow(_("Games in a row without finishing last"), not_last),
        SeriesRow(_("Sessions played in a row"), run(session in there for session in sessions)),
    ]


def _kinds(games: Sequence[PlayedGame]) -> list[KindRow]:
    words = {False: _("On paper"), True: _("Online")}
    found = grouped(games, attrgetter("is_online"))
    return [KindRow(words[kind], _figures(totals(found[kind]))) for kind in sorted(found)]


def _rules(league: League, player: Player) -> list[tuple[str, int]]:
    """The rules of the game in words; options that read alike are one."""
    found: Counter[str] = Counter()
    for options, played in reading.options_of(league, player):
        found[" · ".join(describe_options(options))] += played
    return found.most_common()
