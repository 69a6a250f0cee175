"""Points given and taken by an organizer."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Adjustment, Game, Session, Standing
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import adjustments
from leagues.sessions import session_life
from tests.factories import PlayerFactory
from tests.leagues.browsing import line_of, page, words_of
from tests.support.leagues import make_season, make_session, play

pytestmark = pytest.mark.django_db


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


# --- Sessions to come ------------------------------------------------------------------


@pytest.fixture
def to_come(sessions: list[Session]) -> Session:
    return make_session(
        sessions[0].season,
        status=Session.Status.PLANNED,
        starts_at=timezone.now() + timedelta(weeks=1),
    )


def test_points_of_a_session_to_come_do_not_count_before_it_begins(
    sessions: list[Session], to_come: Session, ana: Player
) -> None:
    adjustments.adjust(to_come, ana, Decimal("-7.5"), "Came late", PlayerFactory.create())
    assert figure(sessions[1], ana) == 100
    assert not Standing.objects.filter(session=to_come).exists()
    html = page(to_come.season)
    assert "After session 2" in html
    assert "After session 3" not in html
    assert "100.00" in line_of(html, ana)
    session_life.begin_session(to_come)
    assert figure(sessions[1], ana) == 100
    assert figure(to_come, ana) == 92.5


def test_points_of_a_session_put_off_do_not_count_in_a_later_one_that_was_played(
    sessions: list[Session], ana: Player
) -> None:
    put_off, later = sessions
    Game.objects.filter(session=put_off).delete()
    Session.objects.filter(pk=put_off.pk).update(status=Session.Status.PLANNED)
    adjustments.adjust(put_off, ana, Decimal("-7.5"), "Came late", PlayerFactory.create())
    assert figure(later, ana) == 100
    said = words_of(page(later.season, "story", ana.pk))
    assert "Came late" not in said
    put_off.refresh_from_db()
    play(put_off, ana, PlayerFactory.create())
    assert figure(later, ana) == 92.5
    assert "Came late" in words_of(page(later.season, "story", ana.pk))


def test_the_list_says_what_does_not_count_yet(to_come: Session, ana: Player) -> None:
    adjustments.adjust(to_come, ana, Decimal("-7.5"), "Came late", PlayerFactory.create())
    assert "counts once that session begins" in page(to_come.season, "players")
    session_life.begin_session(to_come)
    assert "counts once that session begins" not in page(to_come.season, "players")


def test_points_of_a_session_with_several_games_are_given_once(
    sessions: list[Session], ana: Player
) -> None:
    play(sessions[0], ana, PlayerFactory.create())
    adjustments.adjust(sessions[0], ana, Decimal("-7.5"), "Came late", PlayerFactory.create())
    assert figure(sessions[0], ana) == 92.5
