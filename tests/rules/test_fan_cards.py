"""Even/Odd, Mountain and Flip (S2; RULES.md, Fan cards)."""

import pytest

from games.rules.actions import ChooseCard, TakeRow
from games.rules.cards import FLIPPED, FanFace
from games.rules.deal import SeededDealer
from games.rules.engine import legal_actions, new_game, view_for
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.events import FanCardMoved, Placed, Revealed, TakeReason, Took
from games.rules.options import Options
from games.rules.state import GameState, Row
from tests.rules.builders import Game, dealer, position, row

EVEN_ODD = Options(even_odd=True)
MOUNTAIN = Options(mountain=True)
FLIP = Options(flip=True)
EVEN, ODD, UP, DOWN = FanFace.EVEN, FanFace.ODD, FanFace.UP, FanFace.DOWN


def faces(state: GameState) -> list[FanFace | None]:
    return [row.fan for row in state.round.rows]


# --- Even/Odd -----------------------------------------------------------------------------


def marked(face: FanFace, *cards: int) -> Row:
    return Row(cards, fan=face)


def test_even_odd_is_laid_at_the_lowest_first_card_and_shows_its_parity() -> None:
    for seed in range(10):
        state, _ = new_game(EVEN_ODD, 4, dealer(seed))

        rows = state.round.rows
        lowest = min(rows, key=lambda each: each.last)
        assert faces(state).index(ODD if lowest.last % 2 else EVEN) == rows.index(lowest)
        assert faces(state).count(None) == 3


def test_its_row_takes_only_numbers_of_its_parity() -> None:
    rows = [row(12), marked(EVEN, 24), row(43), row(58)]
    game = Game(position(rows, [(27, 1), (26, 2)], options=EVEN_ODD))

    game.reveal(27, 26)

    assert game.rows == [(12, 27), (24, 26), (43,), (58,)]


def test_a_number_that_only_the_parity_shuts_out_takes_any_row_the_marked_one_too() -> None:
    rows = [marked(EVEN, 12), row(24), row(43), row(58)]
    game = Game(position(rows, [(15, 1), (59, 2)], options=EVEN_ODD))
    game.reveal(15, 59)

    assert legal_actions(game.state, 0) == tuple(TakeRow(0, index) for index in range(4))
    events = game.do(TakeRow(0, 0))

    # 15 is the lowest end now: the card stays, and shows another parity.
    assert events[:3] == (
        Took(0, 0, (12,), 1, TakeReason.LOW),
        Placed(0, 15, 0),
        FanCardMoved(0, 0, ODD),
    )
    assert faces(game.state) == [ODD, None, None, None]


def test_after_a_take_it_goes_to_the_lowest_end_before_the_next_card_is_placed() -> None:
    rows = [row(9, 12, 13, 15, 17), marked(EVEN, 24), row(43), row(58)]
    game = Game(position(rows, [(19, 1), (22, 2)], options=EVEN_ODD))

    events = game.reveal(19, 22)

    assert events[1:4] == (
        Took(0, 0, (9, 12, 13, 15, 17), 6, TakeReason.SIXTH),
        Placed(0, 19, 0),
        FanCardMoved(1, 0, ODD),
    )
    # 22 is higher than 19 only, and even.
    assert game.state.decision is not None
    assert (game.state.decision.kind, game.state.decision.seats) == ("row", (1,))


def test_it_stays_while_nothing_is_taken() -> None:
    rows = [row(10), marked(EVEN, 24), row(43), row(58)]
    game = Game(position(rows, [(26, 1), (11, 2)], options=EVEN_ODD))

    events = game.reveal(26, 11)

    assert faces(game.state) == [None, EVEN, None, None]
    assert not [event for event in events if isinstance(event, FanCardMoved)]


def test_its_own_row_of_five_is_taken_by_the_sixth_of_its_parity() -> None:
    rows = [marked(EVEN, 2, 4, 6, 8, 10), row(20), row(43), row(58)]
    game = Game(position(rows, [(12, 1), (60, 2)], options=EVEN_ODD))

    game.reveal(12, 60)

    assert game.rows[0] == (12,)
    assert game.heads == (7, 0)
    assert faces(game.state) == [EVEN, None, None, None]


# --- Mountain -----------------------------------------------------------------------------


def test_the_mountain_starts_at_the_fourth_row_pointing_up() -> None:
    state, _ = new_game(MOUNTAIN, 4, dealer())

    assert faces(state) == [None, None, None, UP]


