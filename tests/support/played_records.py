"""Records of whole games of every variant, played at random from a fixed seed."""

import random
from typing import Any

from games.rules.actions import Action, Agree, KeepSpecials, PassSpecial, Ready
from games.rules.deal import SeededDealer
from games.rules.engine import apply, legal_actions, new_game
from games.rules.options import Ending, Options, Variant
from games.rules.record_export import export_record

SPECIAL = Options(variant=Variant.SPECIAL)
# A name, the options and the number of players.
VARIANTS: dict[str, tuple[Options, int]] = {
    "base": (Options(), 4),
    "two": (Options(limit=20), 2),
    "ten": (Options(max_rounds=2), 10),
    "known cards": (Options(known_cards=True), 3),
    "draft": (Options(draft=True, max_rounds=2), 3),
    "draft of known cards": (Options(draft=True, known_cards=True, max_rounds=2), 2),
    "cabriole": (Options(cabriole=True, limit=30), 4),
    "elimination": (Options(ending=Ending.ELIMINATION, limit=30), 5),
    "known cards and elimination": (
        Options(ending=Ending.ELIMINATION, limit=30, known_cards=True),
        4,
    ),
    "even_odd": (Options(even_odd=True, limit=30), 4),
    "mountain": (Options(mountain=True, limit=30), 5),
    "flip": (Options(flip=True, limit=30), 4),
    "flip in a draft of known cards": (
        Options(flip=True, draft=True, known_cards=True, max_rounds=2),
        3,
    ),
    "ox": (Options(variant=Variant.OX), 3),
    "ox of six with known cards": (Options(variant=Variant.OX, known_cards=True), 6),
    "ox alone": (Options(variant=Variant.OX), 1),
    "special": (SPECIAL, 3),
    "special with reshuffles": (SPECIAL, 8),
}


def played(
    options: Options, players: int, chance: random.Random
) -> tuple[SeededDealer, list[Action]]:
    """The dealer and the actions of a game; its players seldom pass and seldom keep a special."""
    names = tuple(f"Joueur {seat} é" for seat in range(players))
    dealer = SeededDealer(chance.randbytes(32), names)
    state, _ = new_game(options, players, dealer)
    actions = []
    while state.decision is not None:
        legal = legal_actions(state, state.decision.seats[0])
        eager = [one for one in legal if not isinstance(one, KeepSpecials | PassSpecial)]
        action = chance.choice(eager if eager and chance.random() < 0.8 else legal)
        ends = [one for one in legal if isinstance(one, Agree | Ready)]
        if ends and chance.random() < 0.7:
            action = ends[0]
        actions.append(action)
        state, _ = apply(state, action, dealer)
    return dealer, actions


def played_record(name: str, seed: int = 0) -> dict[str, Any]:
    """The record of a game of a variant of this name."""
    options, players = VARIANTS[name]
    dealer, actions = played(options, players, random.Random(f"{name} {seed}"))
    names = tuple(f"Player {seat}" for seat in range(players))
    return export_record(options, names, dealer, actions, None)
