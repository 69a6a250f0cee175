"""Cards in templates, in the viewer's deck: {% card 55 %} ...; also {% special_card "stop" %}."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.template.defaultfilters import floatformat
from django.utils.safestring import SafeString

from accounts.models import Deck
from games.live.regions import active_language, look_of
from games.page import decks, fan_cards, special_cards
from games.page.draw import LaidRow, lay_row
from games.rules.cards import SpecialKind
from games.rules.options import Options
from games.rules.state import Row

register = template.Library()


@register.simple_tag(takes_context=True)
def card(context: dict[str, Any], number: int) -> SafeString:
    """The face of a card, in `deck` or `viewer_deck` of the context."""
    return decks.card(number, _deck(context))


@register.simple_tag(takes_context=True)
def laid_rows(context: dict[str, Any], rows: Iterable[Row]) -> list[LaidRow]:
    """Rows with the pictures of what lies in them."""
    look = look_of(active_language(), _deck(context))
    return [lay_row(look, index, row) for index, row in enumerate(rows)]


@register.simple_tag(takes_context=True)
def head(context: dict[str, Any]) -> SafeString:
    """One head, beside a figure."""
    return decks.head(_deck(context))


@register.simple_tag(takes_context=True)
def heads_word(context: dict[str, Any]) -> str:
    """What the penalties are called: "bull heads", "ducks", "shields"."""
    return decks.heads_word(_deck(context))


@register.simple_tag
def special_card(kind: str) -> SafeString:
    """The picture of a special card, beside its name."""
    return special_cards.picture(SpecialKind(kind))


@register.simple_tag
def marks_sprite(options: Options) -> str:
    """The address of the drawings of what lies with a row beside its numbers."""
    return special_cards.sprite() if options.fan is None else fan_cards.sprite()


@register.filter
def chip(number: int) -> SafeString:
    """A card's number inside a sentence."""
    return decks.CHIPS[number]


@register.filter
def signed(heads: float) -> str:
    """Heads more or fewer, to a tenth: "+1.5", "−0.3", "0.0"."""
    sign = "−" if heads < 0 else "+" if heads > 0 else ""
    return f"{sign}{floatformat(abs(heads), 1)}"


def _deck(context: dict[str, Any]) -> str:
    return context.get("deck") or context.get("viewer_deck") or Deck.BULLS