def test_its_row_descends_and_the_smallest_difference_decides() -> None:
    rows = [row(12), row(37), row(43), marked(UP, 58)]
    game = Game(position(rows, [(55, 1), (61, 2)], options=MOUNTAIN))

    game.reveal(55, 61)

    assert game.rows == [(12,), (37,), (43, 61), (58, 55)]


def test_of_equal_differences_the_mountains_row_gets_the_card() -> None:
    rows = [row(12), row(30), row(80), marked(UP, 40)]
    game = Game(position(rows, [(35, 1), (81, 2)], options=MOUNTAIN))

    game.reveal(35, 81)

    assert game.rows == [(12,), (30,), (80, 81), (40, 35)]


def test_after_a_take_it_moves_on_and_the_last_number_counts_in_the_new_direction() -> None:
    rows = [row(12), row(37), row(43, 45, 46, 47, 48), marked(UP, 70, 65)]
    game = Game(position(rows, [(50, 51, 1), (66, 67, 2)], options=MOUNTAIN))

    events = game.reveal(51, 66)

    assert events[1:4] == (
        Took(0, 2, (43, 45, 46, 47, 48), 6, TakeReason.SIXTH),
        Placed(0, 51, 2),
        FanCardMoved(3, 2, UP),
    )
    # The fourth row ends in 65 and ascends again.
    assert game.rows == [(12,), (37,), (51,), (70, 65, 66)]
    game.reveal(50, 67)
    assert game.rows[2:] == [(51, 50), (70, 65, 66, 67)]


@pytest.mark.parametrize(
    ("at", "face", "to", "then"),
    [
        (3, UP, 2, UP),
        (2, UP, 1, UP),
        (1, UP, 0, DOWN),
        (0, DOWN, 1, DOWN),
        (1, DOWN, 2, DOWN),
        (2, DOWN, 3, UP),
    ],
)
def test_it_turns_round_at_the_first_and_the_fourth_row(
    at: int, face: FanFace, to: int, then: FanFace
) -> None:
    rows = [row(50), row(60), row(70), row(80)]
    rows[at] = rows[at]._replace(fan=face, cards=(1,))
    game = Game(position(rows, [(2, 90), (91, 92)], options=MOUNTAIN))
    game.reveal(2, 91)

    events = game.do(TakeRow(0, 3))

    assert FanCardMoved(at, to, then) in events
    assert faces(game.state)[to] is then
    assert faces(game.state).count(None) == 3


def test_five_descending_cards_are_taken_by_the_sixth() -> None:
    rows = [row(1), row(2), row(3), marked(UP, 60, 58, 57, 56, 54)]
    game = Game(position(rows, [(52, 10), (104, 11)], options=MOUNTAIN))

    game.reveal(52, 104)

    assert game.rows[3] == (52, 104)
    assert game.heads == (3 + 1 + 1 + 1 + 1, 0)


def test_a_card_that_fits_no_row_in_either_direction_takes_one() -> None:
    rows = [row(50), row(60), row(70), marked(UP, 10)]
    game = Game(position(rows, [(30, 1), (90, 2)], options=MOUNTAIN))

    game.reveal(30, 90)

    assert game.state.decision is not None
    assert (game.state.decision.kind, game.state.decision.card) == ("row", 30)


# --- Flip ---------------------------------------------------------------------------------


def flip_game(rows: list[Row], hands: list[tuple[int, ...]]) -> Game:
    state = position(rows, hands, options=FLIP)
    flips = new_game(FLIP, len(hands), dealer())[0].round.flips
    return Game(state.with_round(state.round._replace(flips=flips)))


def play(game: Game, *cards: int, flipped: tuple[int, ...] = ()) -> tuple[object, ...]:
    events: tuple[object, ...] = ()
    for seat, card in enumerate(cards):
        events = game.do(ChooseCard(seat, card, seat in flipped))
    return events


def test_tens_and_ones_change_places() -> None:
    assert (FLIPPED[12], FLIPPED[90], FLIPPED[9], FLIPPED[98], FLIPPED[10]) == (21, 9, 90, 89, 1)
    assert [card for card in range(1, 105) if not FLIPPED[card]] == [
        11, 22, 33, 44, 55, 66, 77, 88, 99, 100, 101, 102, 103, 104,
    ]  # fmt: skip


