"""Which position of some games makes a puzzle: one card must be clearly the best. Pure."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from games.bots import evaluation, gap
from games.bots.evaluation import is_weighed
from games.practice.positions import Position, of_bots, of_record, some
from games.rules.actions import ChooseCard
from games.rules.engine import view_for
from games.rules.errors import RulesError
from games.rules.record_read import parse_record
from games.rules.state import Awaited, View, state_to_json

# The best card is so many standard errors better than the second, and by so many heads.
CLEAR_ERRORS, CLEAR_HEADS = 3.0, 0.5
# Positions of a game are looked at in a few worlds, the most promising ones again in many.
MOST_POSITIONS, LOOKED_AT_AGAIN = 60, 6
FEW_WORLDS, MANY_WORLDS = 60, 3000
FEWEST_CARDS, MOST_CARDS = 3, 9


class Weighed(NamedTuple):
    """What a card costs on average to the end of the round, in bull heads.

    error: the standard error of the difference to the best card, 0 for the best.
    """

    card: int
    heads: float
    error: float


class Found(NamedTuple):
    """A puzzle. source: the number of its game, None for that of bots. position: as JSON."""

    source: int | None
    position: dict[str, Any]
    seat: int
    weighed: tuple[Weighed, ...]


# The record of a finished game as JSON, and (round, turn, seat) of its puzzles.
Source = tuple[dict[str, Any], frozenset[tuple[int, int, int]]]


def find_puzzle(sources: Sequence[Source], secret: bytes) -> Found | None:
    """The first puzzle in these games, else one of bots that get cards of this secret.

    The same games and secret give the same puzzle on every machine.
    """
    for source, positions in _all_positions(sources, secret):
        drawn = some(positions, MOST_POSITIONS, secret)
        views = [view_for(state, seat) for state, seat in drawn]
        for at in most_promising(views, secret)[:LOOKED_AT_AGAIN]:
            weighed = weigh(views[at], secret, MANY_WORLDS)
            if is_clear(weighed):
                state, seat = drawn[at]
                return Found(source, state_to_json(state), seat, weighed)
    return None


def _all_positions(
    sources: Sequence[Source], secret: bytes
) -> Iterator[tuple[int | None, list[Position]]]:
    for number, (record, used) in enumerate(sources):
        # A log of an older version of the site may not lead to its game.
        with suppress(RulesError):
            positions = of_record(parse_record(record))
            yield (
                number,
                [
                    (state, seat)
                    for state, seat in positions
                    if (state.round.number, state.round.turn, seat) not in used
                    and is_puzzling(view_for(state, seat))
                ],
            )
    dealt = of_bots(secret)
    yield None, [(state, seat) for state, seat in dealt if is_puzzling(view_for(state, seat))]


def is_puzzling(view: View) -> bool:
    """Whether cards of this hand can be weighed, and there is a choice worth thinking about."""
    kind = view.decision.kind if view.decision else None
    is_card = kind is Awaited.CARD and FEWEST_CARDS <= len(view.hand) <= MOST_CARDS
    return is_card and is_weighed(view)


def most_promising(views: Sequence[View], secret: bytes) -> list[int]:
    """The indexes of positions, first those in which the gap player misses the best card.

    Among these, and among the others, by how much the best card leads.
    """
    looks = [weigh(view, secret, FEW_WORLDS) for view in views]
    return sorted(
        range(len(views)), key=lambda at: (_is_plain(views[at], looks[at]), -_lead(looks[at]))
    )


def weigh(view: View, secret: bytes, worlds: int) -> tuple[Weighed, ...]:
    """The cards of the hand, ascending, each tried in the same worlds."""
    moment = f"|{view.round_number}|{view.turn_number}|{view.seat}|{worlds}"
    seed = hashlib.sha256(secret + moment.encode()).digest()[:16]
    actions = [action for action in view.actions if isinstance(action, ChooseCard)]
    found = evaluation.weigh(view, actions, worlds, np.random.PCG64(int.from_bytes(seed)))
    return tuple(
        Weighed(action.card, each.heads, each.apart)
        for action, each in zip(actions, found, strict=True)
    )


def is_clear(weighed: Sequence[Weighed]) -> bool:
    """Whether the best card is better than each other one by more than chance explains."""
    best, *others = sorted(weighed, key=lambda each: each.heads)
    return all(
        each.heads - best.heads >= max(CLEAR_HEADS, CLEAR_ERRORS * each.error) for each in others
    )


def _lead(weighed: Sequence[Weighed]) -> float:
    best, second, *_others = sorted(each.heads for each in weighed)
    return second - best


def _is_plain(view: View, weighed: Sequence[Weighed]) -> bool:
    """Whether the gap player finds the best card."""
    best = min(weighed, key=lambda each: each.heads)
    return gap.choose(view) == ChooseCard(view.seat or 0, best.card)
