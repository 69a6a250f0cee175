"""How strong a player is believed to be after a game; pure.

The model is Bradley and Terry's for pairs, as Weng and Lin approximate it ("A Bayesian
approximation method for online ranking", Journal of Machine Learning Research 12, 2011, algorithm
2), with the constants of the openskill package. A player is paired with everybody of their table:
with a window of neighbours it would matter in which order those of a shared place are listed.
Unlike Plackett and Luce's model it treats these as equals.
"""

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

# Of a player nobody knows: the mean, and its standard deviation.
MU = 25.0
SIGMA = MU / 3
# How far two players of one game stray from their strengths, and how far a strength may have moved
# since the last game: variances.
_NOISE = 2 * (SIGMA / 2) ** 2
_DRIFT = (MU / 300) ** 2
# No game leaves less than this part of a variance.
_KAPPA = 0.0001


class Strength(NamedTuple):
    """An estimate of a player's strength: mean, standard deviation, games behind it."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def safe(self) -> float:
        """The strength that a player has all but surely: three deviations below the mean."""
        return self.mu - 3 * self.sigma


class Contestant(NamedTuple):
    """A place in a game, from 1, and the strength with which its player came."""

    place: int
    mu: float
    sigma: float
    variance: float


def contestant(place: int, strength: Strength) -> Contestant:
    """A player as they come to a game."""
    # Rounded as openskill rounds it: a square by ** may differ in the last digit.
    sigma = sqrt(strength.sigma * strength.sigma + _DRIFT)
    return Contestant(place, strength.mu, sigma, sigma**2)


def strength_after(own: Contestant, others: Sequence[Contestant]) -> tuple[float, float]:
    """Mean and standard deviation after a game, from the pairings with others (at least one).

    surprise: by how much each came out better than was expected. certainty: the part of the
    variance that each takes away. Both are means over the pairings, weighed by how little is known.
    """
    place, mu, sigma, variance = own
    surprise = certainty = 0.0
    for other in others:
        spread = sqrt(variance + other.variance + _NOISE)
        expected = 1 / (1 + exp((other.mu - mu) / spread))
        came_out = 1.0 if place < other.place else 0.5 if place == other.place else 0.0
        weight = variance / spread
        surprise += weight * (came_out - expected)
        certainty += sigma / spread * weight / spread * expected * (1 - expected)
    pairings = len(others)
    left = max(1 - certainty / pairings, _KAPPA)
    return mu + surprise / pairings, sigma * sqrt(left)
