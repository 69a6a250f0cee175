"""Whole games of any options, played at random: what must hold after every step holds."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules.actions import (
    Action,
    ChooseCard,
    ExchangeSpecial,
    KeepSpecials,
    PassSpecial,
    PickCard,
    PlaySpecial,
    TakeRow,
)
from games.rules.cards import FLIPPED, SPECIAL_DECK, FanFace, SpecialKind, heads, total_heads
from games.rules.deal import SeededDealer
from games.rules.engine import apply, legal_actions, new_game, view_for
from games.rules.errors import IllegalAction
from games.rules.events import Event, HeadsCancelled, RoundScored, RoundStarted, Took
from games.rules.options import ONE_OF, Ending, Options, Variant
from games.rules.placement import capacity
from games.rules.state import (
    Awaited,
    GameState,
    RoundState,
    state_from_json,
    state_to_json,
)


def base_options(card: str | None, **others: Any) -> Options:
    """Options of the base game, with one of the cards of which there is at most one."""
    chosen: dict[str, Any] = {card: True} if card else {}
    return Options(**others, **chosen)


BASE_OPTIONS = st.builds(
    base_options,
    card=st.sampled_from([None, *ONE_OF]),
    known_cards=st.booleans(),
    draft=st.booleans(),
    ending=st.sampled_from(Ending),
    limit=st.sampled_from([1, 12, 33, 66]),
    max_rounds=st.sampled_from([None, 1, 3]),
)
SEATS = st.integers(-1, 10)
CARDS = st.integers(-1, 106)
KINDS = st.sampled_from(SpecialKind)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(PickCard, SEATS, CARDS),
    st.builds(ChooseCard, SEATS, CARDS, st.booleans()),
    st.builds(TakeRow, SEATS, st.integers(-2, 6)),
    st.builds(PlaySpecial, SEATS, KINDS, st.none() | CARDS, st.none() | st.integers(-2, 6)),
    st.builds(PassSpecial, SEATS),
    st.builds(ExchangeSpecial, SEATS, KINDS),
    st.builds(KeepSpecials, SEATS),
)


class GameMachine(RuleBasedStateMachine):
    """Plays a game of some options and checks it from outside."""

    def start(self, options: Options, players: int, seed: bytes) -> None:
        self.options = options
        self.dealer = SeededDealer(seed, ("Alice", "Bob"))
        self.first, _ = new_game(options, players, self.dealer)
        self.state = self.first
        self.log: list[Action] = []
        self.told = [0] * players

    def act(self, action: Action) -> None:
        self.state, events = apply(self.state, action, self.dealer)
        self.log.append(action)
        for event in events:
            self.hear(event)

    def hear(self, event: Event) -> None:
        """Count heads from the events alone."""
        match event:
            case RoundStarted():
                self.told = [0] * self.state.player_count
            case Took(seat, _, cards):
                self.told[seat] += total_heads(cards)
            case HeadsCancelled(seat, card):
                self.told[seat] = max(0, self.told[seat] - 2 * heads(card))
            case RoundScored(_, scores):
                assert scores == tuple(self.told)

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        """Somebody who is awaited does something legal."""
        decision = self.state.decision
        seat = data.draw(st.sampled_from(decision.seats))
        self.act(data.draw(st.sampled_from(legal_actions(self.state, seat))))

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data())
    def finish_the_turn(self, data: st.DataObject) -> None:
        """Everybody who is awaited answers, until the next turn's cards are to be chosen."""
        turn = (self.state.round.number, self.state.round.turn)
        while not self.state.is_over and turn == (self.state.round.number, self.state.round.turn):
            self.answer(data)

    @precondition(lambda self: self.state.round.is_drafting)
    @rule(highest=st.booleans())
    def finish_the_draft(self, highest: bool) -> None:
        while self.state.round.is_drafting:
            self.act(PickCard(self.state.round.picker, self.state.round.pool[-highest]))

    @rule(action=ACTIONS)
    def try_anything(self, action: Action) -> None:
        """What is listed is accepted, everything else is refused and changes nothing."""
        before = state_to_json(self.state)
        if action in legal_actions(self.state, action.seat):
            apply(self.state, action, self.dealer)
        else:
            with pytest.raises(IllegalAction):
                apply(self.state, action, self.dealer)
        assert state_to_json(self.state) == before

    @invariant()
    def everything_listed_is_accepted(self) -> None:
        for seat in range(self.state.player_count):
            for action in legal_actions(self.state, seat)[:12]:
                apply(self.state, action, self.dealer)

    @invariant()
    def who_is_awaited_and_nobody_else_can_act(self) -> None:
        decision = self.state.decision
        awaited = set(decision.seats) if decision else set()
        able = {s for s in range(self.state.player_count) if legal_actions(self.state, s)}
        may_change = decision is not None and decision.kind is Awaited.CARD
        assert able == (set(self.state.round.seats) if may_change else awaited)

    @invariant()
    def every_card_is_in_exactly_one_place(self) -> None:
        cards = cards_in_play(self.state.round)
        assert len(set(cards)) == len(cards)
        deck = self.options.deck(len(self.state.round.seats))
        assert set(cards) <= set(deck)
        if self.options.known_cards:
            assert set(cards) == set(deck)

    @invariant()
    def piles_count_the_heads_that_were_told(self) -> None:
        now = self.state.round
        assert now.pile_heads == tuple(self.told)
        if not now.boxed:
            assert now.pile_heads == tuple(map(total_heads, now.piles))

    @invariant()
    def rows_ascend_and_hold_no_more_than_they_may(self) -> None:
        rows = self.state.round.rows
        if self.state.round.is_drafting:
            assert rows == ()
            return
        special = self.options.variant is Variant.SPECIAL
        assert len(rows) in ((4, 5) if special else (4,))
        for row in rows:
            # Which way a row of a game with the Mountain goes, its past decides.
            counted = [FLIPPED[card] if card in row.flipped else card for card in row.cards]
            assert self.options.mountain or counted == sorted(set(counted))
            assert set(row.flipped) <= set(row.cards)
            assert 1 <= len(row.cards) <= max(5, capacity(row))
        assert sum(row.stopped for row in rows) <= 2
        assert sum(row.cabriole for row in rows) == self.options.cabriole
        shown = [(row.fan, row.end % 2) for row in rows if row.fan is not None]
        if self.options.even_odd:
            assert shown in ([(FanFace.EVEN, 0)], [(FanFace.ODD, 1)])
        else:
            assert len(shown) == self.options.mountain
        assert special or not any(row.stopped or row.seven_takes for row in rows)

    @invariant()
    def hands_ascend_and_shrink_together(self) -> None:
        now = self.state.round
        for hand in now.hands:
            assert list(hand) == sorted(hand)
        if not now.is_drafting and not self.state.is_over:
            sizes = {len(now.hands[seat]) for seat in now.seats}
            assert sizes == {self.options.hand_size - now.turn + (not resolving(now))}

    @invariant()
    def all_28_specials_are_somewhere(self) -> None:
        specials = self.state.round.specials
        if specials is None:
            return
        rows = self.state.round.rows
        places = Counter(kind for hand in specials.hands for kind in hand)
        places.update(specials.pile)
        places.update(specials.discard)
        places[SpecialKind.FIFTH_ROW] += len(rows) - 4
        places[SpecialKind.SEVEN_TAKES] += sum(row.seven_takes for row in rows)
        places[SpecialKind.STOP] += sum(row.stopped for row in rows)
        assert places == Counter(SPECIAL_DECK)

    @invariant()
    def the_state_survives_storage(self) -> None:
        assert state_from_json(json.loads(json.dumps(state_to_json(self.state)))) == self.state

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        for viewer in (None, *range(self.state.player_count)):
            assert view_for(hide_from(self.state, viewer), viewer) == view_for(self.state, viewer)

    def teardown(self) -> None:
        """The log of the actions alone rebuilds the game."""
        state = self.first
        for action in self.log:
            state, _ = apply(state, action, self.dealer)
        assert state == self.state


