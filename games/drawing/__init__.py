"""The drawings of the decks; `manage.py draw_decks` writes them to static/cards."""

from collections.abc import Callable, Mapping
from functools import partial

from games.drawing import bulls, ducks, elements

# By the name of the file, without its suffix.
SPRITES: Mapping[str, Callable[[], str]] = {
    "bulls": bulls.draw,
    "ducks": ducks.draw,
    "elements.en": partial(elements.draw, "en"),
    "elements.fr": partial(elements.draw, "fr"),
}
