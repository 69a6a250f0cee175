"""The number cards with their bull heads, and the deck of special cards."""

from collections.abc import Sequence
from enum import StrEnum

LAST_CARD = 104


def _count_heads(card: int) -> int:
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1


HEADS = (0, *map(_count_heads, range(1, LAST_CARD + 1)))
"""Bull heads by card; nothing has the number 0."""


def heads(card: int) -> int:
    """Penalty of a card 1..104: 1..7 bull heads (RULES.md, Words used in code)."""
    return HEADS[card]


def total_heads(cards: Sequence[int]) -> int:
    """Sum of the bull heads of some cards."""
    return sum([HEADS[card] for card in cards])


class SpecialKind(StrEnum):
    """The seven special cards (S4), in the order in which a deck of them is listed."""

    FIFTH_ROW = "fifth_row"
    SEVEN_TAKES = "seven_takes"
    INSERT = "insert"
    REPLACE = "replace"
    SHIFT = "shift"
    STOP = "stop"
    MINUS_IS_PLUS = "minus_is_plus"


SPECIALS_OF_EACH_KIND = 4
SPECIAL_DECK = tuple(kind for kind in SpecialKind for _ in range(SPECIALS_OF_EACH_KIND))
