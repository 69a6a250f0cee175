"""How players may choose in playouts: each policy is a table of whole numbers.

A card is described by its place: where it would go as the rows lie. That is the row's count of
numbers and its bull heads, and the gap to its end; for a low card the heads of the cheapest row,
and its number. A policy has a cost for each place and one for each number, with so many cards left
in the hands. It plays the card of the lowest sum, after some noise where it is not sure.

Those of the gap player are exact, those of the careful player almost so: what it has not seen is as
if it lay evenly between all numbers. The costs of learned policies come from small networks
(bench/train_policies.py), which are told what a place or a number means at a table of so many
players. They are written into tables once.
"""

from collections.abc import Sequence
from functools import cache
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots.careful import HEADS_PER_GAP, RESCUED
from games.rules.cards import HEADS, LAST_CARD
from games.rules.options import FIRST_ROWS

Costs = NDArray[np.uint16]
Floats = NDArray[np.float64]
Indexes = NDArray[np.intp]
Numbers = NDArray[np.int16]
Whole = NDArray[np.signedinteger[Any]]
Network = list[Floats]
"""Two layers, each with its biases, and what the last one is summed with."""

WEIGHTS = Path(__file__).with_name("policies.npz")
RANDOM, GAP, CAREFUL, FIRST_LEARNED = 0, 1, 2, 3


class Learned(NamedTuple):
    """The networks of a policy."""

    of_places: Network
    of_numbers: Network


LEARNED = ("random worlds", "gap worlds", "thinking worlds")
"""The players whose choices the networks learned, by the worlds that these imagined."""

# Gaps, and numbers of low cards, are below this.
GAPS = 105
# Bull heads of a row of one number, of two, and so on, are at most so many.
MOST_HEADS = (7, 12, 17, 22, 27)
FIRST_CODES = np.cumsum((0, *MOST_HEADS)).astype(np.int16)
LOW_CODE = int(FIRST_CODES[-1])
CODES = LOW_CODE + MOST_HEADS[-1]
PLACES = CODES * GAPS

# Costs of learned policies are in sixteenths of a nat: a card that costs a nat more is chosen e
# times less often. With the noise and the index of a card they fit 16 bits.
NAT = 16
MOST_COST, MOST_COST_OF_NUMBER = 3200, 640
HEADS_OF_GAP_COST = 128
# What a head costs the careful player, in nats: it is hardly ever unsure.
NATS_OF_CAREFUL = 12
CARD_BITS = 4
INPUTS, INPUTS_OF_NUMBER = 17, 7
NUMBERS = LAST_CARD + 1
HAND_SIZE = 10


def code_bases() -> NDArray[np.int16]:
    """By count of numbers, 0 to 5, the code of a row to which its heads are to be added."""
    return np.array([-1, *(FIRST_CODES[:-1] - 1)], np.int16)


class Places(NamedTuple):
    """All places, one array for each field. numbers: in the row, 0 for low cards."""

    is_low: NDArray[np.bool_]
    numbers: Floats
    heads: Floats
    gap: Floats


@cache
def all_places() -> Places:
    """By number of the place: its code times GAPS, and the gap."""
    code = np.repeat(np.arange(CODES), GAPS)
    row = np.searchsorted(FIRST_CODES, code, side="right")
    is_low = code >= LOW_CODE
    heads = (code - FIRST_CODES[row - 1] + 1).astype(np.float64)
    gap = np.tile(np.arange(GAPS, dtype=np.float64), CODES)
    return Places(is_low, np.where(is_low, 0.0, row), heads, gap)


def inputs_of(places: Places, players: int, deck: int, left: int) -> Floats:
    """What a network is told of places, shape (INPUTS, places).

    players: in the round. deck: how many numbers there are. left: cards in each hand.
    """
    density = _density(players, deck, left)
    between = places.gap * density
    low = places.is_low * 1.0
    of_row = 1.0 - low
    ones = np.ones(len(low))
    return np.array(
        [
            *[places.numbers == count for count in range(1, 6)],
            low,
            of_row * places.heads / 10,
            low * places.heads / 10,
            of_row * np.log2(1 + between) / 3,
            of_row * np.log2(1 + places.gap) / 5,
            of_row * between / 10,
            low * np.log2(1 + between) / 3,
            low * between / 10,
            ones * left / 10,
            ones / left,
            ones * players / 10,
            ones * density,
        ]
    )


def inputs_of_numbers(players: int, deck: int, left: int) -> Floats:
    """What a network is told of all numbers, 0 for the first, shape (INPUTS_OF_NUMBER, NUMBERS)."""
    parts = np.maximum(np.arange(NUMBERS), 1) / deck
    ones = np.ones(NUMBERS)
    density = _density(players, deck, left)
    context = [ones * left / 10, ones / left, ones * players / 10, ones * density]
    return np.array([parts, np.log2(parts * LAST_CARD) / 7, parts**2, *context])


# Of what a network is told at once, so that it stays in the cache.
_BLOCK = 512


def _density(players: int, deck: int, left: int) -> float:
    """How likely somebody else holds a number that was not seen."""
    held = (players - 1) * left
    return held / max(deck - FIRST_ROWS - 10 - (players - 1) * (10 - left), held)


def logits(network: Network, inputs: Floats) -> Floats:
    """How much a network likes each place, of inputs of shape (INPUTS, places)."""
    first, first_bias, second, second_bias, last = network
    liked = np.empty(inputs.shape[1])
    for start in range(0, len(liked), _BLOCK):
        block = slice(start, start + _BLOCK)
        hidden = np.maximum(first @ inputs[:, block] + first_bias[:, None], 0)
        liked[block] = last @ np.maximum(second @ hidden + second_bias[:, None], 0)
    return liked


