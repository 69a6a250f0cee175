"""The positions of a recorded game, in order: what a replay shows one after the other. Pure."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from games.rules.actions import (
    Action,
    ChooseCard,
    ExchangeSpecial,
    PickCard,
    PlaySpecial,
    Propose,
    TakeRow,
)
from games.rules.dealer import RoundDealer
from games.rules.engine import apply
from games.rules.events import Events, RoundScored, RoundStarted
from games.rules.record import Record
from games.rules.replay import Replayer
from games.rules.state import Cards, GameState, RoundState

_KEY = re.compile(r"([1-9]\d{0,3})\.(\d{1,2})(?:\.(\d{1,3}))?", re.ASCII)


class Key(NamedTuple):
    """The name of a position in its address: "2.4" is turn 4 of round 2 when it is over.

    turn: 0 is the deal. step: None for a whole turn. "2.4.1" is before the first decision of that
    turn that its player used; "2.0.3" is a draft after three laps, "2.0" after the last one.
    """

    round: int
    turn: int
    step: int | None = None

    def __str__(self) -> str:
        return ".".join(str(part) for part in self if part is not None)

    @property
    def told(self) -> str:
        """The "round.turn" whose story is told here."""
        return f"{self.round}.{self.turn}"

    @classmethod
    def parse(cls, text: str) -> "Key | None":
        """The key written as such a text; None if the text is none."""
        found = _KEY.fullmatch(text)
        if found is None:
            return None
        step = found[3]
        return cls(int(found[1]), int(found[2]), None if step is None else int(step))


@dataclass(frozen=True, slots=True)
class Position:
    """The table at one moment. story: what has happened in this turn so far.

    state: all have chosen the next card, wherever the record tells which; the round that has just
    ended still lies there. Hands that the record hides hold only what is played from them later.
    """

    key: Key
    state: GameState
    story: Events


@dataclass(frozen=True)
class Course:
    """The positions of a game, at least one. has_hidden_hands: some cards are not told."""

    positions: tuple[Position, ...]
    has_hidden_hands: bool

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        return tuple(position.key for position in self.positions)

    @cached_property
    def _indexes(self) -> dict[Key, int]:
        return {key: index for index, key in enumerate(self.keys)}

    def find(self, key: Key) -> int | None:
        """The index of a position; of its whole turn if there is no such step."""
        found = self._indexes.get(key)
        return self._indexes.get(key._replace(step=None)) if found is None else found


def course_of(record: Record) -> Course:
    """The positions of a record in which everything is true; else InvalidRecord (rules/replay.py).

    A record without a round has no position: ValueError.
    """
    if not record.rounds:
        raise ValueError("nothing was dealt")
    watcher = _Watcher(record)
    watcher.replay()
    watcher.end()
    has_hidden = any(None in recorded.hands and not recorded.draft for recorded in record.rounds)
    return Course(tuple(watcher.positions), has_hidden)


class _Watcher(Replayer):
    """Notes the positions of a game while its record is replayed."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.positions: list[Position] = []
        self.story: Events = ()
        self.steps = 0
        self._begin_round(self.dealt)

    def act(self, action: Action) -> Events:
        before = self.state
        if isinstance(action, TakeRow | PlaySpecial | ExchangeSpecial | Propose):
            self._note_step()
        events = super().act(action)
        if isinstance(action, PickCard):
            self.story += events
            self._note_pick()
        elif isinstance(action, ChooseCard):
            if events:
                self._begin_turn(before.round, action, events)
        else:
            self.story += events
        if any(isinstance(event, RoundScored) for event in events):
            closed, _ = apply(before, action, RoundDealer(self.dealer))
            self._end_round(before.round, closed)
        elif 0 < before.round.turn < self.state.round.turn:
            self._note(Key(before.round.number, before.round.turn), self.state)
        return events

    def end(self) -> None:
        """Note where an unfinished game stopped, if that is within a turn or a lap."""
        round = self.state.round
        if round.is_drafting and sum(map(len, round.hands)) % len(round.seats):
            laps = sum(map(len, round.hands)) // len(round.seats)
            self._note(Key(round.number, 0, laps + 1), self.state)
        elif round.queue or (round.specials and round.specials.exchanger is not None):
            self._note_step()

    def _begin_round(self, dealt: Events) -> None:
        """Note the deal; what is dealt after the end of the record is not told by it."""
        round = self.state.round
        if round.number <= len(self.record.rounds):
            self.story = dealt
            self._note(Key(round.number, 0, 0 if round.is_drafting else None), self.state)

    def _note_pick(self) -> None:
        """Note a lap of a draft, of one pick each, and its end."""
        round = self.state.round
        laps, picks = divmod(sum(map(len, round.hands)), len(round.seats))
        if not round.is_drafting:
            self._note(Key(round.number, 0), self.state)
        elif picks == 0:
            self._note(Key(round.number, 0, laps), self.state)

    def _begin_turn(self, round: RoundState, last: ChooseCard, revealed: Events) -> None:
        """All cards are revealed: the position before shows which of the hands they were."""
        choices = list(round.choices)
        choices[last.seat] = last.card
        before = self.positions[-1]
        chosen = before.state.round.with_choices(tuple(choices))
        if round.flips is not None:
            chosen = chosen._replace(flips=round.flips.with_wish(last.seat, last.flipped))
        self.positions[-1] = replace(before, state=before.state.with_round(chosen))
        self.story, self.steps = revealed, 0

    def _note_step(self) -> None:
        round = self.state.round
        self.steps += 1
        self._note(Key(round.number, round.turn, self.steps), self.state)

    def _end_round(self, ended: RoundState, closed: GameState) -> None:
        is_deal = [isinstance(event, RoundStarted) for event in self.story]
        at = is_deal.index(True) if True in is_deal else len(self.story)
        dealt, self.story = self.story[at:], self.story[:at]
        self._note(Key(ended.number, ended.turn), closed)
        if dealt:
            self._begin_round(dealt)

    def _note(self, key: Key, state: GameState) -> None:
        state = state.with_round(self._as_told(state.round))
        self.positions.append(Position(key, state, self.story))

    def _as_told(self, round: RoundState) -> RoundState:
        """The round without the cards that the dealer made up for a hidden hand."""
        recorded = self.record.rounds[round.number - 1]
        if None not in recorded.hands or recorded.draft is not None:
            return round
        hands: list[Cards] = list(round.hands)
        for at, seat in enumerate(recorded.seats):
            if recorded.hands[at] is None:
                told = {turn.cards[at] for turn in recorded.turns}
                hands[seat] = tuple(card for card in hands[seat] if card in told)
        return round._replace(hands=tuple(hands))


