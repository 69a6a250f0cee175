"""The decks: the same numbers with other faces. A card as HTML, and what its points are called."""

from collections.abc import Iterable
from functools import cache

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from accounts.models import Deck
from games.rules.cards import LAST_CARD, heads


def count_heads(count: int) -> str:
    """So many points of a deck in words: "5 bull heads"."""
    return ngettext("%(count)d bull head", "%(count)d bull heads", count) % {"count": count}


def card(number: int, deck: str) -> SafeString:
    """The face of a card, with its name for who cannot see it: "55, 7 bull heads"."""
    return _card(number, deck, get_language())


def back(deck: str) -> SafeString:
    """The back of a card; a picture without words."""
    return _back(deck)


def head(deck: str) -> SafeString:
    """One head, beside a figure; a picture without words."""
    return _head(deck)


def chip(number: int) -> SafeString:
    """A card's number inside a sentence, coloured as its face."""
    return _CHIPS[number]


def chips(numbers: Iterable[int]) -> SafeString:
    """Several numbers inside a sentence."""
    return format_html_join(" ", "{}", ((_CHIPS[number],) for number in numbers))


_CHIPS = (
    SafeString(""),
    *(
        format_html('<b class="chip chip--{}">{}</b>', heads(number), number)
        for number in range(1, LAST_CARD + 1)
    ),
)


@cache
def _card(number: int, deck: str, _language: str) -> SafeString:
    name = gettext("%(number)d, %(heads)s") % {
        "number": number,
        "heads": count_heads(heads(number)),
    }
    return format_html(
        '<svg class="card" viewBox="0 0 60 80" role="img" aria-label="{}">'
        '<use href="{}#c{}"/></svg>',
        name,
        _sprite(deck),
        number,
    )


@cache
def _back(deck: str) -> SafeString:
    return format_html(
        '<svg class="card" viewBox="0 0 60 80" aria-hidden="true"><use href="{}#back"/></svg>',
        _sprite(deck),
    )


@cache
def _head(deck: str) -> SafeString:
    return format_html(
        '<svg class="head" viewBox="0 0 24 20" aria-hidden="true"><use href="{}#head"/></svg>',
        _sprite(deck),
    )


def _sprite(deck: str) -> str:
    return static(f"cards/{Deck(deck).value}.svg")
