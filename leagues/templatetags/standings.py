"""Figures of standings in templates."""

from decimal import Decimal

from django import template

from leagues.models import Season
from leagues.standings.figures import figure_text, signed_text

register = template.Library()


@register.filter
def figure(value: float, season: Season) -> str:
    """A figure as the preset of its season is written: {{ row.figure|figure:season }}."""
    return figure_text(value, season.season_rules.preset)


@register.filter
def signed(points: Decimal) -> str:
    """Points given or taken, with their sign: {{ adjustment.points|signed }}."""
    return signed_text(float(points))
