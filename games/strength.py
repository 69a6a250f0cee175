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


def strengths_after(
    seats: Sequence[tuple[int, Strength]], compared: Sequence[Sequence[int]]
) -> list[Strength]:
    """The strengths after a game, from pairings.

    seats: the place of each, from 1, and the strength with which they came. compared: with which of
    the others, as indexes of seats, each is paired; who is with nobody stays as they came.
    """
    # Rounded as openskill rounds it: a square by ** may differ in the last digit.
    sigmas = [sqrt(strength.sigma * strength.sigma + _DRIFT) for _place, strength in seats]
    variances = [sigma**2 for sigma in sigmas]
    found = []
    for (place, strength), sigma, variance, others in zip(
        seats, sigmas, variances, compared, strict=True
    ):
        # By how much one came out better than was expected, and the part of the variance that this
        # takes away: means over the pairings, weighed by how little is known.
        surprise = certainty = 0.0
        for index in others:
            other_place, other = seats[index]
            spread = sqrt(variance + variances[index] + _NOISE)
            expected = 1 / (1 + exp((other.mu - strength.mu) / spread))
            came_out = 1.0 if place < other_place else 0.5 if place == other_place else 0.0
            weight = variance / spread
            surprise += weight * (came_out - expected)
            certainty += sigma / spread * weight / spread * expected * (1 - expected)
        if others:
            left = max(1 - certainty / len(others), _KAPPA)
            mu = strength.mu + surprise / len(others)
            strength = Strength(mu, sigma * sqrt(left), strength.games + 1)
        found.append(strength)
    return found
