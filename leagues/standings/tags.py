"""Figures of standings and games by the hundred in templates."""

from collections.abc import Iterable
from fractions import Fraction

from django import template
from django.utils.safestring import SafeString

from games.live.regions import render_rows
from leagues.models import Season
from leagues.season_rules import Preset
from leagues.standings.figures import figure_text, share_text, short_text, signed_text
from leagues.standings.why import GameRow

register = template.Library()
register.filter("share", share_text)
register.filter("short", short_text)
register.filter("signed", signed_text)


@register.filter
def figure(value: float, season: Season) -> str:
    """A figure as the preset of its season is written: {{ row.figure|figure:season }}."""
    return figure_text(value, season.season_rules.preset)


@register.filter
def index(value: Fraction) -> str:
    """An index over games of any season: {{ totals.index|index }}."""
    return figure_text(value, Preset.INDEX)


@register.simple_tag
def game_rows(rows: Iterable[GameRow]) -> SafeString:
    """The games of somebody as rows of a table: {% game_rows rows %}."""
    return render_rows("leagues/games", rows)
