"""The strength of players, learnt game by game; apart from the standings and never part of them.

The model is that of games/strength.py: everybody is paired with everybody of their table.
"""

from collections.abc import Collection, Iterable, Mapping
from operator import attrgetter
from typing import NamedTuple

from games.strength import Strength, contestant, strength_after
from leagues.standings.scoring.tally import GameResult

SHOWN_AFTER = 5
FEWEST_COMPARED = 2


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
        seats = [
            contestant(entry.place, strength)
            for entry, strength in zip(entries, before, strict=True)
        ]
        for index, (entry, strength) in enumerate(zip(entries, before, strict=True)):
            if entry.player not in unrated:
                others = seats[:index] + seats[index + 1 :]
                after = Strength(*strength_after(seats[index], others), strength.games + 1)
                now[entry.player] = after
                history.append(StrengthAfter(entry.player, result.game, after))
    return history
