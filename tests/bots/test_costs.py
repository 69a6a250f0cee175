"""What a play costs at once, as the bots count it."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.arena import Arena, Lineup
from games.bots.costs import cheapest_row, cost_beside_fan_card, placing_cost, special_cost
from games.bots.gap import choose
from games.rules.actions import (
    Action,
    ChooseCard,
    KeepSpecials,
    PassSpecial,
    PlaySpecial,
    TakeRow,
)
from games.rules.cards import FanFace
from games.rules.deal import SeededDealer
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Options, Variant
from games.rules.state import Awaited, GameState, Row, View
from tests.rules.builders import dealer, position, row

LEAFLET = [row(12, 14, 15, 21, 26), row(37), row(43, 44), row(58, 61)]


@pytest.mark.parametrize(
    ("card", "heads"),
    [
        (45, 0),  # room after 44
        (30, 6),  # the sixth card: 12 14 15 21 26
        (3, 1),  # a low card takes the 37
    ],
)
def test_a_number_costs_the_row_it_takes(card: int, heads: int) -> None:
    assert placing_cost(LEAFLET, card) == heads


def test_a_blocked_row_is_neither_joined_nor_taken() -> None:
    rows = [row(12), row(37, stopped=True), row(55), row(60)]

    assert placing_cost(rows, 40) == 0
    assert placing_cost(rows, 5) == 1
    assert cheapest_row([row(12, stopped=True), row(55), row(60)]) == 2


def test_of_five_rows_the_number_is_taken_too() -> None:
    assert placing_cost([*LEAFLET, row(90)], 10) == 1 + 3


def test_where_the_cabriole_lands_is_counted() -> None:
    rows = [row(50, cabriole=True), row(1, 2, 3, 4, 6), row(80), row(90)]

    assert placing_cost(rows, 51) == 4
    assert placing_cost(rows, 81) == 0


def placements(options: Options, seed: int) -> Iterator[tuple[GameState, View]]:
    """A game of three that play at random: each state in which a number is placed by choice."""
    lineup = Lineup(options, ("random",) * 3, seed)
    dealer = lineup.dealer(0)
    state, _ = new_game(options, 3, dealer)
    for action in Arena(lineup, clock=lambda: 0.0).play(0):
        if isinstance(action, PlaySpecial | PassSpecial | TakeRow):
            yield state, view_for(state, action.seat)
        state, _ = apply(state, action, dealer)


def charged(state: GameState, play: Action) -> int:
    """The heads that a play brings into the player's pile, a low card taking the cheapest row."""
    number = state.round.number
    before = state.round.pile_heads[play.seat]
    dealer = SeededDealer(bytes(32), ("a", "b", "c"))
    state, _ = apply(state, play, dealer)
    while (decision := state.decision) is not None and decision.seats[0] == play.seat:
        if decision.kind is Awaited.ROW:
            row = cheapest_row(state.round.rows)
            state, _ = apply(state, TakeRow(play.seat, row), dealer)
        elif decision.kind is Awaited.EXCHANGE:
            state, _ = apply(state, KeepSpecials(play.seat), dealer)
        else:
            break
    if state.is_over or state.round.number > number:
        return state.round_scores[number - 1][play.seat] - before
    return state.round.pile_heads[play.seat] - before


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_a_special_card_costs_what_the_rules_charge(seed: int) -> None:
    for state, view in placements(Options(variant=Variant.SPECIAL), seed):
        for play in view.actions:
            if isinstance(play, PlaySpecial):
                assert special_cost(view, play) == charged(state, play)


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_a_low_card_costs_what_the_rules_charge_jumps_included(seed: int) -> None:
    for state, view in placements(Options(cabriole=True, max_rounds=3), seed):
        _, card = view.revealed[0]
        take = TakeRow(view.revealed[0][0], cheapest_row(view.rows))
        assert placing_cost(view.rows, card) == charged(state, take)


@pytest.mark.parametrize(
    ("rows", "number", "cost"),
    [
        # Nearest is the 24, of the wrong parity; the row of five before it costs 6.
        ([row(9, 12, 13, 15, 17), Row((24,), fan=FanFace.EVEN), row(43), row(58)], 25, 6),
        ([row(9, 12, 13, 15, 17), Row((24,), fan=FanFace.EVEN), row(43), row(58)], 26, 0),
        # It fits no row, and the cheapest costs 1.
        ([row(50), row(60), row(71), Row((10,), fan=FanFace.UP)], 30, 1),
        ([row(50), row(60), row(71), Row((40,), fan=FanFace.UP)], 30, 0),
        # The 64 lies there as 46.
        ([row(12), row(37), Row((43, 44, 64), flipped=(64,)), row(58)], 45, 0),
    ],
)
def test_beside_a_fan_card_a_number_costs_what_its_row_costs(
    rows: list[Row], number: int, cost: int
) -> None:
    assert cost_beside_fan_card(rows, number) == cost


def test_the_gap_player_flips_only_to_save_heads() -> None:
    flips = new_game(Options(flip=True), 2, dealer())[0].round.flips
    rows = [row(55, 56, 57, 58, 59), row(61), row(80), row(90)]

    def choice(*hand: int) -> Action:
        state = position(rows, [hand, (1, 2)], options=Options(flip=True))
        return choose(view_for(state.with_round(state.round._replace(flips=flips)), 0))

    # 60 takes seven and more; 26 is low and takes one head; 62 of 26 takes nothing.
    assert choice(26, 60) == ChooseCard(0, 26, flipped=True)
    assert choice(26, 60, 63) == ChooseCard(0, 63)
