"""Tell people their notices by mail, at once or once a day, and on their devices.

Each notice is sent once, however many keepers run.

A keeper claims a person, reads what is not mailed yet, sends one mail with all of it, and notes
that. While a mail server is away the claim is renewed, each time for twice as long; notices wait,
and nobody else is tried in that run. One is mailed twice only if a keeper dies in the moment
between sending and noting it.
"""

import logging
import threading
from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, NullIf
from django.utils import timezone, translation
from django.utils.translation import ngettext

from accounts import optional_mail
from accounts.account_page import part
from accounts.club import sign_up_requests
from accounts.club.current import club
from accounts.models import Player, PushDevice, User
from accounts.optional_mail import TurnOffLink
from accounts.push import service as push
from games.talk.reports import has_open as has_open_reports
from leagues.models import Game, GameSeat, Notice, NoticePreference, Reply, Season, Session, SignUp
from leagues.notices.service import has_asking, people_of, players_of, waits_for_scorer
from leagues.notices.texts import NoticeLine, lines_of
from leagues.pages.access import Level, levels_in

logger = logging.getLogger(__name__)

Kind = Notice.Kind
Mails = NoticePreference.Mails
TOPIC_OF = {kind: topic for topic, kinds in NoticePreference.KINDS.items() for kind in kinds}

TURN_OFF = TurnOffLink("leagues:notices_off", "leagues.notices")
# Several changes made one after the other come in one mail.
SETTLED_AFTER = timedelta(minutes=2)
AT_MOST_EVERY = timedelta(hours=1)
HOUR_OF_THE_DAY = 8
# How long a mail may take to be sent; each further try waits twice as long as the one before.
LEASE = timedelta(minutes=10)
MOST_DOUBLINGS = 6
# What a server that works refuses: the next mail may go out.
OF_ONE_MAIL = (SMTPRecipientsRefused, SMTPDataError)

# On devices only the last of several changes made one after the other is told.
PUSHED_AFTER = timedelta(seconds=20)
# What waited for longer, as while no keeper ran, is on the page.
NEWS_FOR = timedelta(days=1)
PUSHED_AT_ONCE = 200

_one_at_a_time = threading.Lock()


class _ServerAway(Exception):
    """No mail server takes anything: whoever comes next would only wait as long again."""


def mail_due(now: datetime) -> int:
    """Send the mails that are due by now; how many were sent.

    Nothing is done while another thread of this process is at it, or on a site that sends no mail.
    """
    if not settings.EMAIL_IS_SENT or not _one_at_a_time.acquire(blocking=False):
        return 0
    try:
        return sum(_send_to(player_id, now) for player_id in _waiting(now))
    except _ServerAway:
        return 0
    finally:
        _one_at_a_time.release()


def waiting_since(now: datetime) -> datetime | None:
    """Since when the mail is due that waits longest; None if none does.

    Those that are tried again while a mail server is away count too.
    """
    if not settings.EMAIL_IS_SENT:
        return None
    at_once = _due(now, [Mails.AT_ONCE]).order_by("at")
    since = [notice.at + SETTLED_AFTER for notice in at_once[:1]]
    if _due(now, [Mails.DAILY]).exists():
        since.append(_last_daily(now))
    return min(since, default=None)


def turn_off(player_id: int) -> None:
    """Mail a person no notices any more."""
    if Player.objects.filter(pk=player_id).exists():
        nothing_else = dict.fromkeys(NoticePreference.Topic.values, "")
        NoticePreference.objects.update_or_create(
            player_id=player_id, defaults={**nothing_else, "mails": Mails.NEVER}
        )


# --- When ------------------------------------------------------------------------------


def _unmailed() -> QuerySet[Notice]:
    return Notice.objects.filter(mailed_at=None, read_at=None)


def _way() -> Case:
    """How a notice is mailed, as NoticePreference.way_of; who has no preference has the usual."""
    preference = "player__notice_preference__"
    in_general = [
        When(**{f"{preference}mails": way}, then=Value(way)) for way in (Mails.AT_ONCE, Mails.NEVER)
    ]
    return Case(
        *(
            When(
                kind__in=kinds,
                then=Coalesce(
                    NullIf(f"{preference}{topic}", Value("")),
                    Case(*in_general, default=Value(NoticePreference.USUAL[topic])),
                ),
            )
            for topic, kinds in NoticePreference.KINDS.items()
        )
    )


