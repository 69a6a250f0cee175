"""The game record as values: what RECORD.md says, parsed; reading, replaying and writing are apart.

Everything in a record counts from 0: seats, row positions, and the rounds and turns of an error.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from games.rules.actions import ExchangeSpecial, PlaySpecial, Propose, TakeRow
from games.rules.cards import SpecialKind
from games.rules.errors import InvalidRecord, RulesError
from games.rules.held_cards import OxCards, Specials
from games.rules.options import Options, Variant
from games.rules.state import Cards

FORMAT = "sixieme-record"
VERSION = 1
LATER_VERSION = 2


def version_of(options: Options) -> int:
    """The version of the format that a game needs.

    Records without a fan card and without the ox stay as they were.
    """
    is_later = options.fan is not None or options.variant is Variant.OX
    return LATER_VERSION if is_later else VERSION


class RecordCode(StrEnum):
    """Why a record is refused, beside the codes of options and actions; the values are stable."""

    # the text
    TOO_LONG = "too_long"
    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"
    TOO_DEEP = "too_deep"
    DUPLICATE_KEY = "duplicate_key"
    HUGE_NUMBER = "huge_number"
    # the shape
    WRONG_TYPE = "wrong_type"
    WRONG_SIZE = "wrong_size"
    OUT_OF_RANGE = "out_of_range"
    UNKNOWN_KEY = "unknown_key"
    MISSING_KEY = "missing_key"
    WRONG_FORMAT = "wrong_format"
    WRONG_VERSION = "wrong_version"
    BAD_TEXT = "bad_text"
    BAD_HEX = "bad_hex"
    UNKNOWN_SPECIAL = "unknown_special"
    UNKNOWN_DECISION = "unknown_decision"
    HAND_NOT_ASCENDING = "hand_not_ascending"
    SEATS_NOT_ASCENDING = "seats_not_ascending"
    # the deal
    SEED_MISSING = "seed_missing"
    WRONG_COMMITMENT = "wrong_commitment"
    WRONG_SEATS = "wrong_seats"
    WRONG_FLIP = "wrong_flip"
    WRONG_ROWS = "wrong_rows"
    WRONG_HANDS = "wrong_hands"
    WRONG_SPECIALS = "wrong_specials"
    WRONG_SPECIAL_PILE = "wrong_special_pile"
    WRONG_DRAW = "wrong_draw"
    WRONG_OX = "wrong_ox"
    CARD_TWICE = "card_twice"
    CARD_NOT_IN_DECK = "card_not_in_deck"
    # the play
    PICK_MISSING = "pick_missing"
    PICK_SURPLUS = "pick_surplus"
    TURN_MISSING = "turn_missing"
    TURN_SURPLUS = "turn_surplus"
    DECISION_MISSING = "decision_missing"
    DECISION_SURPLUS = "decision_surplus"
    DECISION_OF_OTHER_SEAT = "decision_of_other_seat"
    DECISION_OF_OTHER_KIND = "decision_of_other_kind"
    # the result
    SCORES_TOO_EARLY = "scores_too_early"
    WRONG_SCORES = "wrong_scores"
    WRONG_OX_SCORE = "wrong_ox_score"
    WRONG_TOTALS = "wrong_totals"
    WRONG_RANKS = "wrong_ranks"
    RESULT_MISSING = "result_missing"
    ENDED_EARLY = "ended_early"
    ROUND_AFTER_END = "round_after_end"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Fairness:
    """What the deal follows from; `server_seed` is None while the game runs."""

    server_seed: bytes | None
    commitment: str
    client_seeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """A choice made while cards are placed, and the special that an exchange drew.

    draw: None beside an exchange in a running game where it is another player's secret.
    """

    action: TakeRow | PlaySpecial | ExchangeSpecial | Propose
    draw: SpecialKind | None = None


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """Cards revealed, in the order of the round's seats, and the decisions as they were taken.

    flipped: the seats that played a Flip card with theirs, ascending.
    """

    cards: Cards
    decisions: tuple[RecordedDecision, ...] = ()
    flipped: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """One deal and its play; hands, specials and scores are in the order of `seats`.

    hands, specials: None for a seat whose cards the reader may not see.
    rows: empty while a draft is unfinished. draft: None unless the game has one.
    specials: none outside the special variant. special_pile: None there, or hidden.
    scores: None while the round is unfinished. ox: its numbers, as they are turned over; None in
    other games, or hidden. ox_cards: the special cards of the team, top first. ox_score: its heads.
    """

    seats: tuple[int, ...]
    rows: Cards
    hands: tuple[Cards | None, ...]
    draft: Cards | None
    specials: tuple[Specials | None, ...]
    special_pile: Specials | None
    turns: tuple[RecordedTurn, ...]
    scores: tuple[int, ...] | None
    ox: Cards | None = None
    ox_cards: OxCards | None = None
    ox_score: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game; totals and ranks by seat, None when it is running or abandoned."""

    options: Options
    players: tuple[str, ...]
    fairness: Fairness | None
    rounds: tuple[RecordedRound, ...]
    totals: tuple[int, ...] | None = None
    ranks: tuple[int, ...] | None = None

    @property
    def is_finished(self) -> bool:
        return self.totals is not None


@contextmanager
def located(round_index: int | None = None, turn_index: int | None = None) -> Iterator[None]:
    """Make a refusal an InvalidRecord of this round and turn, unless it names its own."""
    try:
        yield
    except InvalidRecord as error:
        if error.round is None:
            error.round = round_index
        if error.turn is None and error.round == round_index:
            error.turn = turn_index
        raise
    except RulesError as error:
        raise InvalidRecord(
            error.code, round=round_index, turn=turn_index, **error.params
        ) from error
