"""No bot knows what its seat may not see, and its choices can be made again from the record."""

import random

import pytest

from games.bots import LEVELS, choose, rng_of
from games.bots.arena import Arena, Lineup
from games.rules.actions import ChooseCard
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Options, Variant
from games.rules.state import Awaited, GameState
from tests.rules.builders import dealer

FORMS = [
    Options(max_rounds=1),
    Options(known_cards=True, draft=True, max_rounds=1),
    Options(cabriole=True, max_rounds=1),
    Options(mountain=True),
    Options(flip=True),
    Options(variant=Variant.SPECIAL),
    Options(variant=Variant.OX),
]
SECRET = bytes(range(32))

pytestmark = pytest.mark.usefixtures("without_a_brake")


def with_other_hidden_hands(state: GameState, seat: int, chance: random.Random) -> GameState:
    """The same to the eyes of this seat: what others hold is dealt anew, what they chose too."""
    round = state.round
    others = [other for other in round.seats if other != seat]
    hidden = [card for other in others for card in round.hands[other]]
    if not state.options.draft:
        seen = view_for(state, seat).seen | {*round.hands[seat]}
        hidden = [card for card in state.options.deck(len(round.seats)) if card not in seen]
    chance.shuffle(hidden)
    hands, choices = list(round.hands), list(round.choices)
    for other in others:
        held = sorted(hidden.pop() for _card in hands[other])
        hands[other] = tuple(held)
        if choices[other] is not None:
            choices[other] = chance.choice(held)
    return state.with_round(round._replace(hands=tuple(hands), choices=tuple(choices)))


@pytest.mark.parametrize("options", FORMS, ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_two_games_that_look_the_same_from_a_seat_get_the_same_choice(
    level: str, options: Options
) -> None:
    chance = random.Random(f"{level} {options}")
    state, _ = new_game(options, 3, dealer(3))
    looked = 0
    while (decision := state.decision) is not None and not looked:
        seat = decision.seats[0]
        view = view_for(state, seat)
        action = choose(view, level, rng_of(SECRET, view))
        if decision.kind is Awaited.CARD and len(view.hand) < 10:
            other = view_for(with_other_hidden_hands(state, seat, chance), seat)
            assert other == view
            assert choose(other, level, rng_of(SECRET, other)) == action
            looked += 1
        state, _ = apply(state, action, dealer(3))
    assert looked


def test_who_has_chosen_already_changes_nothing() -> None:
    state, _ = new_game(Options(), 3, dealer())
    waiting = view_for(state, 2)
    for seat in (0, 1):
        state, _ = apply(state, ChooseCard(seat, state.round.hands[seat][0]), dealer())
    view = view_for(state, 2)
    assert view != waiting
    for level in LEVELS:
        first = choose(waiting, level, rng_of(SECRET, waiting))
        assert choose(view, level, rng_of(SECRET, view)) == first


@pytest.mark.parametrize("options", FORMS[:3] + FORMS[5:6], ids=str)
def test_every_choice_of_a_game_is_made_again_from_its_record(options: Options) -> None:
    levels = tuple(LEVELS)
    lineup = Lineup(options, levels, seed=4)
    log = Arena(lineup, lambda: 0.0).play(1)
    record = lineup.record(1, log)
    assert record.fairness is not None
    secret = record.fairness.server_seed
    assert secret is not None
    state, _ = new_game(options, len(levels), lineup.dealer(1))
    for action in log:
        view = view_for(state, action.seat)
        level = levels[lineup.seated(1)[action.seat]]
        assert choose(view, level, rng_of(secret, view)) == action
        state, _ = apply(state, action, lineup.dealer(1))


def test_chance_differs_from_seat_to_seat_and_from_turn_to_turn() -> None:
    state, _ = new_game(Options(), 3, dealer())
    drawn = {rng_of(SECRET, view_for(state, seat)).random() for seat in range(3)}
    for seat in range(3):
        state, _ = apply(state, ChooseCard(seat, state.round.hands[seat][-1]), dealer())
    drawn |= {rng_of(SECRET, view_for(state, seat)).random() for seat in range(3)}
    drawn.add(rng_of(bytes(32), view_for(state, 0)).random())
    assert len(drawn) == 7
