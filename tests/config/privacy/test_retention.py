"""What is kept for a time only is deleted then, in portions, and the page says the same times."""

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account import app_settings as allauth
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from accounts import adapter, portions, rate_limit
from accounts.models import Invitation, Player
from accounts.security.forms import WRONG_ANSWERS
from config.privacy import retention
from games.models import Message, Reminder, Seat, Table
from games.signals import tidying
from games.talk import service as talk
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import AuditLine, Game, Notice
from leagues.sheets.stored import save_draft
from tests.factories import InvitationFactory, PlayerFactory
from tests.leagues.sheets.pages.pages import address
from tests.support.clients import html_of, signed_in
from tests.support.commands import said_by
from tests.support.leagues import make_game, make_season, make_session, texts_of
from tests.support.project import ROOT
from tests.support.tables import people, play_to_the_end, start_table

pytestmark = pytest.mark.django_db

# A Friday evening.
EVENING = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """The time as a test says it, which begins in the evening."""
    cache.clear()
    with time_machine.travel(EVENING, tick=False) as traveller:
        yield traveller
    cache.clear()


def keeper_passes(clock: time_machine.Traveller, at: datetime) -> None:
    """The keeper looks in at this time."""
    clock.move_to(at)
    tidying.send(sender=None)


# --- A week at the club ----------------------------------------------------------------


def test_a_week_at_the_club(
    clock: time_machine.Traveller, ada: Player, ben: Player, table: Table
) -> None:
    """Talk can be read the next day and is gone in time; a draft somebody works at stays."""
    talk.say(table.pk, ada, "good game", EVENING)
    clock.move_to(EVENING + timedelta(hours=1))
    play_to_the_end(table)
    Table.objects.filter(pk=table.pk).update(ended_at=timezone.now())
    game = make_game(make_session(make_season(ada)), [ada, ben])
    save_draft(game, texts_of(ada, ben, t0="12"), ada, "page", timezone.now())

    keeper_passes(clock, EVENING + DAY)
    page = signed_in(ben).get(table.get_absolute_url()).content.decode()
    assert "good game" in page
    talk.say(table.pk, ben, "thank you", timezone.now())

    # A week after the game, not yet a week after the answer.
    keeper_passes(clock, EVENING + 7 * DAY + timedelta(hours=2))
    page = signed_in(ben).get(table.get_absolute_url()).content.decode()
    assert "good game" not in page
    assert "thank you" in page

    keeper_passes(clock, EVENING + 9 * DAY)
    assert not Message.objects.exists()
    # Played, scored and shown as before.
    assert signed_in(ben).get(table.get_absolute_url()).status_code == HTTPStatus.OK

    # Somebody still types, three weeks later.
    clock.move_to(EVENING + 22 * DAY)
    game.refresh_from_db()
    save_draft(game, texts_of(ada, ben, t0="12", t1="70"), ada, "page", timezone.now())
    keeper_passes(clock, EVENING + 45 * DAY)
    game.refresh_from_db()
    assert game.draft
    version = game.version

    # A month after the last change; a page that is still open is told that it is late.
    keeper_passes(clock, EVENING + 53 * DAY)
    game.refresh_from_db()
    assert game.draft is None
    sent = {"page": "page", "version": version, **texts_of(ada, ben, t0="1")}
    answer = signed_in(ada).post(address(game, "game_draft"), sent)
    assert answer.status_code == HTTPStatus.CONFLICT


# --- Each rule -------------------------------------------------------------------------


@pytest.fixture
def reader() -> Player:
    return PlayerFactory.create()


def kept_after(clock: time_machine.Traveller, rows: Any, time: timedelta) -> tuple[int, int]:
    """How many of these rows there are a minute before and after so long a time."""
    found = []
    for moment in (time - timedelta(minutes=1), time + timedelta(minutes=1)):
        clock.move_to(EVENING + moment)
        retention.delete_expired(timezone.now())
        found.append(rows.count())
    return found[0], found[1]


def test_notices_go_90_days_after_they_were_read(
    clock: time_machine.Traveller, reader: Player
) -> None:
    session = make_session(make_season())
    Notice.objects.create(player=reader, kind="results", session=session, read_at=EVENING)
    assert kept_after(clock, Notice.objects.filter(player=reader), 90 * DAY) == (1, 0)


