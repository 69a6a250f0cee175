"""All against the ox (S2; RULES.md, All against the ox)."""

import json
import random
from collections import Counter

import pytest

from games.rules.actions import (
    Agree,
    Ready,
    TakeRow,
    action_from_json,
    action_to_json,
)
from games.rules.cards import OX_DECK, total_heads
from games.rules.deal import SeededDealer
from games.rules.engine import apply, legal_actions, new_game, view_for
from games.rules.errors import ErrorCode, InvalidOptions
from games.rules.events import (
    OxScored,
    TakeReason,
    Took,
)
from games.rules.options import Options, Variant
from games.rules.ox import heads_to_win
from games.rules.state import Cards, GameState, state_from_json, state_to_json
from tests.rules.builders import dealer, row
from tests.rules.ox_builders import OX, ROWS, against, beast

# --- The deal -----------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(1, 0), (2, 2), (3, 4), (4, 6), (5, 11), (6, 16)])
def test_the_ox_is_dealt_ten_numbers_and_the_team_its_special_cards(
    players: int, cards: int
) -> None:
    state, _ = new_game(OX, players, dealer())
    ox = state.round.ox
    assert ox is not None

    assert len(ox.hand) == 10
    assert len(ox.open) == min(2, cards)
    assert len(ox.open) + len(ox.supply) == cards
    assert not Counter((*ox.open, *ox.supply)) - Counter(OX_DECK)


def test_the_ox_gets_what_a_further_player_would_and_turns_it_over_as_it_was_dealt() -> None:
    against_ox, _ = new_game(OX, 2, dealer())
    three, _ = new_game(Options(), 3, dealer())
    ox = against_ox.round.ox
    assert ox is not None

    assert against_ox.round.hands == three.round.hands[:2]
    assert tuple(sorted(ox.hand)) == three.round.hands[2]
    assert against_ox.round.rows == three.round.rows
    numbers, _ = dealer().numbers(1, range(1, 105), 3, 10)
    assert ox.hand == numbers[2]


def test_known_cards_leave_ten_for_each_and_for_the_ox_and_four() -> None:
    known = Options(variant=Variant.OX, known_cards=True)

    assert known.deck(1) == range(1, 25)
    assert known.deck(6) == range(1, 75)


@pytest.mark.parametrize(
    ("option", "value"),
    [("draft", True), ("cabriole", True), ("flip", True), ("limit", 67), ("max_rounds", 2)],
)
def test_no_other_option_goes_with_the_ox(option: str, value: object) -> None:
    with pytest.raises(InvalidOptions) as refusal:
        Options.from_json({"variant": "ox", option: value})

    assert refusal.value.code is ErrorCode.OPTIONS_NOT_TOGETHER


def test_one_to_six_play() -> None:
    for count in range(1, 7):
        OX.check_players(count)
    for count in (0, 7):
        with pytest.raises(InvalidOptions):
            OX.check_players(count)


# --- A turn -------------------------------------------------------------------------------


def test_the_ox_plays_its_top_number_among_the_others() -> None:
    game = against(ROWS, [(14, 1), (44, 2)], (15, 3))

    game.reveal(14, 44)

    assert game.rows == [(12, 14, 15), (37,), (43, 44), (58,)]
    assert beast(game).hand == (3,)


def test_what_the_ox_takes_goes_to_its_own_pile() -> None:
    rows = (row(12, 14, 15, 21, 26), row(37), row(43), row(58))
    game = against(rows, [(44, 1), (45, 2)], (30, 3))

    events = game.reveal(44, 45)

    assert events[1] == Took(2, 0, (12, 14, 15, 21, 26), 6, TakeReason.SIXTH)
    assert (beast(game).pile, beast(game).heads) == ((12, 14, 15, 21, 26), 6)
    assert game.heads == (0, 0)


def test_with_a_low_card_the_ox_takes_the_fewest_heads_and_of_equal_rows_the_highest() -> None:
    rows = (row(20), row(37), row(43), row(55))
    game = against(rows, [(44, 1), (45, 2)], (3, 4))

    game.reveal(44, 45)

    assert game.rows == [(20,), (37, 44, 45), (3,), (55,)]
    assert beast(game).pile == (43,)


