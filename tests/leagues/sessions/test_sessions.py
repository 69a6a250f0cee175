"""A session from its plan to its end, and back again."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from leagues.models import Season, Session
from leagues.models.errors import LeagueErrorCode
from leagues.sessions import session_life
from leagues.sessions.forms import next_session_fields
from leagues.sessions.session_life import SessionPlan
from leagues.setup.season_life import close_season, open_season
from tests.leagues.sessions.rooms import check_in, live_game
from tests.support.leagues import make_game, make_season, make_session, play, refused
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def plan(
    season: Season, begins: datetime | None = None, name: str = "", place: str = ""
) -> Session:
    planned = SessionPlan(begins or timezone.now(), name, place)
    found = session_life.plan_session(season.pk, planned)
    found.refresh_from_db()
    return found


def test_sessions_are_numbered_and_go_by_their_number_or_name(season: Season) -> None:
    assert [plan(season).title, plan(season, name="Final evening").title] == [
        "Session 1",
        "Final evening",
    ]


def test_sessions_are_planned_before_the_season_opens(spring: Season) -> None:
    session = plan(spring)
    with refused(LeagueErrorCode.SEASON_NOT_OPEN):
        session_life.begin_session(session)
    open_season(spring.pk, timezone.now())
    session_life.begin_session(session)
    session.refresh_from_db()
    assert session.status == Session.Status.RUNNING


def test_no_session_is_added_to_a_season_that_is_over(season: Season) -> None:
    session = plan(season)
    close_season(season.pk, timezone.now())
    with refused(LeagueErrorCode.SEASON_NOT_OPEN):
        plan(season)
    with refused(LeagueErrorCode.SEASON_NOT_OPEN):
        session_life.change_session(session, SessionPlan(timezone.now()))


def test_the_first_arrival_begins_a_planned_session() -> None:
    session = plan(make_season())
    check_in(session, *people(1))
    session.refresh_from_db()
    assert session.status == Session.Status.RUNNING


def test_a_session_with_a_game_in_play_is_not_closed(session: Session) -> None:
    game = make_game(session, people(3))
    with refused(LeagueErrorCode.GAMES_IN_PLAY):
        session_life.close_session(session)
    game.delete()
    session_life.close_session(session)


def test_a_session_with_an_online_game_in_play_is_not_closed() -> None:
    game, _table = live_game()
    with refused(LeagueErrorCode.GAMES_IN_PLAY):
        session_life.close_session(game.session)


def test_nobody_arrives_at_a_closed_session_until_it_is_opened_again(session: Session) -> None:
    play(session, *people(3))
    session_life.close_session(session)
    with refused(LeagueErrorCode.SESSION_NOT_OPEN):
        check_in(session, *people(1))
    session_life.reopen_session(session)
    check_in(session, *people(1))


def test_only_a_closed_session_is_opened_again() -> None:
    with refused(LeagueErrorCode.NOTHING_TO_UNDO):
        session_life.reopen_session(make_session(make_season()))


def test_the_next_session_is_proposed_a_week_later_at_the_same_hour_and_place(
    season: Season,
) -> None:
    # The clocks go back in between.
    last = timezone.make_aware(datetime(2026, 10, 20, 20, 0))  # noqa: DTZ001 - made aware
    plan(season, last, place="The old mill")
    fields = next_session_fields(season, last)
    assert timezone.localtime(fields["starts_at"]).hour == 20
    assert timezone.localtime(fields["starts_at"]).date() == last.date() + timedelta(days=7)
    assert fields["place"] == "The old mill"


@pytest.mark.parametrize(("hour", "day"), [(19, 21), (20, 22), (21, 22)])
def test_the_first_session_is_proposed_for_the_coming_evening(hour: int, day: int) -> None:
    now = timezone.make_aware(datetime(2026, 11, 21, hour))  # noqa: DTZ001 - made aware
    begins = timezone.localtime(next_session_fields(make_season(), now)["starts_at"])
    assert (begins.day, begins.hour) == (day, 20)


def test_after_a_pause_the_next_session_is_proposed_for_the_same_day_of_a_week_to_come(
    season: Season,
) -> None:
    last = timezone.make_aware(datetime(2026, 10, 20, 20, 0))  # noqa: DTZ001 - made aware
    plan(season, last)
    begins = next_session_fields(season, last + timedelta(days=30))["starts_at"]
    assert timezone.localtime(begins).date() == last.date() + timedelta(days=35)


def test_a_session_that_does_not_take_place_is_forgotten(season: Season) -> None:
    session_life.drop_session(plan(season))
    assert not season.sessions.exists()


def test_a_session_to_which_somebody_came_stays() -> None:
    session = plan(make_season())
    check_in(session, *people(1))
    with refused(LeagueErrorCode.HAS_HISTORY):
        session_life.drop_session(session)
