"""What is wrong with a record, in English: the words of the command line."""

from collections.abc import Mapping

from games.rules.errors import ErrorCode, RulesError
from games.rules.record import RecordCode

LONGEST_DETAIL = 60

WORDS: Mapping[str, str] = {
    RecordCode.TOO_LONG: "The line is too long for a record.",
    RecordCode.NOT_UTF8: "This is not UTF-8.",
    RecordCode.NOT_JSON: "This is not one JSON value.",
    RecordCode.TOO_DEEP: "The JSON is nested too deeply.",
    RecordCode.DUPLICATE_KEY: "A key is given twice in one object.",
    RecordCode.HUGE_NUMBER: "A number has too many digits.",
    RecordCode.WRONG_TYPE: "A value has the wrong type.",
    RecordCode.WRONG_SIZE: "A list has the wrong number of items.",
    RecordCode.OUT_OF_RANGE: "A number is too small or too great.",
    RecordCode.UNKNOWN_KEY: "A key is not one of this format.",
    RecordCode.MISSING_KEY: "A key is missing.",
    RecordCode.WRONG_FORMAT: 'The format is not "sixieme-record".',
    RecordCode.WRONG_VERSION: "The version is not 1.",
    RecordCode.BAD_TEXT: "A text holds half of a surrogate pair.",
    RecordCode.BAD_HEX: "A seed or commitment is not 32 bytes in hex.",
    RecordCode.UNKNOWN_SPECIAL: "There is no such special card.",
    RecordCode.UNKNOWN_DECISION: "A decision is neither a take, nor a special, nor an exchange.",
    RecordCode.HAND_NOT_ASCENDING: "A hand is not in ascending order.",
    RecordCode.SEED_MISSING: "A finished game must show its server seed.",
    RecordCode.WRONG_COMMITMENT: "The commitment is not the hash of the server seed.",
    RecordCode.WRONG_SEATS: "The seats of the round are not those who are still in the game.",
    RecordCode.WRONG_ROWS: "The rows are not those of the deal.",
    RecordCode.WRONG_HANDS: "A hand is not that of the deal.",
    RecordCode.WRONG_SPECIALS: "A player's special cards are not those of the deal.",
    RecordCode.WRONG_SPECIAL_PILE: "The pile of special cards is not that of the deal.",
    RecordCode.WRONG_DRAW: "The special card drawn is not the one that lay there.",
    RecordCode.CARD_TWICE: "A card was dealt twice.",
    RecordCode.CARD_NOT_IN_DECK: "A card is not in the deck of this round.",
    RecordCode.PICK_MISSING: "The draft stops before every hand is complete.",
    RecordCode.PICK_SURPLUS: "The draft goes on after every hand is complete.",
    RecordCode.TURN_MISSING: "The round stops before its last turn is over.",
    RecordCode.TURN_SURPLUS: "There is a turn that the round does not have.",
    RecordCode.DECISION_MISSING: "A low card takes a row, and the record does not say which.",
    RecordCode.DECISION_SURPLUS: "There is a decision that nobody was asked for.",
    RecordCode.DECISION_OF_OTHER_SEAT: "The decision is another player's to take.",
    RecordCode.DECISION_OF_OTHER_KIND: "Another kind of decision is asked for.",
    RecordCode.SCORES_TOO_EARLY: "The round is scored before its last turn is over.",
    RecordCode.WRONG_SCORES: "The scores are not the heads of the round.",
    RecordCode.WRONG_TOTALS: "The totals are not the sums of the scores.",
    RecordCode.WRONG_RANKS: "The ranks do not follow from the totals.",
    RecordCode.RESULT_MISSING: "The game is over, and the record has no totals and ranks.",
    RecordCode.ENDED_EARLY: "The record has a result, and the game is not over.",
    RecordCode.ROUND_AFTER_END: "There is a round after the end of the game.",
    RecordCode.HIDDEN: (
        "A running game with special cards can be replayed only when its seed is shown."
    ),
    ErrorCode.CLIENT_SEED: 'A client seed is not 1 to 64 characters without "|".',
    ErrorCode.UNKNOWN_OPTION: "There is no such option.",
    ErrorCode.OPTION_TYPE: "An option has the wrong type.",
    ErrorCode.OPTION_VALUE: "An option has a value that is not allowed.",
    ErrorCode.OPTIONS_NOT_TOGETHER: "Options that exclude each other are set.",
    ErrorCode.PLAYER_COUNT: "That many cannot play this game.",
    ErrorCode.BAD_ACTION: "An action has the wrong fields.",
    ErrorCode.GAME_OVER: "The game is over.",
    ErrorCode.NO_SUCH_SEAT: "There is no such seat.",
    ErrorCode.SEAT_ELIMINATED: "The player is out of the game.",
    ErrorCode.OTHER_ACTION_AWAITED: "Something else is awaited.",
    ErrorCode.NOT_AWAITED: "Another player is awaited.",
    ErrorCode.CARD_NOT_IN_POOL: "A card is picked that is not there.",
    ErrorCode.CARD_NOT_HELD: "A card is played that its player does not hold.",
    ErrorCode.NO_SUCH_ROW: "There is no such row.",
    ErrorCode.ROW_BLOCKED: "The row is blocked by a Stop.",
    ErrorCode.SPECIAL_NOT_HELD: "A special card is played that its player does not hold.",
    ErrorCode.SPECIAL_TARGET: "A special card is played with the wrong fields.",
    ErrorCode.FIVE_ROWS_ALREADY: "There are five rows already.",
    ErrorCode.LOW_CARD_JOINS_NO_ROW: "A low card joins no row.",
    ErrorCode.SEVEN_TAKES_ALREADY: "The row holds six numbers already.",
    ErrorCode.INSERT_AT_END: "An inserted number must not come at the end of its row.",
    ErrorCode.CARD_NOT_ON_TABLE: "The number to be moved is not in an open row.",
    ErrorCode.CARD_IN_THAT_ROW: "The number to be moved is in that row already.",
    ErrorCode.CARD_NOT_IN_ROW_TAKEN: "The number to be cancelled is not in the row taken.",
    ErrorCode.TWO_STOPS_ALREADY: "Two rows are blocked already.",
    ErrorCode.NO_ROW_IS_TAKEN: "The number takes no row.",
}


def words_of(error: RulesError) -> str:
    """One line of English: what is wrong, then the details, each cut to a readable length."""
    details = "; ".join(f"{name}: {_short(value)}" for name, value in error.params.items())
    words = WORDS[error.code]
    return f"{words} ({details})" if details else words


def _short(value: object) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return text if len(text) <= LONGEST_DETAIL else text[: LONGEST_DETAIL - 1] + "…"
