"""The verifiable deal (RECORD.md): every card follows from a secret and the players' own texts."""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import Final, TypeVar

from games.rules.cards import LAST_CARD
from games.rules.errors import ErrorCode, RulesError
from games.rules.held_cards import OxCards, Specials
from games.rules.options import FIRST_ROWS
from games.rules.state import Cards

SERVER_SEED_BYTES: Final = 32
CLIENT_SEED_LENGTH: Final = 64
SEPARATOR: Final = "|"

_WORD_VALUES: Final = 2**32
_EIGHT_WORDS: Final = struct.Struct(">8I")

Item = TypeVar("Item")


def commitment(server_seed: bytes) -> str:
    """The hash in hex that a table shows before anybody sits down."""
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
    """The text of a seat whose player gave none: its name with any "|" left out.

    Raises RulesError(CLIENT_SEED) for a name that makes no client seed: nobody may bear one that is
    longer than 64 code points or made of "|" alone.
    """
    client_seed = name.replace(SEPARATOR, "")
    check_client_seed(client_seed)
    return client_seed


def words(key: bytes) -> Iterator[int]:
    """The endless 32-bit words of a key: SHA-256 of the key and a block number, big-endian."""
    blocks = (hashlib.sha256(key + number.to_bytes(8, "big")).digest() for number in count())
    return chain.from_iterable(map(_EIGHT_WORDS.unpack, blocks))


def _fair_words(bound: int) -> int:
    """How many words, from 0, give each number below the bound equally often."""
    return bound * (_WORD_VALUES // bound)


_FAIR_WORDS: Final = (0, *map(_fair_words, range(1, LAST_CARD + 1)))


def number_below(bound: int, source: Iterator[int]) -> int:
    """A number 0..bound-1 from the words; a word that would favour some numbers is left out."""
    fair = _fair_words(bound)
    word = next(source)
    while word >= fair:
        word = next(source)
    return word % bound


def shuffle(items: Sequence[Item], source: Iterator[int]) -> tuple[Item, ...]:
    """Up to 104 items in the order in which they are dealt; the first one is the top."""
    shuffled = list(items)
    for last, word in zip(range(len(shuffled) - 1, 0, -1), source, strict=False):
        bound = last + 1
        # Nearly every word is fair; number_below draws another one in place of one that is not.
        chosen = word % bound if word < _FAIR_WORDS[bound] else number_below(bound, source)
        shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
    return tuple(shuffled)


def deal_numbers(order: Cards, players: int, hand_size: int) -> tuple[tuple[Cards, ...], Cards]:
    """The hands, the first player's first, and the rows: the next four cards."""
    dealt = players * hand_size
    hands = tuple(order[start : start + hand_size] for start in range(0, dealt, hand_size))
    return hands, order[dealt : dealt + FIRST_ROWS]


def deal_specials(
    order: Specials, players: int, each: int
) -> tuple[tuple[Specials, ...], Specials]:
    """What each player gets, one special per lap, and the pile of the rest."""
    dealt = players * each
    return tuple(order[player:dealt:players] for player in range(players)), order[dealt:]


class SeededDealer:
    """The dealer of a live game: everything follows from the server seed and the client seeds.

    client_seeds: one per seat of the game, not of the round: who is out still has a part in it.
    """

    def __init__(self, server_seed: bytes, client_seeds: tuple[str, ...]) -> None:
        self.server_seed = server_seed
        self.client_seeds = client_seeds

    def numbers(
        self, round_number: int, deck: range, players: int, hand_size: int
    ) -> tuple[tuple[Cards, ...], Cards]:
        return deal_numbers(self._shuffle(round_number, "numbers", deck), players, hand_size)

    def draft_rows(self, round_number: int, deck: range, left: Cards) -> Cards:
        order = self._shuffle(round_number, "numbers", deck)
        return tuple(card for card in order if card in left)[:FIRST_ROWS]

    def specials(
        self, round_number: int, supply: Specials, players: int, each: int
    ) -> tuple[tuple[Specials, ...], Specials]:
        return deal_specials(self._shuffle(round_number, "specials", supply), players, each)

    def ox_cards(self, round_number: int, deck: OxCards, count: int) -> OxCards:
        return self._shuffle(round_number, "specials", deck)[:count]

    def reshuffle(self, round_number: int, count: int, discard: Specials) -> Specials:
        return self._shuffle(round_number, f"reshuffle-{count}", discard)

    def _shuffle(self, round_number: int, purpose: str, items: Sequence[Item]) -> tuple[Item, ...]:
        parts = ("sixieme", "1", str(round_number), purpose, *self.client_seeds)
        key = hmac.digest(self.server_seed, SEPARATOR.join(parts).encode(), "sha256")
        return shuffle(items, words(key))
