"""Report a message, a name or a picture to the organizers, and decide what becomes of it.

Who reported is told to organizers alone. Several reports of one message, of one name, or of one
picture, are one case.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import translation
from django.utils.translation import gettext

from accounts import names, services
from accounts.club.current import club
from accounts.club.kept import kept
from accounts.locks import lock_players, locked
from accounts.models import Player
from accounts.pictures import portraits
from accounts.portions import delete_some
from games.models import Seat, Table
from games.signals import report_news
from games.table.errors import TableError, TableErrorCode
from games.talk import reading, service
from games.talk.models import Message, Report, ReportCase, ReportedLine, Silence, Talk

Decision = ReportCase.Decision

# What one person may report in a day, and how many cases may wait in all.
MOST_A_DAY = 10
DAY = timedelta(days=1)
MOST_OPEN = 300
# So many messages before the reported one are kept with it, and so many after it.
LINES_BEFORE, LINES_AFTER = 8, 4
SILENT_DAYS = (1, 7, 30)
# A page shows so many of each list.
SHOWN = 50
KEPT_OPEN = timedelta(days=365)


# --- Report -----------------------------------------------------------------------------


def report_message(
    table_id: int, number: int, by: Player, reason: str, words: str, now: datetime
) -> None:
    """Report a message that somebody may read, with those around it as they are now.

    Raises Http404, TableError (BAD_MESSAGE, NOT_TO_REPORT, REPORTED_ALREADY, TOO_MANY_REPORTS).
    """
    words = _checked(reason, words)
    author_id = reading.message_for(table_id, number, by).author_id
    with transaction.atomic():
        _lock_both(by, author_id)
        # What was said is neither deleted nor read by halves until the case is written.
        list(locked(Talk.objects.filter(pk=table_id)))
        message = reading.message_for(table_id, number, by)
        if message.is_deleted:
            raise TableError(TableErrorCode.NOT_TO_REPORT)
        case, is_new = ReportCase.objects.get_or_create(
            table_id=table_id,
            number=number,
            defaults={
                "about_id": author_id,
                "text": _text_of(message),
                "to_spectators": message.to == Message.To.SPECTATORS,
                "opened_at": now,
            },
        )
        if is_new:
            ReportedLine.objects.bulk_create(
                ReportedLine(
                    case=case,
                    author_id=line.author_id,
                    number=line.number,
                    text=_text_of(line),
                    at=line.at,
                )
                for line in _around(message)
            )
        _add(case, by, reason, words, now)


def report_name(about: Player, by: Player, reason: str, words: str, now: datetime) -> None:
    """Report the name of somebody who can sign in.

    Raises the same errors as `report_message`, but for Http404.
    """
    words = _checked(reason, words)
    with transaction.atomic():
        _lock_both(by, about.pk)
        name = Player.objects.values_list("name", flat=True).get(pk=about.pk)
        case, _is_new = ReportCase.objects.get_or_create(
            about=about, text=name, picture="", number=None, defaults={"opened_at": now}
        )
        if case.decision == Decision.RENAMED:
            # They have taken the name again.
            ReportCase.objects.filter(pk=case.pk).update(
                decision="", decided_at=None, decided_by=None, opened_at=now
            )
            case.reports.all().delete()
            case.refresh_from_db()
        _add(case, by, reason, words, now)


def report_picture(about: Player, by: Player, reason: str, words: str, now: datetime) -> None:
    """Report the picture of somebody, as it is now.

    Raises the same errors as `report_name`, also where they have none any more.
    """
    words = _checked(reason, words)
    with transaction.atomic():
        _lock_both(by, about.pk)
        picture = Player.objects.values_list("picture", flat=True).get(pk=about.pk)
        if not picture:
            raise TableError(TableErrorCode.NOT_TO_REPORT)
        case, _is_new = ReportCase.objects.get_or_create(
            about=about, text="", picture=picture, number=None, defaults={"opened_at": now}
        )
        _add(case, by, reason, words, now)


def _checked(reason: str, words: str) -> str:
    """The words as they are stored. Raises TableError(BAD_MESSAGE)."""
    words = service.one_line(words)
    if reason not in Report.Reason.values or len(words) > Report.LONGEST:
        raise TableError(TableErrorCode.BAD_MESSAGE)
    return words


def _lock_both(by: Player, about_id: int) -> None:
    """Lock who reports and whom they report. Raises TableError(NOT_TO_REPORT)."""
    if by.pk == about_id or lock_players({by.pk, about_id}) != {by.pk, about_id}:
        raise TableError(TableErrorCode.NOT_TO_REPORT)


def _text_of(message: Message) -> str:
    """As it was read; a reaction in the language of whoever reports."""
    return message.text or str(message.get_reaction_display())


def _around(message: Message) -> list[Message]:
    """A message with those around it that its readers saw, in their order."""
    there = Message.objects.filter(table=message.table_id)
    if message.to == Message.To.TABLE:
        there = there.filter(to=Message.To.TABLE)
    before = there.filter(number__lt=message.number).order_by("-number")[:LINES_BEFORE]
    after = there.filter(number__gt=message.number).order_by("number")[:LINES_AFTER]
    return [*reversed(before), message, *after]


def _add(case: ReportCase, by: Player, reason: str, words: str, now: datetime) -> None:
    """Add a report to a case. Raises TableError (REPORTED_ALREADY, TOO_MANY_REPORTS)."""
    if case.reports.filter(by=by).exists():
        raise TableError(TableErrorCode.REPORTED_ALREADY)
    is_too_much = by.reports.filter(at__gt=now - DAY).count() >= MOST_A_DAY
    if is_too_much or ReportCase.objects.filter(decided_at=None).count() > MOST_OPEN:
        raise TableError(TableErrorCode.TOO_MANY_REPORTS)
    case.reports.create(by=by, reason=reason, words=words, at=now)
    if case.decision:
        report_news.send(ReportCase, what="answered", players=[by.pk])
        return
    keepers = Player.objects.filter(Q(is_organizer=True) | Q(user__is_staff=True))
    told = keepers.exclude(pk__in=[by.pk, case.about_id]).values_list("pk", flat=True)
    report_news.send(ReportCase, what="reported", players=list(told))


# --- Read -------------------------------------------------------------------------------


def cases_for(organizer: Player) -> QuerySet[ReportCase]:
    """The cases that an organizer may read: none about themselves, nor what spectators say of a
    game in which they play now.
    """
    plays = Seat.objects.filter(
        table=OuterRef("table"), player=organizer, table__status=Table.Status.PLAYING
    )
    return ReportCase.objects.exclude(about=organizer).exclude(Exists(plays), to_spectators=True)


def has_open() -> bool:
    """Whether a case waits for organizers."""
    return ReportCase.objects.filter(decided_at=None).exists()


# --- Decide -----------------------------------------------------------------------------


def decide(
    case_id: int, organizer: Player, decision: str, now: datetime, days: int = SILENT_DAYS[0]
) -> None:
    """Do what an organizer decides, once, and tell those who reported and whom it concerns.

    days: of SILENT_DAYS, for how long an author may not write. Raises Http404,
    TableError (BAD_MESSAGE, NOT_TO_SILENCE, DECIDED_ALREADY).
    """
    case = get_object_or_404(cases_for(organizer), pk=case_id)
    if decision not in _possible(case) or days not in SILENT_DAYS:
        raise TableError(TableErrorCode.BAD_MESSAGE)
    until = now + timedelta(days=days) if decision == Decision.SILENCED else None
    if until and case.about.runs_the_club:
        raise TableError(TableErrorCode.NOT_TO_SILENCE)
    with transaction.atomic():
        if decision == Decision.RENAMED:
            _take_name(case)
        elif decision == Decision.UNPICTURED:
            portraits.take_away(case.about_id, case.picture)
        else:
            lock_players([case.about_id])
        is_deleted = decision in {Decision.HIDDEN, Decision.SILENCED}
        if is_deleted and case.table_id and case.number is not None:
            service.wipe(case.table_id, case.number)
        if until:
            _silence(case.about_id, until)
        waiting = ReportCase.objects.filter(pk=case.pk, decided_at=None)
        if not waiting.update(
            decision=decision, decided_at=now, decided_by=organizer, silenced_until=until
        ):
            raise TableError(TableErrorCode.DECIDED_ALREADY)
        reporters = case.reports.order_by("by").values_list("by", flat=True)
        report_news.send(ReportCase, what="answered", players=list(reporters))
        if decision != Decision.DISMISSED:
            report_news.send(ReportCase, what="decided", players=[case.about_id])


def _possible(case: ReportCase) -> set[str]:
    if case.is_message:
        return {Decision.DISMISSED, Decision.HIDDEN, Decision.SILENCED}
    return {Decision.DISMISSED, Decision.UNPICTURED if case.picture else Decision.RENAMED}


def _take_name(case: ReportCase) -> None:
    """Give a person another name, which says nothing, unless they have chosen one meanwhile."""
    if case.about.name != case.text:
        return
    with translation.override(club().main_language):
        name = gettext("Member %(number)d") % {"number": case.about_id}
    services.rename(case.about_id, name)


def _silence(player_id: int, until: datetime) -> None:
    """Let somebody write at no table until then, or until later where that was decided before."""
    if not Silence.objects.filter(table=None, player=player_id, until__gte=until).exists():
        Silence.objects.filter(table=None, player=player_id).delete()
        Silence.objects.create(player_id=player_id, until=until)


# --- A person leaves, or asks what is known of them --------------------------------------


def erase(player: Player, name: str) -> None:
    """Delete what somebody reported and what was reported of them, and their name elsewhere."""
    ReportCase.objects.filter(about=player).delete()
    ReportedLine.objects.filter(author=player).delete()
    Report.objects.filter(by=player).delete()
    ReportCase.objects.filter(reports=None).delete()
    ReportCase.objects.filter(decided_by=player).update(decided_by=None)
    for rows, field in (
        (ReportCase.objects.exclude(number=None), "text"),
        (ReportedLine.objects.all(), "text"),
        (Report.objects.exclude(words=""), "words"),
    ):
        _forget_name(rows, field, name)


def _forget_name(rows: Iterable[Any], field: str, name: str) -> None:
    for row in rows:
        text = getattr(row, field)
        if (left := names.without(text, name)) != text:
            setattr(row, field, left)
            row.save(update_fields=[field])


def personal_data(player: Player) -> dict[str, Any]:
    """What a person reported, what was decided about them, and their messages in reports."""
    made = player.reports.select_related("case").order_by("at", "pk")
    lines = player.reported_lines.order_by("at", "pk")
    return {
        "made": [
            {
                "at": report.at,
                "reason": report.reason,
                "words": report.words,
                "decision": report.case.decision,
            }
            for report in made
        ],
        "about_me": [
            {
                "text": case.text,
                "decision": case.decision,
                "at": case.decided_at,
                "may_write_from": case.silenced_until,
            }
            for case in decided_about(player)
        ],
        "my_messages": [{"at": line.at, "text": line.text} for line in lines],
        "may_write_from": [
            silence.until for silence in Silence.objects.filter(player=player, table=None)
        ],
    }


def decided_about(player: Player) -> QuerySet[ReportCase]:
    """The cases in which something was done about a person, the newest first."""
    done = player.cases.exclude(decided_at=None).exclude(decision=Decision.DISMISSED)
    return done.order_by("-decided_at", "-pk")


def forget_old(now: datetime) -> int:
    """Delete a portion of the cases that were decided, or opened, long ago; how many.

    And of those who may write again.
    """
    silences = Silence.objects.filter(table=None, until__lt=now)
    return max(delete_some(old(now, kept("reports"))), delete_some(silences.order_by("pk")))


def old(now: datetime, kept_after_decision: timedelta) -> QuerySet[ReportCase]:
    """The cases whose time is over."""
    decided = Q(decided_at__lt=now - kept_after_decision)
    never_decided = Q(decided_at=None, opened_at__lt=now - KEPT_OPEN)
    return ReportCase.objects.filter(decided | never_decided).order_by("pk")