def is_end_of_round(state: GameState) -> bool:
    """Whether the round of a position has been scored and still lies on the table."""
    return len(state.round_scores) >= state.round.number


@dataclass(frozen=True, slots=True)
class Ways:
    """The positions to which the buttons lead, None where there is none."""

    first: Key | None
    previous_round: Key | None
    previous_turn: Key | None
    back: Key | None
    forward: Key | None
    next_turn: Key | None
    next_round: Key | None
    last: Key | None


def present_ways(course: Course, index: int) -> Ways:
    """The ways from the position of this index."""
    keys = course.keys
    last = len(keys) - 1
    turns = [at for at, key in enumerate(keys) if key.step is None]
    rounds = [at for at, key in enumerate(keys) if at == 0 or keys[at - 1].round != key.round]
    return Ways(
        first=keys[0] if index > 0 else None,
        previous_round=_before(keys, rounds, index),
        previous_turn=_before(keys, turns, index),
        back=keys[index - 1] if index > 0 else None,
        forward=keys[index + 1] if index < last else None,
        next_turn=_after(keys, turns, index),
        next_round=_after(keys, rounds, index),
        last=keys[last] if index < last else None,
    )


def _before(keys: tuple[Key, ...], stops: list[int], index: int) -> Key | None:
    at = bisect_left(stops, index) - 1
    return keys[stops[at]] if at >= 0 else None


def _after(keys: tuple[Key, ...], stops: list[int], index: int) -> Key | None:
    at = bisect_right(stops, index)
    return keys[stops[at]] if at < len(stops) else None
