"""How the gap player decides."""

import pytest

from games.bots import gap
from games.rules.actions import (
    ChooseCard,
    KeepSpecials,
    PassSpecial,
    PickCard,
    PlaySpecial,
    TakeRow,
)
from games.rules.cards import SpecialKind
from games.rules.engine import new_game, view_for
from games.rules.options import Options
from games.rules.state import Row, View
from tests.rules.builders import Game, dealer, position, row

ROWS = [row(12, 14, 15, 21, 26), row(37), row(43, 44), row(58, 61)]


def hand_of(*cards: int) -> View:
    return view_for(position(ROWS, [cards, (100,) * len(cards)]), 0)


def asked(rows: list[Row], cards: tuple[int, ...], *kinds: SpecialKind) -> View:
    """The first of two, about to place the first of these cards, holds these specials."""
    game = Game(position(rows, [cards, (103, 104)], specials=[kinds, ()]))
    game.reveal(cards[0], 103)
    return view_for(game.state, 0)


def test_a_card_goes_where_the_gap_is_smallest() -> None:
    assert gap.choose(hand_of(41, 46, 70)) == ChooseCard(0, 46)


def test_a_full_row_is_avoided_even_for_a_smaller_gap() -> None:
    assert gap.choose(hand_of(27, 57)) == ChooseCard(0, 57)


def test_a_low_card_that_costs_one_head_is_better_than_a_sixth_card() -> None:
    assert gap.choose(hand_of(5, 27)) == ChooseCard(0, 5)


def test_a_low_card_takes_the_cheapest_row() -> None:
    game = Game(position([row(55), row(10, 12), row(20), row(30)], [(3, 4), (40, 41)]))
    game.reveal(3, 40)

    assert gap.choose(view_for(game.state, 0)) == TakeRow(0, 2)


def test_in_a_draft_it_picks_a_hand_of_all_heights() -> None:
    game = Game(new_game(Options(draft=True), 2, dealer())[0])

    picks = []
    for seat in (0, 1) * 3:
        action = gap.choose(view_for(game.state, seat))
        assert isinstance(action, PickCard)
        picks.append(action.card)
        game.do(action)

    assert picks[::2] == [52, 26, 78]


def test_a_special_card_saves_a_take() -> None:
    view = asked(ROWS, (30, 99), SpecialKind.FIFTH_ROW)

    assert gap.choose(view) == PlaySpecial(0, SpecialKind.FIFTH_ROW)


def test_a_special_card_is_kept_where_nothing_is_lost() -> None:
    view = asked(ROWS, (45, 99), SpecialKind.FIFTH_ROW, SpecialKind.STOP)

    assert gap.choose(view) == PassSpecial(0)


def test_a_special_card_that_would_hurt_is_passed_over() -> None:
    rows = [row(12, 14, 15, 21, 26), row(55), row(60), row(70)]
    view = asked(rows, (30, 99), SpecialKind.REPLACE)

    assert gap.choose(view) == PlaySpecial(0, SpecialKind.REPLACE, card=99)
    assert gap.choose(asked(rows, (99, 30), SpecialKind.REPLACE)) == PassSpecial(0)


def test_the_most_heads_are_cancelled() -> None:
    rows = [row(12, 14, 15, 22, 26), row(55), row(60), row(70)]
    view = asked(rows, (30, 99), SpecialKind.MINUS_IS_PLUS)

    assert gap.choose(view) == PlaySpecial(0, SpecialKind.MINUS_IS_PLUS, card=22)


def test_it_exchanges_nothing() -> None:
    game = Game(position(ROWS, [(30, 99), (103, 104)], specials=[(SpecialKind.STOP,), ()]))
    game.reveal(30, 103)
    game.pass_special()

    assert gap.choose(view_for(game.state, 0)) == KeepSpecials(0)


def test_out_of_time_no_special_card_is_played() -> None:
    view = asked(ROWS, (30, 99), SpecialKind.FIFTH_ROW)

    assert gap.choose_plainly(view) == PassSpecial(0)


def test_who_is_not_awaited_has_nothing_to_choose() -> None:
    state = position(ROWS, [(1, 2), (3, 4)])

    with pytest.raises(ValueError, match="nothing is awaited"):
        gap.choose(view_for(state, None))
