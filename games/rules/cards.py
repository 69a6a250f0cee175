"""The number cards with their bull heads, the decks of special cards, and the fan cards."""

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


class OxKind(StrEnum):
    """The special cards of the game against the ox (S2), in the order in which they are listed."""

    SEVEN_TAKES = "seven_takes"
    STOP = "stop"
    REPLACE = "replace"
    INSERT = "insert"
    SHIFT = "shift"
    FIRST = "first"
    LAST = "last"
    SORT = "sort"


OX_DECK = tuple(kind for kind in OxKind for _ in range(2))
OX_CARDS = (0, 0, 2, 4, 6, 11, 16)
"""By the number of players: how many special cards the team gets."""


class FanCard(StrEnum):
    """The fan cards (S2): each is an option of the base game, one a game."""

    EVEN_ODD = "even_odd"
    MOUNTAIN = "mountain"
    FLIP = "flip"


class FanFace(StrEnum):
    """What a fan card at a row shows: the parity of Even/Odd, or where the Mountain goes next."""

    EVEN = "even"
    ODD = "odd"
    UP = "up"
    DOWN = "down"


def _flip(card: int) -> int:
    turned = card % 10 * 10 + card // 10
    return 0 if card > 99 or turned == card else turned


FLIPPED = tuple(map(_flip, range(LAST_CARD + 1)))
"""By card: the number with tens and ones changed places (12: 21, 9: 90); 0 where none can be."""

SPECIALS_OF_EACH_KIND = 4
SPECIAL_DECK = tuple(kind for kind in SpecialKind for _ in range(SPECIALS_OF_EACH_KIND))
