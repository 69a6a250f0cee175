"""Positions that puzzles are made of: from finished games of the club, or dealt to bots. Pure."""

import random
from collections.abc import Sequence

from games.bots import choose, rng_of
from games.rules.actions import Action, ChooseCard
from games.rules.deal import SeededDealer
from games.rules.engine import apply, new_game, view_for
from games.rules.events import Events
from games.rules.options import Options
from games.rules.record import Record
from games.rules.replay import Replayer
from games.rules.state import Awaited, GameState

# A position: the game before anybody has chosen, and a seat.
Position = tuple[GameState, int]

LEVEL = "careful"
BOTS, ROUNDS = 4, 3


class _Watcher(Replayer):
    """Notes the game before each turn while its record is replayed."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.turns: list[GameState] = []

    def act(self, action: Action) -> Events:
        if isinstance(action, ChooseCard) and not any(self.state.round.choices):
            self.turns.append(self.state)
        return super().act(action)


def of_record(record: Record) -> list[Position]:
    """The positions of a finished game; InvalidRecord for an untrue record."""
    watcher = _Watcher(record)
    watcher.replay()
    return _of_each_seat(watcher.turns)


def of_bots(secret: bytes) -> list[Position]:
    """The positions of some rounds that bots play with cards of this secret."""
    dealer = SeededDealer(secret, ("puzzle",) * BOTS)
    state, _ = new_game(Options(max_rounds=ROUNDS), BOTS, dealer)
    turns = []
    while (decision := state.decision) is not None:
        if decision.kind is Awaited.CARD and not any(state.round.choices):
            turns.append(state)
        view = view_for(state, decision.seats[0])
        state, _ = apply(state, choose(view, LEVEL, rng_of(secret, view)), dealer)
    return _of_each_seat(turns)


def some(positions: Sequence[Position], most: int, secret: bytes) -> list[Position]:
    """So many of these positions at most, drawn by the secret."""
    chance = random.Random(secret)  # noqa: S311 (no secret of ours)
    return chance.sample(list(positions), min(most, len(positions)))


def _of_each_seat(turns: Sequence[GameState]) -> list[Position]:
    return [(state, seat) for state in turns for seat in state.round.seats]
