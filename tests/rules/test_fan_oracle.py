"""Random turns beside each fan card end as a second, plainer program says."""

import random

import pytest

from games.rules.actions import ChooseCard, TakeRow
from games.rules.deal import SeededDealer
from games.rules.engine import apply, legal_actions, new_game
from games.rules.options import Options
from games.rules.state import GameState
from tests.rules.fan_oracle import Oracle, turned

GAMES = 15
FANS = ("even_odd", "mountain", "flip")


def turns_that_agree(fan: str, seed: int) -> int:
    """Play a game of chance by both programs; how many turns it had."""
    chance = random.Random(f"{fan} {seed}")
    options = Options.from_json(
        {fan: True, "known_cards": chance.random() < 0.3, "draft": chance.random() < 0.1}
    )
    players = chance.randrange(2, 11)
    dealer = SeededDealer(chance.randbytes(32), ("a", "b"))
    state, _ = new_game(options, players, dealer)
    turns = number = 0
    while not state.is_over:
        while state.round.is_drafting:
            state, _ = apply(state, chance.choice(legal_actions(state, state.round.picker)), dealer)
        if state.round.number != number:
            number = state.round.number
            first = tuple(row.cards[0] for row in state.round.rows)
            oracle = Oracle.dealt(fan, first, players)
        before = state.round
        plays = [chance.choice(legal_actions(state, seat)) for seat in before.seats]
        taken: list[int] = []
        for play in plays:
            assert isinstance(play, ChooseCard)
            state, _ = apply(state, play, dealer)
        while state.decision is not None and state.decision.kind == "row":
            seat = state.decision.seats[0]
            take = chance.choice(legal_actions(state, seat))
            assert isinstance(take, TakeRow)
            taken.append(take.row)
            state, _ = apply(state, take, dealer)
        rows = iter(taken)
        oracle.turn(
            [(p.seat, p.card, p.flipped) for p in plays if isinstance(p, ChooseCard)],
            lambda *_asked, rows=rows: next(rows),
        )
        assert not list(rows)
        turns += 1
        if state.round.number == number and not state.is_over:
            compare(state, oracle)
        assert_told(state, oracle, number)
    return turns


def compare(state: GameState, oracle: Oracle) -> None:
    rows = state.round.rows
    assert [list(row.cards) for row in rows] == [[card for card, _ in row] for row in oracle.rows]
    assert [row.end for row in rows] == [row[-1][1] for row in oracle.rows]
    shown = {index: row.fan.value for index, row in enumerate(rows) if row.fan}
    assert shown == ({} if oracle.at is None else {oracle.at: oracle.shows})
    assert [list(pile) for pile in state.round.piles] == oracle.piles
    for row in rows:
        assert all(card in oracle.flipped and turned(card) != card for card in row.flipped)


def assert_told(state: GameState, oracle: Oracle, number: int) -> None:
    """The heads of a round that is over are those of the piles."""
    if len(state.round_scores) == number:
        assert list(state.round_scores[-1]) == oracle.heads()


@pytest.mark.parametrize("fan", FANS)
def test_random_turns_end_as_a_plainer_program_says(fan: str) -> None:
    turns = sum(turns_that_agree(fan, seed) for seed in range(GAMES))

    assert turns > 10 * GAMES
