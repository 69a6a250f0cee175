"""The verifiable deal: every card follows from a committed secret and the players' own texts."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from games.rules.errors import ErrorCode, RulesError

SERVER_SEED_BYTES: Final = 32
CLIENT_SEED_LENGTH: Final = 64
SEPARATOR: Final = "|"

NUMBERS: Final = "numbers"
SPECIALS: Final = "specials"

_WORD_VALUES: Final = 2**32

Item = TypeVar("Item")


class Dealer(Protocol):
    """Whoever puts cards in an order: the seeded shuffle of a live game, or what a record says."""

    def shuffle(self, round_number: int, purpose: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the same items in the order they are dealt; the first one is the top.

        `round_number` counts from 1 (the k of RECORD.md); `purpose` is NUMBERS (the deck in
        ascending order), SPECIALS or `reshuffle(j)` (special cards in the order of SpecialKind).
        """
        ...


def reshuffle(count: int) -> str:
    """Return the purpose of the `count`-th (from 1) rebuilding of the pile in a round."""
    return f"reshuffle-{count}"


def commitment(server_seed: bytes) -> str:
    """Return the hash in hex that a table shows before anybody sits down."""
    return hashlib.sha256(server_seed).hexdigest()


def check_client_seed(client_seed: str) -> None:
    """Raise RulesError(CLIENT_SEED) unless it is 1..64 code points of UTF-8 without "|"."""
    try:
        client_seed.encode()
    except UnicodeEncodeError:
        raise RulesError(ErrorCode.CLIENT_SEED) from None
    if not 1 <= len(client_seed) <= CLIENT_SEED_LENGTH or SEPARATOR in client_seed:
        raise RulesError(ErrorCode.CLIENT_SEED)


def default_client_seed(name: str) -> str:
    """Return the text of a seat whose player gave none: its name with any "|" left out.

    Raises RulesError(CLIENT_SEED) for a name that makes no client seed: the site must not offer
    names that are longer than 64 code points or empty without their "|".
    """
    client_seed = name.replace(SEPARATOR, "")
    check_client_seed(client_seed)
    return client_seed


def words(key: bytes) -> Iterator[int]:
    """Yield the endless 32-bit words of a key: SHA-256 of the key and a counter, big-endian."""
    block = 0
    while True:
        digest = hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def number_below(bound: int, source: Iterator[int]) -> int:
    """Return a number 0..bound-1 from the words; a word that would favour some is left out."""
    fair = bound * (_WORD_VALUES // bound)
    return next(word for word in source if word < fair) % bound


@dataclass(frozen=True, slots=True)
class SeededDealer:
    """The dealer of RECORD.md: HMAC of the server seed, and one client seed per seat of the game.

    The seats of a game, not of a round: somebody who is out still takes part in the deal.
    """

    server_seed: bytes
    client_seeds: tuple[str, ...]

    def shuffle(self, round_number: int, purpose: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the items as the seeds shuffle them (RECORD.md, "The verifiable deal")."""
        source = words(self._key(round_number, purpose))
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            chosen = number_below(last + 1, source)
            shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
        return tuple(shuffled)

    def _key(self, round_number: int, purpose: str) -> bytes:
        parts = ("sixieme", "1", str(round_number), purpose, *self.client_seeds)
        return hmac.digest(self.server_seed, SEPARATOR.join(parts).encode(), "sha256")
