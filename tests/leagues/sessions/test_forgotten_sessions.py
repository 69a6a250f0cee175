"""A session that nobody closes ends by itself a day later, and says what it still lacks."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.signals import tidying
from leagues.models import Game, GameVersion, Role, Season, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import players
from leagues.sessions import seats, session_life
from leagues.sessions.session_life import SessionPlan
from leagues.setup.home import coming_sessions
from leagues.sheets import results
from leagues.sheets.game_page import present_game
from tests.leagues.sessions.pages import text, url
from tests.leagues.sessions.rooms import check_in, live_game, table_of
from tests.leagues.sheets.pages.pages import address
from tests.support.clients import signed_in
from tests.support.leagues import (
    enter,
    make_game,
    make_member_with,
    make_season,
    make_session,
    play,
)
from tests.support.tables import people, play_to_the_end

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def last_used(session: Session, ago: timedelta) -> Session:
    """The session as if it was of that time and nothing had happened in it since."""
    then = timezone.now() - ago
    Session.objects.filter(pk=session.pk).update(starts_at=then, active_at=then)
    return Session.objects.get(pk=session.pk)


def kept_status(session: Session) -> str:
    """What the row itself says."""
    return Session.objects.filter(pk=session.pk).values_list("status", flat=True)[0]


# --- By itself -------------------------------------------------------------------------


@pytest.mark.parametrize(("hours", "status"), [(23, "running"), (25, "closed"), (1200, "closed")])
def test_the_keeper_ends_a_session_a_day_after_the_last_thing_done_in_it(
    hours: int, status: str
) -> None:
    session = last_used(make_session(make_season()), hours * HOUR)
    tidying.send(sender=Table)
    assert kept_status(session) == status


def test_it_is_over_as_soon_as_it_is_read_and_before_the_keeper_comes(client: Client) -> None:
    session = make_session(make_season(), place="The old mill")
    assert "Running" in text(client.get(session.get_absolute_url()))
    last_used(session, 25 * HOUR)
    assert kept_status(session) == "running"
    page = text(client.get(session.get_absolute_url()))
    assert "Running" not in page
    assert "Over" in page
    assert not coming_sessions({"viewer": None})["tonight"]


def test_nobody_arrives_at_a_session_that_has_ended_by_itself_until_it_is_opened_again() -> None:
    session = last_used(make_session(make_season()), 25 * HOUR)
    with pytest.raises(LeagueError, match=LeagueErrorCode.SESSION_NOT_OPEN.value):
        check_in(session, *people(1))
    session_life.reopen_session(session)
    assert session_life.end_forgotten(timezone.now()) == 0
    check_in(session, *people(1))


def test_whatever_is_done_in_a_session_keeps_it_open_for_another_day() -> None:
    session = last_used(make_session(make_season()), 23 * HOUR)
    check_in(session, *people(1))
    assert session_life.end_forgotten(timezone.now() + 23 * HOUR) == 0
    assert session_life.end_forgotten(timezone.now() + 25 * HOUR) == 1


def test_a_session_that_was_begun_too_early_lasts_beyond_its_own_evening(season: Season) -> None:
    plan = SessionPlan(timezone.now() + timedelta(days=7))
    session = session_life.plan_session(season.pk, plan)
    session_life.begin_session(session)
    assert session_life.end_forgotten(timezone.now() + timedelta(days=7)) == 0
    assert session_life.end_forgotten(timezone.now() + timedelta(days=8, hours=1)) == 1


def test_a_session_planned_for_the_past_is_not_over_before_it_is_used(season: Season) -> None:
    plan = SessionPlan(timezone.now() - timedelta(days=30))
    session = session_life.plan_session(season.pk, plan)
    check_in(session, *people(1))
    assert Session.objects.get(pk=session.pk).status == Session.Status.RUNNING


def test_another_date_opens_no_session_again_that_has_ended() -> None:
    session = last_used(make_session(make_season()), 25 * HOUR)
    session_life.change_session(session, SessionPlan(timezone.now()))
    assert Session.objects.get(pk=session.pk).status == Session.Status.CLOSED


def test_who_joins_after_a_forgotten_session_plays_from_the_next_one_on(season: Season) -> None:
    last_used(make_session(season), 25 * HOUR)
    (late,) = people(1)
    players.add_player(season.pk, late)
    assert season.entrants.get(player=late).joined_from == 2


@pytest.mark.django_db(transaction=True)
def test_results_come_in_after_a_session_has_ended() -> None:
    game, table = live_game()
    paper = make_game(game.session, people(3))
    last_used(game.session, 25 * HOUR)
    session_life.end_forgotten(timezone.now())
    play_to_the_end(table)
    enter(paper, [10, 20, 30])
    game.refresh_from_db()
    assert game.status == paper.status == Game.Status.CONFIRMED


# --- What blocks the end ---------------------------------------------------------------


def page_of(session: Session, browser: Client) -> str:
    return text(browser.get(session.get_absolute_url()))


def test_the_page_names_the_tables_that_keep_a_session_open(session: Session) -> None:
    organizer = signed_in(make_member_with(Role.Kind.ORGANIZER, session.season.league))
    play(session, *people(3))
    game = make_game(session, people(3))
    assert (
        "The session can be closed once these tables have a result: Table 2 Open a table"
        in page_of(session, organizer)
    )
    assert f'href="{address(game)}"' in organizer.get(session.get_absolute_url()).content.decode()
    assert "can be closed once" not in page_of(session, Client())


def test_before_the_first_result_nothing_is_said_of_the_end(session: Session) -> None:
    organizer = signed_in(make_member_with(Role.Kind.ORGANIZER, session.season.league))
    make_game(session, people(3))
    page = page_of(session, organizer)
    assert "Start tables online" in page
    assert "can be closed once" not in page


def test_a_session_that_is_over_names_the_tables_it_still_lacks(session: Session) -> None:
    organizer = signed_in(make_member_with(Role.Kind.ORGANIZER, session.season.league))
    game = make_game(session, people(3))
    last_used(session, 25 * HOUR)
    assert "These tables have no result: Table 1" in page_of(session, organizer)
    enter(game, [10, 20, 70])
    assert "These tables have no result" not in page_of(session, organizer)


# --- A table that was not played -------------------------------------------------------


def say_not_played(browser: Client, game: Game, **fields: Any) -> Any:
    return browser.post(address(game, "game_not_played"), {"version": game.version, **fields})


def test_an_organizer_says_that_a_table_was_not_played_and_closes_the_session(
    client: Client, organizer: Player, session: Session
) -> None:
    game = table_of(session, *people(3))
    assert "This table was not played" in text(client.get(address(game)))

    answer = say_not_played(client, game)

    assert answer.headers["Location"] == session.get_absolute_url()
    client.post(url("session_close", session))
    session.refresh_from_db()
    game.refresh_from_db()
    assert (session.status, game.status) == (Session.Status.CLOSED, Game.Status.VOIDED)
    line = GameVersion.objects.get(game=game)
    assert (line.did, line.by) == (GameVersion.Did.NOT_PLAYED, organizer)


def test_everybody_reads_that_a_table_was_not_played(game: Game) -> None:
    results.not_played(game, people(1)[0], timezone.now())
    game.refresh_from_db()
    (line,) = present_game(game, sees_all=False)["history"]
    assert (line.did, line.is_waiting) == ("taken out: the table was not played", False)


def test_its_people_are_free_for_another_table_and_have_not_met(session: Session) -> None:
    seated = people(3)
    game = table_of(session, *seated)
    results.not_played(game, seated[0], timezone.now())
    assert seats.free_players(session) == sorted(player.pk for player in seated)
    assert not seats.meetings(session.season)


def test_it_was_played_after_all(game: Game) -> None:
    by = people(1)[0]
    results.not_played(game, by, timezone.now())
    game.refresh_from_db()
    results.restore(game, by, "the sheet was in my pocket", timezone.now())
    game.refresh_from_db()
    assert enter(game, [10, 20, 70]).status == Game.Status.CONFIRMED


def test_a_table_with_a_result_was_played() -> None:
    game = play(make_session(make_season()), *people(3))
    with pytest.raises(LeagueError, match=LeagueErrorCode.CONFIRMED_ALREADY.value):
        results.not_played(game, people(1)[0], timezone.now())


def test_a_page_from_before_a_sheet_was_typed_calls_no_table_unplayed(
    client: Client, organizer: Player, game: Game
) -> None:
    enter(game, [10, 20, 70])
    say_not_played(client, game, version=1)
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED


def test_a_scorer_does_not_say_that_a_table_was_not_played(game: Game) -> None:
    scorer = signed_in(make_member_with(Role.Kind.SCORER, game.session.season.league))
    assert say_not_played(scorer, game).status_code == HTTPStatus.FORBIDDEN
    assert "This table was not played" not in text(scorer.get(address(game)))
