"""What a table refuses beside the rules; words for people are made in presenters and views."""

from enum import StrEnum


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
    PAUSED = "paused"
    NO_PAUSE = "no_pause"
    PAUSE_REFUSED = "pause_refused"
    PAUSE_BARRED = "pause_barred"
    LINK_UNUSABLE = "link_unusable"
    NAME_TAKEN = "name_taken"
    NO_REMATCH = "no_rematch"
    TOO_MANY_LINKS = "too_many_links"


class TableError(Exception):
    """A refusal with a code; nothing was changed."""

    def __init__(self, code: TableErrorCode) -> None:
        super().__init__(code)
        self.code = code
