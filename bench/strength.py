"""Ratings of bots from games of one against copies of another, on a scale like Elo's."""

from collections.abc import Mapping
from math import exp, log
from typing import NamedTuple

# On this scale a player ten times as likely to win as another is 400 above; one has 1,000.
POINTS_OF_TEN, ANCHOR_POINTS = 400, 1000
# Who has won nothing would be at minus infinity: differences of 3 are not surprising beforehand.
SPREAD = 3.0
SWEEPS = 300


class Pairing(NamedTuple):
    """One of a level against copies of another, at a table of so many."""

    one: str
    others: str
    players: int


def ratings(wins: Mapping[Pairing, tuple[float, int]], anchor: str) -> dict[str, float]:
    """The ratings under which these results are the likeliest.

    wins: of each pairing the games won by the one, shared ones split, and the games. With strengths
    a and b the one wins e^a / (e^a + (players - 1) e^b) of its games.
    """
    strengths = dict.fromkeys(sorted({name for at in wins for name in at[:2]}), 0.0)
    for _sweep in range(SWEEPS):
        for name, strength in strengths.items():
            slope, bend = -strength / SPREAD**2, 1 / SPREAD**2
            for (one, others, players), (won, games) in wins.items():
                if name not in (one, others):
                    continue
                lead = strengths[one] - strengths[others]
                share = 1 / (1 + (players - 1) * exp(-lead))
                slope += (won - games * share) * (1 if name == one else -1)
                bend += games * share * (1 - share)
            strengths[name] = strength + slope / bend
    return {
        name: ANCHOR_POINTS + (strength - strengths[anchor]) * POINTS_OF_TEN / log(10)
        for name, strength in strengths.items()
    }
