"""Rounds played in many worlds at once go as the rules of the engine say, in every form of rows."""

import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from games.bots import can_be_played_out, careful, gap, playouts
from games.bots.costs import cheapest_row
from games.bots.policies import CAREFUL, GAP, cheapest, learned_policies
from games.rules.actions import Action, ChooseCard, TakeRow
from games.rules.dealer import RoundDealer
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Options, Variant
from games.rules.state import Awaited, GameState, Row, View
from tests.rules.builders import dealer, position, row

FORMS = [
    Options(),
    Options(known_cards=True),
    Options(cabriole=True),
    Options(even_odd=True),
    Options(mountain=True),
]
WORLDS = 12


def play(state: GameState, cards: Sequence[int]) -> GameState:
    """The engine's state after a turn; with a low card the cheapest row is taken."""
    for seat, card in enumerate(cards):
        state, _ = apply(state, ChooseCard(seat, card), RoundDealer(dealer()))
    while not state.is_over and state.round.decision.kind is Awaited.ROW:
        taken = TakeRow(state.round.decision.seats[0], cheapest_row(state.round.rows))
        state, _ = apply(state, taken, RoundDealer(dealer()))
    return state


def dealt_anew(state: GameState, chance: random.Random) -> GameState:
    """The same table with other hands, each in a random order."""
    known = {card for one in state.round.rows for card in one.cards}.union(*state.round.piles)
    left = [card for card in state.options.deck(state.player_count) if card not in known]
    chance.shuffle(left)
    size = len(state.round.hands[0])
    hands = [tuple(left[at * size : (at + 1) * size]) for at in range(state.player_count)]
    return state.with_round(state.round._replace(hands=tuple(hands)))


def table_of(worlds: playouts.Worlds, world: int) -> list[tuple[int, int, int]]:
    """Last number, count of numbers and bull heads of each row."""
    return [
        (int(worlds.ends[at, world]), int(worlds.counts[at, world]), int(worlds.heads[at, world]))
        for at in range(4)
    ]


def lying(rows: Sequence[Row]) -> list[tuple[int, int, int]]:
    return [(one.last, len(one.cards), one.heads) for one in rows]


def compare_rounds(options: Options, players: int, seed: int) -> int:
    """Play rounds by both from some moment of a round on; the number of placements compared."""
    chance = random.Random(f"{options} {players} {seed}")
    state, _ = new_game(options, players, dealer(seed))
    for _turn in range(chance.randrange(options.hand_size)):
        state = play(state, [chance.choice(hand) for hand in state.round.hands])
    games = [dealt_anew(state, chance) for _ in range(WORLDS)]
    before = state.round.pile_heads
    worlds = playouts.Worlds(options, state.round.rows, players, WORLDS)
    hands = [[list(hand) for hand in game.round.hands] for game in games]
    cards = len(hands[0][0])
    for turn in range(cards):
        plays = [[hand[turn] for hand in held] for held in hands]
        worlds.place_turn(np.array(plays, np.int16).T)
        games = [play(game, cards) for game, cards in zip(games, plays, strict=True)]
        for at, game in enumerate(games):
            taken = [after - was for after, was in zip(game.round.pile_heads, before, strict=True)]
            assert worlds.taken[:, at].tolist() == taken
            assert table_of(worlds, at) == lying(game.round.rows)
    return WORLDS * players * cards


@pytest.mark.parametrize("options", FORMS, ids=str)
def test_rounds_of_many_worlds_go_as_those_of_the_engine(options: Options) -> None:
    compared = sum(compare_rounds(options, players, players) for players in (2, 3, 4, 6, 8, 10))
    assert compared > 1000


@pytest.mark.thorough
@pytest.mark.parametrize("options", FORMS, ids=str)
def test_two_hundred_thousand_placements_in_each_form_go_as_those_of_the_engine(
    options: Options,
) -> None:
    seed = compared = 0
    while compared < 200_000:
        seed += 1
        compared += compare_rounds(options, 2 + seed % 9, seed)


def agreement(
    policy: int, choose: Callable[[View], Action], options: Options, players: int
) -> float:
    """How often the cheapest card of a policy, without noise, is the one that a level chooses."""
    chance = random.Random(str(options))
    same: list[bool] = []
    for seed in range(40):
        state, _ = new_game(options, players, dealer(seed))
        for _turn in range(chance.randrange(9)):
            state = play(state, [chance.choice(hand) for hand in state.round.hands])
        hands = state.round.hands
        worlds = playouts.Worlds(options, state.round.rows, players, 1)
        cards = np.array(hands, np.int16)[:, :, None]
        by = np.full(cards.shape, policy)
        policies = learned_policies(players, len(options.deck(players)))
        costs = policies.costs(len(hands[0]), by, worlds.places(cards), cards)
        found = cheapest(costs)[:, 0].tolist()
        same += [
            choose(view_for(state, seat)) == ChooseCard(seat, hand[found[seat]])
            for seat, hand in enumerate(hands)
        ]
    return sum(same) / len(same)


@pytest.mark.parametrize("options", FORMS, ids=str)
def test_the_gap_of_many_worlds_is_that_of_the_gap_player(options: Options) -> None:
    """But for what it does not foresee, the jumps of the Cabriole."""
    same = agreement(GAP, gap.choose, options, 4)
    assert same == 1 or (options.cabriole and same > 0.9)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, Options()),
        (2, Options(known_cards=True)),
        (4, Options()),
        (4, Options(known_cards=True)),
        (6, Options()),
        (10, Options()),
    ],
    ids=str,
)
def test_the_careful_player_of_many_worlds_mostly_chooses_as_that_level(
    players: int, options: Options
) -> None:
    """It knows only how likely a number is unseen, not which ones are."""
    assert agreement(CAREFUL, careful.choose, options, players) > 0.8


def test_a_low_card_takes_the_row_that_its_player_names() -> None:
    worlds = playouts.Worlds(Options(), [row(12), row(37, 55), row(43), row(58)], 2, 3)
    rows = np.array([0, 1, 3])
    worlds.place(np.full(3, 1, np.int16), np.full(3, 5, np.int16), rows)
    assert worlds.taken.tolist() == [[0, 0, 0], [1, 8, 1]]
    assert worlds.ends.T.tolist() == [[5, 55, 43, 58], [12, 5, 43, 58], [12, 55, 43, 5]]


def test_what_is_left_of_the_hands_lies_before_their_last_card() -> None:
    rows = [row(10), row(30), row(50), row(70)]
    hands = ((35, 60, 99), (12, 71, 80))
    state = position(rows, hands)
    worlds = playouts.Worlds(Options(), state.round.rows, 2, 2)
    cards = np.repeat(np.array(hands, np.int16)[:, :, None], 2, axis=2)
    playouts.play_choices(worlds, cards, np.array([[0, 2], [1, 0]]))
    assert worlds.ends.T.tolist() == [[10, 35, 50, 71], [12, 30, 50, 99]]
    assert np.sort(cards[:, :-1], axis=1).tolist() == [
        [[60, 35], [99, 60]],
        [[12, 71], [80, 80]],
    ]


def test_special_cards_flip_cards_and_the_ox_are_not_played_out() -> None:
    assert all(map(can_be_played_out, FORMS))
    assert not can_be_played_out(Options(flip=True))
    assert not can_be_played_out(Options(variant=Variant.SPECIAL))
    assert not can_be_played_out(Options(variant=Variant.OX))
