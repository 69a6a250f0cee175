"""What is wrong with a record: in English, and in the reader's language for pages."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.rules.errors import ErrorCode, InvalidRecord, RulesError
from games.rules.record import RecordCode

LONGEST_DETAIL = 60

WORDS: Mapping[str, str] = {
    RecordCode.TOO_LONG: _("The line is too long for a record."),
    RecordCode.NOT_UTF8: _("This is not UTF-8."),
    RecordCode.NOT_JSON: _("This is not one JSON value."),
    RecordCode.TOO_DEEP: _("The JSON is nested too deeply."),
    RecordCode.DUPLICATE_KEY: _("A key is given twice in one object."),
    RecordCode.HUGE_NUMBER: _("A number has too many digits."),
    RecordCode.WRONG_TYPE: _("A value has the wrong type."),
    RecordCode.WRONG_SIZE: _("A list has the wrong number of items."),
    RecordCode.OUT_OF_RANGE: _("A number is too small or too great."),
    RecordCode.UNKNOWN_KEY: _("A key is not one of this format."),
    RecordCode.MISSING_KEY: _("A key is missing."),
    RecordCode.WRONG_FORMAT: _("The format is not “sixieme-record”."),
    RecordCode.WRONG_VERSION: _("The version is not that of a record with these options."),
    RecordCode.BAD_TEXT: _("A text holds half of a surrogate pair."),
    RecordCode.BAD_HEX: _("A seed or commitment is not 32 bytes in hex."),
    RecordCode.UNKNOWN_SPECIAL: _("There is no such special card."),
    RecordCode.UNKNOWN_DECISION: _("A decision is neither a take, nor a special, nor an exchange."),
    RecordCode.HAND_NOT_ASCENDING: _("A hand is not in ascending order."),
    RecordCode.SEATS_NOT_ASCENDING: _("Seats are not in ascending order."),
    RecordCode.WRONG_FLIP: _("A card is flipped by somebody who is not in the round."),
    RecordCode.SEED_MISSING: _("A finished game must show its server seed."),
    RecordCode.WRONG_COMMITMENT: _("The commitment is not the hash of the server seed."),
    RecordCode.WRONG_SEATS: _("The seats of the round are not those who are still in the game."),
    RecordCode.WRONG_ROWS: _("The rows are not those of the deal."),
    RecordCode.WRONG_HANDS: _("A hand is not that of the deal."),
    RecordCode.WRONG_SPECIALS: _("A player’s special cards are not those of the deal."),
    RecordCode.WRONG_SPECIAL_PILE: _("The pile of special cards is not that of the deal."),
    RecordCode.WRONG_DRAW: _("The special card drawn is not the one that lay there."),
    RecordCode.CARD_TWICE: _("A card was dealt twice."),
    RecordCode.CARD_NOT_IN_DECK: _("A card is not in the deck of this round."),
    RecordCode.PICK_MISSING: _("The draft stops before every hand is complete."),
    RecordCode.PICK_SURPLUS: _("The draft goes on after every hand is complete."),
    RecordCode.TURN_MISSING: _("The round stops before its last turn is over."),
    RecordCode.TURN_SURPLUS: _("There is a turn that the round does not have."),
    RecordCode.DECISION_MISSING: _("A low card takes a row, and the record does not say which."),
    RecordCode.DECISION_SURPLUS: _("There is a decision that nobody was asked for."),
    RecordCode.DECISION_OF_OTHER_SEAT: _("The decision is another player’s to take."),
    RecordCode.DECISION_OF_OTHER_KIND: _("Another kind of decision is expected."),
    RecordCode.SCORES_TOO_EARLY: _("The round is scored before its last turn is over."),
    RecordCode.WRONG_SCORES: _("The scores are not the heads of the round."),
    RecordCode.WRONG_TOTALS: _("The totals are not the sums of the scores."),
    RecordCode.WRONG_RANKS: _("The ranks do not follow from the totals."),
    RecordCode.RESULT_MISSING: _("The game is over, and the record has no totals and ranks."),
    RecordCode.ENDED_EARLY: _("The record has a result, and the game is not over."),
    RecordCode.ROUND_AFTER_END: _("There is a round after the end of the game."),
    RecordCode.HIDDEN: _(
        "A running game with special cards can be replayed only when its seed is shown."
    ),
    ErrorCode.CLIENT_SEED: _("A client seed is not 1 to 64 characters without “|”."),
    ErrorCode.UNKNOWN_OPTION: _("There is no such option."),
    ErrorCode.OPTION_TYPE: _("An option has the wrong type."),
    ErrorCode.OPTION_VALUE: _("An option has a value that is not allowed."),
    ErrorCode.OPTIONS_NOT_TOGETHER: _("Options that exclude each other are set."),
    ErrorCode.PLAYER_COUNT: _("That many cannot play this game."),
    ErrorCode.BAD_ACTION: _("An action has the wrong fields."),
    ErrorCode.GAME_OVER: _("The game is over."),
    ErrorCode.NO_SUCH_SEAT: _("There is no such seat."),
    ErrorCode.SEAT_ELIMINATED: _("The player is out of the game."),
    ErrorCode.OTHER_ACTION_AWAITED: _("Another action is expected."),
    ErrorCode.NOT_AWAITED: _("It is another player’s turn to act."),
    ErrorCode.CARD_NOT_IN_POOL: _("A card is picked that is not there."),
    ErrorCode.CARD_NOT_HELD: _("A card is played that its player does not hold."),
    ErrorCode.NO_SUCH_ROW: _("There is no such row."),
    ErrorCode.ROW_BLOCKED: _("The row is blocked by a Stop."),
    RecordCode.WRONG_OX: _("The numbers of the ox are not those of the deal."),
    RecordCode.WRONG_OX_SCORE: _("The score of the ox is not the heads that it took."),
    ErrorCode.PROPOSAL_OPEN: _("Something else is proposed already."),
    ErrorCode.PROPOSAL_DECLINED: _("This was declined before."),
    ErrorCode.NO_PROPOSAL: _("Nothing is proposed."),
    ErrorCode.NO_FLIP_CARD: _("A card is flipped without a Flip card."),
    ErrorCode.CARD_DOES_NOT_FLIP: _("A card is flipped that cannot be."),
    ErrorCode.SPECIAL_NOT_HELD: _("A special card is played that its player does not hold."),
    ErrorCode.SPECIAL_TARGET: _("A special card is played with the wrong fields."),
    ErrorCode.FIVE_ROWS_ALREADY: _("There are five rows already."),
    ErrorCode.LOW_CARD_JOINS_NO_ROW: _("A low card joins no row."),
    ErrorCode.SEVEN_TAKES_ALREADY: _("The row holds six numbers already."),
    ErrorCode.INSERT_AT_END: _("An inserted number must not come at the end of its row."),
    ErrorCode.CARD_NOT_ON_TABLE: _("The number to be moved is not in an open row."),
    ErrorCode.CARD_IN_THAT_ROW: _("The number to be moved is in that row already."),
    ErrorCode.CARD_NOT_IN_ROW_TAKEN: _("The number to be cancelled is not in the row taken."),
    ErrorCode.TWO_STOPS_ALREADY: _("Two rows are blocked already."),
    ErrorCode.NO_ROW_IS_TAKEN: "The number takes no row.",
}


def words_of(error: RulesError) -> str:
    """One line of English: what is wrong, then the details, each cut to a readable length."""
    details = "; ".join(f"{name}: {_short(value)}" for name, value in error.params.items())
    words = WORDS[error.code]
    return f"{words} ({details})" if details else words


def sentence_of(error: RulesError) -> str:
    """What is wrong, in the active language, and where: rounds and turns from 1, as pages do."""
    words = gettext(WORDS[error.code])
    if not isinstance(error, InvalidRecord) or error.round is None:
        return words
    if error.turn is None:
        place = gettext("Round %(round)d") % {"round": error.round + 1}
    else:
        place = gettext("Round %(round)d, turn %(turn)d") % {
            "round": error.round + 1,
            "turn": error.turn + 1,
        }
    return gettext("%(place)s: %(words)s") % {"place": place, "words": words}


def _short(value: object) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return text if len(text) <= LONGEST_DETAIL else text[: LONGEST_DETAIL - 1] + "…"
