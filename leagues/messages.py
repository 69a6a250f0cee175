"""Refusals of leagues in the reader's language."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.errors import LeagueError, LeagueErrorCode

# In the place of a page for who must wait, so that what they typed stays there.
TOO_OFTEN = _("This was sent very often. Wait a minute, then send it again: nothing is lost.")

WORDS: dict[LeagueErrorCode, Promise] = {
    LeagueErrorCode.AFTER_THE_FINAL: _("No session of a season comes after its final."),
    LeagueErrorCode.ALREADY_THERE: _("This person is here already."),
    LeagueErrorCode.BAD_SHEET: _("This sheet cannot be right."),
    LeagueErrorCode.CONFIRMED_ALREADY: _("This game is confirmed already: correct it instead."),
    LeagueErrorCode.FINAL_PLANNED: _("Another session of this season is the final."),
    LeagueErrorCode.SEMI_FINAL_PLANNED: _("Another session of this season is the semi-final."),
    LeagueErrorCode.BOTH_FINALS: _("A session is the semi-final or the final, not both."),
    LeagueErrorCode.GAMES_IN_PLAY: _("Some of its games are still in play."),
    LeagueErrorCode.GIVEN_ALREADY: _("The same points are there already, for the same reason."),
    LeagueErrorCode.HAS_GAMES: _("This session already has tables: it cannot be cancelled."),
    LeagueErrorCode.HAS_POINTS: _(
        "Points were given or taken from this session on: cancel those first."
    ),
    LeagueErrorCode.HAS_HISTORY: _(
        "Somebody has already played, come or received points here: what happened is not deleted."
    ),
    LeagueErrorCode.IMPORTED_ALREADY: _(
        "This league already has games of this file: look at them below, and say whether you want "
        "them again."
    ),
    LeagueErrorCode.IN_A_TEAM: _("This person plays in another team of this season."),
    LeagueErrorCode.INVITE_USED_UP: _(
        "This link cannot be used any more: ask an organizer for another."
    ),
    LeagueErrorCode.KNOWN_ELSEWHERE: _(
        "Another league knows this guest by that name: only an organizer of the club can change it."
    ),
    LeagueErrorCode.LAST_OWNER: _("A league needs an owner."),
    LeagueErrorCode.LATE: _("Somebody has just changed this: please look again."),
    LeagueErrorCode.LINK_CONFIRMED: _(
        "The result of this table is confirmed: the link cannot change it any more."
    ),
    LeagueErrorCode.LINK_HIDDEN: _("The tables of this round are not shown yet."),
    LeagueErrorCode.LINK_LAPSED: _(
        "The session has been over for too long: give the sheet to an organizer."
    ),
    LeagueErrorCode.LINK_REPLACED: _(
        "This link was replaced by a newer one: use the code on the newest sheet."
    ),
    LeagueErrorCode.LINK_REVOKED: _("An organizer has revoked this link."),
    LeagueErrorCode.LINK_USED: _(
        "The result of this table has already been sent: a scorer will confirm it."
    ),
    LeagueErrorCode.MERGED_ALREADY: _(
        "This guest has already been merged with somebody: undo that first, then merge them again."
    ),
    LeagueErrorCode.NAME_TAKEN: _("Somebody in this season already has that name."),
    LeagueErrorCode.NEEDS_REASON: _("Please give a reason."),
    LeagueErrorCode.NEEDS_SECOND_PERSON: _("Somebody else must confirm it."),
    LeagueErrorCode.NOT_A_GUEST: _("Somebody who can sign in is not a guest."),
    LeagueErrorCode.NOT_A_SHEET: _("This game was played online: it has no score sheet."),
    LeagueErrorCode.NOT_CONFIRMED: _("This game is not confirmed yet."),
    LeagueErrorCode.NOT_ENTERED: _("This game has no result yet."),
    LeagueErrorCode.NOT_PRESENT: _("This person is not here."),
    LeagueErrorCode.NOTHING_TO_UNDO: _("There is nothing to undo."),
    LeagueErrorCode.NOT_THE_LAST: _(
        "A later merge of these people depends on this one: undo the later one first."
    ),
    LeagueErrorCode.NOT_A_PHOTO: _("This file is not a photo: choose a JPEG, PNG or WebP image."),
    LeagueErrorCode.OPEN_SEASON: _("This season is running."),
    LeagueErrorCode.OWN_CHOICE: _("This person does not want a rating: only they can change that."),
    LeagueErrorCode.PHOTO_TOO_LARGE: _("This photo is too large: choose a smaller one."),
    LeagueErrorCode.PLAYER_GONE: _(
        "Somebody named here has left the club or been deleted: please choose again."
    ),
    LeagueErrorCode.RULES_FROZEN: _("The rules have been frozen since the season opened."),
    LeagueErrorCode.SAME_PERSON: _("The same person is named twice."),
    LeagueErrorCode.SAME_WEBHOOK: _("A webhook of this league has this address already."),
    LeagueErrorCode.SEASON_NOT_OPEN: _("This season is not running."),
    LeagueErrorCode.SESSION_CANCELLED: _("This session is cancelled."),
    LeagueErrorCode.SESSION_NOT_OPEN: _("This session is not running."),
    LeagueErrorCode.SHARED_GAME: _(
        "These two have played in the same game: they are not the same person."
    ),
    LeagueErrorCode.SHARED_ROUND: _(
        "Both sit at a table of the same round. Take one of them out of it first, or wait until "
        "both tables have results."
    ),
    LeagueErrorCode.SIGN_UP_CLOSED: _("Sign-up for this season is closed: ask an organizer."),
    LeagueErrorCode.SIGN_UP_REFUSED: _(
        "An organizer has turned down your sign-up for this season: ask them why."
    ),
    LeagueErrorCode.SITS_ELSEWHERE: _(
        "Somebody of this table now sits at another table of the same round. Take them out of that "
        "one first."
    ),
    LeagueErrorCode.SOMEBODY_ABSENT: _(
        "Somebody at the table has no account or is not here: let the bot play for them, or play "
        "on paper."
    ),
    LeagueErrorCode.TABLE_BEGUN: _("This table has begun already."),
    LeagueErrorCode.TABLE_SIZE: _("That many players cannot sit at one table."),
    LeagueErrorCode.TEAM_FULL: _("A team has ten members at most."),
    LeagueErrorCode.TEAM_HAS_GAMES: _(
        "Games count for this team: it cannot be deleted, but its members can leave it."
    ),
    LeagueErrorCode.TEAM_NAME_TAKEN: _("Another team of this season already has that name."),
    LeagueErrorCode.TOO_MANY_INVITES: _("This season has enough links: revoke one first."),
    LeagueErrorCode.TOO_MANY_PHOTOS: _("This table has enough photos: no more can be attached."),
    LeagueErrorCode.TOO_MANY_TOKENS: _("You cannot have more tokens: revoke one first."),
    LeagueErrorCode.TOO_MANY_WEBHOOKS: _("A league has five webhooks at most: delete one first."),
    LeagueErrorCode.VOIDED: _("This game does not count."),
}


def refusal_text(error: LeagueError) -> str:
    """One sentence for the person who asked."""
    return str(WORDS[error.code])
