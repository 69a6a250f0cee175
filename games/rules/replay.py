"""Replay a record through the engine and check every claim it makes."""

from collections import Counter, deque
from dataclasses import dataclass

from games.rules.actions import (
    Action,
    Agree,
    ChooseCard,
    ExchangeSpecial,
    KeepSpecials,
    PassSpecial,
    PickCard,
    PlaySpecial,
    Propose,
    Ready,
    TakeRow,
)
from games.rules.cards import SpecialKind
from games.rules.deal import SeededDealer, commitment
from games.rules.dealer import Dealer
from games.rules.engine import apply, new_game
from games.rules.errors import InvalidRecord
from games.rules.events import Events, RoundScored
from games.rules.options import Variant
from games.rules.ox_state import OxState
from games.rules.record import (
    Record,
    RecordCode,
    RecordedDecision,
    RecordedRound,
    RecordedTurn,
    located,
)
from games.rules.recorded_deal import RecordedDealer
from games.rules.state import Awaited, Decision, GameState, RoundState

ANSWERS = {
    Awaited.SPECIAL: PlaySpecial,
    Awaited.ROW: TakeRow,
    Awaited.EXCHANGE: ExchangeSpecial,
    Awaited.COUNCIL: Propose,
}
"""The decisions that a record notes, by what is awaited while cards are placed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a record comes to, by seat: totals of its scored rounds; ranks None until it is over."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...] | None


def replay(record: Record) -> Outcome:
    """The outcome of a record in which everything is true; else InvalidRecord.

    Of a running game the hidden hands cannot be checked. One with special cards cannot be replayed
    at all before its end (HIDDEN): what its players hold and draw is secret.
    """
    return Replayer(record).replay()


def dealer_of(record: Record) -> SeededDealer | RecordedDealer:
    """The dealer of a recorded game: by its seed where it is shown, else by what was dealt."""
    fairness = record.fairness
    if fairness is None:
        return RecordedDealer(record)
    if fairness.server_seed is None:
        if record.options.variant is not Variant.BASE:
            raise InvalidRecord(RecordCode.HIDDEN)
        return RecordedDealer(record)
    if commitment(fairness.server_seed) != fairness.commitment:
        raise InvalidRecord(RecordCode.WRONG_COMMITMENT)
    return SeededDealer(fairness.server_seed, fairness.client_seeds)


def drawn(round_state: RoundState, kind: SpecialKind, dealer: Dealer) -> SpecialKind:
    """What giving this special back draws: the top of the pile, rebuilt first if it is empty."""
    specials = round_state.specials
    if specials is None:
        raise ValueError("there are no special cards in this game")
    if specials.pile:
        return specials.pile[0]
    discard = Counter((*specials.discard, kind))
    listed = tuple(other for other in SpecialKind for _ in range(discard[other]))
    return dealer.reshuffle(round_state.number, specials.reshuffles + 1, listed)[0]


class Replayer:
    """A game followed through its record. Subclasses may watch `act`."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.dealer = dealer_of(record)
        self.totals = (0,) * len(record.players)
        self.scored: RoundScored | None = None
        self.state, self.dealt = new_game(record.options, len(record.players), self.dealer)

    def replay(self) -> Outcome:
        """Follow all rounds and check the result. Raises InvalidRecord."""
        for index, recorded in enumerate(self.record.rounds):
            with located(index):
                self._play_round(index, recorded)
        if self.record.is_finished:
            _check_result(self.record, self.state)
        elif self.state.is_over:
            raise InvalidRecord(RecordCode.RESULT_MISSING)
        return Outcome(self.totals, self.state.ranks)

    def act(self, action: Action) -> Events:
        """Do what the record says was done."""
        self.state, events = apply(self.state, action, self.dealer)
        for event in events:
            if isinstance(event, RoundScored):
                self.scored = event
        return events

    def _play_round(self, index: int, recorded: RecordedRound) -> None:
        """Follow one round and check its scores; the last of an unfinished game may stop short."""
        if self.state.is_over:
            raise InvalidRecord(RecordCode.ROUND_AFTER_END)
        if recorded.seats != self.state.round.seats:
            raise InvalidRecord(RecordCode.WRONG_SEATS, expected=self.state.round.seats)
        gaps = not self.record.is_finished and index == len(self.record.rounds) - 1
        self.scored = None
        self._pick(recorded, gaps)
        self._check_deal(recorded)
        for turn_index, turn in enumerate(recorded.turns):
            with located(turn_index=turn_index):
                if self._between_turns():
                    raise InvalidRecord(RecordCode.TURN_SURPLUS)
                last = turn_index == len(recorded.turns) - 1
                self._play_turn(recorded, turn, gaps=gaps and last)
        self._check_scores(recorded, gaps)

    def _between_turns(self) -> bool:
        """The round is over, or its hands are not drafted yet."""
        return self.scored is not None or self.state.round.turn == 0

    def _pick(self, recorded: RecordedRound, gaps: bool) -> None:
        """Follow a draft."""
        for card in recorded.draft or ():
            if self.state.round.turn > 0:
                raise InvalidRecord(RecordCode.PICK_SURPLUS)
            self.act(PickCard(self.state.round.picker, card))
        if self.state.round.turn == 0 and not gaps:
            raise InvalidRecord(RecordCode.PICK_MISSING)

    def _check_deal(self, recorded: RecordedRound) -> None:
        """Compare what the record says was dealt; what it hides is None and passes."""
        dealt = self.state.round
        rows = tuple(row.cards[0] for row in dealt.rows)
        if recorded.rows != rows:
            raise InvalidRecord(RecordCode.WRONG_ROWS, expected=rows)
        for seat, hand in zip(recorded.seats, recorded.hands, strict=True):
            if hand is not None and hand != dealt.hands[seat]:
                raise InvalidRecord(RecordCode.WRONG_HANDS, seat=seat, expected=dealt.hands[seat])
        if dealt.ox is not None:
            _check_ox(recorded, dealt.ox)
        if dealt.specials is None:
            return
        for seat, held in zip(recorded.seats, recorded.specials, strict=True):
            if held is not None and Counter(held) != Counter(dealt.specials.hands[seat]):
                raise InvalidRecord(
                    RecordCode.WRONG_SPECIALS, seat=seat, expected=dealt.specials.hands[seat]
                )
        if recorded.special_pile != dealt.specials.pile:
            raise InvalidRecord(RecordCode.WRONG_SPECIAL_PILE, expected=dealt.specials.pile)

    def _play_turn(self, recorded: RecordedRound, turn: RecordedTurn, gaps: bool) -> None:
        """Reveal the cards of a turn and place them as its decisions say."""
        if not set(turn.flipped) <= set(recorded.seats):
            raise InvalidRecord(RecordCode.WRONG_FLIP)
        for seat, card in zip(recorded.seats, turn.cards, strict=True):
            self.act(ChooseCard(seat, card, seat in turn.flipped))
        left = deque(turn.decisions)
        while (decision := self._awaited_answer()) is not None:
            if gaps and not left and recorded.scores is None:
                return
            self._answer(decision, left)
        if left:
            raise InvalidRecord(RecordCode.DECISION_SURPLUS, seat=left[0].action.seat)

    def _awaited_answer(self) -> Decision | None:
        """What is awaited before the turn is over."""
        decision = self.state.decision
        return decision if decision is not None and decision.kind in ANSWERS else None

    def _answer(self, decision: Decision, left: deque[RecordedDecision]) -> None:
        """Take the next recorded decision, or none where the player chose to do nothing."""
        if decision.kind is Awaited.COUNCIL:
            self._hold_council(decision, left)
            return
        seat = decision.seats[0]
        fits = bool(left) and isinstance(left[0].action, ANSWERS[decision.kind])
        if fits and left[0].action.seat == seat:
            self._follow(left.popleft())
        elif decision.kind is Awaited.SPECIAL:
            self.act(PassSpecial(seat))
        elif decision.kind is Awaited.EXCHANGE:
            self.act(KeepSpecials(seat))
        elif not left:
            raise InvalidRecord(RecordCode.DECISION_MISSING, seat=seat, card=decision.card)
        else:
            code = RecordCode.DECISION_OF_OTHER_SEAT if fits else RecordCode.DECISION_OF_OTHER_KIND
            raise InvalidRecord(code, seat=seat, card=decision.card)

    def _hold_council(self, decision: Decision, left: deque[RecordedDecision]) -> None:
        """Play the next card of the team, to which all agree; without one all are ready."""
        action = left[0].action if left else None
        if not isinstance(action, Propose):
            self.act(Ready(decision.seats[0]))
            return
        left.popleft()
        self.act(action)
        for seat in self.state.round.seats:
            ox = self.state.round.ox
            if ox is not None and ox.proposal is not None and seat not in ox.agreed:
                self.act(Agree(seat))

    def _follow(self, recorded: RecordedDecision) -> None:
        action = recorded.action
        if isinstance(action, ExchangeSpecial):
            draw = drawn(self.state.round, action.kind, self.dealer)
            if draw != recorded.draw:
                raise InvalidRecord(RecordCode.WRONG_DRAW, seat=action.seat, expected=draw)
        self.act(action)

    def _check_scores(self, recorded: RecordedRound, gaps: bool) -> None:
        if self.scored is None:
            if not gaps:
                raise InvalidRecord(RecordCode.TURN_MISSING)
            if recorded.scores is not None:
                raise InvalidRecord(RecordCode.SCORES_TOO_EARLY)
        elif recorded.scores is not None:
            scores = tuple(self.scored.scores[seat] for seat in recorded.seats)
            if recorded.scores != scores:
                raise InvalidRecord(RecordCode.WRONG_SCORES, expected=scores)
            if self.state.round.ox is not None and recorded.ox_score != self.state.round.ox.heads:
                raise InvalidRecord(RecordCode.WRONG_OX_SCORE, expected=self.state.round.ox.heads)
            self.totals = self.scored.totals


def _check_ox(recorded: RecordedRound, ox: OxState) -> None:
    if recorded.ox != ox.hand:
        raise InvalidRecord(RecordCode.WRONG_OX, expected=ox.hand)
    if recorded.ox_cards != (*ox.open, *ox.supply):
        raise InvalidRecord(RecordCode.WRONG_SPECIAL_PILE, expected=(*ox.open, *ox.supply))


def _check_result(record: Record, state: GameState) -> None:
    """Compare totals and ranks at the end of a game that must be over."""
    if not state.is_over:
        raise InvalidRecord(RecordCode.ENDED_EARLY)
    if record.totals != state.totals:
        raise InvalidRecord(RecordCode.WRONG_TOTALS, expected=state.totals)
    if record.ranks != state.ranks:
        raise InvalidRecord(RecordCode.WRONG_RANKS, expected=state.ranks)
