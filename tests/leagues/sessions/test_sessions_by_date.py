"""Sessions count in the order of their dates, whenever they were planned."""

import re
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from leagues.exports.results import results_rows
from leagues.models import RatingPoint, Season, Session, Standing
from leagues.people import adjustments, players
from leagues.sessions import session_life
from leagues.sessions.forms import next_session_fields
from leagues.sessions.session_life import SessionPlan
from leagues.setup import season_life
from leagues.standings.board import sessions_with_standings
from leagues.standings.meetings import tied_group
from leagues.standings.store import rebuild
from tests.support.leagues import enter, make_game, make_session, play
from tests.support.tables import people

pytestmark = pytest.mark.django_db

FIRST = timezone.now() - timedelta(days=90)
WEEK = timedelta(weeks=1)


def planned(season: Season, week: float) -> Session:
    """A session of that week, planned now."""
    session = session_life.plan_session(season.pk, SessionPlan(FIRST + week * WEEK))
    session.season = season
    return session


def leader(session: Session) -> Player:
    return Standing.objects.get(session=session, order=0).player


def numbers(season: Season) -> list[int]:
    return [session.number for session in sessions_with_standings(season)]


def forgotten_evening(season: Season) -> tuple[Session, Session, Session, list[Player]]:
    """Two evenings, and a third that was played between them and is planned and entered last.

    Ada wins the first, Bob the two others.
    """
    ada, bob, cyd = people(3)
    early, late = planned(season, 0), planned(season, 2)
    play(early, ada, bob, cyd)
    play(late, bob, cyd, ada)
    between = planned(season, 1)
    play(between, bob, cyd, ada)
    return early, between, late, [ada, bob, cyd]


def test_of_those_who_are_tied_only_the_meetings_up_to_then_are_told(season: Season) -> None:
    ada, bob, cyd = people(3)
    late, early = planned(season, 2), planned(season, 1)
    enter(make_game(early, [ada, bob, cyd]), [10, 10, 70])
    play(late, ada, bob, cyd)
    standing = Standing.objects.get(session=early, player=ada)
    group = tied_group(standing, season, early)
    assert {row.player for row in group.rows} == {ada, bob}
    assert len(group.meetings) == 1


def test_a_session_entered_late_stands_where_its_date_is(season: Season) -> None:
    early, between, late, (ada, bob, _cyd) = forgotten_evening(season)
    assert (early.number, late.number, between.number) == (1, 2, 3)
    assert numbers(season) == [1, 3, 2]
    assert Standing.objects.get(session=early, player=bob).games == 1
    assert Standing.objects.get(session=between, player=bob).games == 2
    assert Standing.objects.get(session=late, player=bob).games == 3
    assert leader(early) == ada
    assert {row.session for row in Standing.objects.newest_of(season)} == {late}


def test_the_changes_of_places_are_those_since_the_evening_before(season: Season) -> None:
    _early, between, late, (_ada, bob, _cyd) = forgotten_evening(season)
    assert Standing.objects.get(session=between, player=bob).change == 1
    assert Standing.objects.get(session=late, player=bob).change == 0


def test_another_date_puts_a_session_in_another_place(season: Season) -> None:
    early, between, late, (_ada, bob, _cyd) = forgotten_evening(season)
    session_life.change_session(early, SessionPlan(FIRST + 3 * WEEK))
    assert numbers(season) == [3, 2, 1]
    assert Standing.objects.get(session=between, player=bob).games == 1
    assert Standing.objects.get(session=late, player=bob).games == 2
    assert Standing.objects.get(session=early, player=bob).games == 3


def test_ratings_follow_the_dates_too(season: Season) -> None:
    early, between, late, (ada, _bob, _cyd) = forgotten_evening(season)
    points = RatingPoint.objects.filter(player=ada).order_by("number")
    assert [point.game.session for point in points] == [early, between, late]
    session_life.change_session(early, SessionPlan(FIRST + 3 * WEEK))
    assert [point.game.session for point in points.all()] == [between, late, early]