@cache
def _gap_costs() -> Costs:
    """Of the gap player: the heads that it takes at once, then the gap."""
    places = all_places()
    taken = places.heads * (places.is_low | (places.numbers == len(MOST_HEADS)))
    gaps = np.where(places.is_low, 0, places.gap)
    costs: Costs = (taken * HEADS_OF_GAP_COST + gaps).astype(np.uint16)
    return costs


def _careful_costs(players: int, deck: int) -> Costs:
    """Of the careful player: the heads that it expects to take (`careful.expected_heads`)."""
    places, others = all_places(), players - 1
    # How likely another player's card goes between the end of the row and this one.
    between = np.clip((places.gap - 1) / deck, 0, 1)
    room = np.where(places.is_low, 0, len(MOST_HEADS) - places.numbers)
    ways = np.array([comb(others, count) for count in range(len(MOST_HEADS))])
    fill = between**room * (1 - between) ** np.maximum(others - room, 0)
    fill *= ways[room.astype(np.intp)]
    rescue = RESCUED * (1 - (1 - between) ** others)
    mean_heads = sum(HEADS) / LAST_CARD
    of_row = fill * (places.heads + room * mean_heads)
    heads = np.where(room == 0, (1 - rescue) * places.heads, of_row)
    heads += np.where(places.is_low, 0, HEADS_PER_GAP * places.gap)
    costs: Costs = np.minimum(np.rint(heads * NATS_OF_CAREFUL * NAT), MOST_COST).astype(np.uint16)
    return costs


class Policies:
    """The tables of all policies at a table of so many players with a deck of so many numbers."""

    def __init__(self, players: int, deck: int, learned: Sequence[Learned]) -> None:
        self._players, self._deck, self._learned = players, deck, learned
        self.count = FIRST_LEARNED + len(learned)
        self._tables = {left: self._costs(left) for left in range(1, HAND_SIZE + 1)}

    def costs(self, left: int, policies: Indexes, places: Whole, numbers: Whole) -> Costs:
        """What cards cost policies, with so many cards in each hand; all of one shape."""
        of_places, of_numbers = self._tables[left]
        costs: Costs = of_places[policies * PLACES + places]
        costs += of_numbers[policies * NUMBERS + numbers]
        return costs

    def _costs(self, left: int) -> tuple[Costs, Costs]:
        """The costs of all places and of all numbers: those of one policy after the other."""
        places = [
            np.zeros(PLACES, np.uint16),
            _gap_costs(),
            _careful_costs(self._players, self._deck),
        ]
        numbers = [np.zeros(NUMBERS, np.uint16)] * FIRST_LEARNED
        table = self._players, self._deck, left
        for of_places, of_numbers in self._learned:
            liked = logits(of_places, inputs_of(all_places(), *table))
            places.append(_costs_of(liked, MOST_COST))
            liked = logits(of_numbers, inputs_of_numbers(*table))
            numbers.append(_costs_of(liked, MOST_COST_OF_NUMBER))
        return np.concatenate(places), np.concatenate(numbers)


def _costs_of(liked: Floats, most: int) -> Costs:
    costs: Costs = np.minimum(np.rint((liked.max() - liked) * NAT), most).astype(np.uint16)
    return costs


@cache
def learned_policies(players: int, deck: int) -> Policies:
    """All policies, those of the stored networks too."""
    return Policies(players, deck, _stored())


@cache
def _stored() -> list[Learned]:
    return load(WEIGHTS)


def save(file: Path, learned: Sequence[Learned]) -> None:
    """Store networks in single precision."""
    arrays = {
        f"{policy}_{network}_{layer}": weights.astype(np.float32)
        for policy, networks in enumerate(learned)
        for network, layers in enumerate(networks)
        for layer, weights in enumerate(layers)
    }
    np.savez(file, allow_pickle=False, **arrays)


def load(file: Path) -> list[Learned]:
    """What `save` has stored."""
    with np.load(file, allow_pickle=False) as stored:
        weights = {name: stored[name].astype(np.float64) for name in stored.files}

    def network(policy: int, number: int) -> Network:
        return [weights[f"{policy}_{number}_{layer}"] for layer in range(5)]

    count = len(weights) // 10
    return [Learned(network(policy, 0), network(policy, 1)) for policy in range(count)]


# --- Chance, as whole numbers out of raw bits: the same on every machine --------------------


def gumbel(levels: int, unit: int) -> NDArray[np.int64]:
    """Quantiles of noise of the Gumbel distribution, from the most to the least, none below 0.

    Taken from costs in the same unit of a nat, or added the other way round, the lowest sum is each
    card's as often as a softmax of the costs says.
    """
    middles = (np.arange(levels) + 0.5) / levels
    found = -np.log(-np.log(middles))
    levels_of_cost: NDArray[np.int64] = np.rint((found.max() - found) * unit).astype(np.int64)
    return levels_of_cost


_NOISE = gumbel(256, NAT).astype(np.uint16)


def noise(shape: tuple[int, ...], source: np.random.PCG64) -> Costs:
    """What is added to costs by chance: a byte of it each."""
    size = int(np.prod(shape))
    levels = source.random_raw(-(-size // 8)).view(np.uint8)[:size]
    return _NOISE[levels].reshape(shape)


def cheapest(costs: Costs) -> Indexes:
    """Which card of each hand costs least, the first of equal ones; costs (players, cards, ...)."""
    cards = np.arange(costs.shape[1], dtype=np.uint16)[:, None]
    best = ((costs << CARD_BITS) + cards).min(axis=1) & np.uint16((1 << CARD_BITS) - 1)
    index: Indexes = best.astype(np.intp)
    return index
