"""A notice in the words of its reader, and where it leads."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.club.current import club
from leagues.models import Notice, Round

Kind = Notice.Kind


# The names in them are those of what it is about.
WORDS: dict[Kind, Promise] = {
    Kind.SEATED: _("%(session)s: you are at table %(number)d."),
    Kind.MOVED: _("%(session)s: the date or place has changed."),
    Kind.CANCELLED: _("%(session)s is cancelled."),
    Kind.REINSTATED: _("%(session)s will take place after all."),
    Kind.PLACE: _("%(session)s: a place has become free, and it is yours."),
    Kind.TO_CONFIRM: _("%(session)s, table %(number)d: a sheet needs confirming."),
    Kind.RESULTS: _("%(session)s: the results are in."),
    Kind.REMINDER: _("%(session)s is coming up."),
    Kind.JOINED: _("%(season)s: you are a player of the season."),
    Kind.OVER: _("%(season)s is over: the standings are final."),
    Kind.REFUSED: _("%(season)s: an organizer has turned down your sign-up."),
    Kind.TO_APPROVE: _("%(season)s: a sign-up needs your approval."),
    Kind.REPORTED: _("A message, a name or a picture was reported."),
    Kind.ANSWERED: _("The organizers have decided what you reported."),
    Kind.DECIDED: _("The organizers have decided something about you."),
    Kind.APPLIED: _("Somebody has signed up and waits for your approval."),
}


class NoticeLine(NamedTuple):
    """league, season: their names; of what is about the club its own, and a page of it. text: a
    sentence. detail: when and where, or a reason, or empty.

    url: the thing it is about, without the host. open_url: the same by way of `views.follow`, which
    marks the notice as read.
    """

    league: str
    season: str
    text: str
    detail: str
    url: str
    open_url: str
    at: datetime
    is_read: bool


def lines_of(notices: Iterable[Notice]) -> list[NoticeLine]:
    """Notices in the active language, read with `Notice.ABOUT`."""
    notices = list(notices)
    several = _with_several_rounds(notices)
    return [
        NoticeLine(
            league=club().club_name if _is_about_club(notice) else notice.of_season.league.name,
            season=_part_of_club(notice) if _is_about_club(notice) else notice.of_season.name,
            text=_text(notice, names_round=notice.session_id in several),
            detail=_detail(notice),
            url=_url(notice),
            open_url=reverse("leagues:notice", args=[notice.pk]),
            at=notice.at,
            is_read=notice.read_at is not None,
        )
        for notice in notices
    ]


def _with_several_rounds(notices: Iterable[Notice]) -> set[int]:
    """Ids of the sessions in which the number of a table needs the round to say which it is."""
    of_tables = {notice.session_id for notice in notices if notice.session_id and notice.game_id}
    later = Round.objects.filter(session__in=of_tables, number__gt=1)
    return set(later.values_list("session_id", flat=True))


def _is_about_club(notice: Notice) -> bool:
    return notice.kind in Notice.ABOUT_THE_CLUB


def _part_of_club(notice: Notice) -> str:
    return gettext("People of the club") if notice.kind == Kind.APPLIED else gettext("Reports")


def _text(notice: Notice, *, names_round: bool) -> str:
    words: dict[str, object] = {}
    if not _is_about_club(notice):
        words = {"season": notice.of_season.name}
    if notice.session is not None:
        game, session = notice.game, notice.session.title
        if game and game.round and names_round:
            place = {"session": session, "round": game.round.number}
            session = gettext("%(session)s, round %(round)d") % place
        words = {"session": session, "number": game.table_number if game else 0}
    return str(WORDS[Kind(notice.kind)] % words)


def _detail(notice: Notice) -> str:
    """When, on the clock of the club, and where a session is, or why it is not."""
    session = notice.session
    if session is None or notice.kind in {Kind.SEATED, Kind.TO_CONFIRM, Kind.RESULTS}:
        return ""
    begins = date_format(timezone.localtime(session.starts_at), "l j F Y, H:i")
    is_cancelled = notice.kind == Kind.CANCELLED
    about = session.cancelled_because if is_cancelled else session.place
    return capfirst(" · ".join(filter(None, (begins, about))))


def _url(notice: Notice) -> str:
    if _is_about_club(notice):
        if notice.kind in {Kind.ANSWERED, Kind.DECIDED}:
            return reverse("leagues:notices") + "#reports"
        return reverse("accounts:people" if notice.kind == Kind.APPLIED else "games:reports")
    session, season = notice.session, notice.of_season
    if session is None:
        is_over = notice.kind == Kind.OVER
        return season.get_absolute_url() if is_over else season.url_of("players")
    if notice.kind == Kind.TO_CONFIRM:
        return season.url_of("sessions") + "#to-confirm"
    if notice.kind == Kind.RESULTS:
        return f"{session.get_absolute_url()}#ranking-table"
    return session.get_absolute_url()
