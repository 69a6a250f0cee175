"""What the standings know of a game, whether it was played online or entered from paper."""

from collections.abc import Sequence
from typing import NamedTuple


class Entry(NamedTuple):
    """One player's part in a game.

    player: whose standing it counts for. heads: the total, 0 or more. place: among all who were
    ranked, from 1, the better one where shared. twice_rank: twice the average rank, so a whole
    number: a first place shared by two is 3.
    """

    player: int
    heads: int
    place: int
    twice_rank: int

    @property
    def sharers(self) -> int:
        """How many had this place, those who do not count included."""
        return self.twice_rank - 2 * self.place + 1


class GameResult(NamedTuple):
    """A confirmed game.

    game: its id, ascending in the order of play. session: place of its session in the order of
    play. size: how many were ranked, 2..10. heads: the total of all of them. rounds: how many were
    played. entries: those that count in the standings; who is ranked but does not count (a bot,
    say) is left out.
    """

    game: int
    session: int
    size: int
    heads: int
    rounds: int
    entries: tuple[Entry, ...]


def twice_ranks(places: Sequence[int]) -> tuple[int, ...]:
    """Twice the average rank of each, from places that ties share: 1, 1, 3 gives 3, 3, 6."""
    return tuple(2 * place + places.count(place) - 1 for place in places)
