"""Several sessions planned at once: their dates, the preview, and the same hour all year."""

from datetime import date, datetime
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from leagues.models import Season
from leagues.sessions.forms import MOST_TIMES, Every, repeated
from tests.support.leagues import make_season, make_session

pytestmark = pytest.mark.django_db

TUESDAY = datetime.fromisoformat("2026-10-13 20:00")


def days(every: Every, first: datetime = TUESDAY, **limits: Any) -> list[str]:
    return [f"{one:%d.%m.}" for one in repeated(first, every, **limits)]


def test_every_week_every_two_weeks_and_until_a_day() -> None:
    assert days(Every.WEEK, times=3) == ["13.10.", "20.10.", "27.10."]
    assert days(Every.TWO_WEEKS, times=3) == ["13.10.", "27.10.", "10.11."]
    assert days(Every.WEEK, until=date(2026, 10, 27)) == ["13.10.", "20.10.", "27.10."]
    assert days(Every.WEEK, until=date(2026, 10, 26)) == ["13.10.", "20.10."]
    assert days(Every.ONCE) == ["13.10."]


def test_every_month_is_on_the_same_weekday_of_the_month() -> None:
    """The second Tuesdays of autumn; the fifth Thursday is the last where there is no fifth."""
    assert days(Every.MONTH, times=4) == ["13.10.", "10.11.", "08.12.", "12.01."]
    thursday = datetime.fromisoformat("2026-10-29 20:00")
    assert days(Every.MONTH, thursday, times=4) == ["29.10.", "26.11.", "31.12.", "28.01."]


def test_a_slip_in_the_last_day_makes_no_thousands() -> None:
    assert len(repeated(TUESDAY, Every.WEEK, until=date(2926, 10, 13))) == MOST_TIMES


@pytest.fixture
def season(organizer: Player) -> Season:
    return make_season()


def send(client: Client, season: Season, **fields: object) -> Any:
    data = {"starts_at": "2026-10-13T20:00", "every": "week", "times": "3", **fields}
    address = reverse("leagues:session_new", args=[season.league.slug, season.number])
    return client.post(address, data)


OFFERED = "2026-10-13T20:00 2026-10-20T20:00 2026-10-27T20:00"


def test_the_dates_are_shown_before_anything_is_planned(client: Client, season: Season) -> None:
    page = send(client, season)
    assert page.status_code == HTTPStatus.OK
    assert [sent for _begins, sent, *_state in page.context["dates"]] == OFFERED.split()
    assert page.context["offered"] == OFFERED
    # The page comes anew: who asked for the dates is led to them.
    assert 'id="dates" tabindex="-1" autofocus' in " ".join(page.content.decode().split())
    assert not season.sessions.exists()


def test_unticked_dates_are_left_out_and_the_hour_stays_when_the_clocks_change(
    client: Client, season: Season
) -> None:
    """The clocks went back on 25 October 2026."""
    ticked = ["2026-10-13T20:00", "2026-10-27T20:00"]
    answer = send(client, season, offered=OFFERED, date=ticked)
    assert answer.status_code == HTTPStatus.FOUND
    begins = season.sessions.in_order().values_list("starts_at", flat=True)
    assert [f"{timezone.localtime(one):%d.%m. %H:%M}" for one in begins] == [
        "13.10. 20:00",
        "27.10. 20:00",
    ]
    assert [one.hour for one in begins] == [18, 19]


def test_a_form_that_is_sent_twice_plans_each_date_once(client: Client, season: Season) -> None:
    for _time in range(2):
        answer = send(client, season, offered=OFFERED, date=OFFERED.split())
    assert season.sessions.count() == 3
    assert [one.number for one in season.sessions.in_order()] == [1, 2, 3]
    said = [str(message) for message in get_messages(answer.wsgi_request)]
    assert said[0] == "3 sessions are planned."


def test_other_dates_are_shown_first_and_none_ticked_are_refused(
    client: Client, season: Season
) -> None:
    page = send(client, season, times="2", offered=OFFERED, date=OFFERED.split())
    assert page.status_code == HTTPStatus.OK
    assert len(page.context["dates"]) == 2
    page = send(client, season, offered=OFFERED)
    assert page.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not season.sessions.exists()


def test_dates_after_the_final_are_refused_without_saying_that_none_is_ticked(
    client: Client, season: Season
) -> None:
    Season.objects.filter(pk=season.pk).update(final=4)
    final = timezone.make_aware(datetime(2026, 10, 20, 12))  # noqa: DTZ001 - made aware
    make_session(season, starts_at=final, is_final=True)
    page = send(client, season, offered=OFFERED, date=OFFERED.split()).content.decode()
    assert "No session of a season comes after its final." in page
    assert "Tick at least one date." not in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"times": ""},
        {"until": "2026-12-24"},
        {"times": "1"},
        {"times": "61"},
        {"times": "", "until": "2026-10-12"},
        {"every": "hour"},
    ],
)
def test_a_repetition_without_an_end_or_with_two_is_refused(
    client: Client, season: Season, wrong: dict[str, str]
) -> None:
    answer = send(client, season, **wrong)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not season.sessions.exists()