def test_a_players_low_card_asks_its_player() -> None:
    game = against(ROWS, [(3, 1), (44, 2)], (15, 4))
    game.reveal(3, 44)

    game.do(TakeRow(0, 3))

    assert game.rows == [(12, 15), (37,), (43, 44), (3,)]
    assert game.heads == (1, 0)


# --- The end ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "pile", "heads", "rank"),
    [
        # 1 and 2 count twice: 6 heads are 12.
        (1, (10, 20), 13, 1),
        (1, (10, 20), 12, 2),
        (2, (10, 20), 13, 1),
        (2, (10, 20), 7, 2),
        (3, (10, 20), 7, 1),
        (3, (10, 20), 6, 2),
    ],
)
def test_the_team_wins_with_fewer_heads_and_a_tie_is_the_oxs(
    players: int, pile: Cards, heads: int, rank: int
) -> None:
    last = [(59 + seat,) for seat in range(players)]
    piles = [pile, *[()] * (players - 1)]
    game = against(ROWS, last, (70,), heads=heads, piles=piles)

    events = game.reveal(*[card for (card,) in last])

    assert OxScored(6, heads) in events
    assert game.state.is_over
    assert game.state.ranks == (rank,) * players
    assert game.state.winners == (tuple(range(players)) if rank == 1 else ())


# --- Whole games --------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(1, 7))
def test_games_of_chance_keep_every_card_and_every_secret(players: int) -> None:
    chance = random.Random(players)
    options = Options(variant=Variant.OX, known_cards=players % 2 == 0)
    state, _ = new_game(options, players, SeededDealer(bytes([players] * 32), ("a",)))
    while (decision := state.decision) is not None:
        check(state, chance)
        seat = chance.choice(decision.seats)
        legal = legal_actions(state, seat)
        ends = [action for action in legal if isinstance(action, Agree | Ready)]
        action = chance.choice(ends if ends and chance.random() < 0.6 else legal)
        assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action
        state, _ = apply(state, action, dealer())


def check(state: GameState, chance: random.Random) -> None:
    now, ox = state.round, state.round.ox
    assert ox is not None
    cards = [card for row in now.rows for card in row.cards]
    cards += [card for place in (*now.hands, *now.piles, ox.hand, ox.pile) for card in place]
    cards += [card for _seat, card in now.queue]
    deck = state.options.deck(state.player_count)
    assert len(cards) == len(set(cards)) == 10 * (state.player_count + 1) + 4
    assert set(cards) <= set(deck)
    assert now.pile_heads == tuple(map(total_heads, now.piles))
    assert ox.heads == total_heads(ox.pile)
    for each in now.rows:
        assert list(each.cards) == sorted(each.cards)
        assert len(each.cards) <= (6 if each.seven_takes else 5)
    assert sum(each.stopped for each in now.rows) <= 2
    assert state_from_json(json.loads(json.dumps(state_to_json(state)))) == state
    # Hidden numbers and cards in another order look the same to everybody.
    turned = ox._replace(hand=chance_order(ox.hand, chance), supply=ox.supply[::-1])
    other = state.with_round(now._replace(ox=turned))
    for viewer in (None, *range(state.player_count)):
        assert view_for(other, viewer) == view_for(state, viewer)


def chance_order(cards: Cards, chance: random.Random) -> Cards:
    return tuple(chance.sample(cards, len(cards)))


@pytest.mark.parametrize(
    ("team", "ox", "players", "fewer"),
    [
        # 4 doubled are 8 < 9, 5 would be 10.
        (6, 9, 2, 2),
        (5, 10, 1, 1),
        (10, 10, 3, 1),
        (12, 10, 6, 3),
        (12, 0, 3, None),
    ],
)
def test_how_many_heads_fewer_would_have_won(
    team: int, ox: int, players: int, fewer: int | None
) -> None:
    assert heads_to_win(team, ox, players) == fewer
