"""Which position makes a puzzle: its best card is clearly the best, the same each time."""

from statistics import fmean, stdev

import numpy as np
import pytest

from games.page.staging import Position
from games.practice import search
from games.practice.positions import of_bots, of_record
from games.practice.search import (
    MANY_WORLDS,
    Weighed,
    find_puzzle,
    is_clear,
    is_puzzling,
    weigh,
)
from games.rules.engine import view_for
from games.rules.options import Options, Variant
from games.rules.record_read import parse_record
from games.rules.state import Row, View, state_from_json
from tests.support.played_records import played_record
from tests.support.worlds import heads_by_world

SECRET = bytes(range(32))
BASE = Options()


def view_of(rows: tuple[Row, ...], hand: tuple[int, ...], options: Options = BASE) -> View:
    """The first seat's view; another player holds as many high cards."""
    other = tuple(range(104 - len(hand) + 1, 105))
    return view_for(Position(rows, (hand, other), options).state(), 0)


ROWS = (Row((12, 14, 15, 21, 26)), Row((37,)), Row((43, 44)), Row((58, 61)))


@pytest.mark.parametrize(
    ("weighed", "clear"),
    [
        # Heads, and the error of the difference to the best.
        ([(2.0, 0), (3.0, 0.1)], True),
        ([(2.0, 0), (3.0, 1 / 3)], True),
        ([(2.0, 0), (3.0, 0.34)], False),
        # Certain, but too little to think about.
        ([(2.0, 0), (2.4, 0.01)], False),
        # The second is far, the third is uncertain.
        ([(4.0, 0.1), (2.0, 0), (5.0, 1.1)], False),
        ([(4.0, 0.1), (2.0, 0), (5.0, 0.9)], True),
    ],
)
def test_the_best_card_leads_by_three_errors_and_half_a_head(
    weighed: list[tuple[float, float]], clear: bool
) -> None:
    cards = [Weighed(at, heads, error) for at, (heads, error) in enumerate(weighed, 1)]
    assert is_clear(cards) is clear


def test_a_card_is_weighed_by_the_mean_and_the_error_of_the_difference() -> None:
    view = view_of(ROWS, (30, 45, 90))
    weighed = weigh(view, SECRET, 10_000)
    source = np.random.PCG64(5)
    heads = heads_by_world(view, view.actions, 10_000, source)
    means = [fmean(map(int, row)) for row in heads]
    best = means.index(min(means))
    for each, mean, row in zip(weighed, means, heads, strict=True):
        apart = [int(a) - int(b) for a, b in zip(row, heads[best], strict=True)]
        # The error of 10,000 worlds is that of one world, divided by a hundred; told by 20 blocks
        # it is itself off by a sixth, 1 / sqrt(2 * 19): here three of these.
        assert each.heads == pytest.approx(mean, abs=5 * stdev(map(int, row)) / 100)
        assert each.error == pytest.approx(stdev(apart) / 100, rel=0.5)
    assert weighed[best].error == 0


def test_a_sixth_card_is_dear() -> None:
    weighed = weigh(view_of(ROWS, (30, 45, 90)), SECRET, 500)
    # It mostly takes 12 14 15 21 26: 6 heads.
    assert max(weighed, key=lambda each: each.heads).card == 30


def test_only_hands_with_a_choice_and_games_that_can_be_weighed_are_puzzling() -> None:
    assert is_puzzling(view_of(ROWS, (3, 45, 90)))
    assert not is_puzzling(view_of(ROWS, (3, 45)))
    assert not is_puzzling(view_of(ROWS, tuple(range(70, 80))))
    flip = Position(ROWS, ((3, 45, 90), (1, 2, 4)), Options(flip=True)).state()
    assert not is_puzzling(view_for(flip, 0))
    special = Options(variant=Variant.SPECIAL)
    with_specials = Position(ROWS, ((3, 45, 90), (1, 2, 4)), special, specials=((), ())).state()
    assert not is_puzzling(view_for(with_specials, 0))


@pytest.fixture
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less is looked at, where any puzzle will do."""
    monkeypatch.setattr(search, "MOST_POSITIONS", 12)


@pytest.mark.usefixtures("few_positions")
def test_an_empty_club_gets_a_puzzle_of_bots_the_same_each_time() -> None:
    first, again = find_puzzle([], SECRET), find_puzzle([], SECRET)
    assert first is not None
    assert first == again
    assert first.source is None
    assert find_puzzle([], bytes(32)) != first


def test_what_is_found_is_clear_and_holds_the_cards_of_the_hand() -> None:
    for number in range(3):
        found = find_puzzle([], bytes([number]) * 32)
        assert found is not None
        view = view_for(state_from_json(found.position), found.seat)
        assert tuple(each.card for each in found.weighed) == view.hand
        # Weighed anew with another chance the same card is best.
        other = weigh(view, b"another", MANY_WORLDS)
        assert min(other, key=lambda each: each.heads).card == (
            min(found.weighed, key=lambda each: each.heads).card
        )
        assert is_clear(found.weighed)


def test_a_game_of_the_club_comes_before_bots_and_its_used_positions_are_left_out() -> None:
    record = played_record("two")
    found = find_puzzle([(record, frozenset())], SECRET)
    assert found is not None
    assert found.source == 0
    view = view_for(state_from_json(found.position), found.seat)
    key = view.round_number, view.turn_number, found.seat
    other = find_puzzle([(record, frozenset({key}))], SECRET)
    assert other is not None
    assert (other.source, other.position, other.seat) != (0, found.position, found.seat)


@pytest.mark.usefixtures("few_positions")
def test_a_record_that_leads_nowhere_is_passed_over() -> None:
    record = played_record("two")
    broken = {**record, "rounds": record["rounds"][:-1]}
    assert find_puzzle([(broken, frozenset())], SECRET) == find_puzzle([], SECRET)


def test_positions_are_those_before_anybody_has_chosen() -> None:
    record = parse_record(played_record("two"))
    positions = of_record(record)
    assert len(positions) == sum(len(r.turns) * len(r.seats) for r in record.rounds)
    assert len(of_bots(SECRET)) == 3 * 10 * 4
    for state, seat in [*positions, *of_bots(SECRET)]:
        assert not any(state.round.choices)
        assert view_for(state, seat).actions