def test_computed_from_nothing_it_is_the_same(season: Season) -> None:
    early, between, _late, (ada, _bob, _cyd) = forgotten_evening(season)
    adjustments.adjust(between, ada, Decimal(5), "brought the cake", ada)
    session_life.change_session(early, SessionPlan(FIRST + 1.5 * WEEK))
    assert rebuild(season.pk) == 0
    call_command("rebuild_league", season.league.slug)


def test_points_count_from_the_date_of_their_session_on(season: Season) -> None:
    early, between, late, (ada, _bob, _cyd) = forgotten_evening(season)
    adjustments.adjust(between, ada, Decimal(5), "brought the cake", ada)
    given = {
        session: Standing.objects.get(session=session, player=ada).adjustment
        for session in (early, between, late)
    }
    assert given == {early: 0, between: 5, late: 5}


def test_exports_and_why_end_with_the_session_asked_for(client: Client, season: Season) -> None:
    early, between, _late, (ada, _bob, _cyd) = forgotten_evening(season)
    assert {row[0] for row in results_rows(season, between)} == {1, 3}
    assert [row[0] for row in results_rows(season, None)][::3] == [1, 3, 2]
    address = reverse("leagues:story", args=[season.league.slug, season.number, ada.pk])
    shown = client.get(address, {"session": between.number}).context["why"]
    for row, session in zip(shown["rows"], (early, between), strict=True):
        assert row.url.startswith(session.get_absolute_url())


def test_the_next_session_is_proposed_a_week_after_the_latest_one(season: Season) -> None:
    planned(season, 20)
    planned(season, 1)
    fields = next_session_fields(season, timezone.now())
    expected = timezone.localtime(FIRST + 21 * WEEK).date()
    assert isinstance(fields["starts_at"], datetime)
    assert timezone.localtime(fields["starts_at"]).date() == expected


def test_who_joins_comes_in_with_the_next_session_by_date(season: Season) -> None:
    later = session_life.plan_session(season.pk, SessionPlan(timezone.now() + 2 * WEEK))
    sooner = session_life.plan_session(season.pk, SessionPlan(timezone.now() + WEEK))
    (new,) = people(1)
    players.add_player(season.pk, new)
    assert (later.number, sooner.number) == (1, 2)
    assert season.entrants.get(player=new).joined_from == sooner.number


def listed_on(page: Any) -> list[tuple[str, list[int]]]:
    """The headings of the list of sessions, and the numbers of the sessions below each."""
    return [
        (heading, [*map(int, re.findall(r'/sessions/(\d+)/"', lines))])
        for heading, lines in page.context["groups"]
    ]


def test_the_next_session_is_listed_first_and_past_ones_below_by_their_dates(
    client: Client, season: Season
) -> None:
    forgotten_evening(season)
    hour, a_week, two_weeks = timedelta(hours=1), WEEK, 2 * WEEK
    for away in (two_weeks, a_week, -hour):
        session_life.plan_session(season.pk, SessionPlan(timezone.now() + away))
    page = client.get(f"{season.get_absolute_url()}sessions/")
    assert listed_on(page) == [("To come", [6, 5, 4]), ("Past", [2, 3, 1])]


def test_an_evening_that_goes_on_past_its_hour_is_listed_with_those_to_come(
    client: Client, season: Season, now: datetime
) -> None:
    for number, begun in ((1, timedelta(hours=20)), (2, timedelta(hours=20)), (3, 3 * WEEK)):
        status = Session.Status.PLANNED if number == 2 else Session.Status.RUNNING
        make_session(season, starts_at=now - begun, status=status)
    Session.objects.update(active_at=now - WEEK)
    page = client.get(f"{season.get_absolute_url()}sessions/")
    assert listed_on(page) == [("To come", [1]), ("Past", [2, 3])]


def test_what_the_end_of_a_season_leaves_out_is_not_to_come(
    client: Client, season: Season, now: datetime
) -> None:
    make_session(season, starts_at=now - WEEK, status=Session.Status.CLOSED)
    session_life.plan_session(season.pk, SessionPlan(now + WEEK))
    season_life.close_season(season.pk, now)
    page = client.get(f"{season.get_absolute_url()}sessions/")
    assert listed_on(page) == [("Past", [1]), ("Did not take place", [2])]
