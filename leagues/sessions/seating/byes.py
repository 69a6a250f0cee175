"""Who sits out where so many players make no tables."""

import random
from collections.abc import Collection, Mapping

from leagues.sessions.seating.sizes import ImpossibleSizes, SizeCode, TableSizes, most_seated


def choose_byes(
    players: Collection[int], sizes: TableSizes, byes: Mapping[int, int], seed: int
) -> tuple[int, ...]:
    """Those who sit out so that the others make tables: as few as can be, ascending.

    byes: how often each sat out before; none where a player is missing. Who sat out least often
    comes first, so that nobody sits out twice while another who is here never did; of equals the
    seed decides. Raises ImpossibleSizes where there are too few for one table.
    """
    waiting = sorted(set(players))
    seated = most_seated(len(waiting), sizes)
    if waiting and not seated:
        raise ImpossibleSizes(SizeCode.TOO_FEW, {"least": sizes.fewest})
    random.Random(seed).shuffle(waiting)  # noqa: S311 (a draw that can be repeated, no secret)
    waiting.sort(key=lambda player: byes.get(player, 0))
    return tuple(sorted(waiting[: len(waiting) - seated]))
