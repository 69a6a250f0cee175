"""Figures as a page shows them, in the reader's notation."""

from collections.abc import Callable
from fractions import Fraction

from django.utils.formats import get_format
from django.utils.translation import gettext

from leagues.season_rules import SUMMED, Preset

MINUS = "\N{MINUS SIGN}"
Number = float | Fraction


def figure_text(value: Number, preset: Preset) -> str:
    """The figure of a season: two places where it is a mean, as few as needed for a sum."""
    return short_text(value) if preset is SUMMED else _text(value, 2)


def share_text(value: Number) -> str:
    """A share of heads, of which an average player has 100%."""
    return gettext("%(number)s%%") % {"number": _text(100 * float(value), 1)}


def short_text(value: Number) -> str:
    """A number with as few places as it needs, two at most."""
    value = round(float(value), 2)
    return _text(value, next(places for places in (0, 1, 2) if round(value, places) == value))


def strength_text(value: Number) -> str:
    """A rating: one place, more would only look exact."""
    return strength_writer()(value)


def strength_writer() -> Callable[[Number], str]:
    """The same for a long list: the reader's notation is looked up once."""
    point = get_format("DECIMAL_SEPARATOR")
    return lambda value: _written(value, 1, point)


def signed_text(value: Number) -> str:
    """The same with its sign."""
    return f"+{short_text(value)}" if value > 0 else short_text(value)


def _text(value: Number, places: int) -> str:
    return _written(value, places, get_format("DECIMAL_SEPARATOR"))


def _written(value: Number, places: int, point: str) -> str:
    # Django's own number_format takes ten times as long, and long pages are full of figures.
    written = f"{float(value) + 0.0:.{places}f}"
    if float(written) == 0:
        written = written.removeprefix("-")
    return written.replace(".", point).replace("-", MINUS)
