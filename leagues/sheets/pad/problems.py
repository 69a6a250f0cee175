"""What can be wrong with a pad; words for people are made at the edge."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.rules.options import Options


class Code(StrEnum):
    """Why a pad is refused; behind each code, the facts that come with it.

    The value is stable: it is sent and translated.
    """

    # columns
    TOO_FEW_PLAYERS = "too_few_players"  # least
    TOO_MANY_PLAYERS = "too_many_players"  # most
    PLAYER_TWICE = "player_twice"  # first: the other column
    NOBODY = "nobody"  # these four: only the form of a sheet knows who is meant
    GUEST_UNNAMED = "guest_unnamed"
    NAME_TAKEN = "name_taken"
    ABSENT_UNKNOWN = "absent_unknown"  # whom the player stood in for
    # a cell: round and column, or a total: column only
    MISSING = "missing"
    NOT_WHOLE = "not_whole"
    NEGATIVE = "negative"
    TOO_HIGH = "too_high"  # most
    PLAYER_OUT = "player_out"  # out_in: number of the round, from 1
    TOTAL_DIFFERS = "total_differs"  # sum: of the rounds above
    # a round
    ROUND_TOO_HIGH = "round_too_high"  # sum, most
    ROUND_TOO_LOW = "round_too_low"  # sum, least
    GONE_ON = "gone_on"  # ended_in: number of the round, from 1; heads, who: most, whose; limit
    TOO_MANY_ROUNDS = "too_many_rounds"  # most
    # the whole pad
    NOT_ENDED = "not_ended"  # limit, and rounds where they were agreed
    NO_FULL_ROUND = "no_full_round"  # of a game that was cut short
    NOT_CUT_SHORT = "not_cut_short"  # it has ended by its rules
    ROUNDS_MISSING = "rounds_missing"  # two are played with special cards
    ROUND_COUNT = "round_count"  # least, most
    ROUNDS_NEEDED = "rounds_needed"
    TOTALS_TOO_HIGH = "totals_too_high"  # sum, most
    TOTALS_TOO_LOW = "totals_too_low"  # sum, least
    TOO_FAR_PAST = "too_far_past"  # excess, most: all heads over the limit, of one round


ABOUT_NAMES = frozenset(
    {
        Code.TOO_FEW_PLAYERS,
        Code.TOO_MANY_PLAYERS,
        Code.PLAYER_TWICE,
        Code.NOBODY,
        Code.GUEST_UNNAMED,
        Code.NAME_TAKEN,
        Code.ABSENT_UNKNOWN,
    }
)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where: round and column from 0, None where it is no one cell.

    A column without a round is that player's column, or total. facts: numbers that a message about
    the code needs.
    """

    code: Code
    round: int | None = None
    column: int | None = None
    facts: Mapping[str, int] = field(default_factory=dict)


def limits(options: Options) -> Mapping[str, int]:
    """What ends a game of the base variant: `limit`, and `rounds` where a number was agreed."""
    if options.max_rounds is None:
        return {"limit": options.limit}
    return {"limit": options.limit, "rounds": options.max_rounds}