def test_the_flipped_number_counts_for_the_order_and_for_the_row() -> None:
    game = flip_game([row(12), row(37), row(43), row(58)], [(64, 1), (45, 2), (47, 3)])

    events = play(game, 64, 45, 47, flipped=(0,))

    assert events[0] == Revealed(((1, 45), (0, 64), (2, 47)), (64,))
    assert game.rows == [(12,), (37,), (43, 45, 64, 47), (58,)]
    assert game.state.round.rows[2].flipped == (64,)


def test_on_a_tie_the_flipped_one_goes_first_and_only_a_greater_number_follows() -> None:
    game = flip_game([row(12), row(37), row(43), row(58)], [(45, 2), (54, 1)])

    play(game, 45, 54, flipped=(1,))

    assert game.rows == [(12,), (37, 45), (43, 54), (58,)]
    assert game.state.round.rows[2].end == 45


def test_its_heads_are_those_of_the_printed_number() -> None:
    rows = [row(1, 2, 3, 4), row(37), row(43), row(58)]
    game = flip_game(rows, [(50, 1), (7, 2)])

    play(game, 50, 7, flipped=(0,))

    # 50 counts 5 and costs 3; 7 is the sixth.
    assert game.heads == (0, 1 + 1 + 1 + 1 + 3)
    assert game.state.round.piles[1] == (1, 2, 3, 4, 50)


def test_a_flipped_low_card_lies_flipped_in_the_row_it_takes() -> None:
    game = flip_game([row(12), row(37), row(43), row(58)], [(20, 1), (38, 2)])
    play(game, 20, 38, flipped=(0,))

    game.do(TakeRow(0, 3))

    assert game.rows == [(12,), (37, 38), (43,), (20,)]
    assert game.state.round.rows[3] == Row((20,), flipped=(20,))


def test_each_player_flips_once_a_round() -> None:
    game = flip_game([row(12), row(37), row(43), row(58)], [(64, 65), (45, 46)])
    play(game, 64, 45, flipped=(0,))

    assert legal_actions(game.state, 0) == (ChooseCard(0, 65),)
    assert ChooseCard(1, 46, flipped=True) in legal_actions(game.state, 1)
    with pytest.raises(IllegalAction) as refused:
        game.do(ChooseCard(0, 65, flipped=True))
    assert refused.value.code is ErrorCode.NO_FLIP_CARD


def test_a_changed_choice_takes_the_flip_back() -> None:
    game = flip_game([row(12), row(37), row(43), row(58)], [(64, 65), (45, 46)])
    game.do(ChooseCard(0, 64, flipped=True))
    game.do(ChooseCard(0, 64))

    game.do(ChooseCard(1, 45))

    assert game.state.round.rows[3] == Row((58, 64))
    assert view_for(game.state, None).flips == (None, None)


@pytest.mark.parametrize("card", [33, 100])
def test_a_number_that_stays_the_same_cannot_be_flipped(card: int) -> None:
    game = flip_game([row(12), row(37), row(43), row(58)], [(card, 65), (45, 46)])

    with pytest.raises(IllegalAction) as refused:
        game.do(ChooseCard(0, card, flipped=True))

    assert refused.value.code is ErrorCode.CARD_DOES_NOT_FLIP


def test_without_the_option_nothing_can_be_flipped() -> None:
    game = Game(position([row(12), row(37), row(43), row(58)], [(64, 65), (45, 46)]))

    with pytest.raises(IllegalAction) as refused:
        game.do(ChooseCard(0, 64, flipped=True))

    assert refused.value.code is ErrorCode.NO_FLIP_CARD


def test_unused_flip_cards_lapse_and_each_round_brings_new_ones() -> None:
    state, _ = new_game(FLIP, 2, SeededDealer(bytes(32), ("a", "b")))
    game = Game(state)
    while game.state.round.number == 1:
        decision = game.state.decision
        assert decision is not None
        seat = decision.seats[0]
        flipped = [
            action
            for action in legal_actions(game.state, seat)
            if isinstance(action, ChooseCard) and action.flipped
        ]
        legal = legal_actions(game.state, seat)
        game.do(flipped[0] if flipped and seat == 0 else legal[0])

    assert view_for(game.state, None).flips == (None, None)


def test_that_a_choice_is_flipped_is_as_secret_as_the_choice() -> None:
    game = flip_game([row(12), row(37), row(43), row(58)], [(64, 65), (45, 46)])
    game.do(ChooseCard(0, 64))
    plain = [view_for(game.state, seat) for seat in (1, None)]

    game.do(ChooseCard(0, 64, flipped=True))

    assert [view_for(game.state, seat) for seat in (1, None)] == plain
    assert view_for(game.state, 0).is_flipped
