"""The rules of retention: what is deleted after how long, why, and by which function.

The page, docs/privacy.md, the keeper and `manage.py delete_expired` all follow from this list.
"""

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import mail_queue, old_rows, rate_limit
from accounts.club import service as club
from accounts.club import sign_up_requests
from accounts.club.current import read_again
from accounts.club.kept import Old, in_words, kept
from accounts.portions import AT_ONCE
from accounts.push import sending as push_sending
from accounts.push import service as push
from config import picture_files, private_mail
from games.friends import service as friends
from games.practice import answers
from games.reminders import sending as reminders
from games.seats import guests, inviting
from games.talk import reports
from games.talk import service as talk
from leagues.api import idempotency
from leagues.audit import service as audit
from leagues.exports import tokens
from leagues.notices import service as notices
from leagues.sheets import photos, stored

logger = logging.getLogger(__name__)

Delete = Callable[[datetime], int]

EVERY_SECONDS = 3600
_PERIOD = "retention.done"


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of data that is deleted after a time.

    kept: a time, or the name of one that the club chooses. how_long: the words around %(time)s.
    delete: deletes a portion and says how many that were; None where it goes by itself, or where
    another rule deletes the same.
    """

    what: str | Promise
    kept: timedelta | str
    how_long: str | Promise
    why: str | Promise
    delete: Delete | None = None

    @property
    def time(self) -> str:
        """When it is deleted, in words."""
        time = kept(self.kept) if isinstance(self.kept, str) else self.kept
        return str(self.how_long) % {"time": in_words(time)}


RULES = (
    Rule(
        _("Messages at a table"),
        "talk",
        _("%(time)s after the game has ended"),
        _("They can still be read and answered the next day; a week later nobody comes back."),
        talk.forget_old,
    ),
    Rule(
        _("Messages at a table whose game never ends"),
        talk.KEPT,
        _("%(time)s after they were written"),
        _("The longest games by correspondence take about so long."),
    ),
    Rule(
        _("Decided reports of messages, names and pictures, with the messages around them"),
        "reports",
        _("%(time)s after the decision"),
        _("Those concerned can read what was decided, and organizers see who is reported often."),
        reports.forget_old,
    ),
    Rule(
        _("Reports of messages, names and pictures that nobody decided"),
        reports.KEPT_OPEN,
        _("%(time)s after the report"),
        _("By then nobody remembers what it was about."),
    ),
    Rule(
        _("Names of guests without an account"),
        "guests",
        _("%(time)s after the game has ended"),
        _("They have time to sign up and take the game along."),
        guests.tidy,
    ),
    Rule(
        _("Names of guests whose game never ends"),
        guests.KEPT,
        _("%(time)s after the last move at their table"),
        _("Nobody waits for such a game any more."),
    ),
    Rule(
        _("Which reminders were sent about a game"),
        reminders.KEPT_AFTER_GAME,
        _("%(time)s after the game has ended"),
        _("They only keep a reminder from being sent twice."),
        reminders.forget_old,
    ),
    Rule(
        _("Invitations to tables, also those that were declined"),
        inviting.KEPT,
        _("%(time)s after they were made"),
        _("By then the game is over or has long begun."),
        inviting.forget_old,
    ),
    Rule(
        _("Who asked whom to be friends, without an answer or with a refusal"),
        friends.KEPT,
        _("%(time)s after they asked"),
        _("Nobody is asked again before that."),
        friends.forget_old,
    ),
    Rule(
        _("Puzzles of the day, with what was answered"),
        "puzzles",
        _("%(time)s after their day"),
        _("They can be looked at again for as long."),
        answers.forget_old,
    ),
    Rule(
        _("Notices that were read"),
        "notices",
        _("%(time)s after they were read"),
        _("So that they can be looked up again during a season."),
        notices.forget_old,
    ),
    Rule(
        _("Notices that nobody read"),
        notices.UNREAD_ARE_KEPT,
        _("%(time)s after they were written"),
        _("Somebody who was away for a season still finds them."),
    ),
    Rule(
        _("Drafts of score sheets"),
        stored.KEPT,
        _("%(time)s after their last change"),
        _("By then the sheet was entered another way, or is lost."),
        stored.forget_old,
    ),
    Rule(
        _("Score sheets that were sent by link and that nobody matched with the players"),
        stored.SENT_ARE_KEPT_AFTER_THE_SEASON,
        _("%(time)s after the season was closed"),
        _("Until then a scorer can still enter the result."),
    ),
    Rule(
        _("Photos of score sheets"),
        photos.KEPT_AFTER_THE_SEASON,
        _("%(time)s after the season was closed"),
        _("Until then a result can be compared with the paper."),
        photos.tidy,
    ),
    Rule(
        _("Pictures that were sent to be looked at, and not saved"),
        picture_files.UNNAMED_ARE_KEPT,
        _("%(time)s after they were sent"),
        _("Until then they can be saved."),
        picture_files.delete_unnamed,
    ),
    Rule(
        _("The log of what organizers of a league changed"),
        "logs",
        _("%(time)s after the change"),
        _("Questions come up in the same season or in the next one."),
        audit.forget_old,
    ),
    Rule(
        _("The log of the administration pages"),
        "logs",
        _("%(time)s after the change"),
        _("As long as the log of the leagues."),
        old_rows.forget_admin_log,
    ),
    Rule(
        _("Which organizer changed the settings of the club"),
        club.KEPT,
        _("%(time)s after the change; the last two changes for longer"),
        _("A mistake can be found and taken back."),
        club.forget_old,
    ),
    Rule(
        _("Invitations, with the note for whom they are"),
        old_rows.INVITATIONS_KEPT,
        _("%(time)s after their last day"),
        _("Organizers can see who came by which invitation."),
        old_rows.forget_invitations,
    ),
    Rule(
        _("Tokens for programs"),
        tokens.EXPIRED_ARE_KEPT,
        _("%(time)s after their last day"),
        _("Whoever made one sees why a program works no longer."),
        tokens.forget_expired,
    ),
    Rule(
        _("Which requests of programs were done"),
        idempotency.KEPT,
        _("%(time)s after the request"),
        _("A request that is sent again is not done twice."),
        idempotency.forget_old,
    ),
    Rule(
        _("Accounts whose email address was never confirmed, and that appear nowhere"),
        old_rows.UNCONFIRMED_ARE_KEPT,
        _("%(time)s after signing up"),
        _("Nobody ever signed in with them, and the address can be used again."),
        old_rows.forget_unconfirmed,
    ),
    Rule(
        _("Accounts whose email address was never confirmed, and that took over results on paper"),
        old_rows.UNCONFIRMED_ARE_KEPT,
        _("%(time)s after signing up"),
        _("The results stay with the name, and the person can be invited again."),
        old_rows.give_back_players,
    ),
    Rule(
        _("Sign-ups that organizers have not answered, or have refused"),
        sign_up_requests.KEPT,
        _("%(time)s after signing up, or after the refusal"),
        _("A mistake can be mended, and nobody asks again every day."),
        sign_up_requests.forget_old,
    ),
    Rule(
        _("Sign-ups that wait for approval, with an email address that was never confirmed"),
        sign_up_requests.UNCONFIRMED_ARE_KEPT,
        _("at most %(time)s after signing up"),
        _("The link in the email works no longer."),
    ),
    Rule(
        _("Being signed in on a device"),
        timedelta(seconds=settings.SESSION_COOKIE_AGE),
        _("%(time)s after you signed in, or when you sign out"),
        _("You need not type your password at every visit."),
        old_rows.forget_sign_ins,
    ),
    Rule(
        _("Emails that a club without a mail server writes into files"),
        private_mail.KEPT,
        _("%(time)s after they were written"),
        _("The links in them no longer work then."),
        private_mail.forget_old,
    ),
    Rule(
        _("Emails that no mail server has taken"),
        mail_queue.KEPT,
        _("%(time)s after they were written"),
        _("The links in them no longer work then."),
        mail_queue.forget_old,
    ),
    Rule(
        _("Notices that wait to be sent to a device"),
        push_sending.KEPT,
        _("%(time)s after they were written"),
        _("Nobody needs to be told of them any more."),
        push.forget_old,
    ),
    Rule(
        _("Network addresses, counted so that nobody can guess passwords or flood the site"),
        rate_limit.LONGEST,
        _("at most %(time)s; only in memory, never in the database"),
        _("The site needs them no longer to tell who tries too often."),
    ),
)


OLD: dict[str, tuple[Old, ...]] = {
    "talk": (talk.old,),
    "guests": (guests.old,),
    "reports": (reports.old,),
    "puzzles": (answers.old,),
    "notices": (notices.old,),
    "logs": (audit.old, old_rows.old_admin_log),
}


def delete_expired(now: datetime) -> Counter[str]:
    """Delete a portion of everything that has expired; how many of each kind, by its words."""
    read_again()  # a process that answers no requests may know older, shorter times
    deleted: Counter[str] = Counter()
    for rule in RULES:
        if rule.delete and (count := rule.delete(now)):
            deleted[str(rule.what)] += count
    return deleted


def delete_hourly(now: datetime) -> None:
    """Delete what has expired, once an hour for all processes; soon again if more is left.

    A rule that fails keeps no other rule from deleting.
    """
    if not cache.add(_PERIOD, True, EVERY_SECONDS):
        return
    read_again()  # a process that answers no requests may know older, shorter times
    counts = [_portion(rule, now) for rule in RULES]
    if any(count >= AT_ONCE for count in counts):
        cache.delete(_PERIOD)


def _portion(rule: Rule, now: datetime) -> int:
    """Delete a portion of what has expired by a rule; how many. An error is logged."""
    try:
        return rule.delete(now) if rule.delete else 0
    except Exception:
        logger.exception("not deleted: %s", rule.what)
        return 0
