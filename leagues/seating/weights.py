"""What it costs to seat two at one table: a wish, a veto, and how often they met before."""

from collections.abc import Sequence

from leagues.seating.evening import Evening
from leagues.seating.meetings import count_repeats, pair_of

Weights = list[list[int]]
"""By two indexes; symmetric, 0 on the diagonal. The cost of a seating is the sum over its pairs."""

# One veto outweighs all wishes, one wish all meetings of a long season.
VETO = 10**15
WISH = -(10**12)
MEETING = 1000
MOST_MEETINGS = 99
MOST_BURDEN = 499


def weigh(waiting: Sequence[int], evening: Evening) -> Weights:
    """The weights of those who wait for a seat.

    A first meeting costs nothing; the next ones cost 1, 8, 27 ... meetings, so that two pairs meet
    twice before one meets three times. Among equal repeats it hits those who had the fewest.
    """
    met = [[evening.met.get(pair_of(one, other), 0) for other in waiting] for one in waiting]
    repeats = count_repeats(evening.met)
    burdens = [min(MOST_BURDEN, repeats[player]) for player in waiting]
    weights = [
        [_repeat(times, burden + other) for times, other in zip(row, burdens, strict=True)]
        for row, burden in zip(met, burdens, strict=True)
    ]
    index = {player: at for at, player in enumerate(waiting)}
    for pairs, weight in ((evening.together, WISH), (evening.apart, VETO)):
        for one, other in pairs:
            if one != other and one in index and other in index:
                weights[index[one]][index[other]] = weights[index[other]][index[one]] = weight
    return weights


def _repeat(times: int, burden: int) -> int:
    return MEETING * min(times, MOST_MEETINGS) ** 3 + burden if times else 0
