"""Charts: figures and places over the sessions of a season, heads per round, and ratings."""

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.compiled_once import compiled_once
from accounts.models import Player
from games.live.regions import active_language
from games.strength import Strength
from leagues.models import Game, League, Rating, RatingPoint, Season, Session, Standing
from leagues.season_rules import FEWEST_BEST
from leagues.standings.charts.drawing import Belief, ChartLine, bars, figures, places, rating
from leagues.standings.charts.paper import ChartWords, Text
from leagues.standings.figures import (
    FIGURE_NAMES,
    figure_text,
    short_text,
    strength_text,
    strength_writer,
)
from leagues.standings.rating_store import SHOWN_AFTER

SHOWN_AT_FIRST = 5
MOST_SHOWN = 8
# Two deviations to either side hold the truth nineteen times of twenty.
DEVIATIONS = 2
LEAGUES_KEPT = 8


# A drawing, and its values as a table: title, drawn, note, columns (a heading for each) and rows (a
# name and its values). note: what one may miss in it, or empty.
Chart = dict[str, Any]


class PlayerTick(NamedTuple):
    """A player who may be drawn."""

    pk: int
    name: str
    is_shown: bool


def choices(session_id: int, asked: Sequence[int], viewer: Player | None) -> tuple[PlayerTick, ...]:
    """The players with a game, as they stand; those asked for are drawn, else the first ones."""
    players = _players(session_id)
    wanted = [player for player, _name in players if player in asked][:MOST_SHOWN]
    if not wanted:
        wanted = [player for player, _name in players[:SHOWN_AT_FIRST]]
        if viewer:
            wanted.append(viewer.pk)
    return tuple(PlayerTick(player, name, player in wanted) for player, name in players)


@compiled_once
def _players(session_id: int) -> QuerySet[Standing, tuple[int, str]]:
    rows = Standing.objects.filter(session=session_id, games__gt=0).order_by("order")
    return rows.values_list("player", "player__name")


def charts_of(season: Season, sessions: Sequence[Session], player: Player) -> list[Chart]:
    """The charts of one player; one statement."""
    return _of_players(season, sessions, [PlayerTick(player.pk, player.name, is_shown=True)])


def charts(season: Season, sessions: Sequence[Session], shown: Sequence[PlayerTick]) -> list[Chart]:
    """All charts of a season; two statements."""
    heads = _heads_per_round(season, sessions, [str(session.number) for session in sessions])
    return [*_of_players(season, sessions, shown), *([heads] if heads else [])]


def _of_players(
    season: Season, sessions: Sequence[Session], shown: Sequence[PlayerTick]
) -> list[Chart]:
    rules = season.season_rules
    standings = Standing.objects.filter(
        season=season, player__in=[player.pk for player in shown], games__gt=0
    )
    after = {(row.player_id, row.session_id): row for row in standings}
    names = [str(session.number) for session in sessions]
    figure_lines, place_lines = [], []
    for player in shown:
        rows = [after.get((player.pk, session.pk)) for session in sessions]
        figure_lines.append(ChartLine(player.name, [row.figure if row else None for row in rows]))
        place_lines.append(ChartLine(player.name, [row.place if row else None for row in rows]))
    figure_name = FIGURE_NAMES[rules.preset]

    def text(value: float) -> str:
        return figure_text(value, rules.preset)

    found = [_figures(figure_name, names, figure_lines, text, fewest=rules.preset is FEWEST_BEST)]
    if any(value is not None for line in place_lines for value in line.values):
        found.append(_places(names, place_lines))
    return found


def _figures(
    name: Promise, names: Sequence[str], lines: Sequence[ChartLine], text: Text, *, fewest: bool
) -> Chart:
    title = _("%(figure)s after each session") % {"figure": name}
    if fewest:
        title = _("%(figure)s after each session, lowest is best") % {"figure": name}
    words = ChartWords("figures", title, _newest(lines, text), _("Session"), str(name))
    drawn = figures(words, names, lines, text)
    return _chart(title, drawn, names, lines, text)


def _places(names: Sequence[str], lines: Sequence[ChartLine]) -> Chart:
    title = _("Place after each session")
    words = ChartWords("places", title, _newest(lines, short_text), _("Session"), _("Place"))
    drawn = places(words, names, lines)
    return _chart(title, drawn, names, lines, short_text)


