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

from leagues.standings.scoring.game_result import Entry, GameResult

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


class Rating(NamedTuple):
    """What is believed of a player's strength: a mean, its standard deviation, the games behind."""

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


class RatingAfter(NamedTuple):
    """A player's rating after a game; `rating.games` numbers the points of a player."""

    player: int
    game: int
    rating: Rating


def rate(
    results: Iterable[GameResult],
    unrated: Collection[int] = frozenset(),
    start: Mapping[int, Rating] | None = None,
) -> list[RatingAfter]:
    """The rating of every rated player after each of their games, in the order of the results.

    unrated: players who want none: opponents of unknown strength in every game. start: the ratings
    before the first of these results. A game of which only one part counts tells nothing.
    """
    now = dict(start or {})
    history: list[RatingAfter] = []
    for result in results:
        entries = sorted(result.entries, key=attrgetter("place", "player"))
        if len(entries) < FEWEST_COMPARED:
            continue
        before = [
            Rating() if entry.player in unrated else now.get(entry.player, Rating())
            for entry in entries
        ]
        for entry, rating in zip(entries, _rated(entries, before), strict=True):
            if entry.player not in unrated:
                now[entry.player] = rating
                history.append(RatingAfter(entry.player, result.game, rating))
    return history


def latest(history: Iterable[RatingAfter]) -> dict[int, Rating]:
    """The present rating of each player of a history."""
    return {after.player: after.rating for after in history}


def _rated(entries: list[Entry], before: list[Rating]) -> list[Rating]:
    """The ratings after a game, in the order of those before it."""
    # Rounded as openskill rounds it: a square by ** may differ in the last digit.
    sigmas = [sqrt(rating.sigma * rating.sigma + _DRIFT) for rating in before]
    seats = [
        _Seat(entry.place, rating.mu, sigma, sigma**2)
        for entry, rating, sigma in zip(entries, before, sigmas, strict=True)
    ]
    return [
        Rating(*_strength_after(seat, seats), rating.games + 1)
        for seat, rating in zip(seats, before, strict=True)
    ]


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
