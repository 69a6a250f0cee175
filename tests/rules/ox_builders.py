"""Positions against the ox, and a team that agrees."""

from collections.abc import Sequence

from games.rules.actions import Agree, Propose
from games.rules.cards import OxKind
from games.rules.options import Options, Variant
from games.rules.ox_state import OxState
from games.rules.state import Cards, Row
from tests.rules.builders import Game, position, row

OX = Options(variant=Variant.OX)
ROWS = (row(12), row(37), row(43), row(58))


def against(
    rows: Sequence[Row],
    hands: Sequence[Cards],
    ox: Cards,
    *cards: OxKind,
    supply: tuple[OxKind, ...] = (),
    heads: int = 0,
    piles: Sequence[Cards] | None = None,
) -> Game:
    """A game in which the ox turns over these numbers; with these special cards face up."""
    state = position(rows, hands, options=OX, piles=piles)
    beast = OxState(ox, supply, cards, heads=heads)
    return Game(state.with_round(state.round._replace(ox=beast)))


def beast(game: Game) -> OxState:
    found = game.state.round.ox
    assert found is not None
    return found


def agree_all(game: Game, proposal: Propose) -> tuple[object, ...]:
    events = game.do(proposal)
    for seat in game.state.round.seats:
        if seat != proposal.seat:
            events += game.do(Agree(seat))
    return events
