"""The lobby's word about the sessions of the day."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from leagues.models import League, Season, Session
from leagues.sessions import replying
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_season, make_session

pytestmark = pytest.mark.django_db


def lobby(player: Player) -> str:
    return signed_in(player).get(reverse("games:lobby")).content.decode()


@pytest.mark.parametrize(
    ("status", "hours", "title"),
    [
        (Session.Status.RUNNING, -50, "Tonight"),
        (Session.Status.PLANNED, -2, "Tonight"),
        (Session.Status.PLANNED, 12, "Tonight"),
        (Session.Status.PLANNED, 40, "In the coming days"),
        (Session.Status.PLANNED, 240, ""),
        (Session.Status.PLANNED, -40, ""),
        (Session.Status.CLOSED, -2, ""),
    ],
)
def test_the_lobby_names_sessions_of_the_day_and_of_the_week(
    status: Session.Status, hours: int, title: str
) -> None:
    begins = timezone.now() + timedelta(hours=hours)
    session = make_session(make_season(), status=status, starts_at=begins)
    html = lobby(PlayerFactory.create())
    assert (session.get_absolute_url() in html) is bool(title)
    titles = {each for each in ("Tonight", "In the coming days") if each in html}
    assert titles == ({title} if title else set())


@pytest.mark.parametrize(
    ("comes", "said"),
    [(None, "Are you coming?"), (True, "I am coming"), (False, "I cannot come")],
)
def test_the_lobby_says_what_one_has_said_of_a_session(comes: bool | None, said: str) -> None:
    begins = timezone.now() + timedelta(hours=40)
    session = make_session(make_season(), status=Session.Status.PLANNED, starts_at=begins)
    player, other = PlayerFactory.create(), PlayerFactory.create()
    replying.reply(session, other, timezone.now(), comes=True)
    if comes is not None:
        replying.reply(session, player, timezone.now(), comes=comes)
    assert f">{said}</span>" in lobby(player)


def test_the_home_of_a_league_names_the_session_that_goes_on_as_the_lobby_does(
    season: Season,
) -> None:
    now = timezone.now()
    planned = make_session(
        season, status=Session.Status.PLANNED, starts_at=now - timedelta(hours=2)
    )
    long = make_session(season, starts_at=now - timedelta(hours=30))
    later = make_session(season, status=Session.Status.PLANNED, starts_at=now + timedelta(days=2))
    assert Session.objects.next_of([season], now) == {season.pk: long}
    Session.objects.filter(pk=long.pk).update(active_at=now - timedelta(hours=30))
    assert Session.objects.next_of([season], now) == {season.pk: planned}
    Session.objects.filter(pk=planned.pk).update(status=Session.Status.CLOSED)
    assert Session.objects.next_of([season], now) == {season.pk: later}


def test_a_league_that_is_not_listed_is_not_named_to_others(owner: Player) -> None:
    season = make_season(owner, visibility=League.Visibility.UNLISTED)
    session = make_session(season)
    assert session.get_absolute_url() in lobby(owner)
    assert session.get_absolute_url() not in lobby(PlayerFactory.create())


@pytest.mark.parametrize(
    ("status", "is_shown"),
    [
        (Session.Status.RUNNING, True),
        (Session.Status.PLANNED, False),
        (Session.Status.CLOSED, False),
    ],
)
def test_the_television_shows_the_ranking_of_a_session_that_runs(
    status: Session.Status, is_shown: bool
) -> None:
    make_session(make_season(), status=status, starts_at=timezone.now())
    page = signed_in(PlayerFactory.create()).get(reverse("games:tv")).content.decode()
    assert ("No game of this session has counted yet." in page) is is_shown


def test_strangers_see_no_league_of_members_on_the_television() -> None:
    season = make_season(visibility=League.Visibility.MEMBERS)
    make_session(season, status=Session.Status.RUNNING, starts_at=timezone.now())
    page = signed_in(None).get(reverse("games:tv")).content.decode()
    assert season.league.name not in page


def test_the_address_of_tonight_leads_to_the_session_that_goes_on_or_comes_next(
    season: Season,
) -> None:
    where = reverse("leagues:tonight", args=[season.league.slug, season.number])
    anybody = signed_in(None)
    assert anybody.get(where).headers["Location"] == reverse(
        "leagues:sessions", args=[season.league.slug, season.number]
    )

    def leads_to() -> str:
        return str(anybody.get(where).headers["Location"])

    def planned(hours: int) -> Session:
        begins = timezone.now() + timedelta(hours=hours)
        return make_session(season, status=Session.Status.PLANNED, starts_at=begins)

    past = planned(-100)
    assert leads_to() == past.get_absolute_url()
    coming, later = planned(30), planned(200)
    assert leads_to() == coming.get_absolute_url()
    begun = planned(-1)
    assert leads_to() == begun.get_absolute_url()
    Session.objects.filter(pk=later.pk).update(status=Session.Status.RUNNING)
    assert leads_to() == later.get_absolute_url()
    Session.objects.filter(pk__in=[later.pk, begun.pk]).update(status=Session.Status.CANCELLED)
    assert leads_to() == coming.get_absolute_url()


def test_an_evening_that_was_closed_is_tonight_until_the_next_morning(
    season: Season, now: datetime
) -> None:
    where = reverse("leagues:tonight", args=[season.league.slug, season.number])
    over = make_session(season, status=Session.Status.CLOSED, starts_at=now - timedelta(hours=3))
    following = make_session(
        season, status=Session.Status.PLANNED, starts_at=now + timedelta(days=7)
    )

    def leads_to(hours: int) -> str:
        with time_machine.travel(now + timedelta(hours=hours), tick=False):
            return str(signed_in(None).get(where).headers["Location"])

    assert [leads_to(hours) for hours in (0, 8)] == [over.get_absolute_url()] * 2
    assert leads_to(10) == following.get_absolute_url()
    # Of two on one day the second one begins.
    Session.objects.filter(pk=following.pk).update(starts_at=now + timedelta(hours=2))
    assert leads_to(0) == following.get_absolute_url()


def test_an_evening_that_nobody_closed_is_not_tonight_weeks_later(
    season: Season, now: datetime
) -> None:
    forgotten = make_session(
        season, status=Session.Status.RUNNING, starts_at=now - timedelta(weeks=3)
    )
    Session.objects.filter(pk=forgotten.pk).update(active_at=now - timedelta(weeks=3))
    coming = make_session(season, status=Session.Status.PLANNED, starts_at=now + timedelta(hours=2))
    where = reverse("leagues:tonight", args=[season.league.slug, season.number])
    assert signed_in(None).get(where).headers["Location"] == coming.get_absolute_url()


def test_of_a_season_that_is_over_the_last_evening_is_shown_not_one_that_was_planned(
    season: Season, now: datetime
) -> None:
    last = make_session(season, status=Session.Status.CLOSED, starts_at=now - timedelta(days=9))
    make_session(season, status=Session.Status.PLANNED, starts_at=now + timedelta(days=7))
    Season.objects.filter(pk=season.pk).update(status=Season.Status.CLOSED)
    where = reverse("leagues:tonight", args=[season.league.slug, season.number])
    assert signed_in(None).get(where).headers["Location"] == last.get_absolute_url()