def _due(now: datetime, ways: Sequence[Mails] = (Mails.AT_ONCE, Mails.DAILY)) -> QuerySet[Notice]:
    """The notices that are due and are mailed in one of these ways."""
    lately = Q(player__notice_preference__mailed_at__gt=now - AT_MOST_EVERY)
    is_due = Q(way=Mails.AT_ONCE) | Q(way=Mails.DAILY, at__lt=_last_daily(now))
    due = _unmailed().annotate(way=_way()).filter(is_due, way__in=ways, at__lte=now - SETTLED_AFTER)
    return due.exclude(lately)


def _waiting(now: datetime) -> list[int]:
    """Ids of the players to whom a mail may be due and whom no keeper has claimed."""
    claimed = Q(player__notice_preference__claimed_until__gt=now)
    return list(
        _due(now).exclude(claimed).order_by("player").values_list("player_id", flat=True).distinct()
    )


def _last_daily(now: datetime) -> datetime:
    """When the mail of the day was last due, on the clock of the club."""
    local = timezone.localtime(now)
    due = local.replace(hour=HOUR_OF_THE_DAY, minute=0, second=0, microsecond=0)
    return due if due <= local else due - timedelta(days=1)


# --- Sending ---------------------------------------------------------------------------


def _send_to(player_id: int, now: datetime) -> int:
    """Send somebody all that waits for them; how many mails that were."""
    try:
        preference = _claim(player_id, now)
        if preference is None:
            return 0
        wanted, useless = _sorted_out(player_id, preference, now)
        if wanted:
            _compose(wanted).send()
            preference.mailed_at = now
        # A notice that was replaced meanwhile has another id, and is mailed next.
        done = [notice.pk for notice in (*wanted, *useless)]
        Notice.objects.filter(pk__in=done).update(mailed_at=now)
        preference.claimed_until, preference.tries = None, 0
        preference.save(update_fields=["mailed_at", "claimed_until", "tries"])
    except Exception as error:
        logger.exception("the notices of player %s could not be mailed", player_id)
        if isinstance(error, OSError) and not isinstance(error, OF_ONE_MAIL):
            raise _ServerAway from error
        return 0
    return int(bool(wanted))


def _claim(player_id: int, now: datetime) -> NoticePreference | None:
    """The preference of a person whom this keeper is to mail; None if another one is at it."""
    preference, _is_new = NoticePreference.objects.get_or_create(player_id=player_id)
    wait = LEASE * 2 ** min(preference.tries, MOST_DOUBLINGS)
    own = NoticePreference.objects.filter(pk=preference.pk, tries=preference.tries)
    is_free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    is_time = Q(mailed_at=None) | Q(mailed_at__lte=now - AT_MOST_EVERY)
    if not own.filter(is_free, is_time).update(tries=F("tries") + 1, claimed_until=now + wait):
        return None
    return preference


def _sorted_out(
    player_id: int, preference: NoticePreference, now: datetime
) -> tuple[list[Notice], list[Notice]]:
    """What is to be mailed to somebody, the oldest first, and what is of no use to them by mail."""
    found = (
        _unmailed()
        .filter(player=player_id)
        .select_related("player__user", *Notice.ABOUT)
        .order_by("at", "pk")
    )
    wanted: list[Notice] = []
    useless: list[Notice] = []
    for notice in found:
        is_wanted = (
            preference.way_of(TOPIC_OF[Kind(notice.kind)]) != Mails.NEVER
            and may_be_told(notice)
            and is_news(notice, now)
        )
        (wanted if is_wanted else useless).append(notice)
    return wanted, useless


def may_be_told(notice: Notice) -> bool:
    """Whether somebody is still to be told: they may have left the season, or lost their role."""
    user, session = notice.player.user, notice.session
    if user is None or not user.is_active or not user.email:
        return False
    if notice.kind in Notice.ABOUT_THE_CLUB:
        return notice.kind not in Notice.FOR_ORGANIZERS or notice.player.runs_the_club
    if session is None:
        return _is_season_news(notice)
    if session.season.status == Season.Status.DRAFT:
        return False
    if notice.kind == Kind.TO_CONFIRM:
        levels = levels_in(session.season.league, [notice.player_id])
        return levels[notice.player_id] >= Level.SCORER
    # Also who stood in for somebody, or has withdrawn since: their results are in.
    sat = GameSeat.objects.filter(game__session=session, player=notice.player_id)
    return notice.player_id in people_of(session) or sat.exists()