def test_notices_that_nobody_reads_go_after_180_days(
    clock: time_machine.Traveller, reader: Player
) -> None:
    Notice.objects.create(player=reader, kind="results", session=make_session(make_season()))
    assert kept_after(clock, Notice.objects.filter(player=reader), 180 * DAY) == (1, 0)


def test_messages_at_a_table_that_never_ends_go_after_90_days(
    clock: time_machine.Traveller, reader: Player
) -> None:
    table = start_table(reader, PlayerFactory.create())
    talk.say(table.pk, reader, "anybody there?", EVENING)
    assert kept_after(clock, Message.objects, 90 * DAY) == (1, 0)


def test_what_is_known_of_reminders_goes_a_week_after_the_game(
    clock: time_machine.Traveller, reader: Player
) -> None:
    table = start_table(reader, PlayerFactory.create())
    Reminder.objects.create(seat=Seat.objects.get(table=table, player=reader), kind="turn")
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, ended_at=EVENING)
    assert kept_after(clock, Reminder.objects, 7 * DAY) == (1, 0)


def test_lines_of_the_log_go_after_two_years(clock: time_machine.Traveller, reader: Player) -> None:
    audit.record(make_season().league, Did.RENAMED, reader)
    assert kept_after(clock, AuditLine.objects.filter(by=reader), 730 * DAY) == (1, 0)


def test_lines_of_the_admin_pages_go_after_two_years(
    clock: time_machine.Traveller, reader: Player
) -> None:
    assert reader.user
    LogEntry.objects.create(
        user=reader.user,
        action_time=EVENING,
        action_flag=CHANGE,
        object_repr="somebody",
        content_type=ContentType.objects.get_for_model(Player),
    )
    assert kept_after(clock, LogEntry.objects, 730 * DAY) == (1, 0)


def test_invitations_go_90_days_after_their_last_day(clock: time_machine.Traveller) -> None:
    InvitationFactory.create(expires_at=EVENING)
    assert kept_after(clock, Invitation.objects, 90 * DAY) == (1, 0)


def test_a_sign_in_goes_when_it_has_ended(clock: time_machine.Traveller) -> None:
    SessionStore().save()
    assert kept_after(clock, Session.objects, 14 * DAY) == (1, 0)


def test_mails_in_files_go_after_three_days(
    clock: time_machine.Traveller, tmp_path: Path, settings: Any
) -> None:
    settings.EMAIL_FILE_PATH = tmp_path
    old, new = tmp_path / "old.log", tmp_path / "new.log"
    for file, at in ((old, EVENING), (new, EVENING + DAY)):
        file.write_text("a link")
        os.utime(file, (at.timestamp(), at.timestamp()))
    retention.delete_expired(EVENING + 3 * DAY - timedelta(minutes=1))
    assert old.exists()
    retention.delete_expired(EVENING + 3 * DAY + timedelta(minutes=1))
    assert (old.exists(), new.exists()) == (False, True)


def test_no_address_is_remembered_for_more_than_five_minutes() -> None:
    with pytest.raises(ValueError, match="for so long"):
        rate_limit.RateLimit("something", 1, 301)
    seconds = {"s": 1, "m": 60, "h": 3600, "d": 86400}
    own = [adapter.WRONG_PASSWORDS, adapter.WRONG_PASSWORDS_ELSEWHERE, *WRONG_ANSWERS.values()]
    counted = [*allauth.RATE_LIMITS.values(), *own]
    for rates in counted:
        for rate in filter(None, rates.split(",")):
            length = rate.split("/")[1]
            number = int(length[:-1] or 1)
            assert timedelta(seconds=number * seconds[length[-1]]) <= timedelta(minutes=5), rate


