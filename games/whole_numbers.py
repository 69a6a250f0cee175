"""Read whole numbers from addresses and forms."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

MOST_DIGITS = 9


def whole_number(text: str | None, otherwise: T, most_digits: int = MOST_DIGITS) -> int | T:
    """The number that a text of so many ASCII digits at most holds; `otherwise` if it is none."""
    if text and text.isascii() and text.isdigit() and len(text) <= most_digits:
        return int(text)
    return otherwise


def whole_numbers(texts: Iterable[str]) -> list[int]:
    """The whole numbers in these texts, each once, ascending; other texts are ignored."""
    found = {whole_number(text, None) for text in texts}
    return sorted(number for number in found if number is not None)
