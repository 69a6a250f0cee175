"""The drawings of the decks and the special cards; `python -m drawing` writes static/cards."""

from collections.abc import Callable, Mapping
from functools import partial

from drawing import bulls, cabriole, ducks, elements, fan, specials

# By the name of the file, without its suffix.
SPRITES: Mapping[str, Callable[[], str]] = {
    "bulls": bulls.draw,
    "ducks": ducks.draw,
    "elements.en": partial(elements.draw, "en"),
    "elements.fr": partial(elements.draw, "fr"),
}

# What is drawn beside the decks, by the name of the file too.
OTHERS: Mapping[str, Callable[[], str]] = {
    "cabriole": cabriole.draw,
    "fan": fan.draw,
    "specials": specials.draw,
}