def test_a_draft_that_is_saved_while_old_ones_are_deleted_stays(
    clock: time_machine.Traveller, reader: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(make_session(make_season(reader)), [reader])
    save_draft(game, texts_of(reader), reader, "page", EVENING)
    usual = Game.objects.filter

    def filter_after_a_save(*args: Any, **conditions: Any) -> Any:
        if "version" in conditions:
            monkeypatch.undo()
            save_draft(game, texts_of(reader, t0="5"), reader, "page", EVENING + 60 * DAY)
        return usual(*args, **conditions)

    monkeypatch.setattr(Game.objects, "filter", filter_after_a_save)
    retention.delete_expired(EVENING + 60 * DAY)
    game.refresh_from_db()
    assert game.draft
    assert game.draft["texts"]["t0"] == "5"


# --- In portions, and once an hour -----------------------------------------------------


def old_messages(count: int) -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    Message.objects.bulk_create(
        Message(table=table, number=n, changed=n, author=ada, text="hello", at=EVENING - 91 * DAY)
        for n in range(1, count + 1)
    )


def test_the_keeper_deletes_a_portion_and_looks_again_soon(
    clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portions, "AT_ONCE", 10)
    monkeypatch.setattr(retention, "AT_ONCE", 10)
    old_messages(25)
    left = []
    for minute in range(4):
        keeper_passes(clock, EVENING + timedelta(minutes=minute))
        left.append(Message.objects.count())
    assert left == [15, 5, 0, 0]


def test_the_keeper_looks_once_an_hour(clock: time_machine.Traveller) -> None:
    keeper_passes(clock, EVENING)
    old_messages(1)
    keeper_passes(clock, EVENING + timedelta(minutes=59))
    assert Message.objects.exists()
    keeper_passes(clock, EVENING + timedelta(minutes=61))
    assert not Message.objects.exists()


def test_a_rule_that_fails_keeps_no_other_from_deleting(
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails(_now: datetime) -> int:
        raise PermissionError

    broken = replace(retention.RULES[0], what="Photos on a full disk", delete=fails)
    monkeypatch.setattr(retention, "RULES", (broken, *retention.RULES))
    old_messages(1)
    keeper_passes(clock, EVENING)
    assert not Message.objects.exists()
    assert "not deleted: Photos on a full disk" in caplog.text


def test_nothing_is_written_where_nothing_is_over(
    clock: time_machine.Traveller, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    from django.db import connection

    with CaptureQueriesContext(connection) as asked:
        retention.delete_expired(timezone.now())
    # Links of guests are deleted by one statement, as before.
    written = [one["sql"] for one in asked if not one["sql"].startswith("SELECT")]
    assert [sql for sql in written if "games_guestlink" not in sql and "POINT" not in sql] == []


def test_the_command_deletes_all_and_says_how_much(
    clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portions, "AT_ONCE", 10)
    old_messages(25)
    assert "25 Messages at a table" in said_by("delete_expired")
    assert not Message.objects.exists()
    assert said_by("delete_expired") == "Nothing to delete.\n"


# --- The page, and the document ---------------------------------------------------------


def test_everybody_reads_the_times_that_are_applied(client: Client) -> None:
    page = html_of(client.get("/privacy/"))
    for rule in retention.RULES:
        assert f"{rule.time}\n" in page
    assert "7 days after the game has ended" in page
    assert "2 years after the change" in page


def test_the_page_follows_a_number_that_is_changed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *others = retention.RULES
    changed = retention.Rule(first.what, 4 * DAY, first.how_long, first.why)
    monkeypatch.setattr("config.privacy.views.RULES", (changed, *others))
    assert "4 days after the game has ended" in client.get("/privacy/").content.decode()


def test_the_operator_says_who_they_are(client: Client, settings: Any) -> None:
    settings.OPERATOR = "The club of <Lille>"
    settings.OPERATOR_CONTACT = "privacy@club.example"
    page = client.get("/privacy/").content.decode()
    assert "The club of &lt;Lille&gt;" in page
    assert 'href="mailto:privacy@club.example"' in page


def test_every_page_leads_to_it(client: Client) -> None:
    assert 'href="/privacy/"' in client.get("/rules/").content.decode()


def test_the_document_has_the_same_table() -> None:
    with override("en"):
        rows = [f"| {rule.what} | {rule.time} | {rule.why} |" for rule in retention.RULES]
    assert "\n".join(rows) in (ROOT / "docs/privacy.md").read_text(encoding="utf-8")
