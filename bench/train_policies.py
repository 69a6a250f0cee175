"""Trains the networks of the bots: `python -m bench.train_policies [--seed 1] [FILE]`.

Rounds are played at tables of all sizes. In some decisions each card is tried in many worlds, and a
network learns which cards cost fewer heads, from what games/bots/policies.py tells of their places.
The first networks learn from worlds in which everybody plays at random, or by the gap; the last
one from worlds of players who think, which are those of the first two, the gap player and itself.

It takes some ten minutes of one core. The same seed gives the same weights on the same machine.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from games.bots import choose
from games.bots.belief import no_belief
from games.bots.evaluation import Weighing, is_weighed
from games.bots.playouts import Worlds
from games.bots.policies import (
    INPUTS,
    INPUTS_OF_NUMBER,
    LEARNED,
    WEIGHTS,
    Floats,
    Learned,
    Policies,
    all_places,
    inputs_of,
    inputs_of_numbers,
    logits,
    save,
)
from games.rules.actions import ChooseCard
from games.rules.deal import SeededDealer, default_client_seed
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Options
from games.rules.state import View

DECISIONS = 15_000
WORLDS = 300
# How much less often a card is chosen that costs so many heads more: by a factor of e.
HEADS_OF_A_NAT = 0.5
# Of the networks of places and of numbers.
HIDDEN = 32, 16
# How often the players of the imagined worlds go by each policy: at random, by the gap, carefully,
# or as those learned before.
PRIORS = ((1.0,), (0.0, 1.0), (0.0, 0.2, 0.0, 0.4, 0.4))
EPOCHS, BATCH, RATE = 50, 128, 0.004
"""In each epoch every decision is learned once."""

Singles = NDArray[np.float32]


class Lessons(NamedTuple):
    """Decisions: places of the cards and how often each should be chosen, shape (decisions, 10).

    numbers: of the cards. tables: players, deck and cards left. is_card: False where a hand has
    fewer cards.
    """

    places: NDArray[np.intp]
    numbers: NDArray[np.intp]
    wanted: Floats
    is_card: NDArray[np.bool_]
    tables: NDArray[np.intp]


def rounds(chance: random.Random) -> Iterator[View]:
    """One decision of each turn of many rounds, at tables of 2 to 10."""
    while True:
        players = chance.choice((2, 3, 4, 4, 5, 6, 8, 10))
        options = Options(known_cards=chance.random() < 0.15, max_rounds=1)
        names = [f"{seat}" for seat in range(players)]
        dealer = SeededDealer(chance.randbytes(32), tuple(map(default_client_seed, names)))
        state, _ = new_game(options, players, dealer)
        levels = [chance.choice(("random", "gap", "careful", "careful")) for _ in names]
        while (decision := state.decision) is not None:
            seat = decision.seats[0]
            view = view_for(state, seat)
            if len(decision.seats) == players and is_weighed(view):
                yield view_for(state, chance.randrange(players))
            state, _ = apply(state, choose(view, levels[seat], chance), dealer)


def lessons(
    count: int, prior: Sequence[float], learned: list[Learned], chance: random.Random, title: str
) -> Lessons:
    """What the heads of each card say in so many decisions."""
    found = Lessons(
        np.zeros((count, 10), np.intp),
        np.zeros((count, 10), np.intp),
        np.zeros((count, 10)),
        np.zeros((count, 10), np.bool_),
        np.zeros((count, 3), np.intp),
    )
    views = rounds(chance)
    policies_at = cache(partial(Policies, learned=learned))
    for at in tqdm(range(count), title, disable=None):
        view = next(views)
        source = np.random.PCG64(chance.getrandbits(64))
        players, deck, left = (
            len(view.seats),
            len(view.options.deck(len(view.seats))),
            len(view.hand),
        )
        policies = policies_at(players, deck)
        weighing = Weighing(view, no_belief(view, prior), policies, None, source)
        cost = weighing.heads(view.actions, WORLDS)[weighing.own].mean(axis=1)
        wanted = np.exp((cost.min() - cost) / HEADS_OF_A_NAT)
        cards = [action.card for action in view.actions if isinstance(action, ChooseCard)]
        rows = Worlds(view.options, view.rows, players, 1)
        found.places[at, :left] = rows.places(np.array(cards, np.int16)[None, :, None])[0, :, 0]
        found.numbers[at, :left] = cards
        found.wanted[at, :left] = wanted / wanted.sum()
        found.is_card[at, :left] = True
        found.tables[at] = players, deck, left
    return found


def inputs_of_lessons(found: Lessons) -> list[Singles]:
    """For each of the two networks, shape (inputs, decisions * 10)."""
    of_places = np.zeros((INPUTS, *found.places.shape), np.float32)
    of_numbers = np.zeros((INPUTS_OF_NUMBER, *found.places.shape), np.float32)
    for table in np.unique(found.tables, axis=0):
        at = np.flatnonzero((found.tables == table).all(axis=1))
        of_places[:, at] = inputs_of(all_places(), *table.tolist())[:, found.places[at]]
        of_numbers[:, at] = inputs_of_numbers(*table.tolist())[:, found.numbers[at]]
    return [of_places, of_numbers]


def train(found: Lessons, source: np.random.Generator) -> Learned:
    """The weights that make the wanted choices likely, by Adam."""
    inputs = inputs_of_lessons(found)
    shapes = [
        shape
        for one, hidden in zip(inputs, HIDDEN, strict=True)
        for shape in ((hidden, len(one)), (hidden, 0), (hidden, hidden), (hidden, 0), (1, hidden))
    ]
    weights = [
        (source.normal(size=(rows, of)) / of**0.5 if of else np.zeros((rows, 1))).astype(np.float32)
        for rows, of in shapes
    ]
    means, squares = ([np.zeros_like(one) for one in weights] for _ in range(2))
    step, steps = 0, EPOCHS * (len(found.places) // BATCH)
    for _epoch in tqdm(range(EPOCHS), "learning", disable=None):
        order = source.permutation(len(found.places))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            slopes = _slopes(weights, inputs, found, order[start : start + BATCH])
            step += 1
            rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
            for one, slope, mean, square in zip(weights, slopes, means, squares, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                by = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
                one -= rate * by
    flat = [one[:, 0] if one.shape[1] == 1 else one[0] if len(one) == 1 else one for one in weights]
    layers = [one.astype(np.float64) for one in flat]
    return Learned(layers[:5], layers[5:])


def _slopes(
    weights: list[Singles], inputs: list[Singles], found: Lessons, at: NDArray[np.intp]
) -> list[Singles]:
    """How the mean loss of these decisions grows with each weight."""
    is_card, wanted = found.is_card[at], found.wanted[at]
    liked = np.zeros(is_card.size, np.float32)
    layers = []
    for network, one in zip((weights[:5], weights[5:]), inputs, strict=True):
        first, first_bias, second, second_bias, last = network
        told = one[:, at].reshape(len(one), -1)
        low = np.maximum(first @ told + first_bias, 0)
        high = np.maximum(second @ low + second_bias, 0)
        liked += (last @ high)[0]
        layers.append((told, low, high))
    chosen = _softmax(np.where(is_card, liked.reshape(is_card.shape), -np.inf))
    slope = ((chosen - wanted) / len(wanted)).reshape(1, -1).astype(np.float32)
    slopes = []
    for network, (told, low, high) in zip((weights[:5], weights[5:]), layers, strict=True):
        of_high = network[4].T * slope * (high > 0)
        of_low = (network[2].T @ of_high) * (low > 0)
        slopes += [of_low @ told.T, of_low.sum(axis=1, keepdims=True)]
        slopes += [of_high @ low.T, of_high.sum(axis=1, keepdims=True), slope @ high.T]
    return slopes


def _softmax(liked: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    likely = np.exp(liked - liked.max(axis=1, keepdims=True))
    shares: NDArray[np.floating[Any]] = likely / likely.sum(axis=1, keepdims=True)
    return shares


def agreement(learned: Learned, found: Lessons) -> tuple[float, float]:
    """How often the likeliest card is the wanted one; the mean entropy lost, in nats."""
    shape = found.places.shape
    liked = sum(
        logits(network, one.reshape(len(one), -1).astype(np.float64)).reshape(shape)
        for network, one in zip(learned, inputs_of_lessons(found), strict=True)
    )
    likely = _softmax(np.where(found.is_card, liked, -np.inf))
    same = likely.argmax(axis=1) == found.wanted.argmax(axis=1)
    wanted = found.wanted
    lost = np.where(wanted > 0, wanted * np.log((wanted + 1e-12) / (likely + 1e-12)), 0)
    return float(same.mean()), float(lost.sum(axis=1).mean())


def main() -> None:
    """Train all networks and store them."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    parser.add_argument("file", nargs="?", type=Path, default=WEIGHTS)
    wished = parser.parse_args()
    learned: list[Learned] = []
    for name, prior in zip(LEARNED, PRIORS, strict=True):
        chance = random.Random(f"{wished.seed} {name}")
        found = lessons(wished.decisions, prior, learned, chance, name)
        test = lessons(wished.decisions // 20, prior, learned, chance, "test")
        learned.append(train(found, np.random.default_rng(wished.seed)))
        same, lost = agreement(learned[-1], test)
        print(f"{name}: the wanted card in {same:.3f}, {lost:.3f} nats lost", flush=True)
    save(wished.file, learned)


if __name__ == "__main__":
    main()
