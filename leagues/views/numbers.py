"""Whole numbers as forms send them; what is none is left out."""

from collections.abc import Iterable

MOST_DIGITS = 9


def whole(text: str | None, otherwise: int = 0) -> int:
    """The number of a field, or another one where there is none."""
    return int(text) if text and text.isdecimal() and len(text) <= MOST_DIGITS else otherwise


def wholes(texts: Iterable[str]) -> list[int]:
    """The numbers of a field that may be there several times, each once, ascending."""
    return sorted({int(text) for text in texts if text.isdecimal() and len(text) <= MOST_DIGITS})
