"""A final that is cancelled: it decides nothing, and another session may be the final instead."""

from datetime import timedelta

import pytest
from django.utils import timezone

from leagues.models import Season, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.sessions import session_life
from leagues.sessions.finals.views import qualifying
from leagues.sessions.session_life import SessionPlan
from leagues.setup import season_life
from leagues.standings import store
from tests.factories import PlayerFactory
from tests.leagues.finals.test_final_of_a_season import AFTER, BEFORE, Club
from tests.support.leagues import make_season, play

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def another_final(club: Club) -> Session:
    session_life.cancel_session(club.final, "Snow")
    plan = SessionPlan(timezone.now() - DAY, "Again", is_final=True)
    return session_life.plan_session(club.season.pk, plan)


def test_another_session_is_the_final_once_it_is_cancelled() -> None:
    club = Club()
    again = another_final(club)
    found = qualifying(Season.objects.get(pk=club.season.pk), with_replies=True)
    assert found.session == again
    assert [one.player.name for one in found.candidates if one.qualifies] == ["Ana", "Bob", "Cléo"]
    play(again, club.cleo, club.bob, club.ana)
    assert club.order(club.first) == BEFORE
    assert club.order(again) == AFTER
    assert store.rebuild(club.season.pk) == 0


def test_a_cancelled_final_comes_back_only_where_there_is_no_other() -> None:
    club = Club()
    again = another_final(club)
    with pytest.raises(LeagueError, match=LeagueErrorCode.FINAL_PLANNED.value):
        session_life.reinstate_session(club.final)
    session_life.drop_session(again)
    session_life.reinstate_session(club.final)
    club.final.refresh_from_db()
    assert (club.final.is_final, club.final.status) == (True, Session.Status.PLANNED)


def test_without_another_the_season_is_as_without_a_final() -> None:
    club = Club()
    session_life.cancel_session(club.final, "Snow")
    later = session_life.plan_session(club.season.pk, SessionPlan(timezone.now() + DAY))
    assert qualifying(Season.objects.get(pk=club.season.pk), with_replies=True).session is None
    play(later, club.eve, club.dan, club.cleo)
    assert [name for _place, name, by in club.order(later) if by == "final"] == []


def test_a_season_that_is_prepared_again_leaves_its_cancelled_sessions_cancelled() -> None:
    season = make_season(final=3)
    by, soon = PlayerFactory.create(), timezone.now() + DAY
    for plan in (SessionPlan(soon, is_final=True), SessionPlan(soon + DAY, is_final=True)):
        session = session_life.plan_session(season.pk, plan, by)
        if plan.starts_at == soon:
            session_life.cancel_session(session, "Snow", by)
    season_life.back_to_plan(season.pk)
    assert [each.status for each in season.sessions.all()] == ["cancelled", "planned"]
