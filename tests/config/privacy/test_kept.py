"""The club chooses how long something is kept; the page says so, and those who delete obey."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.club import current
from accounts.club.kept import DAYS, KeptForm
from accounts.club.models import ClubSettings
from accounts.models import Player
from config.privacy import retention
from games.models import Message, Puzzle, ReportCase, Table
from games.signals import tidying
from games.talk import reports
from games.talk import service as talk
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import AuditLine, Notice
from tests.accounts.club.test_club_settings import AS_IT_IS, PAGE
from tests.factories import PlayerFactory
from tests.support.clients import html_of, signed_in
from tests.support.club import change_club
from tests.support.leagues import make_season, make_session
from tests.support.puzzles import make_puzzle
from tests.support.tables import people, play_to_the_end, start_table

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
DAY = timedelta(days=1)
USUAL = {f"kept-{name}": str(days[0]) for name, days in DAYS.items()}


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    cache.clear()
    with time_machine.travel(EVENING, tick=False) as traveller:
        yield traveller
    cache.clear()


@pytest.fixture
def desk() -> Client:
    return signed_in(PlayerFactory.create(is_organizer=True))


def a_message() -> Any:
    """A message at a game that ends now."""
    ada, ben = people(2)
    table = start_table(ada, ben)
    talk.say(table.pk, ada, "good game", timezone.now())
    play_to_the_end(table)
    Table.objects.filter(pk=table.pk).update(ended_at=timezone.now())
    return Message.objects.filter(table=table)


def a_guest() -> Any:
    """Who played as a guest in a game that ends now, as long as they have a name."""
    guest = PlayerFactory.create(user=None, is_table_guest=True)
    table = start_table(*people(1), guest)
    play_to_the_end(table)
    Table.objects.filter(pk=table.pk).update(ended_at=timezone.now())
    return Player.every.filter(pk=guest.pk, erased_at=None)


def a_report() -> Any:
    """A report of a name that is decided now."""
    ada, ben, organizer = people(3)
    reports.report_name(ada, ben, "other", "", timezone.now())
    reports.decide(ReportCase.objects.get().pk, organizer, "dismissed", timezone.now())
    return ReportCase.objects.all()


def a_puzzle() -> Any:
    return Puzzle.objects.filter(pk=make_puzzle(timezone.localdate()).pk)


def a_notice() -> Any:
    session, reader = make_session(make_season()), PlayerFactory.create()
    Notice.objects.create(player=reader, kind="results", session=session, read_at=timezone.now())
    return Notice.objects.filter(player=reader)


def a_log() -> Any:
    by = PlayerFactory.create()
    audit.record(make_season().league, Did.RENAMED, by)
    return AuditLine.objects.filter(by=by)


def an_admin_log() -> Any:
    user = PlayerFactory.create().user
    assert user
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(user=user, content_type=kind, object_repr="x", action_flag=CHANGE)
    return LogEntry.objects.all()


@pytest.mark.parametrize(
    ("name", "days", "make"),
    [
        ("talk", 1, a_message),
        ("talk", 30, a_message),
        ("guests", 7, a_guest),
        ("guests", 90, a_guest),
        ("reports", 30, a_report),
        ("reports", 365, a_report),
        ("puzzles", 90, a_puzzle),
        ("puzzles", 730, a_puzzle),
        ("notices", 30, a_notice),
        ("notices", 180, a_notice),
        ("logs", 365, a_log),
        ("logs", 1095, a_log),
        ("logs", 365, an_admin_log),
        ("logs", 1095, an_admin_log),
    ],
)
def test_what_is_older_than_the_club_wishes_is_deleted(
    clock: time_machine.Traveller, name: str, days: int, make: Any
) -> None:
    change_club(kept=f'{{"{name}": {days}}}')
    rows = make()
    left = []
    # Puzzles go by their day.
    for moment in (days * DAY - timedelta(minutes=1), (days + 1) * DAY):
        clock.move_to(EVENING + moment)
        retention.delete_expired(timezone.now())
        left.append(rows.count())
    assert left == [1, 0]


def test_the_page_about_privacy_says_what_was_chosen(client: Client) -> None:
    assert "7 days after the game has ended" in html_of(client.get("/privacy/"))
    change_club(kept='{"logs": 1095, "talk": 1}')
    page = html_of(client.get("/privacy/"))
    assert "1 day after the game has ended" in page
    assert "7 days after the game has ended" in page  # reminders
    assert page.count("3 years after the change") == 2


def test_a_preview_says_how_much_would_go_and_deletes_nothing(
    clock: time_machine.Traveller,
) -> None:
    rows = a_message()
    clock.move_to(EVENING + 2 * DAY)
    desk = signed_in(PlayerFactory.create(is_organizer=True))
    sent = AS_IT_IS | USUAL | {"kept-talk": "1", "kept-logs": "1095"}
    page = " ".join(html_of(desk.post(PAGE, sent | {"action": "preview"})).split())
    assert "Messages at a table, after the game: 1 would be deleted now." in page
    # What would be kept for longer loses nothing.
    assert page.count("would be deleted now") == 1
    assert not ClubSettings.objects.exists()
    tidying.send(sender=None)
    assert rows.count() == 1


def test_a_change_is_obeyed_listed_and_undone(clock: time_machine.Traveller) -> None:
    rows = a_message()
    clock.move_to(EVENING + 10 * DAY)
    desk = signed_in(PlayerFactory.create(is_organizer=True))
    desk.post(PAGE, AS_IT_IS | USUAL | {"kept-talk": "30"})
    page = html_of(desk.get(PAGE))
    words = "How long something is kept: Messages at a table, after the game: 30 days"
    assert f"{words}, before as usual" in page
    tidying.send(sender=None)
    assert rows.count() == 1
    desk.post(PAGE, {"action": "undo", "seen": "1"})
    clock.shift(timedelta(hours=2))
    cache.clear()
    tidying.send(sender=None)
    assert rows.count() == 0


@pytest.mark.parametrize("days", ["0", "2", "36500", "-1", "x", ""])
def test_no_other_time_can_be_chosen(desk: Client, days: str) -> None:
    answer = desk.post(PAGE, AS_IT_IS | USUAL | {"kept-talk": days})
    assert answer.status_code == 422
    assert not ClubSettings.objects.exists()


def test_a_keeper_that_was_just_started_deletes_nothing_that_the_club_keeps(
    clock: time_machine.Traveller,
) -> None:
    rows = a_message()
    change_club(kept='{"talk": 30}')
    # Another process, which has read no settings yet.
    current.known.settings = ClubSettings()
    clock.move_to(EVENING + 10 * DAY)
    tidying.send(sender=None)
    assert rows.count() == 1
    current.known.settings = ClubSettings()
    retention.delete_expired(timezone.now())
    assert rows.count() == 1


def test_what_counts_for_no_release_any_more_is_as_usual() -> None:
    change_club(kept='{"talk": 2, "gone": 5}')
    assert "7 days" in str(retention.RULES[0].time)


def test_the_usual_times_are_those_to_choose_from_first() -> None:
    chosen = {name: field.initial for name, field in KeptForm().fields.items()}
    assert chosen == {
        "talk": 7, "guests": 30, "reports": 90, "puzzles": 365, "notices": 90, "logs": 730,
    }  # fmt: skip
