"""How long one may think: what is offered, what it is called, and that it is stored."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import Settings

from accounts.models import Player
from games.models import Pulse, Table
from games.page.table_views import TableViews
from games.play import downtime
from games.seats.forms import OpenTableForm
from games.seats.rematch import open_rematch
from games.table import store
from games.table.time_limits import (
    day_and_time,
    duration,
    is_correspondence,
    live_choices,
    per_choice,
)
from leagues.sessions.forms import SessionForm
from tests.pages.tables import deal, public_html, table_in_play, words
from tests.support.clients import signed_in
from tests.support.tables import people, play_first, play_to_the_end, start_table

HOUR, DAY = 3600, 86_400
USUAL = {"seat_count": "4", "bots": "0", "bot_level": "gap", "visibility": "club"}
TUESDAY = datetime(2026, 11, 24, 17, 0, tzinfo=UTC)


def offered(form: OpenTableForm) -> list[object]:
    """The values of the form's select, those of its groups included."""
    found: list[object] = []
    for value, label in form.fields["time_per_choice"].choices:  # type: ignore[attr-defined]
        found += [value for value, _label in label] if isinstance(label, list) else [value]
    return found


def test_a_table_may_take_seconds_or_days() -> None:
    live = ["", 10, 20, 30, 45, 60, 90, 120]
    assert offered(OpenTableForm()) == [*live, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY]


@pytest.mark.parametrize(
    ("sent", "seconds"),
    [("", None), ("10", 10), ("120", 120), ("43200", 43_200), ("604800", 604_800)],
)
def test_the_chosen_time_is_that_of_the_plan(sent: str, seconds: int | None) -> None:
    form = OpenTableForm(USUAL | {"time_per_choice": sent})
    assert form.is_valid(), form.errors
    assert form.plan("bulls").time_per_choice == seconds


@pytest.mark.parametrize("sent", ["9", "15", "3600", "604801", "-10", "soon"])
def test_other_times_are_refused(sent: str) -> None:
    assert "time_per_choice" in OpenTableForm(USUAL | {"time_per_choice": sent}).errors


def test_the_form_says_whether_mails_are_sent(settings: Settings) -> None:
    settings.EMAIL_IS_SENT = False
    assert "This site sends no email" in str(OpenTableForm()["time_per_choice"].help_text)
    settings.EMAIL_IS_SENT = True
    assert "an email tells players" in str(OpenTableForm()["time_per_choice"].help_text)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (15, "15 s"), (60, "60 s"), (90, "1 min 30 s"), (120, "2 min"), (180, "3 min"),
        (12 * HOUR, "12 hours"), (DAY, "1 day"), (7 * DAY, "7 days"),
    ],
)  # fmt: skip
def test_a_time_has_words(seconds: int, told: str) -> None:
    assert duration(seconds) == told


def test_the_rules_of_a_table_name_its_pace() -> None:
    assert per_choice(None) == "No time limit"
    assert per_choice(45) == "45 seconds per choice"
    assert per_choice(3 * DAY) == "By correspondence, 3 days per choice"
    assert [is_correspondence(seconds) for seconds in (None, 180, 12 * HOUR)] == [0, 0, 1]


def test_a_moment_is_told_in_the_site_s_time_and_the_reader_s_language(settings: Settings) -> None:
    settings.TIME_ZONE = "Europe/Paris"
    with timezone.override("Europe/Paris"):
        assert day_and_time(TUESDAY) == "Tue 24 Nov, 18:00"
        with translation.override("fr"):
            assert day_and_time(TUESDAY).startswith("mar")


def test_by_correspondence_a_page_says_until_when_and_has_no_seconds() -> None:
    slow = replace(table_in_play(deal(2), deadline=TUESDAY), time_per_choice=DAY)
    html = public_html(slow, "en", "bulls")
    assert "until Tue 24 Nov, " in words(html)
    assert "{seconds}" not in html
    assert "{left}" in html
    live = replace(table_in_play(deal(2), deadline=TUESDAY), time_per_choice=30)
    assert "until" not in words(public_html(live, "en", "bulls"))


def test_a_session_of_a_league_offers_live_times_and_keeps_an_older_one() -> None:
    values = [value for value, _label in live_choices()]
    assert values == ["", 10, 20, 30, 45, 60, 90, 120]
    assert [value for value, _label in live_choices(180)] == [*values, 180]
    form = SessionForm(initial={"time_per_choice": 15})
    assert 'value="15" selected' in str(form["time_per_choice"])


@pytest.mark.django_db(transaction=True)
def test_seven_days_are_stored_and_a_rematch_keeps_them(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, time_per_choice=7 * DAY)
    now = timezone.now()
    deadline = store.load(table.pk).deadline
    assert deadline is not None
    assert timedelta(days=7) - timedelta(minutes=1) < deadline - now
    left = TableViews(table.pk, store.load(table.pk)).seconds_left()
    assert left is not None
    assert left > 6.9 * DAY
    play_to_the_end(table)
    assert open_rematch(table.pk, ada, now).time_per_choice == 7 * DAY


@pytest.mark.django_db(transaction=True)
def test_the_lobby_says_which_tables_are_played_by_correspondence(
    ada: Player, ben: Player, cleo: Player
) -> None:
    start_table(ada, ben, time_per_choice=30)
    page = signed_in(cleo).get(reverse("games:lobby")).text
    assert "By correspondence" not in page
    start_table(ada, ben, time_per_choice=DAY)
    assert "By correspondence" in signed_in(cleo).get(reverse("games:lobby")).text


@pytest.mark.django_db(transaction=True)
def test_a_restart_writes_no_table_by_correspondence_but_a_long_pause_is_given_back() -> None:
    table = start_table(*people(2), time_per_choice=DAY)
    before = store.load(table.pk)
    assert before.deadline is not None
    now = timezone.now()
    downtime.beat(now)
    downtime.beat(now + timedelta(minutes=5))
    assert store.load(table.pk) == before
    Pulse.objects.update(at=now)
    downtime.beat(now + timedelta(hours=3))
    deadline = store.load(table.pk).deadline
    assert deadline == before.deadline + timedelta(hours=3) + downtime.GRACE


@pytest.mark.django_db(transaction=True)
def test_choices_of_days_ago_are_read_back_from_the_log() -> None:
    table = start_table(*people(3), time_per_choice=7 * DAY)
    before = store.load(table.pk)
    play_first(table, 0, timezone.now() + timedelta(days=2))
    store.forget()
    after = store.load(table.pk)
    assert after.deadline == before.deadline
    assert after.game.round.choices[0] is not None
    assert Table.objects.get(pk=table.pk).due_at == before.deadline