def _heads_per_round(
    season: Season, sessions: Sequence[Session], names: Sequence[str]
) -> Chart | None:
    """Heads of a player in a round, session by session; None where nothing was taken."""
    games = Game.objects.counting().filter(session__season=season)
    sums = games.values_list("session").annotate(
        all_heads=Sum("heads", filter=Q(rounds__gt=0)),
        all_rounds=Sum(F("rounds") * F("size")),
        # A sheet with totals only does not tell its rounds.
        untold=Count("pk", filter=Q(rounds=0)),
    )
    by_session, untold = {}, set()
    for session, heads, rounds, without in sums:
        if rounds:
            by_session[session] = heads / rounds
        if without:
            untold.add(session)
    values = [by_session.get(session.pk) for session in sessions]
    known = [value for value in values if value]
    if not known:
        return None
    title = _("Heads per player and round")
    told = _("Between %(least)s and %(most)s.") % {
        "least": short_text(min(known)),
        "most": short_text(max(known)),
    }
    words = ChartWords("heads", title, told, _("Session"), _("Heads"))
    drawn = bars(words, names, values, short_text)
    lines = [ChartLine(_("All players"), values)]
    note = _left_out([each for each in sessions if each.pk in untold], by_session)
    return _chart(title, drawn, names, lines, short_text, note)


def _left_out(untold: Sequence[Session], drawn: Container[int]) -> str:
    """What becomes of sheets that do not tell their rounds; empty where all do."""
    if not untold:
        return ""
    said = _("Sheets with totals only are left out: they do not say how many rounds were played.")
    bare = [str(session) for session in untold if session.pk not in drawn]
    if not bare:
        return said
    gap = ngettext(
        "Session %(sessions)s has no bar.", "Sessions %(sessions)s have no bar.", len(bare)
    )
    return f"{said} {gap % {'sessions': ', '.join(bare)}}"


def _newest(lines: Sequence[ChartLine], text: Text) -> str:
    """The last value of each, for who cannot see the drawing."""
    last = [(line.name, [value for value in line.values if value is not None]) for line in lines]
    sentence = _("%(name)s: %(value)s")
    return _("; ").join(
        sentence % {"name": name, "value": text(values[-1])} for name, values in last if values
    )


def _chart(
    title: str,
    drawn: str,
    names: Sequence[str],
    lines: Sequence[ChartLine],
    text: Text,
    note: str = "",
) -> Chart:
    rows = [
        (line.name, ["" if value is None else text(value) for value in line.values])
        for line in lines
    ]
    # The drawing escapes what it writes.
    drawing = mark_safe(drawn)  # noqa: S308
    return {"title": title, "drawn": drawing, "note": note, "columns": names, "rows": rows}


# --- Ratings of a league -------------------------------------------------------------------


class RatedRow(NamedTuple):
    """A player's strength; give: how far it may be off."""

    player: int
    name: str
    strength: Strength
    rating: str
    middle: str
    give: str
    games: int


@compiled_once
def _ratings(league_id: int) -> QuerySet[Rating, Any]:
    rows = Rating.objects.filter(league=league_id, games__gte=SHOWN_AFTER)
    return rows.values_list("player", "player__name", "mu", "sigma", "games")


def rated(league: League) -> tuple[RatedRow, ...]:
    """The ratings that enough games stand behind, the strongest first; one statement."""
    return _rated_rows(tuple(_ratings(league.pk)), active_language())


@lru_cache(LEAGUES_KEPT)
def _rated_rows(ratings: tuple[Any, ...], _language: str) -> tuple[RatedRow, ...]:
    """What follows from these rows, and from the notation of the language."""
    found = [
        (player, name, Strength(mu, sigma, games)) for player, name, mu, sigma, games in ratings
    ]
    found.sort(key=lambda one: (-one[2].safe, one[1]))
    text = strength_writer()
    return tuple(
        RatedRow(
            player,
            name,
            strength,
            text(strength.safe),
            text(strength.mu),
            text(DEVIATIONS * strength.sigma),
            strength.games,
        )
        for player, name, strength in found
    )


def chosen(rows: Sequence[RatedRow], asked: int, viewer: Player | None) -> Player | None:
    """Whose history is drawn: who was asked for, else the reader, else the strongest."""
    ids = {row.player for row in rows}
    if viewer and viewer.pk in ids and asked not in ids:
        return viewer
    first = rows[0].player if rows else 0
    return Player.every.filter(pk=asked if asked in ids else first).first()


def drawing_of(player: Player, points: QuerySet[RatingPoint]) -> SafeString:
    """A drawing of a player's rating after these games; empty where there are none."""
    found = points.order_by("number").values_list("number", "mu", "sigma")
    beliefs = [
        Belief(number, mu - DEVIATIONS * sigma, mu, mu + DEVIATIONS * sigma)
        for number, mu, sigma in found
    ]
    if not beliefs:
        return SafeString("")
    title = _("The strength of %(name)s, game by game") % {"name": player.name}
    told = _("%(strength)s after %(games)d games.") % {
        "strength": strength_text(beliefs[-1].middle),
        "games": beliefs[-1].number,
    }
    words = ChartWords("rating", title, told, _("Games"), _("Strength"))
    return mark_safe(rating(words, beliefs, strength_text))  # noqa: S308 - it escapes
