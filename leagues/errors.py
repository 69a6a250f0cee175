"""What a league refuses; words for people are made in leagues/messages.py."""

from enum import StrEnum


class LeagueErrorCode(StrEnum):
    """Why a league refused something; the value is stable."""

    ALREADY_THERE = "already_there"
    BAD_SHEET = "bad_sheet"
    CONFIRMED_ALREADY = "confirmed_already"
    GAMES_IN_PLAY = "games_in_play"
    GIVEN_ALREADY = "given_already"
    KNOWN_ELSEWHERE = "known_elsewhere"
    LAST_OWNER = "last_owner"
    LATE = "late"
    MERGED_ALREADY = "merged_already"
    NAME_TAKEN = "name_taken"
    NEEDS_REASON = "needs_reason"
    NEEDS_SECOND_PERSON = "needs_second_person"
    NOT_A_GUEST = "not_a_guest"
    NOT_A_SHEET = "not_a_sheet"
    NOT_CONFIRMED = "not_confirmed"
    NOT_ENTERED = "not_entered"
    NOT_PRESENT = "not_present"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOT_THE_LAST = "not_the_last"
    OPEN_SEASON = "open_season"
    OWN_CHOICE = "own_choice"
    PLAYER_GONE = "player_gone"
    RULES_FROZEN = "rules_frozen"
    SAME_PERSON = "same_person"
    SEASON_NOT_OPEN = "season_not_open"
    SESSION_NOT_OPEN = "session_not_open"
    SHARED_GAME = "shared_game"
    SOMEBODY_ABSENT = "somebody_absent"
    SOMEBODY_CAME = "somebody_came"
    TABLE_BEGUN = "table_begun"
    TABLE_SIZE = "table_size"
    VOIDED = "voided"


class LeagueError(Exception):
    """A refusal with a code; nothing was changed."""

    def __init__(self, code: LeagueErrorCode) -> None:
        super().__init__(code)
        self.code = code