def _is_season_news(notice: Notice) -> bool:
    """Whether what is told of a sign-up or an end is still so, and may still be told."""
    season, player = notice.of_season, notice.player_id
    match notice.kind:
        case Kind.JOINED | Kind.OVER:
            return player in players_of(season)
        case Kind.REFUSED:
            return season.sign_ups.filter(player=player, state=SignUp.State.REFUSED).exists()
    level = levels_in(season.league, [player])[player]
    return level >= Level.ORGANIZER and has_asking(season)


def is_news(notice: Notice, now: datetime) -> bool:
    """Whether what a notice says is still so, and still to come where it tells of a session."""
    session = notice.session
    if notice.kind == Kind.APPLIED:
        return sign_up_requests.waiting().exists()
    if notice.kind in Notice.ABOUT_REPORTS:
        return notice.kind != Kind.REPORTED or has_open_reports()
    if session is None:
        return notice.of_season.is_unfinished is not (notice.kind == Kind.OVER)
    is_to_come = session.starts_at > now
    match notice.kind:
        case Kind.TO_CONFIRM:
            return notice.game is not None and waits_for_scorer(notice.game)
        case Kind.SEATED:
            return notice.game is not None and notice.game.status == Game.Status.SEATED
        case Kind.RESULTS:
            return session.status == Session.Status.CLOSED
        case Kind.CANCELLED:
            return is_to_come and session.status == Session.Status.CANCELLED
        case Kind.PLACE:
            has_place = Reply.objects.with_a_place().filter(
                session=session, player=notice.player_id
            )
            return is_to_come and session.status == Session.Status.PLANNED and has_place.exists()
    return is_to_come and session.status == Session.Status.PLANNED


def _compose(notices: Sequence[Notice]) -> EmailMessage:
    """One mail with these notices of one person, in their language."""
    user: User | None = notices[0].player.user
    assert user is not None  # noqa: S101 - nobody else is mailed
    with translation.override(club().language_of(user.language)):
        lines = lines_of(notices)
        context = {
            "lines": lines,
            "site": settings.SITE_URL,
            "choose": settings.SITE_URL + part("notices"),
        }
        off = TURN_OFF.address_of(notices[0].player_id)
        return optional_mail.compose(
            user, _subject(lines), "leagues/notices/mail.txt", context, off
        )


def _subject(lines: Sequence[NoticeLine]) -> str:
    if len(lines) == 1:
        return f"{lines[0].league} · {lines[0].text.removesuffix('.')}"
    return ngettext(
        "%(count)d notice from your leagues", "%(count)d notices from your leagues", len(lines)
    ) % {"count": len(lines)}


# --- On devices -----------------------------------------------------------------------


def push_due(now: datetime) -> int:
    """Queue the notices that are due for the devices of their readers; how many were."""
    if not PushDevice.objects.exists():
        return 0
    due = Notice.objects.filter(
        pushed_at=None,
        read_at=None,
        at__range=(now - NEWS_FOR, now - PUSHED_AFTER),
        player__user__push_devices__added_at__lte=F("at"),
    )
    ids = due.order_by("pk").values_list("pk", flat=True).distinct()[:PUSHED_AT_ONCE]
    found = Notice.objects.filter(pk__in=list(ids)).select_related("player__user", *Notice.ABOUT)
    return sum(_queue(notice, now) for notice in found.order_by("pk"))


def _queue(notice: Notice, now: datetime) -> bool:
    try:
        with transaction.atomic():
            unsent = Notice.objects.filter(pk=notice.pk, pushed_at=None)
            if not unsent.update(pushed_at=now):
                return False
            user = notice.player.user
            if user is None or not may_be_told(notice) or not is_news(notice, now):
                return False
            with translation.override(club().language_of(user.language)):
                (line,) = lines_of([notice])
                body = " ".join(filter(None, (line.text, line.detail)))
                title, topic = f"{line.league} · {line.season}", TOPIC_OF[Kind(notice.kind)]
                push.queue(user, topic, title, body, line.open_url)
    except Exception:
        logger.exception("notice %s could not be sent to devices", notice.pk)
        return False
    return True
