"""Words about tables in templates, and their cards in lists."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from accounts.models import Deck
from games.lobby import presenter
from games.lobby.lists import LobbyTable
from games.page.facts import describe_options
from games.rules.options import Options

register = template.Library()


@register.filter
def options_in_words(options: Options) -> str:
    """The rules of a table in a line: "Played to 66 heads · Known cards only"."""
    return " · ".join(describe_options(options))


@register.simple_tag(takes_context=True)
def table_card(context: dict[str, Any], table: LobbyTable) -> SafeString:
    """A table of a list, drawn with the reader's deck."""
    return presenter.table_card(table, context.get("viewer_deck") or Deck.BULLS)
