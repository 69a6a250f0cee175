"""The take of a game that cost the most, found by playing its actions again; pure."""

from collections.abc import Iterable
from typing import NamedTuple

from games.rules.actions import Action
from games.rules.dealer import Dealer
from games.rules.engine import apply, new_game
from games.rules.events import Events, HeadsCancelled, Took
from games.rules.options import Options
from games.rules.state import Cards


class WorstTake(NamedTuple):
    """A row taken. round and turn count from 1, row from 0.

    heads: what it added to the pile, less what `minus_is_plus` cancelled.
    """

    round: int
    turn: int
    seat: int
    row: int
    cards: Cards
    heads: int


def worst_take_of(
    options: Options, players: int, dealer: Dealer, actions: Iterable[Action]
) -> WorstTake | None:
    """The worst take, the earliest of equal ones; None where nobody took anything.

    Raises RulesError for actions that are not of such a game.
    """
    state, _ = new_game(options, players, dealer)
    worst = None
    for action in actions:
        before = state.round
        state, events = apply(state, action, dealer)
        for take in takes_in(events, before.number, before.turn, before.pile_heads):
            if take.heads > (worst.heads if worst else 0):
                worst = take
    return worst


def takes_in(
    events: Events, round_number: int, turn: int, pile_heads: tuple[int, ...]
) -> list[WorstTake]:
    """The takes of some events of one turn. pile_heads: by seat, before these events."""
    takes: list[WorstTake] = []
    heads = list(pile_heads)
    for event in events:
        match event:
            case Took(seat, row, cards, taken):
                takes.append(WorstTake(round_number, turn, seat, row, cards, taken))
                heads[seat] += taken
            case HeadsCancelled(seat, _, left):
                takes[-1] = takes[-1]._replace(heads=takes[-1].heads - (heads[seat] - left))
                heads[seat] = left
    return takes
