"""How many heads a round can hold; docs/score-sheets.md derives the numbers."""

from functools import cache
from typing import NamedTuple

from games.rules.cards import heads
from games.rules.options import FIRST_ROWS, Options, Variant

NUMBERS_IN_A_ROW = 5


class Bounds(NamedTuple):
    """Heads of one round. least, most: of all players together. each: most of one player."""

    least: int
    most: int
    each: int


@cache
def round_bounds(options: Options, players: int) -> Bounds:
    """What a round of that many players can come to; `options.check_players` must let them play."""
    values = sorted(map(heads, options.deck(players)))
    played = options.hand_size * players
    most_taken = played  # each of the four rows keeps a number
    least_taken = played + FIRST_ROWS - _most_left(options)
    special = options.variant is Variant.SPECIAL
    # A placement takes one row of five, unless the Cabriole or a special card takes more.
    most_each = played if special or options.cabriole else options.hand_size * NUMBERS_IN_A_ROW
    return Bounds(
        # Négatif = Positif can cancel whatever was taken.
        least=0 if special else sum(values[:least_taken]),
        most=sum(values[-most_taken:]),
        each=sum(values[-min(most_taken, most_each) :]),
    )


def _most_left(options: Options) -> int:
    """Numbers that four full rows hold: the Cabriole takes the place of one (S2)."""
    return FIRST_ROWS * NUMBERS_IN_A_ROW - options.cabriole
