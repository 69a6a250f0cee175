"""How many rounds a second the rules play: `python -m bench.engine [games]`.

Whole games of four players who choose at random, dealt from seeds as at a table, every action asked
for and checked. One process; its own processor time, the best of seven runs.
"""

import random
import sys
import time
from collections.abc import Iterable

from games.rules.deal import SeededDealer
from games.rules.engine import apply, legal_actions, new_game
from games.rules.options import Ending, Options, Variant

PLAYERS = 4
RUNS = 7

VARIANTS = {
    "base game": Options(),
    "known cards, draft": Options(known_cards=True, draft=True),
    "elimination": Options(ending=Ending.ELIMINATION),
    "cabriole": Options(cabriole=True),
    "special cards": Options(variant=Variant.SPECIAL),
}


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
        dealer = SeededDealer(seed.to_bytes(32, "big"), ("north", "east", "south", "west"))
        rounds += play_game(options, dealer, random.Random(seed))
    return rounds / (time.process_time() - started)


def main(games: int) -> None:
    for name, options in VARIANTS.items():
        best = max(rounds_a_second(options, range(games)) for _ in range(RUNS))
        print(f"{name:<20} {best:6.0f} rounds a second")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
