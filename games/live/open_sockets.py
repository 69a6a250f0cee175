"""How many sockets this process has open for each member and for each address."""

from collections import Counter
from collections.abc import Hashable

# Far more tabs than a person looks at; the oldest ones of a crowd of tabs go on.
MOST_OPEN = 30
# A school of 500 has one address, each of them may look at two tables. Such a crowd is one viewer.
MOST_FROM_ADDRESS = 1000
# Whoever sends more before the first was handled is cut off: pages wait for an answer.
MOST_UNREAD = 64

_open: Counter[Hashable] = Counter()


def may_open(player_id: int | None, address: str) -> bool:
    """Count one more socket of a member, or with None of a stranger; False if there are too many.

    address: empty where it is not known, which is not counted. Who was let in must call `closed`
    once. Call both on the event loop.
    """
    if _open[player_id] >= MOST_OPEN and player_id is not None:
        return False
    if _open[address] >= MOST_FROM_ADDRESS and address:
        return False
    _open.update((player_id, address))
    return True


def closed(player_id: int | None, address: str) -> None:
    """Count one socket of a member and of an address less."""
    for who in (player_id, address):
        _open[who] -= 1
        if _open[who] <= 0:
            del _open[who]
