"""Points given and taken by an organizer."""

from decimal import Decimal

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Adjustment, Session, Standing
from leagues.services import adjustments
from tests.factories import PlayerFactory
from tests.support.leagues import make_season, make_session, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Player:
    return PlayerFactory.create(name="Ana")


@pytest.fixture
def sessions(ana: Player) -> list[Session]:
    season = make_season()
    bob = PlayerFactory.create(name="Bob")
    found = [make_session(season), make_session(season)]
    for session in found:
        play(session, ana, bob)
    return found


def figure(session: Session, player: Player) -> float:
    return Standing.objects.get(session=session, player=player).figure


def test_points_count_from_their_session_on(sessions: list[Session], ana: Player) -> None:
    adjustments.adjust(sessions[1], ana, Decimal("-7.5"), "Came late", PlayerFactory.create())
    assert [figure(session, ana) for session in sessions] == [100, 92.5]


def test_a_cancelled_adjustment_counts_no_more_and_stays_listed(
    sessions: list[Session], ana: Player
) -> None:
    organizer = PlayerFactory.create()
    adjustments.adjust(sessions[0], ana, Decimal("-7.5"), "Came late", organizer)
    given = Adjustment.objects.get()
    adjustments.cancel(given, organizer, timezone.now())
    assert [figure(session, ana) for session in sessions] == [100, 100]
    given.refresh_from_db()
    assert given.cancelled_by == organizer
    with pytest.raises(LeagueError) as refused:
        adjustments.cancel(given, organizer, timezone.now())
    assert refused.value.code is LeagueErrorCode.NOTHING_TO_UNDO


def test_points_sent_twice_are_given_once(sessions: list[Session], ana: Player) -> None:
    organizer = PlayerFactory.create()
    adjustments.adjust(sessions[0], ana, Decimal(-5), "Came late", organizer)
    with pytest.raises(LeagueError) as refused:
        adjustments.adjust(sessions[0], ana, Decimal("-5.00"), "Came late ", organizer)
    assert refused.value.code is LeagueErrorCode.GIVEN_ALREADY
    adjustments.cancel(Adjustment.objects.get(), organizer, timezone.now())
    adjustments.adjust(sessions[0], ana, Decimal(-5), "Came late", organizer)
    assert figure(sessions[0], ana) == 95


def test_an_adjustment_needs_a_reason(sessions: list[Session], ana: Player) -> None:
    with pytest.raises(LeagueError) as refused:
        adjustments.adjust(sessions[0], ana, Decimal(1), "  ", PlayerFactory.create())
    assert refused.value.code is LeagueErrorCode.NEEDS_REASON
    assert not Adjustment.objects.exists()


def test_only_players_of_the_season_are_adjusted(sessions: list[Session]) -> None:
    with pytest.raises(LeagueError) as refused:
        adjustments.adjust(
            sessions[0], PlayerFactory.create(), Decimal(1), "Why", PlayerFactory.create()
        )
    assert refused.value.code is LeagueErrorCode.NOT_PRESENT
