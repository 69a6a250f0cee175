"""A fast round ends with the same rows, piles and heads as the engine's."""

import random
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.fast_round import FastRound
from games.rules.engine import apply, legal_actions, new_game
from games.rules.events import Event, Revealed, RoundScored, TakeReason, Took
from games.rules.options import Ending, Options
from games.rules.state import GameState, RoundState, Row
from tests.rules.builders import CABRIOLE, SPECIAL, dealer, position, row

BASE_GAMES = st.builds(
    Options,
    known_cards=st.booleans(),
    draft=st.booleans(),
    cabriole=st.booleans(),
    ending=st.sampled_from(Ending),
    limit=st.sampled_from([1, 33]),
    max_rounds=st.sampled_from([1, 2, 4]),
)


@dataclass
class Turn:
    """A turn that the engine played: the rounds it passed through, and what happened."""

    rounds: list[RoundState] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @property
    def plays(self) -> list[tuple[int, int]]:
        revealed = next(event for event in self.events if isinstance(event, Revealed))
        return [(card, seat) for seat, card in revealed.cards]

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The heads of the round, if this turn was its last."""
        return next((event.scores for event in self.events if isinstance(event, RoundScored)), None)

    def choose_row(self, _fast: FastRound, seat: int, _card: int) -> int:
        """The row that the seat took in the engine's game."""
        return next(
            event.row
            for event in self.events
            if isinstance(event, Took) and event.seat == seat and event.why is TakeReason.LOW
        )

    def finish(self, fast: FastRound, start: RoundState) -> None:
        """Place what was still to be placed in the round that the fast one was made from."""
        left = [(card, seat) for seat, card in start.queue]
        fast.play_turn(left or self.plays, self.choose_row)


def play_turn(state: GameState, chance: random.Random, seed: int) -> tuple[GameState, Turn]:
    """Let the engine play one turn in which everything is chosen at random."""
    turn = Turn()
    before = (state.round.number, state.round.turn)
    while (decision := state.decision) is not None:
        if (state.round.number, state.round.turn) != before:
            break
        turn.rounds.append(state.round)
        offered = legal_actions(state, chance.choice(decision.seats))
        state, events = apply(state, chance.choice(offered), dealer(seed))
        turn.events += events
    return state, turn


@given(options=BASE_GAMES, players=st.integers(2, 10), seed=st.integers(0, 2**32))
@settings(max_examples=60)
def test_it_plays_whole_rounds_as_the_engine_does(
    options: Options, players: int, seed: int
) -> None:
    chance = random.Random(seed)
    state, _ = new_game(options, players, dealer(seed))
    while not state.is_over:
        if state.round.is_drafting:
            state, _ = play_turn(state, chance, seed)
        fast = FastRound.of_round(state.round)
        scores = None
        while scores is None:
            start = state.round
            state, turn = play_turn(state, chance, seed)
            scores = turn.scores
            turn.finish(fast, start)
            assert fast.heads == (scores or state.round.pile_heads)
            if scores is None or state.is_over:
                assert_equal(fast, state.round)


@given(options=BASE_GAMES, players=st.integers(2, 10), seed=st.integers(0, 2**32))
@settings(max_examples=60)
def test_it_goes_on_from_any_moment_of_a_turn(options: Options, players: int, seed: int) -> None:
    chance = random.Random(seed)
    state, _ = new_game(options, players, dealer(seed))
    while not state.is_over:
        if state.round.is_drafting:
            state, _ = play_turn(state, chance, seed)
        state, turn = play_turn(state, chance, seed)
        for start in turn.rounds:
            fast = FastRound.of_round(start)
            turn.finish(fast, start)
            assert fast.heads == (turn.scores or state.round.pile_heads)
            if turn.scores is None or state.is_over:
                assert_equal(fast, state.round)


def assert_equal(fast: FastRound, round: RoundState) -> None:
    assert fast.rows == round.rows
    assert tuple(map(tuple, fast.piles)) == round.piles
    assert fast.heads == round.pile_heads


def never(_fast: FastRound, _seat: int, _card: int) -> int:
    raise AssertionError("no card of this turn is low")


def cards_of(fast: FastRound) -> list[tuple[int, ...]]:
    return [each.cards for each in fast.rows]


def lay(*rows: Row, players: int = 4) -> FastRound:
    return FastRound(rows, [()] * players)


def test_who_chooses_a_row_is_told_the_seat_and_the_card_and_sees_the_rows_as_they_lie() -> None:
    asked = []

    def choose_row(fast: FastRound, seat: int, card: int) -> int:
        asked.append((seat, card, cards_of(fast)))
        return 2

    fast = lay(row(40), row(30), row(20), row(50))
    fast.play_turn([(45, 3), (7, 1), (5, 2)], choose_row)

    assert asked == [(2, 5, [(40,), (30,), (20,), (50,)])]
    assert cards_of(fast) == [(40, 45), (30,), (5, 7), (50,)]


def test_what_is_taken_is_added_to_the_piles_it_was_made_with() -> None:
    rows = [row(20, 21, 22, 23, 24), row(30, 31, 32, 33, cabriole=True), row(60), row(50)]
    fast = FastRound(rows, [(1,), (2,), (3,)])

    fast.play_turn([(25, 0), (34, 1), (5, 2)], lambda *_: 2)

    assert fast.piles == [[1, 20, 21, 22, 23, 24], [2, 30, 31, 32, 33], [3, 60]]
    assert fast.rows == (row(25), row(34), row(5, cabriole=True), row(50))


def test_the_state_it_was_made_from_stays_as_it_is() -> None:
    state = position([row(12), row(37), row(43), row(58)], [(14,), (15,)], options=CABRIOLE)

    FastRound.of_round(state.round).play_turn([(14, 0), (15, 1)], never)

    assert [each.cards for each in state.round.rows] == [(12,), (37,), (43,), (58,)]
    assert state.round.piles == ((), ())


@pytest.mark.parametrize("last", [row(58, stopped=True), row(58, seven_takes=True)])
def test_rows_with_special_cards_are_refused(last: Row) -> None:
    with pytest.raises(ValueError, match=r"^a fast round has no special cards$"):
        lay(row(12), row(37), row(43), last)


def test_five_rows_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^a fast round needs four rows$"):
        FastRound([row(card) for card in (12, 37, 43, 58, 70)], [()])


def test_a_round_with_special_cards_is_refused() -> None:
    state, _ = new_game(SPECIAL, 3, dealer())

    with pytest.raises(ValueError, match=r"^a fast round has no special cards$"):
        FastRound.of_round(state.round)


def test_a_draft_is_refused_as_long_as_no_rows_lie() -> None:
    state, _ = new_game(Options(draft=True), 3, dealer())

    with pytest.raises(ValueError, match=r"^a fast round needs four rows$"):
        FastRound.of_round(state.round)
