"""The elimination ending (S1; RULES.md, Elimination ending)."""

import pytest

from games.rules.actions import ChooseCard
from games.rules.endings import rank
from games.rules.engine import apply, legal_actions, view_for
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.events import Eliminated, GameEnded, Revealed, RoundStarted
from games.rules.options import Ending, Options
from games.rules.state import Awaited, Cards, Decision
from tests.rules.builders import Game, dealer, position, row

OUT = Options(ending=Ending.ELIMINATION, limit=9)
ROWS = [row(12), row(37), row(43), row(58)]
PILES: list[Cards] = [(55, 10), (1,), (2,)]


def last_turn(options: Options, piles: list[Cards]) -> tuple[Game, tuple[object, ...]]:
    hands: list[Cards] = [(60 + seat,) for seat in range(len(piles))]
    game = Game(position(ROWS, hands, options=options, piles=piles))
    return game, game.reveal(*(60 + seat for seat in range(len(piles))))


def test_who_passes_the_limit_is_out_and_the_others_play_on() -> None:
    game, events = last_turn(OUT, PILES)

    assert game.state.eliminated_in == (1, None, None)
    assert Eliminated((0,)) in events
    assert game.state.round.seats == (1, 2)
    assert [len(hand) for hand in game.state.round.hands] == [0, 10, 10]
    assert game.state.decision == Decision(Awaited.CARD, (1, 2))
    rows = tuple(row.last for row in game.state.round.rows)
    assert events[-1] == RoundStarted(2, (1, 2), rows)


def test_exactly_the_limit_stays_in() -> None:
    game, _ = last_turn(Options(ending=Ending.ELIMINATION, limit=10), PILES)

    assert game.state.eliminated_in == (None, None, None)


def test_known_cards_shrink_with_the_players_left() -> None:
    options = Options(known_cards=True, ending=Ending.ELIMINATION, limit=9)
    game, _ = last_turn(options, PILES)

    cards = {card for hand in game.state.round.hands for card in hand}
    cards.update(row.last for row in game.state.round.rows)
    assert cards == set(range(1, 25))


def test_a_turn_of_those_left_is_revealed_without_the_one_who_is_out() -> None:
    game, _ = last_turn(OUT, PILES)
    chosen = [(seat, game.state.round.hands[seat][9]) for seat in (1, 2)]

    events = game.reveal(*(card for _, card in chosen))

    assert events[0] == Revealed(tuple(sorted(chosen, key=lambda pair: pair[1])))


def test_who_is_out_can_do_nothing_but_watch() -> None:
    game, _ = last_turn(OUT, PILES)

    assert legal_actions(game.state, 0) == ()
    with pytest.raises(IllegalAction) as refusal:
        apply(game.state, ChooseCard(0, 1), dealer())
    assert refusal.value.code is ErrorCode.SEAT_ELIMINATED
    assert refusal.value.params == {"seat": 0}
    assert view_for(game.state, 0).hand == ()


def test_the_last_one_in_wins_even_with_more_heads_than_before() -> None:
    game, events = last_turn(OUT, [(55, 10), (44, 33), (1,)])

    assert game.state.eliminated_in == (1, 1, None)
    assert game.state.ranks == (2, 2, 1)
    assert events[-1] == GameEnded((10, 10, 1), (2, 2, 1))


def test_when_all_who_were_left_pass_it_together_the_lowest_total_among_them_wins() -> None:
    game, _ = last_turn(OUT, [(55, 10), (44, 33, 1), (44, 33, 22)])

    assert game.state.ranks == (1, 2, 3)


def test_with_a_number_of_rounds_the_lowest_total_of_those_in_wins() -> None:
    options = Options(ending=Ending.ELIMINATION, limit=9, max_rounds=1)
    game, _ = last_turn(options, PILES)

    assert game.state.ranks == (3, 1, 1)


@pytest.mark.parametrize(
    ("totals", "eliminated_in", "ranks"),
    [
        ((90, 70, 5), (3, 2, None), (2, 3, 1)),  # the latest out before an earlier one
        ((70, 90, 80), (2, 2, 2), (1, 3, 2)),  # within a round by total
        ((70, 70, 5, 9), (2, 2, None, None), (3, 3, 1, 2)),  # equal keys share the rank
        ((60, 67, 2), (None, 1, None), (2, 3, 1)),  # those still in by total
    ],
)
def test_ranks_are_those_still_in_then_the_latest_out_then_by_total(
    totals: tuple[int, ...], eliminated_in: tuple[int | None, ...], ranks: tuple[int, ...]
) -> None:
    assert rank(totals, eliminated_in) == ranks
