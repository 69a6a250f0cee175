"""What a table refuses beside the rules, and every refusal in the reader's language."""

from datetime import datetime
from enum import StrEnum

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.errors import ErrorCode, RulesError


class TableErrorCode(StrEnum):
    """Why a table refused something; the value is stable."""

    BUSY = "busy"
    FULL = "full"
    LATE = "late"
    WITHDRAWN = "withdrawn"
    SLOW = "slow"
    DISK_FULL = "disk_full"
    NOT_HOST = "not_host"
    NOT_OPEN = "not_open"
    CLOSED = "closed"
    NOT_PLAYING = "not_playing"
    NOT_ENDED = "not_ended"
    NOT_SEATED = "not_seated"
    SEAT_HELD = "seat_held"
    SENT_AWAY = "sent_away"
    SEAT_TAKEN = "seat_taken"
    SEATED_ALREADY = "seated_already"
    TOO_FEW = "too_few"
    TOO_MANY_TABLES = "too_many_tables"
    STILL_PLAYED = "still_played"
    UNKNOWN_BOT = "unknown_bot"
    BAD_SEED = "bad_seed"
    BAD_MESSAGE = "bad_message"
    TALK_IS_OFF = "talk_is_off"
    SILENCED = "silenced"
    TOO_MANY_MESSAGES = "too_many_messages"
    NOT_TO_SILENCE = "not_to_silence"
    NOT_TO_REPORT = "not_to_report"
    REPORTED_ALREADY = "reported_already"
    TOO_MANY_REPORTS = "too_many_reports"
    DECIDED_ALREADY = "decided_already"
    PAUSED = "paused"
    NO_PAUSE = "no_pause"
    PAUSE_REFUSED = "pause_refused"
    PAUSE_BARRED = "pause_barred"
    LINK_UNUSABLE = "link_unusable"
    NAME_TAKEN = "name_taken"
    NO_REMATCH = "no_rematch"
    TOO_MANY_LINKS = "too_many_links"
    NOT_TO_INVITE = "not_to_invite"
    TOO_MANY_INVITES = "too_many_invites"
    CANNOT_BE_RATED = "cannot_be_rated"
    ONLY_MEMBERS = "only_members"
    RATED_GOES_ON = "rated_goes_on"


class TableError(Exception):
    """A refusal with a code; nothing was changed."""

    def __init__(self, code: TableErrorCode) -> None:
        super().__init__(code)
        self.code = code


