"""Charts of a season: figures and places over its sessions, heads per round."""

from collections.abc import Container, Sequence
from typing import NamedTuple

from django.db.models import Count, F, Q, Sum
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from leagues.models import Game, Season, Session, Standing
from leagues.season_rules import FEWEST_BEST
from leagues.standings.charts.drawing import ChartLine, bars, figures, places
from leagues.standings.charts.paper import ChartWords, Text
from leagues.standings.figures import FIGURE_NAMES, figure_text, short_text

SHOWN_AT_FIRST = 5
MOST_SHOWN = 8


class Chart(NamedTuple):
    """A drawing, and its values as a table: a heading for each column, a row for each name.

    note: what one may miss in it, or empty.
    """

    title: str
    drawn: SafeString
    note: str
    columns: Sequence[str]
    rows: list[tuple[str, list[str]]]


class PlayerTick(NamedTuple):
    """A player who may be drawn."""

    pk: int
    name: str
    is_shown: bool


def choices(session: Session, asked: Sequence[int], viewer: Player | None) -> list[PlayerTick]:
    """The players with a game, as they stand; those asked for are drawn, else the first ones."""
    rows = Standing.objects.filter(session=session, games__gt=0).order_by("order")
    players = list(rows.values_list("player", "player__name"))
    wanted = [player for player, _name in players if player in asked][:MOST_SHOWN]
    if not wanted:
        wanted = [player for player, _name in players[:SHOWN_AT_FIRST]]
        if viewer:
            wanted.append(viewer.pk)
    return [PlayerTick(player, name, player in wanted) for player, name in players]


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
    return Chart(title, mark_safe(drawn), note, names, rows)  # noqa: S308
