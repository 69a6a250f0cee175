"""The decks: the same numbers with other faces. A card as HTML, and what its penalties are called.

The rules and the code say heads whatever the deck; people read the word of the deck they look at.
What a live table draws again and again is kept by words.py.
"""

from collections.abc import Iterable

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from accounts.models import Deck
from games.page.elements import element
from games.rules.cards import FLIPPED, LAST_CARD, heads


def count_heads(count: int, deck: str) -> str:
    """So many penalties in the words of a deck: "5 bull heads", "5 ducks", "5 shields"."""
    match deck:
        case Deck.DUCKS:
            text = ngettext("%(count)d duck", "%(count)d ducks", count)
        case Deck.ELEMENTS:
            text = ngettext("%(count)d shield", "%(count)d shields", count)
        case _:
            text = ngettext("%(count)d bull head", "%(count)d bull heads", count)
    return text % {"count": count}


def heads_word(deck: str) -> str:
    """What the penalties of a deck are called, all together: "bull heads", "ducks", "shields"."""
    match deck:
        case Deck.DUCKS:
            return gettext("ducks")
        case Deck.ELEMENTS:
            return gettext("shields")
        case _:
            return gettext("bull heads")


def card(number: int, deck: str) -> SafeString:
    """The face of a card, with its name for who cannot see it: "55, 7 bull heads"."""
    return format_html(
        '<svg class="card" viewBox="0 0 60 80" role="img" aria-label="{}">'
        '<use href="{}#c{}"/></svg>',
        _name(number, deck),
        sprite(deck),
        number,
    )


def flipped(number: int, deck: str) -> SafeString:
    """The face of a card that lies flipped, upside down under the number it counts."""
    words = gettext("%(flipped)d: the card %(card)s, flipped")
    return format_html(
        '<svg class="card is-flipped" viewBox="0 0 60 80" data-counts="{}" role="img" '
        'aria-label="{}">'
        '<g transform="rotate(180 30 40)"><use href="{}#c{}"/></g>'
        '<rect x="7" y="23" width="46" height="34" rx="6" stroke-width="3"/>{}</svg>',
        FLIPPED[number],
        words % {"flipped": FLIPPED[number], "card": _name(number, deck)},
        sprite(deck),
        number,
        _digits(FLIPPED[number]),
    )


def back(deck: str) -> SafeString:
    """The back of a card; a picture without words."""
    return format_html(
        '<svg class="card" viewBox="0 0 60 80" aria-hidden="true"><use href="{}#back"/></svg>',
        sprite(deck),
    )


def head(deck: str) -> SafeString:
    """One head, beside a figure; a picture without words."""
    return format_html(
        '<svg class="head" viewBox="0 0 24 20" aria-hidden="true"><use href="{}#head"/></svg>',
        sprite(deck),
    )


def cabriole() -> SafeString:
    """The jumping cow, the same beside every deck."""
    return format_html(
        '<svg class="card cabriole" viewBox="0 0 60 80" role="img" aria-label="{}">'
        '<use href="{}#cabriole"/></svg>',
        gettext("Cabriole"),
        static("cards/cabriole.svg"),
    )


def sprite(deck: str) -> str:
    """The address of the drawings of a deck (drawing/) in the reader's language."""
    known = Deck(deck)
    # Only the elements have words on their faces.
    name = f"{known.value}.{_language()}" if known is Deck.ELEMENTS else known.value
    return static(f"cards/{name}.svg")


def flipped_chip(number: int) -> SafeString:
    """A flipped number inside a sentence, with the printed one."""
    words = gettext("%(flipped)d (%(number)d flipped)")
    return format_html(
        '<b class="chip chip--{}">{}</b>',
        heads(number),
        words % {"flipped": FLIPPED[number], "number": number},
    )


def chips(numbers: Iterable[int]) -> SafeString:
    """Several numbers inside a sentence."""
    return SafeString(" ".join([CHIPS[number] for number in numbers]))


# By card: its number inside a sentence, coloured by its heads; nothing for 0.
CHIPS = (
    SafeString(""),
    *(
        format_html('<b class="chip chip--{}">{}</b>', heads(number), number)
        for number in range(1, LAST_CARD + 1)
    ),
)


def _digits(number: int) -> SafeString:
    """A number in the middle of a card, drawn: as text it would be read out where it is copied."""
    digits = str(number)
    left = 30 - 7.5 * len(digits)
    return format_html_join(
        "",
        '<use href="{}#d{}" x="{}" y="28" width="15" height="24"/>',
        [(static("cards/fan.svg"), digit, left + 15 * at) for at, digit in enumerate(digits)],
    )


def _name(number: int, deck: str) -> str:
    """A card in words: "55, 7 ducks", "55, caesium (Cs), 7 shields"."""
    count = count_heads(heads(number), deck)
    if deck != Deck.ELEMENTS:
        return gettext("%(number)d, %(heads)s") % {"number": number, "heads": count}
    shown = element(number)
    return gettext("%(number)d, %(element)s (%(symbol)s), %(heads)s") % {
        "number": number,
        "element": shown.name_in(_language()),
        "symbol": shown.symbol,
        "heads": count,
    }


def _language() -> str:
    """One of the languages the faces are drawn in."""
    return "fr" if get_language() == "fr" else "en"