WORDS: dict[str, Promise] = {
    TableErrorCode.BUSY: _("The table is very busy: please try again."),
    TableErrorCode.FULL: _("No seat is free at this table."),
    TableErrorCode.LATE: _("Too late: the table has moved on."),
    TableErrorCode.WITHDRAWN: _("You have chosen something else since."),
    TableErrorCode.SLOW: _("Your choice arrived too late: nothing was changed. Choose again."),
    TableErrorCode.DISK_FULL: _(
        "This could not be saved: the server’s disk is full. Please tell whoever runs the site."
    ),
    TableErrorCode.NOT_HOST: _("Only the host of the table may do that."),
    TableErrorCode.NOT_OPEN: _("The game has started already."),
    TableErrorCode.CLOSED: _("This table is closed."),
    TableErrorCode.NOT_PLAYING: _("This game is not in play."),
    TableErrorCode.NOT_ENDED: _("This game has not ended yet."),
    TableErrorCode.NOT_SEATED: _("You have no seat at this table."),
    TableErrorCode.SEAT_HELD: _("The free seats are kept for others."),
    TableErrorCode.SENT_AWAY: _("The host of the next table does not keep a seat for you."),
    TableErrorCode.SEAT_TAKEN: _("Somebody has just taken that seat."),
    TableErrorCode.SEATED_ALREADY: _("You are at this table already."),
    TableErrorCode.TOO_FEW: _("At least two players are needed."),
    TableErrorCode.TOO_MANY_TABLES: _(
        "You are hosting too many tables at once: let some of them end first, or abandon them."
    ),
    TableErrorCode.STILL_PLAYED: _(
        "Somebody is still playing: you can fast-forward only when nobody but bots is left."
    ),
    TableErrorCode.UNKNOWN_BOT: _("There is no such bot."),
    TableErrorCode.BAD_SEED: _("A text for the deal has 1 to 64 characters and no “|”."),
    TableErrorCode.BAD_MESSAGE: _("A message is one line of up to 300 characters."),
    TableErrorCode.TALK_IS_OFF: _("The chat of this table is turned off."),
    TableErrorCode.SILENCED: _("You cannot write at this table."),
    TableErrorCode.TOO_MANY_MESSAGES: _("That is a lot of messages: wait a moment."),
    TableErrorCode.NOT_TO_SILENCE: _("You can silence neither yourself nor an organizer."),
    TableErrorCode.NOT_TO_REPORT: _("This cannot be reported."),
    TableErrorCode.REPORTED_ALREADY: _("You have reported this already."),
    TableErrorCode.TOO_MANY_REPORTS: _("That is a lot of reports: please come back tomorrow."),
    TableErrorCode.DECIDED_ALREADY: _("Somebody has decided this meanwhile."),
    TableErrorCode.PAUSED: _("The game is paused: nobody can play until it goes on."),
    TableErrorCode.NO_PAUSE: _("There is no pause any more."),
    TableErrorCode.PAUSE_REFUSED: _("A pause has just been refused. Ask again next turn."),
    TableErrorCode.PAUSE_BARRED: _(
        "Your last proposal was refused: wait two minutes before you propose a pause again."
    ),
    TableErrorCode.LINK_UNUSABLE: _("This link can no longer be used."),
    TableErrorCode.NAME_TAKEN: _("Somebody at this table already has this name."),
    TableErrorCode.NO_REMATCH: _("A member of the club must open the next game first."),
    TableErrorCode.TOO_MANY_LINKS: _("There are enough unused links: revoke one first."),
    TableErrorCode.NOT_TO_INVITE: _("This person cannot be invited at the moment."),
    TableErrorCode.TOO_MANY_INVITES: _("Wait until some of those you have invited answer."),
    TableErrorCode.CANNOT_BE_RATED: _("Such a game cannot be rated."),
    TableErrorCode.ONLY_MEMBERS: _("Only members play at a rated table: no bots and no guests."),
    TableErrorCode.RATED_GOES_ON: _("Whoever plays a rated game cannot break it off."),
    ErrorCode.GAME_OVER: _("The game is over."),
    ErrorCode.SEAT_ELIMINATED: _("You are out of this game."),
    ErrorCode.OTHER_ACTION_AWAITED: _("The table is waiting for something else."),
    ErrorCode.NOT_AWAITED: _("It is not your turn."),
    ErrorCode.CARD_NOT_HELD: _("You do not hold that card."),
    ErrorCode.CARD_NOT_IN_POOL: _("That card is not on offer any more."),
    ErrorCode.NO_SUCH_ROW: _("There is no such row."),
    ErrorCode.ROW_BLOCKED: _("A Stop blocks that row."),
    ErrorCode.NO_FLIP_CARD: _("You have used your Flip card in this round."),
    ErrorCode.CARD_DOES_NOT_FLIP: _("That number stays the same when it is flipped."),
    ErrorCode.OPTIONS_NOT_TOGETHER: _("These options do not go together."),
    ErrorCode.PLAYER_COUNT: _("That many players cannot play this variant."),
}


def refusal_text(error: Exception) -> str:
    """One sentence for the person who asked."""
    code = error.code if isinstance(error, TableError | RulesError) else None
    known = WORDS.get(str(code))
    return str(known) if known else gettext("The table did not understand that.")


def refusal_html(error: Exception) -> SafeString:
    """The notice region with that sentence.

    Of a command that seemed to be slow it has the server's time in ms: perhaps the clock was set.
    """
    is_slow = isinstance(error, TableError) and error.code is TableErrorCode.SLOW
    return notice_html(refusal_text(error), timezone.now() if is_slow else None)


def notice_html(text: str, now: datetime | None = None) -> SafeString:
    """The notice region with a sentence; an empty text clears it."""
    time = format_html(' data-now="{}"', int(now.timestamp() * 1000)) if now else ""
    return format_html(
        '<div id="notice" class="notice" role="alert" hx-swap-oob="true"{}>{}</div>', time, text
    )
