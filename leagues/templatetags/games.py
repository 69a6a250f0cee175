"""Games in templates, by the hundred."""

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString

from games.live.regions import render_rows
from leagues.standings.why import GameRow, game_lines

register = template.Library()


@register.simple_tag
def game_rows(rows: Iterable[GameRow]) -> SafeString:
    """The games of somebody as rows of a table: {% game_rows rows %}."""
    return render_rows("leagues/games", game_lines(rows))
