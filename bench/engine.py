"""How many rounds a second the rules play: `python -m bench.engine [games]`.

Whole games of four players who choose at random, dealt from seeds as at a table, every action asked
for and checked; then fast rounds of the base game, dealt from the same seeds. One process; its own
processor time, the best of seven runs.
"""

import random
import sys
import time
from collections.abc import Iterable

from bench.fast_round import FastRound
from games.rules.deal import SeededDealer
from games.rules.engine import apply, legal_actions, new_game
from games.rules.options import FIRST_ROWS, Ending, Options, Variant
from games.rules.state import Row

PLAYERS = 4
SEATS = range(PLAYERS)
RUNS = 7
FAST_ROUNDS = 4

BASE_GAME = Options()
VARIANTS = {
    "base game": BASE_GAME,
    "known cards, draft": Options(known_cards=True, draft=True),
    "elimination": Options(ending=Ending.ELIMINATION),
    "cabriole": Options(cabriole=True),
    "special cards": Options(variant=Variant.SPECIAL),
    "even_odd": Options(even_odd=True),
    "mountain": Options(mountain=True),
    "flip": Options(flip=True),
}


def dealer_for(seed: int) -> SeededDealer:
    return SeededDealer(seed.to_bytes(32, "big"), ("north", "east", "south", "west"))


def play_game(options: Options, dealer: SeededDealer, chance: random.Random) -> int:
    """Play one game to its end; its number of rounds."""
    state, _ = new_game(options, PLAYERS, dealer)
    while (decision := state.decision) is not None:
        offered = legal_actions(state, decision.seats[0])
        state, _ = apply(state, chance.choice(offered), dealer)
    return len(state.round_scores)


def rounds_a_second(options: Options, seeds: Iterable[int]) -> float:
    """Rounds of the games with these seeds by processor time."""
    rounds = 0
    started = time.process_time()
    for seed in seeds:
        rounds += play_game(options, dealer_for(seed), random.Random(seed))
    return rounds / (time.process_time() - started)


def play_fast_round(dealer: SeededDealer, number: int, chance: random.Random) -> tuple[int, ...]:
    """Deal a round of the base game and play it as a fast one; the heads by seat."""

    def choose_row(_fast: FastRound, _seat: int, _card: int) -> int:
        return int(chance.random() * FIRST_ROWS)

    hands, first = dealer.numbers(number, BASE_GAME.deck(PLAYERS), PLAYERS, BASE_GAME.hand_size)
    fast = FastRound([Row((card,)) for card in first], [()] * PLAYERS)
    orders = [sorted(hand, key=lambda _: chance.random()) for hand in hands]
    for cards in zip(*orders, strict=True):
        fast.play_turn(zip(cards, SEATS, strict=True), choose_row)
    return fast.heads


def fast_rounds_a_second(seeds: Iterable[int]) -> float:
    """Fast rounds by processor time, four for each of these seeds."""
    rounds = 0
    started = time.process_time()
    for seed in seeds:
        dealer = dealer_for(seed)
        chance = random.Random(seed)
        for number in range(1, FAST_ROUNDS + 1):
            play_fast_round(dealer, number, chance)
        rounds += FAST_ROUNDS
    return rounds / (time.process_time() - started)


def main(games: int) -> None:
    for name, options in VARIANTS.items():
        best = max(rounds_a_second(options, range(games)) for _ in range(RUNS))
        print(f"{name:<20} {best:6.0f} rounds a second")
    best = max(fast_rounds_a_second(range(games)) for _ in range(RUNS))
    print(f"{'base game, fast':<20} {best:6.0f} rounds a second")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
