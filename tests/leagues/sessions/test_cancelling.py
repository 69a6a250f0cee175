"""A session that does not take place: shown, told, not counted, and taken back."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from accounts.models import Player
from leagues.models import Notice, Season, Session, Standing
from leagues.models.errors import LeagueErrorCode
from leagues.people import adjustments
from leagues.sessions import replying, session_life
from leagues.sessions.session_life import SessionPlan
from leagues.sheets.new_games import open_game
from leagues.standings.store import ensure_up_to_date
from tests.factories import PlayerFactory
from tests.leagues.sessions.pages import text, url
from tests.leagues.sessions.rooms import check_in
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_season, make_session, play, refused, sheet_of
from tests.support.tables import people

pytestmark = pytest.mark.django_db

Status = Session.Status


@pytest.fixture
def session() -> Session:
    starts_at = timezone.now() + timedelta(days=2)
    return make_session(make_season(), status=Status.PLANNED, starts_at=starts_at, place="Café")


def cancelled(session: Session, reason: str = "The room is flooded") -> Session:
    session_life.cancel_session(session, reason)
    session.refresh_from_db()
    return session


def test_it_stays_with_its_reason_and_can_be_taken_back(session: Session) -> None:
    assert cancelled(session).status == Status.CANCELLED
    assert session.cancelled_because == "The room is flooded"
    cancelled(session, "Another reason")
    assert session.cancelled_because == "The room is flooded"
    session_life.reinstate_session(session)
    session.refresh_from_db()
    assert (session.status, session.cancelled_because) == (Status.PLANNED, "")
    with refused(LeagueErrorCode.NOTHING_TO_UNDO):
        session_life.reinstate_session(session)


def test_it_needs_a_reason_and_a_session_without_games_and_points(session: Session) -> None:
    with refused(LeagueErrorCode.NEEDS_REASON):
        session_life.cancel_session(session, " ")
    game = make_game(session, people(2))
    with refused(LeagueErrorCode.HAS_GAMES):
        session_life.cancel_session(session, "Snow")
    game.delete()
    (ada,) = people(1)
    play(make_session(session.season), ada, *people(1))
    adjustments.adjust(session, ada, Decimal(5), "Fair play", ada)
    with refused(LeagueErrorCode.HAS_POINTS):
        session_life.cancel_session(session, "Snow")


def test_nothing_happens_in_a_cancelled_session(session: Session, ada: Player, ben: Player) -> None:
    cancelled(session)
    with refused(LeagueErrorCode.SESSION_CANCELLED):
        check_in(session, ada)
    with refused(LeagueErrorCode.SESSION_CANCELLED):
        session_life.change_session(session, SessionPlan(timezone.now()))
    with refused(LeagueErrorCode.SESSION_CANCELLED):
        open_game(session, sheet_of([ada, ben], totals=[12, 70]), {})
    with refused(LeagueErrorCode.LATE):
        replying.reply(session, ada, timezone.now(), comes=True)


def test_it_does_not_count_as_played(season: Season, ada: Player, ben: Player) -> None:
    first, second = make_session(season), make_session(season)
    play(first, ada, ben)
    cancelled(second)
    ensure_up_to_date(season)
    rows = Standing.objects.filter(season=season).values_list("session", "player", "place")
    assert set(rows) == {(first.pk, ada.pk, 1), (first.pk, ben.pk, 2)}


def test_who_was_checked_in_has_not_come_back_by_it(ada: Player) -> None:
    session = make_session(make_season())
    check_in(session, ada)
    cancelled(session)
    session_life.reinstate_session(session)
    session.refresh_from_db()
    assert session.status == Status.RUNNING
    assert session.attendances.count() == 1


def test_lists_strike_it_through_and_calendars_know(client: Client, session: Session) -> None:
    cancelled(session)
    season = session.season
    address = reverse("leagues:sessions", args=[season.league.slug, season.number])
    page = client.get(address)
    assert f'<s class="heading">{session.title}</s>' in page.content.decode()
    assert "The room is flooded" in text(page)
    assert "The room is flooded" in text(client.get(url("session", session)))
    feed = client.get(reverse("leagues:calendar", args=[season.league.slug]))
    (event,) = Calendar.from_ical(feed.content).walk("VEVENT")
    assert event["STATUS"] == "CANCELLED"
    session_life.reinstate_session(session)
    feed = client.get(reverse("leagues:calendar", args=[season.league.slug]))
    (event,) = Calendar.from_ical(feed.content).walk("VEVENT")
    assert "STATUS" not in event


def test_it_is_not_the_next_session(session: Session) -> None:
    later = make_session(
        session.season, status=Status.PLANNED, starts_at=session.starts_at + timedelta(days=7)
    )
    cancelled(session)
    following = Session.objects.next_of([session.season], timezone.now())
    assert following == {session.season_id: later}


def test_an_organizer_cancels_it_on_its_page_and_takes_that_back(
    client: Client, organizer: Player, session: Session
) -> None:
    page = client.post(url("session_cancel", session), {"reason": "Snow"}, follow=True)
    assert "This session is cancelled" in text(page)
    assert "Enter a sheet" not in text(page)
    client.post(url("session_cancel", session), {"reason": "Snow"})
    page = client.post(url("session_reinstate", session), follow=True)
    assert "This session is cancelled" not in text(page)
    assert "Enter a sheet" in text(page)
    assert not Notice.objects.filter(player=organizer).exists()


def test_a_cancelled_session_is_not_deleted_from_a_page_that_was_opened_before(
    session: Session,
) -> None:
    cancelled(session)
    with refused(LeagueErrorCode.SESSION_CANCELLED):
        session_life.drop_session(session)
    assert Session.objects.filter(pk=session.pk).exists()


def test_a_session_from_which_points_were_given_is_not_said_to_have_had_visitors(
    session: Session,
) -> None:
    owner, player = people(2)
    session.season.entrants.create(player=player)
    adjustments.adjust(session, player, Decimal(2), "helped", owner)
    with refused(LeagueErrorCode.HAS_HISTORY):
        session_life.drop_session(session)


def offered(session: Session) -> set[str]:
    """What the page for the date of a session offers beside it."""
    owner = session.season.league.roles.get().player
    html = signed_in(owner).get(url("session_edit", session)).content.decode()
    return {step for step in ("cancel", "drop") if f'id="{step}"' in html}


def test_its_page_offers_to_cancel_or_delete_it_only_where_that_can_be_done() -> None:
    season = make_season(PlayerFactory.create())
    assert offered(make_session(season, status=Status.PLANNED)) == {"cancel", "drop"}
    came = make_session(season, status=Status.PLANNED)
    check_in(came, *people(1))
    came.refresh_from_db()
    assert offered(came) == {"cancel"}
    seated = make_session(season)
    make_game(seated, people(2))
    assert offered(seated) == set()
    planned = make_session(season, status=Status.PLANNED)
    Season.objects.filter(pk=season.pk).update(status=Season.Status.CLOSED)
    assert offered(planned) == {"drop"}


def test_a_closed_season_asks_nobody_whether_they_are_coming(session: Session) -> None:
    browser = signed_in(people(1)[0])
    assert "Are you coming?" in text(browser.get(url("session", session)))
    Season.objects.filter(pk=session.season_id).update(status=Season.Status.CLOSED)
    assert "Are you coming?" not in text(browser.get(url("session", session)))


def test_a_session_that_does_not_take_place_waits_for_no_tables(session: Session) -> None:
    assert "No tables yet." not in text(Client().get(url("session", cancelled(session))))


def test_the_big_screen_says_so_instead_of_welcoming(client: Client, session: Session) -> None:
    assert "Welcome!" in text(client.get(url("screen", session)))
    shown = text(client.get(url("screen", cancelled(session))))
    assert "This session is cancelled." in shown
    assert "The room is flooded" in shown
    assert "Welcome!" not in shown
