"""Refusals of leagues in the reader's language."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.errors import LeagueError, LeagueErrorCode

WORDS: dict[LeagueErrorCode, Promise] = {
    LeagueErrorCode.ALREADY_THERE: _("This person is here already."),
    LeagueErrorCode.BAD_SHEET: _("This sheet cannot be right."),
    LeagueErrorCode.CONFIRMED_ALREADY: _("This game is confirmed already: correct it instead."),
    LeagueErrorCode.GAMES_IN_PLAY: _("Some games of it are still in play."),
    LeagueErrorCode.GIVEN_ALREADY: _("The same points are there already, for the same reason."),
    LeagueErrorCode.KNOWN_ELSEWHERE: _(
        "Another league knows this guest by that name: only the team of the club changes it."
    ),
    LeagueErrorCode.LAST_OWNER: _("A league needs an owner."),
    LeagueErrorCode.LATE: _("Somebody has just changed this: look at it again."),
    LeagueErrorCode.MERGED_ALREADY: _(
        "This guest has become somebody already: undo that, then merge them again."
    ),
    LeagueErrorCode.NAME_TAKEN: _("Somebody of this season has that name already."),
    LeagueErrorCode.NEEDS_REASON: _("Please give the reason."),
    LeagueErrorCode.NEEDS_SECOND_PERSON: _("Somebody else must confirm what you have entered."),
    LeagueErrorCode.NOT_A_GUEST: _("Somebody who can sign in is no guest."),
    LeagueErrorCode.NOT_A_SHEET: _("This game was played online: it has no score sheet."),
    LeagueErrorCode.NOT_CONFIRMED: _("This game is not confirmed yet."),
    LeagueErrorCode.NOT_ENTERED: _("This game has no result yet."),
    LeagueErrorCode.NOT_PRESENT: _("This person is not here."),
    LeagueErrorCode.NOTHING_TO_UNDO: _("There is nothing to undo."),
    LeagueErrorCode.NOT_THE_LAST: _(
        "A later merge of these people rests on this one: undo that first."
    ),
    LeagueErrorCode.OPEN_SEASON: _("This season is running."),
    LeagueErrorCode.OWN_CHOICE: _("This person wants no rating: only they themselves change that."),
    LeagueErrorCode.PLAYER_GONE: _(
        "A player on this sheet has been deleted: please say again who played."
    ),
    LeagueErrorCode.RULES_FROZEN: _("The rules are frozen since the season has opened."),
    LeagueErrorCode.SAME_PERSON: _("The same person is named twice."),
    LeagueErrorCode.SEASON_NOT_OPEN: _("This season is not running."),
    LeagueErrorCode.SESSION_NOT_OPEN: _("This session is not running."),
    LeagueErrorCode.SHARED_GAME: _("These two have played in the same game: they are not one."),
    LeagueErrorCode.SOMEBODY_ABSENT: _(
        "Somebody there has no login or is not here: let the bot play for them, or play on paper."
    ),
    LeagueErrorCode.SOMEBODY_CAME: _("Somebody came to this session: it stays."),
    LeagueErrorCode.TABLE_BEGUN: _("This table has begun already."),
    LeagueErrorCode.TABLE_SIZE: _("That many players cannot sit at one table."),
    LeagueErrorCode.VOIDED: _("This game does not count."),
}


def refusal_text(error: LeagueError) -> str:
    """One sentence for the person who asked."""
    return str(WORDS[error.code])
