"""How the careful player counts."""

import pytest

from games.bots import careful
from games.rules.actions import ChooseCard, TakeRow
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Options, Variant
from games.rules.state import View
from tests.rules.builders import Game, dealer, position, row


def view_of(*hand: int, rows: list[int] | None = None) -> View:
    """The view of the first of two players."""
    lying = [row(end) for end in rows or (10, 40, 60, 80)]
    return view_for(position(lying, [hand, (103,) * len(hand)]), 0)


def test_it_counts_the_numbers_that_others_may_hold() -> None:
    unseen = careful.unseen_numbers(view_of(1, 2, 50))
    assert len(unseen) == 104 - 4 - 3
    assert not {1, 2, 50, 10, 40, 60, 80} & set(unseen)


def test_after_a_draft_it_counts_what_the_others_have_picked() -> None:
    state, _ = new_game(Options(draft=True), 2, dealer())
    while state.round.is_drafting:
        seat = state.round.picker
        state, _ = apply(state, view_for(state, seat).actions[0], dealer())
    assert careful.unseen_numbers(view_for(state, 0)) == state.round.hands[1]


@pytest.mark.parametrize(
    ("count", "wanted", "unseen", "drawn", "chance"),
    [
        (0, 1, 2, 1, 1 / 2),
        (1, 1, 3, 2, 2 / 3),
        # Two of four drawn, both of the two wanted ones: one way of six.
        (2, 2, 4, 2, 1 / 6),
        (2, 1, 4, 2, 0),
        (3, 3, 9, 2, 0),
        (0, 0, 0, 1, 1),
    ],
)
def test_chances_are_those_of_cards_drawn_without_putting_back(
    count: int, wanted: int, unseen: int, drawn: int, chance: float
) -> None:
    assert careful.chance_of(count, wanted, unseen, drawn) == pytest.approx(chance)


def test_a_full_row_costs_its_heads_unless_somebody_takes_it_first() -> None:
    rows = [row(12, 14, 15, 21, 26), row(50)]
    # One other player with any of four numbers, of which 27 and 28 would take the row before 29.
    cost = careful.expected_heads(rows, 29, (27, 28, 60, 70), others=1)
    # They do so in half of the times that chance says: 12, 14, 15, 21 and 26 have six heads.
    assert cost == pytest.approx(6 * (1 - 0.5 / 2))


def test_a_row_with_one_place_costs_if_just_one_number_comes_between() -> None:
    rows = [row(12, 14, 15, 21), row(50)]
    # 1 + 1 + 2 + 1 heads, and the one head of the number between.
    cost = careful.expected_heads(rows, 29, (27, 60), others=1)
    assert cost == pytest.approx((5 + 1) / 2)


def test_a_low_card_costs_the_cheapest_row_unless_a_lower_one_is_played() -> None:
    rows = [row(12, 14), row(55)]
    cost = careful.expected_heads(rows, 9, (3, 60, 61), others=1)
    assert cost == pytest.approx(2 * (1 - 0.5 / 3))


def test_it_rather_fills_an_empty_row_than_goes_close_to_a_row_that_is_nearly_full() -> None:
    rows = [row(12, 22, 33, 44), row(60), row(70), row(80)]
    view = view_for(position(rows, [(49, 68), (1, 2)]), 0)
    assert careful.choose(view) == ChooseCard(0, 68)


def test_what_is_no_choice_of_a_card_and_what_it_does_not_know_it_leaves_to_the_gap_player() -> (
    None
):
    game = Game(position([row(12), row(37, 55), row(43), row(58)], [(5, 90), (99, 100)]))
    game.reveal(5, 99)
    assert careful.choose(view_for(game.state, 0)) == TakeRow(0, 0)
    assert careful.understands(Options(cabriole=True, known_cards=True, draft=True))
    assert not careful.understands(Options(mountain=True))
    assert not careful.understands(Options(variant=Variant.SPECIAL))
