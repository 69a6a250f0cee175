"""The two deals of a game with special cards (S4; RULES.md, Special cards: Setup, Second round)."""

import pytest

from games.rules.cards import SPECIAL_DECK, SpecialKind
from games.rules.engine import new_game
from games.rules.held_cards import Specials
from games.rules.rounds import deal_round
from games.rules.state import Cards
from tests.rules.builders import SPECIAL, Game, dealer, position, row

STOP = SpecialKind.STOP
ROWS = [row(12), row(37), row(43), row(58)]


@pytest.mark.parametrize("players", [2, 5, 8])
def test_each_gets_twelve_numbers_and_three_specials(players: int) -> None:
    state, _ = new_game(SPECIAL, players, dealer())

    specials = state.round.specials
    assert [len(hand) for hand in state.round.hands] == [12] * players
    assert [len(hand) for hand in specials.hands] == [3] * players
    assert len(specials.pile) == 28 - 3 * players


@pytest.mark.parametrize(
    ("kept", "players", "each"),
    [(0, 8, 3), (1, 8, 2), (2, 8, 1), (3, 8, 0), (3, 7, 1), (3, 2, 3)],
)
def test_the_second_round_adds_three_or_what_there_is_for_all(
    kept: int, players: int, each: int
) -> None:
    held: tuple[Specials, ...] = tuple(
        SPECIAL_DECK[kept * seat : kept * (seat + 1)] for seat in range(players)
    )

    dealt, _ = deal_round(SPECIAL, 2, tuple(range(players)), held, dealer())

    specials = dealt.specials
    assert [hand[:kept] for hand in specials.hands] == list(held)
    assert [len(hand) for hand in specials.hands] == [kept + each] * players
    everything = [kind for hand in (*specials.hands, specials.pile) for kind in hand]
    assert sorted(everything) == sorted(SPECIAL_DECK)


def test_specials_left_over_are_kept_and_those_on_the_table_are_shuffled_in() -> None:
    rows = [row(12, seven_takes=True), row(37, stopped=True), row(43), row(58)]
    hands: list[Cards] = [(80,), (90,)]
    game = Game(position(rows, hands, specials=[[STOP], []], discard=[STOP]))

    game.reveal(80, 90)
    game.pass_special()

    cards = game.special_cards
    assert game.state.round.number == 2
    assert cards.hands[0][0] is STOP
    assert [len(hand) for hand in cards.hands] == [4, 3]
    assert len(cards.pile) == 28 - 7
    assert cards.discard == ()
    assert not any(each.stopped or each.seven_takes for each in game.state.round.rows)


def test_the_second_round_is_the_last_and_unused_specials_count_nothing() -> None:
    start = position(
        ROWS, [(80,), (90,)], specials=[[STOP], []], number=2, round_scores=((20, 70),)
    )
    game = Game(start)

    game.reveal(80, 90)
    game.pass_special()

    assert game.state.is_over
    assert game.state.totals == (20, 70)
    assert game.state.ranks == (1, 2)
