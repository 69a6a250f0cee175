"""The record of a game of this site: from its log of actions, for the eyes of one viewer."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from games.rules.actions import Action, ExchangeSpecial, PlaySpecial, Propose, TakeRow
from games.rules.deal import SeededDealer, commitment
from games.rules.engine import apply, new_game
from games.rules.events import (
    Events,
    OxScored,
    Picked,
    Revealed,
    RoundScored,
    RoundStarted,
    TeamPlayed,
)
from games.rules.options import Options
from games.rules.record import (
    Fairness,
    Record,
    RecordedDecision,
    RecordedRound,
    RecordedTurn,
)
from games.rules.record_write import record_to_json
from games.rules.replay import drawn
from games.rules.state import Cards, GameState, RoundState


def export_record(
    options: Options,
    players: tuple[str, ...],
    dealer: SeededDealer,
    actions: Iterable[Action],
    viewer: int | None,
    *,
    abandoned: bool = False,
) -> dict[str, Any]:
    """The record as JSON (RECORD.md) that a seat, or None for anybody else, may have now.

    players: names by seat. A finished or abandoned game is shown whole, with its seed; a running
    one only as far as the viewer may know it. Choices not yet revealed are never in it.
    Raises IllegalAction when the log is not one of this game.
    """
    record = record_game(options, players, dealer, actions)
    if not (record.is_finished or abandoned):
        record = hide(record, viewer)
    return record_to_json(record)


def record_game(
    options: Options,
    players: tuple[str, ...],
    dealer: SeededDealer,
    actions: Iterable[Action],
) -> Record:
    """The whole record of a game, with all of its secrets, by playing its log again."""
    state, events = new_game(options, len(players), dealer)
    log = _Log()
    log.note(state, events)
    for action in actions:
        if isinstance(action, TakeRow | PlaySpecial):
            log.decide(RecordedDecision(action))
        elif isinstance(action, ExchangeSpecial):
            log.decide(RecordedDecision(action, drawn(state.round, action.kind, dealer)))
        state, events = apply(state, action, dealer)
        log.note(state, events)
    return Record(
        options,
        players,
        Fairness(dealer.server_seed, commitment(dealer.server_seed), dealer.client_seeds),
        tuple(written.freeze() for written in log.rounds),
        state.totals if state.is_over else None,
        state.ranks,
    )


def hide(record: Record, viewer: int | None) -> Record:
    """A running game as one seat, or a spectator, may have it.

    Without the server seed, the other hands, the others' specials and draws, and the pile.
    """
    return replace(
        record,
        fairness=record.fairness and replace(record.fairness, server_seed=None),
        rounds=tuple(_hide_round(recorded, viewer) for recorded in record.rounds),
    )


def _hide_round(recorded: RecordedRound, viewer: int | None) -> RecordedRound:
    own = [seat == viewer for seat in recorded.seats]
    return replace(
        recorded,
        hands=tuple(hand if own[at] else None for at, hand in enumerate(recorded.hands)),
        specials=tuple(held if own[at] else None for at, held in enumerate(recorded.specials)),
        special_pile=None,
        ox=None,
        ox_cards=None,
        turns=tuple(
            replace(turn, decisions=tuple(_hide_draw(made, viewer) for made in turn.decisions))
            for turn in recorded.turns
        ),
    )


def _hide_draw(made: RecordedDecision, viewer: int | None) -> RecordedDecision:
    return made if made.action.seat == viewer else replace(made, draw=None)


class _Log:
    """The rounds of a game, written down while it is played."""

    def __init__(self) -> None:
        self.rounds: list[_WrittenRound] = []

    def decide(self, decision: RecordedDecision) -> None:
        self.rounds[-1].decisions[-1].append(decision)

    def note(self, state: GameState, events: Events) -> None:
        """Note events; the state is the one after them, so a round that starts is as dealt."""
        for event in events:
            match event:
                case RoundStarted():
                    self.rounds.append(_WrittenRound(state.options, state.round))
                case Picked(_, card):
                    self.rounds[-1].picks.append(card)
                    self.rounds[-1].dealt = state.round
                case Revealed(cards, flipped):
                    self.rounds[-1].reveal(cards, flipped)
                case RoundScored(_, scores):
                    self.rounds[-1].scores = scores
                case TeamPlayed(seat, special, card, row, order):
                    played = Propose(seat, special, card, row, order)
                    self.decide(RecordedDecision(played))
                case OxScored(_, heads):
                    self.rounds[-1].ox_score = heads


@dataclass(slots=True)
class _WrittenRound:
    """A round as far as it is written down; dealt: the state before its first choice."""

    options: Options
    dealt: RoundState
    picks: list[int] = field(default_factory=list)
    cards: list[Cards] = field(default_factory=list)
    flipped: list[tuple[int, ...]] = field(default_factory=list)
    decisions: list[list[RecordedDecision]] = field(default_factory=list)
    scores: tuple[int, ...] | None = None
    ox_score: int | None = None

    def reveal(self, cards: tuple[tuple[int, int], ...], flipped: Cards) -> None:
        by_seat = dict(cards)
        self.flipped.append(tuple(sorted(seat for seat, card in cards if card in flipped)))
        self.cards.append(tuple(by_seat[seat] for seat in self.dealt.seats))
        self.decisions.append([])

    def freeze(self) -> RecordedRound:
        seats = self.dealt.seats
        specials, ox = self.dealt.specials, self.dealt.ox
        return RecordedRound(
            seats=seats,
            rows=tuple(row.cards[0] for row in self.dealt.rows),
            hands=tuple(self.dealt.hands[seat] for seat in seats),
            draft=tuple(self.picks) if self.options.draft else None,
            specials=tuple(specials.hands[seat] for seat in seats) if specials else (),
            special_pile=specials and specials.pile,
            turns=tuple(
                RecordedTurn(cards, tuple(made), flipped)
                for cards, made, flipped in zip(
                    self.cards, self.decisions, self.flipped, strict=True
                )
            ),
            scores=self.scores and tuple(self.scores[seat] for seat in seats),
            ox=ox and ox.hand,
            ox_cards=ox and (*ox.open, *ox.supply),
            ox_score=self.ox_score,
        )
