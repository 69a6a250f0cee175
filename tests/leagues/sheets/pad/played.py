"""Games that bots played by the engine, and their pads as somebody would write them down."""

import random
from functools import cache

from games.bots.levels import choose
from games.rules.deal import SeededDealer
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Ending, Options, Variant
from games.rules.state import GameState
from leagues.sheets.score_sheet import Pad

WAYS_TO_PLAY = {
    "base": Options(),
    "short": Options(limit=12),
    "three rounds": Options(max_rounds=3),
    "known cards": Options(known_cards=True),
    "draft": Options(known_cards=True, draft=True, max_rounds=2),
    "cabriole": Options(cabriole=True),
    "even_odd": Options(even_odd=True, max_rounds=2),
    "mountain": Options(mountain=True, max_rounds=2),
    "flip": Options(flip=True, max_rounds=2),
    "elimination": Options(ending=Ending.ELIMINATION, known_cards=True),
    "long elimination": Options(ending=Ending.ELIMINATION, cabriole=True, limit=150),
    "elimination of four rounds": Options(ending=Ending.ELIMINATION, max_rounds=4),
    "special": Options(variant=Variant.SPECIAL),
}


@cache
def play(options: Options, players: int, seed: int, level: str = "random") -> GameState:
    """A finished game; the same arguments give the same game."""
    dealer = SeededDealer(seed.to_bytes(4, "big"), ("Alice", "Bob"))
    rng = random.Random(seed)
    state, _ = new_game(options, players, dealer)
    while (decision := state.decision) is not None:
        view = view_for(state, decision.seats[0])
        state, _ = apply(state, choose(view, level, rng), dealer)
    return state


def written_down(state: GameState) -> Pad:
    """The pad of a game: a player who is out has no cell."""
    out = state.eliminated_in
    return Pad(
        tuple(f"player {seat}" for seat in range(state.player_count)),
        tuple(
            tuple(
                heads if (out[seat] or number) >= number else None
                for seat, heads in enumerate(scores)
            )
            for number, scores in enumerate(state.round_scores, 1)
        ),
    )
