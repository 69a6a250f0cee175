"""The strength of players, learnt game by game; apart from the standings and never part of them.

The model is Bradley and Terry's for pairs, as Weng and Lin approximate it ("A Bayesian
approximation method for online ranking", Journal of Machine Learning Research 12, 2011, algorithm
2), with the constants of the openskill package. Everybody is paired with everybody of their table:
with a window of neighbours it would matter in which order those of a shared place are listed.
Unlike Plackett and Luce's model it treats these as equals.
"""

from collections.abc import Collection, Iterable, Mapping
from math import exp, sqrt
from operator import attrgetter
from typing import NamedTuple

from leagues.standings.scoring.tally import GameResult

SHOWN_AFTER = 5
FEWEST_COMPARED = 2

# Of a player nobody knows: the mean, and its standard deviation.
_MU = 25.0
_SIGMA = _MU / 3
# How far two players of one game stray from their strengths, and how far a strength may have moved
# since the last game: variances.
_NOISE = 2 * (_SIGMA / 2) ** 2
_DRIFT = (_MU / 300) ** 2
# No game leaves less than this part of a variance.
_KAPPA = 0.0001


class Strength(NamedTuple):
    """An estimate of a player's strength: mean, standard deviation, games behind it."""

    mu: float = _MU
    sigma: float = _SIGMA
    games: int = 0

    @property
    def is_shown(self) -> bool:
        """Whether enough games stand behind it."""
        return self.games >= SHOWN_AFTER

    @property
    def safe(self) -> float:
        """The strength that a player has all but surely: three deviations below the mean."""
        return self.mu - 3 * self.sigma


class StrengthAfter(NamedTuple):
    """A player's strength after a game; `strength.games` counts the player's games so far."""

    player: int
    game: int
    strength: Strength


def rate(
    results: Iterable[GameResult],
    unrated: Collection[int] = frozenset(),
    start: Mapping[int, Strength] | None = None,
) -> list[StrengthAfter]:
    """The strength of every rated player after each of their games, in the order of the results.

    unrated: players who want none: opponents of unknown strength in every game. start: strengths
    before the first of these results. A game of which only one part counts tells nothing.
    """
    now = dict(start or {})
    history: list[StrengthAfter] = []
    for result in results:
        entries = sorted(result.entries, key=attrgetter("place", "player"))
        if len(entries) < FEWEST_COMPARED:
            continue
        before = [
            Strength() if entry.player in unrated else now.get(entry.player, Strength())
            for entry in entries
        ]
        # Rounded as openskill rounds it: a square by ** may differ in the last digit.
        sigmas = [sqrt(strength.sigma * strength.sigma + _DRIFT) for strength in before]
        seats = [
            _Seat(entry.place, strength.mu, sigma, sigma**2)
            for entry, strength, sigma in zip(entries, before, sigmas, strict=True)
        ]
        for entry, strength, seat in zip(entries, before, seats, strict=True):
            if entry.player not in unrated:
                after = Strength(*_strength_after(seat, seats), strength.games + 1)
                now[entry.player] = after
                history.append(StrengthAfter(entry.player, result.game, after))
    return history


class _Seat(NamedTuple):
    """A place, and the strength with which its player came."""

    place: int
    mu: float
    sigma: float
    variance: float


def _strength_after(own: _Seat, seats: list[_Seat]) -> tuple[float, float]:
    """Mean and standard deviation after a game, from the pairings with all others.

    surprise: by how much each came out better than was expected. certainty: the part of the
    variance that each takes away. Both are means over the pairings, weighed by how little is known.
    """
    place, mu, sigma, variance = own
    surprise = certainty = 0.0
    for other in seats:
        if other is own:
            continue
        spread = sqrt(variance + other.variance + _NOISE)
        expected = 1 / (1 + exp((other.mu - mu) / spread))
        came_out = 1.0 if place < other.place else 0.5 if place == other.place else 0.0
        weight = variance / spread
        surprise += weight * (came_out - expected)
        certainty += sigma / spread * weight / spread * expected * (1 - expected)
    pairings = len(seats) - 1
    left = max(1 - certainty / pairings, _KAPPA)
    return mu + surprise / pairings, sigma * sqrt(left)
