"""Who is listed as of which session: kept standings are those that a rebuild makes.

Also where sessions are not numbered in the order of their dates, or one of them is dropped.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Season, Session, Standing
from leagues.people.players import add_player
from leagues.sessions import session_life
from leagues.sheets import results
from leagues.standings import store
from tests.support.leagues import make_session, play, sheet_of
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def correct(session: Session, *players: Player) -> None:
    """Let the only game of a session be one of these players."""
    sheet = sheet_of(players, totals=[12, 70])
    results.correct(session.games.get(), sheet, players[0], "Mistyped", timezone.now())


def require_as_from_nothing(season: Season) -> None:
    season.refresh_from_db()
    store.ensure_up_to_date(season)
    assert store.rebuild(season.pk) == 0


def is_in_standings(player: Player, session: Session) -> bool:
    return Standing.objects.filter(player=player, session=session).exists()


def test_somebody_named_by_two_mistyped_sheets_is_in_no_standings(season: Season) -> None:
    ada, ben, eve = people(3)
    play(make_session(season), ada, ben)
    later = make_session(season)
    earlier = make_session(season, starts_at=later.starts_at - timedelta(days=1))
    play(earlier, ada, eve)
    play(later, ada, eve)

    correct(earlier, ada, ben)
    correct(later, ada, ben)

    assert not is_in_standings(eve, earlier)
    require_as_from_nothing(season)


def test_somebody_named_by_mistake_who_goes_home_is_in_no_standings(season: Season) -> None:
    ada, ben, eve = people(3)
    first, second = make_session(season), make_session(season)
    play(first, ada, eve)
    play(second, ada, ben)
    session_life.arrive(second, eve, timezone.now())
    correct(first, ada, ben)

    session_life.leave(second, eve, timezone.now())

    assert not is_in_standings(eve, first)
    require_as_from_nothing(season)


@pytest.mark.parametrize("is_later_planned", [True, False])
def test_who_joined_from_a_session_that_is_dropped_stays_listed(
    season: Season, is_later_planned: bool
) -> None:
    ada, ben, eve = people(3)
    play(make_session(season), ada, ben)
    season.sessions.update(status=Session.Status.CLOSED)
    planned = make_session(
        season, starts_at=timezone.now() + timedelta(days=1), status=Session.Status.PLANNED
    )
    later = planned.starts_at + timedelta(days=7 if is_later_planned else -2)
    add_player(season.pk, eve)
    session = make_session(season, starts_at=later)
    play(session, ada, ben)
    was_in = is_in_standings(eve, session)
    assert was_in == is_later_planned

    session_life.drop_session(planned)

    require_as_from_nothing(season)
    assert is_in_standings(eve, session) == was_in
    following = session_life.plan_session(
        season.pk, session_life.SessionPlan(later + timedelta(days=20))
    )
    play(following, ada, ben)
    season.refresh_from_db()
    store.ensure_up_to_date(season)
    assert is_in_standings(eve, following)
    require_as_from_nothing(season)


def test_who_joined_from_a_session_that_is_entered_late_is_listed_since_its_date(
    season: Season, session: Session
) -> None:
    ada, ben, eve = people(3)
    play(make_session(season, starts_at=session.starts_at - timedelta(days=9)), ada, ben)
    play(session, ada, ben)
    season.sessions.update(status=Session.Status.CLOSED)
    add_player(season.pk, eve)

    plan = session_life.SessionPlan(session.starts_at - timedelta(days=1))
    session_life.plan_session(season.pk, plan)

    season.refresh_from_db()
    store.ensure_up_to_date(season)
    assert is_in_standings(eve, session)
    require_as_from_nothing(season)
