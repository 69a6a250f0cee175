"""What the choices of one seat cost in a finished game, each tried in many worlds. Pure.

All chance follows from the text that is passed as `secret`, and how many worlds there are from the
choices alone: the same game gives the same analysis on every machine.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from games import bots
from games.bots.evaluation import is_weighed, weigh
from games.practice.reasons import reason_for
from games.rules.actions import Action, ChooseCard, TakeRow
from games.rules.engine import view_for
from games.rules.events import Events, RoundScored, Took
from games.rules.record import Record
from games.rules.replay import Replayer
from games.rules.state import View

# For each choice.
MOST_WORLDS, FEWEST_WORLDS = 16_000, 300


class Choice(NamedTuple):
    """A decision of the seat. taken: the heads it had taken in its round before."""

    view: View
    action: Action
    taken: int


class _Watcher(Replayer):
    """Notes what a seat chose and took, by turn and by round, while the record is replayed."""

    def __init__(self, record: Record, seat: int) -> None:
        super().__init__(record)
        self.seat = seat
        self.choices: list[Choice] = []
        self.taken = 0
        self.turns: Counter[tuple[int, int]] = Counter()
        self.rounds: dict[int, int] = {}

    def act(self, action: Action) -> Events:
        before = self.state
        if isinstance(action, ChooseCard | TakeRow) and action.seat == self.seat:
            view = bots.as_asked(view_for(before, self.seat))
            if is_weighed(view):
                self.choices.append(Choice(view, action, self.taken))
        events = super().act(action)
        for event in events:
            if isinstance(event, Took) and event.seat == self.seat:
                self.taken += event.heads
                self.turns[before.round.number, before.round.turn] += event.heads
            elif isinstance(event, RoundScored):
                self.rounds[event.number] = self.taken
                self.taken = 0
        return events


def analyse(record: Record, seat: int, secret: bytes, placements: int) -> Iterator[dict[str, Any]]:
    """First {"total": choices}, then each choice as it is weighed, at last {"rounds": ...}.

    A choice has round, turn, its kind ("card" or "row"), chosen, rows, each a list of its numbers,
    weighed, a list of [card or row, heads, error, apart], reasons: what is to be said of the best
    card and of the chosen one, and took: the heads that its seat took in that turn.
    heads: those that the seat takes from then to the end of the round, on average; error: its
    standard error; apart: that of the difference to the best one. rounds: [number, heads expected
    with the best first choice, heads taken]. placements: so many cards are placed in all worlds
    together. InvalidRecord for an untrue record.
    """
    watcher = _Watcher(record, seat)
    watcher.replay()
    choices = watcher.choices
    yield {"total": len(choices)}
    expected: dict[int, float] = {}
    weight = sum(map(_placements, choices))
    for choice in choices:
        worlds = max(FEWEST_WORLDS, min(MOST_WORLDS, placements // max(1, weight)))
        told = _weigh(choice, worlds, secret)
        told["took"] = watcher.turns[told["round"], told["turn"]]
        expected.setdefault(told["round"], choice.taken + min(each[1] for each in told["weighed"]))
        yield told
    yield {
        "rounds": [
            [number, round(expected[number], 4), taken]
            for number, taken in watcher.rounds.items()
            if number in expected
        ]
    }


def _placements(choice: Choice) -> int:
    """Cards placed in one world in which all actions of a choice are tried."""
    view = choice.view
    return len(view.actions) * len(view.hand) * len(view.seats)


def _weigh(choice: Choice, worlds: int, secret: bytes) -> dict[str, Any]:
    view, chosen = choice.view, choice.action
    is_card = isinstance(chosen, ChooseCard)
    moment = f"|{view.round_number}|{view.turn_number}|{'card' if is_card else 'row'}"
    seed = hashlib.sha256(secret + moment.encode()).digest()[:16]
    source = np.random.PCG64(int.from_bytes(seed))
    actions = [action for action in view.actions if isinstance(action, ChooseCard | TakeRow)]
    found = weigh(view, actions, worlds, source)
    best = min(range(len(actions)), key=lambda at: found[at].heads)
    weighed = [[_value(action), *each] for action, each in zip(actions, found, strict=True)]
    return {
        "round": view.round_number,
        "turn": view.turn_number,
        "kind": "card" if is_card else "row",
        "chosen": _value(chosen),
        "rows": [row.cards for row in view.rows],
        "weighed": weighed,
        "reasons": [reason_for(view, _value(each)) for each in (actions[best], chosen)]
        if is_card
        else [None, None],
    }


def _value(action: Action) -> int:
    if isinstance(action, ChooseCard):
        return action.card
    assert isinstance(action, TakeRow)  # noqa: S101 - no other is weighed
    return action.row