class BaseGameMachine(GameMachine):
    @initialize(options=BASE_OPTIONS, players=st.integers(2, 10), seed=st.binary(max_size=8))
    def begin(self, options: Options, players: int, seed: bytes) -> None:
        self.start(options, players, seed)


class SpecialGameMachine(GameMachine):
    @initialize(players=st.integers(2, 8), seed=st.binary(max_size=8))
    def begin(self, players: int, seed: bytes) -> None:
        self.start(Options(variant=Variant.SPECIAL), players, seed)


def cards_in_play(now: RoundState) -> list[int]:
    """Every number of the round that is not in the unused rest of the deck."""
    cards = [card for row in now.rows for card in row.cards]
    cards += [card for place in (*now.hands, *now.piles) for card in place]
    cards += [card for _, card in now.queue]
    return [*cards, *now.pool, *now.boxed]


def resolving(now: RoundState) -> bool:
    """Between a reveal and the end of its turn."""
    exchanging = now.specials is not None and now.specials.exchanger is not None
    return bool(now.queue) or exchanging


def hide_from(state: GameState, viewer: int | None) -> GameState:
    """A game that is the same for this viewer and differs in all it may not know.

    Hidden numbers change places with each other and with those not dealt; choices and specials
    become others; the pile is turned around.
    """
    now = state.round
    if now.is_drafting:
        return state
    others = [seat for seat in range(state.player_count) if seat != viewer]
    hidden = [card for seat in others for card in now.hands[seat]]
    if not state.options.draft:
        deck = state.options.deck(len(now.seats))
        hidden += set(deck) - set(cards_in_play(now))
    hidden.sort(key=lambda card: card * 37 % 105)
    hands = list(now.hands)
    choices = list(now.choices)
    for seat in others:
        size = len(hands[seat])
        hands[seat] = tuple(sorted(hidden[:size]))
        del hidden[:size]
        if choices[seat] is not None:
            choices[seat] = hands[seat][0]
    specials = now.specials
    if specials is not None:
        held = tuple(
            kinds if seat == viewer else (SpecialKind.SHIFT,) * len(kinds)
            for seat, kinds in enumerate(specials.hands)
        )
        specials = specials._replace(hands=held, pile=specials.pile[::-1])
    flips = now.flips
    if flips is not None:
        turned = tuple(wish ^ (seat != viewer) for seat, wish in enumerate(flips.wanted))
        flips = flips._replace(wanted=turned)
    changed = now._replace(
        hands=tuple(hands), choices=tuple(choices), specials=specials, flips=flips
    )
    return state._replace(round=changed)


PLAY = settings(max_examples=40, stateful_step_count=40)

TestBaseGame = BaseGameMachine.TestCase
TestBaseGame.settings = PLAY
TestSpecialGame = SpecialGameMachine.TestCase
TestSpecialGame.settings = PLAY
