"""What a seat and a spectator may see: the only way out for cards."""

import pytest

from games.rules.actions import ChooseCard
from games.rules.cards import SpecialKind
from games.rules.engine import legal_actions, view_for
from games.rules.options import Options
from games.rules.state import GameState, View
from tests.rules.builders import Game, position, row

FIFTH, SEVEN, INSERT, REPLACE, SHIFT, STOP, MINUS = SpecialKind
ROWS = [row(12), row(37), row(43), row(58)]
HANDS = [(44, 90), (60, 91), (61, 92)]


def with_hidden_things_changed(state: GameState) -> GameState:
    """The same table for seat 0 and the public; other hands, choices, specials and pile differ."""
    hidden = state.round
    specials = hidden.specials
    return state._replace(
        round=hidden._replace(
            hands=(hidden.hands[0], (62, 93), (63, 94)),
            choices=(hidden.choices[0], 93, None),
            specials=specials._replace(
                hands=(specials.hands[0], (INSERT, SHIFT), (MINUS,)),
                pile=tuple(reversed(specials.pile)),
            ),
        )
    )


@pytest.fixture
def state() -> GameState:
    specials = [[FIFTH, STOP], [SEVEN, SEVEN], [REPLACE]]
    start = position(
        ROWS, HANDS, specials=specials, special_pile=[STOP, SHIFT, INSERT], discard=[MINUS]
    )
    game = Game(start)
    game.do(ChooseCard(0, 90))
    game.do(ChooseCard(1, 60))
    return game.state


@pytest.mark.parametrize("seat", [0, None])
def test_hidden_things_make_no_difference_to_a_view(state: GameState, seat: int | None) -> None:
    assert view_for(with_hidden_things_changed(state), seat) == view_for(state, seat)


def test_a_seat_sees_its_own_hand_choice_specials_and_what_it_may_do(state: GameState) -> None:
    view = view_for(state, 0)

    assert (view.hand, view.choice, view.specials) == ((44, 90), 90, (FIFTH, STOP))
    assert view.actions == legal_actions(state, 0)


def test_a_spectator_sees_no_hand_and_may_do_nothing(state: GameState) -> None:
    view = view_for(state, None)

    assert (view.hand, view.choice, view.specials, view.actions) == ((), None, (), ())


def test_everybody_sees_who_has_chosen_and_how_many_cards_there_are(state: GameState) -> None:
    view = view_for(state, None)

    assert view.chosen == {0, 1}
    assert view.hand_sizes == (2, 2, 2)
    assert view.special_counts == (2, 2, 1)
    assert view.special_pile_size == 3
    assert view.discard == (MINUS,)


@pytest.mark.parametrize("seat", [1, None])
def test_everybody_sees_the_table(state: GameState, seat: int | None) -> None:
    view = view_for(state, seat)
    round = state.round

    assert view.seat == seat
    assert (view.options, view.player_count) == (state.options, 3)
    assert (view.round_number, view.turn_number, view.seats) == (1, 1, (0, 1, 2))
    assert (view.rows, view.piles, view.pile_heads) == (round.rows, round.piles, round.pile_heads)
    assert (view.pool, view.picks) == ((), ((), (), ()))
    assert view.eliminated_in == (None, None, None)
    assert view.decision == state.decision


def test_numbers_seen_are_those_laid_revealed_and_taken() -> None:
    game = Game(position(ROWS, HANDS, piles=[(1, 2), (), ()]))
    before = view_for(game.state, 1).seen
    game.reveal(44, 60, 61)

    assert before == {12, 37, 43, 58, 1, 2}
    assert view_for(game.state, 1).seen == before | {44, 60, 61}


def test_while_a_low_card_waits_all_revealed_cards_are_seen() -> None:
    game = Game(position(ROWS, [(5, 90), (60, 91)]))
    game.reveal(5, 60)

    view = view_for(game.state, 1)
    assert view.revealed == ((0, 5), (1, 60))
    assert {5, 60} <= view.seen
    assert view.actions == ()


def test_a_base_game_has_no_specials_to_see() -> None:
    view = view_for(position(ROWS, HANDS), 0)

    assert (view.specials, view.special_counts, view.special_pile_size) == ((), (0, 0, 0), 0)


def test_the_end_is_seen_with_totals_and_ranks() -> None:
    options = Options(max_rounds=1)
    game = Game(position(ROWS, [(60,), (61,)], options=options, piles=[(55,), ()]))
    game.reveal(60, 61)

    view = view_for(game.state, 1)
    assert (view.decision, view.totals, view.ranks) == (None, (7, 0), (2, 1))
    assert view.round_scores == ((7, 0),)


def test_no_field_joined_the_view_unnoticed() -> None:
    """A new field must be thought of here: may everybody see it?"""
    assert set(View._fields) == {
        "options", "player_count", "seat", "round_number", "turn_number", "seats", "rows",
        "hand", "hand_sizes", "chosen", "choice", "revealed", "piles", "pile_heads",
        "round_scores", "totals", "eliminated_in", "pool", "picks", "specials",
        "special_counts", "discard", "special_pile_size", "boxed", "shown", "drafted",
        "decision", "actions", "ranks", "flips", "is_flipped", "ox", "turns",
    }  # fmt: skip
