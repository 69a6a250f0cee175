"""What a league refuses, and in which words."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class LeagueErrorCode(models.TextChoices):
    """Why a league refused something; the value is stable, the label a sentence for who asked."""

    AFTER_THE_FINAL = "after_the_final", _("No session of a season comes after its final.")
    ALREADY_THERE = "already_there", _("This person is here already.")
    BOTH_FINALS = "both_finals", _("A session is the semi-final or the final, not both.")
    BAD_SHEET = "bad_sheet", _("This sheet cannot be right.")
    CONFIRMED_ALREADY = (
        "confirmed_already",
        _("This game is confirmed already: correct it instead."),
    )
    FINAL_PLANNED = "final_planned", _("Another session of this season is the final.")
    GAMES_IN_PLAY = "games_in_play", _("Some of its games are still in play.")
    GIVEN_ALREADY = "given_already", _("The same points are there already, for the same reason.")
    HAS_GAMES = "has_games", _("This session already has tables: it cannot be cancelled.")
    HAS_POINTS = (
        "has_points",
        _("Points were given or taken from this session on: cancel those first."),
    )
    HAS_HISTORY = (
        "has_history",
        _(
            "Somebody has already played, come or received points here: what happened is not "
            "deleted."
        ),
    )
    IMPORTED_ALREADY = (
        "imported_already",
        _(
            "This league already has games of this file: look at them below, and say whether "
            "you want them again."
        ),
    )
    IN_A_TEAM = "in_a_team", _("This person plays in another team of this season.")
    INVITE_USED_UP = (
        "invite_used_up",
        _("This link cannot be used any more: ask an organizer for another."),
    )
    KNOWN_ELSEWHERE = (
        "known_elsewhere",
        _(
            "Another league knows this guest by that name: only an organizer of the club can "
            "change it."
        ),
    )
    LAST_OWNER = "last_owner", _("A league needs an owner.")
    LATE = "late", _("Somebody has just changed this: please look again.")
    LINK_CONFIRMED = (
        "link_confirmed",
        _("The result of this table is confirmed: the link cannot change it any more."),
    )
    LINK_HIDDEN = "link_hidden", _("The tables of this round are not shown yet.")
    LINK_LAPSED = (
        "link_lapsed",
        _("The session has been over for too long: give the sheet to an organizer."),
    )
    LINK_REPLACED = (
        "link_replaced",
        _("This link was replaced by a newer one: use the code on the newest sheet."),
    )
    LINK_REVOKED = "link_revoked", _("An organizer has revoked this link.")
    LINK_USED = (
        "link_used",
        _("The result of this table has already been sent: a scorer will confirm it."),
    )
    MERGED_ALREADY = (
        "merged_already",
        _(
            "This guest has already been merged with somebody: undo that first, then merge them"
            " again."
        ),
    )
    NAME_TAKEN = "name_taken", _("Somebody in this season already has that name.")
    NEEDS_REASON = "needs_reason", _("Please give a reason.")
    NEEDS_SECOND_PERSON = "needs_second_person", _("Somebody else must confirm it.")
    NOT_A_GUEST = "not_a_guest", _("Somebody who can sign in is not a guest.")
    NOT_A_SHEET = "not_a_sheet", _("This game was played online: it has no score sheet.")
    NOT_CONFIRMED = "not_confirmed", _("This game is not confirmed yet.")
    NOT_ENTERED = "not_entered", _("This game has no result yet.")
    NOT_PRESENT = "not_present", _("This person is not here.")
    NOTHING_TO_UNDO = "nothing_to_undo", _("There is nothing to undo.")
    NOT_THE_LAST = (
        "not_the_last",
        _("A later merge of these people depends on this one: undo the later one first."),
    )
    NOT_A_PHOTO = "not_a_photo", _("This file is not a photo: choose a JPEG, PNG or WebP image.")
    OPEN_SEASON = "open_season", _("This season is running.")
    OWN_CHOICE = "own_choice", _("This person does not want a rating: only they can change that.")
    PHOTO_TOO_LARGE = "photo_too_large", _("This photo is too large: choose a smaller one.")
    PLAYER_GONE = (
        "player_gone",
        _("Somebody named here has left the club or been deleted: please choose again."),
    )
    RULES_FROZEN = "rules_frozen", _("The rules have been frozen since the season opened.")
    SAME_PERSON = "same_person", _("The same person is named twice.")
    SAME_WEBHOOK = "same_webhook", _("A webhook of this league has this address already.")
    SEASON_NOT_OPEN = "season_not_open", _("This season is not running.")
    SEMI_FINAL_PLANNED = (
        "semi_final_planned",
        _("Another session of this season is the semi-final."),
    )
    SESSION_CANCELLED = "session_cancelled", _("This session is cancelled.")
    SESSION_NOT_OPEN = "session_not_open", _("This session is not running.")
    SHARED_GAME = (
        "shared_game",
        _("These two have played in the same game: they are not the same person."),
    )
    SHARED_ROUND = (
        "shared_round",
        _(
            "Both sit at a table of the same round. Take one of them out of it first, or wait "
            "until both tables have results."
        ),
    )
    SIGN_UP_CLOSED = "sign_up_closed", _("Sign-up for this season is closed: ask an organizer.")
    SIGN_UP_REFUSED = (
        "sign_up_refused",
        _("An organizer has turned down your sign-up for this season: ask them why."),
    )
    SITS_ELSEWHERE = (
        "sits_elsewhere",
        _(
            "Somebody of this table now sits at another table of the same round. Take them out "
            "of that one first."
        ),
    )
    SOMEBODY_ABSENT = (
        "somebody_absent",
        _(
            "Somebody at the table has no account or is not here: let the bot play for them, or"
            " play on paper."
        ),
    )
    TABLE_BEGUN = "table_begun", _("This table has begun already.")
    TABLE_SIZE = "table_size", _("That many players cannot sit at one table.")
    TOO_MANY_INVITES = "too_many_invites", _("This season has enough links: revoke one first.")
    TOO_MANY_PHOTOS = "too_many_photos", _("This table has enough photos: no more can be attached.")
    TOO_MANY_TOKENS = "too_many_tokens", _("You cannot have more tokens: revoke one first.")
    TOO_MANY_WEBHOOKS = (
        "too_many_webhooks",
        _("A league has five webhooks at most: delete one first."),
    )
    TEAM_FULL = "team_full", _("A team has ten members at most.")
    TEAM_HAS_GAMES = (
        "team_has_games",
        _("Games count for this team: it cannot be deleted, but its members can leave it."),
    )
    TEAM_NAME_TAKEN = "team_name_taken", _("Another team of this season already has that name.")
    VOIDED = "voided", _("This game does not count.")


class LeagueError(Exception):
    """A refusal with a code; nothing was changed."""

    def __init__(self, code: LeagueErrorCode) -> None:
        super().__init__(code)
        self.code = code
