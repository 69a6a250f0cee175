"""The end of rounds and games: limit, number of rounds, shared ranks (RULES.md, End)."""

import pytest

from games.rules.endings import game_ends, rank
from games.rules.events import Event, GameEnded, RoundScored, RoundStarted
from games.rules.options import Options, Variant
from games.rules.state import Cards, GameState
from tests.rules.builders import Game, position, row

ROWS = [row(12), row(37), row(43), row(58)]
ALL_IN = (None, None)


def last_turn(
    options: Options,
    piles: list[Cards],
    number: int = 1,
    round_scores: tuple[tuple[int, ...], ...] = (),
) -> tuple[GameState, tuple[Event, ...]]:
    """Play the last cards of a round, which take nothing."""
    start = position(
        ROWS,
        [(59,), (60,)],
        options=options,
        piles=piles,
        number=number,
        round_scores=round_scores,
    )
    game = Game(start)
    events = game.reveal(59, 60)
    return game.state, events


def test_a_round_score_is_the_heads_of_the_pile() -> None:
    state, events = last_turn(Options(), [(55, 10), (1,)])

    assert state.round_scores == ((10, 1),)
    assert state.totals == (10, 1)
    assert RoundScored(1, (10, 1), (10, 1)) in events


def test_the_next_round_is_dealt_at_once() -> None:
    state, events = last_turn(Options(), [(55, 10), (1,)], number=4, round_scores=((5, 6),))

    assert state.round.number == 5
    assert state.round.turn == 1
    assert [len(hand) for hand in state.round.hands] == [10, 10]
    assert state.round.piles == ((), ())
    assert state.round.pile_heads == (0, 0)
    assert state.totals == (15, 7)
    assert events[-1] == RoundStarted(5, (0, 1), tuple(row.last for row in state.round.rows))


def test_exactly_the_limit_does_not_end_the_game() -> None:
    state, _ = last_turn(Options(limit=10), [(55, 10), (1,)])

    assert not state.is_over
    assert state.winners == ()


def test_more_than_the_limit_ends_the_game_and_the_lowest_total_wins() -> None:
    state, events = last_turn(Options(limit=9), [(55, 10), (1,)])

    assert state.is_over
    assert state.decision is None
    assert state.ranks == (2, 1)
    assert state.winners == (1,)
    assert events[-1] == GameEnded((10, 1), (2, 1))


def test_totals_of_all_rounds_count_for_the_limit() -> None:
    state, _ = last_turn(Options(), [(55,), (1,)], number=2, round_scores=((60, 66),))

    assert state.totals == (67, 67)
    assert state.ranks == (1, 1)
    assert state.winners == (0, 1)


def test_the_agreed_number_of_rounds_ends_the_game_below_the_limit() -> None:
    before, _ = last_turn(Options(max_rounds=3), [(1,), ()], number=2, round_scores=((1, 1),))
    ended, _ = last_turn(Options(max_rounds=2), [(1,), ()], number=2, round_scores=((1, 1),))

    assert not before.is_over
    assert ended.ranks == (2, 1)


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        ((3, 1, 2), (3, 1, 2)),
        ((1, 1, 3), (1, 1, 3)),
        ((5, 2, 5, 1), (3, 2, 3, 1)),
        ((0, 0), (1, 1)),
    ],
)
def test_equal_totals_share_the_rank(totals: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    assert rank(totals, (None,) * len(totals)) == ranks


def test_a_game_with_special_cards_ends_after_two_rounds_whatever_the_totals() -> None:
    special = Options(variant=Variant.SPECIAL)

    assert not game_ends(special, 1, (100, 0), ALL_IN)
    assert game_ends(special, 2, (1, 0), ALL_IN)
