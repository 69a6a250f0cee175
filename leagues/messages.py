"""Refusals of leagues in the reader's language."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.errors import LeagueError, LeagueErrorCode

WORDS: dict[LeagueErrorCode, Promise] = {
    LeagueErrorCode.ALREADY_THERE: _("This person is here already."),
    LeagueErrorCode.BAD_SHEET: _("This sheet cannot be right."),
    LeagueErrorCode.CONFIRMED_ALREADY: _("This game is confirmed already: correct it instead."),
    LeagueErrorCode.GAMES_IN_PLAY: _("Some of its games are still in play."),
    LeagueErrorCode.GIVEN_ALREADY: _("The same points are there already, for the same reason."),
    LeagueErrorCode.KNOWN_ELSEWHERE: _(
        "Another league knows this guest by that name: only an organizer of the club can change it."
    ),
    LeagueErrorCode.LAST_OWNER: _("A league needs an owner."),
    LeagueErrorCode.LATE: _("Somebody has just changed this: please look again."),
    LeagueErrorCode.MERGED_ALREADY: _(
        "This guest has already been merged with somebody: undo that first, then merge them again."
    ),
    LeagueErrorCode.NAME_TAKEN: _("Somebody in this season already has that name."),
    LeagueErrorCode.NEEDS_REASON: _("Please give a reason."),
    LeagueErrorCode.NEEDS_SECOND_PERSON: _("Somebody else must confirm what you entered."),
    LeagueErrorCode.NOT_A_GUEST: _("Somebody who can sign in is not a guest."),
    LeagueErrorCode.NOT_A_SHEET: _("This game was played online: it has no score sheet."),
    LeagueErrorCode.NOT_CONFIRMED: _("This game is not confirmed yet."),
    LeagueErrorCode.NOT_ENTERED: _("This game has no result yet."),
    LeagueErrorCode.NOT_PRESENT: _("This person is not here."),
    LeagueErrorCode.NOTHING_TO_UNDO: _("There is nothing to undo."),
    LeagueErrorCode.NOT_THE_LAST: _(
        "A later merge of these people depends on this one: undo the later one first."
    ),
    LeagueErrorCode.OPEN_SEASON: _("This season is running."),
    LeagueErrorCode.OWN_CHOICE: _("This person does not want a rating: only they can change that."),
    LeagueErrorCode.PLAYER_GONE: _(
        "A player on this sheet has been deleted: please choose again who played."
    ),
    LeagueErrorCode.RULES_FROZEN: _("The rules have been frozen since the season opened."),
    LeagueErrorCode.SAME_PERSON: _("The same person is named twice."),
    LeagueErrorCode.SEASON_NOT_OPEN: _("This season is not running."),
    LeagueErrorCode.SESSION_NOT_OPEN: _("This session is not running."),
    LeagueErrorCode.SHARED_GAME: _(
        "These two have played in the same game: they are not the same person."
    ),
    LeagueErrorCode.SOMEBODY_ABSENT: _(
        "Somebody at the table has no account or is not here: let the bot play for them, or play "
        "on paper."
    ),
    LeagueErrorCode.SOMEBODY_CAME: _("Somebody has come to this session: it cannot be cancelled."),
    LeagueErrorCode.TABLE_BEGUN: _("This table has begun already."),
    LeagueErrorCode.TABLE_SIZE: _("That many players cannot sit at one table."),
    LeagueErrorCode.VOIDED: _("This game does not count."),
}


def refusal_text(error: LeagueError) -> str:
    """One sentence for the person who asked."""
    return str(WORDS[error.code])
