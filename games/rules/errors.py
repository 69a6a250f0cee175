"""Errors of the rules: an exception with a code; words for people are made at the edge."""

from enum import StrEnum


class ErrorCode(StrEnum):
    """Why something was refused. The value is stable: it is logged, sent and translated."""

    # actions
    BAD_ACTION = "bad_action"
    GAME_OVER = "game_over"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_ELIMINATED = "seat_eliminated"
    OTHER_ACTION_AWAITED = "other_action_awaited"
    NOT_AWAITED = "not_awaited"
    CARD_NOT_IN_POOL = "card_not_in_pool"
    CARD_NOT_HELD = "card_not_held"
    NO_SUCH_ROW = "no_such_row"
    ROW_BLOCKED = "row_blocked"
    # fan cards
    NO_FLIP_CARD = "no_flip_card"
    CARD_DOES_NOT_FLIP = "card_does_not_flip"
    # special cards
    SPECIAL_NOT_HELD = "special_not_held"
    SPECIAL_TARGET = "special_target"
    FIVE_ROWS_ALREADY = "five_rows_already"
    LOW_CARD_JOINS_NO_ROW = "low_card_joins_no_row"
    SEVEN_TAKES_ALREADY = "seven_takes_already"
    INSERT_AT_END = "insert_at_end"
    CARD_NOT_ON_TABLE = "card_not_on_table"
    CARD_IN_THAT_ROW = "card_in_that_row"
    CARD_NOT_IN_ROW_TAKEN = "card_not_in_row_taken"
    TWO_STOPS_ALREADY = "two_stops_already"
    NO_ROW_IS_TAKEN = "no_row_is_taken"
    # the council against the ox
    PROPOSAL_OPEN = "proposal_open"
    PROPOSAL_DECLINED = "proposal_declined"
    NO_PROPOSAL = "no_proposal"
    # options
    UNKNOWN_OPTION = "unknown_option"
    OPTION_TYPE = "option_type"
    OPTION_VALUE = "option_value"
    OPTIONS_NOT_TOGETHER = "options_not_together"
    PLAYER_COUNT = "player_count"
    # the deal
    CLIENT_SEED = "client_seed"


class RulesError(Exception):
    """A refusal: `code`, and in `params` what a message about it may need."""

    def __init__(self, code: StrEnum, **params: object) -> None:
        self.code = code
        self.params = params

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code} ({details})" if details else str(self.code)


class IllegalAction(RulesError):
    """An action the rules do not allow now; the state is unchanged."""


class InvalidOptions(RulesError):
    """Options, or a number of players, that no game can be played with."""


class InvalidRecord(RulesError):
    """A record that breaks RECORD.md or the rules; `round` and `turn` from 0, None outside."""

    def __init__(
        self,
        code: StrEnum,
        *,
        round: int | None = None,
        turn: int | None = None,
        **params: object,
    ) -> None:
        super().__init__(code, **params)
        self.round = round
        self.turn = turn
