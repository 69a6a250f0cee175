"""The strength of players, learnt game by game; apart from the standings and never part of them.

The model is Weng and Lin's Bradley-Terry with partial pairing. Unlike their Plackett-Luce it treats
those who share a place as equals.
"""

from collections.abc import Collection, Iterable, Mapping
from operator import attrgetter
from typing import NamedTuple

from openskill.models import BradleyTerryPart

from games.rules.options import MOST_PLAYERS
from leagues.standings.scoring.game_result import Entry, GameResult

SHOWN_AFTER = 5
FEWEST_COMPARED = 2

# Everybody is compared with everybody of their table: with the model's window of four neighbours
# it would matter in which order those of a shared place are listed.
_MODEL = BradleyTerryPart(window_size=MOST_PLAYERS - 1)


class Rating(NamedTuple):
    """What is believed of a player's strength: a mean, its standard deviation, the games behind."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
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
    teams = [[_MODEL.create_rating([rating.mu, rating.sigma])] for rating in before]
    after = _MODEL.rate(teams, ranks=[float(entry.place) for entry in entries])
    return [
        Rating(player.mu, player.sigma, rating.games + 1)
        for (player,), rating in zip(after, before, strict=True)
    ]
