"""What was set up by mistake is deleted or prepared again, but never what has happened."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.exports import tokens
from leagues.models import (
    ApiToken,
    Attendance,
    AuditLine,
    FeedAddress,
    League,
    Notice,
    Reply,
    Role,
    Season,
    Session,
)
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import adjustments
from leagues.people.players import add_guest
from leagues.sessions import replying, session_life
from leagues.sessions.session_life import SessionPlan, plan_session
from leagues.setup import league_life, season_life
from leagues.setup.season_life import change_plan, open_season, plan_season
from leagues.standings.store import enter_players
from tests.factories import PlayerFactory
from tests.leagues.browsing import url
from tests.support.leagues import make_game, make_season

pytestmark = pytest.mark.django_db


def refused(season: Season) -> None:
    with pytest.raises(LeagueError) as caught:
        season_life.back_to_plan(season.pk)
    assert caught.value.code is LeagueErrorCode.HAS_HISTORY
    with pytest.raises(LeagueError) as caught:
        league_life.delete_league(season.league)
    assert caught.value.code is LeagueErrorCode.HAS_HISTORY


def test_a_league_goes_with_all_that_was_planned_once_its_name_is_typed(
    owner: Player, browser: Client
) -> None:
    season = make_season(owner, name="Tusedays")
    plan_session(season.pk, SessionPlan(timezone.now()))
    guest = add_guest(season.pk, "Dominique")
    address = f"/leagues/{season.league.slug}/delete/"
    assert browser.post(address, {"name": "Tuesdays"}).status_code == 422
    assert League.objects.count() == 1
    answer = browser.post(address, {"name": " Tusedays "})
    assert answer.status_code == 302
    assert not League.objects.exists()
    assert not Role.objects.exists()
    assert not Session.objects.exists()
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert Player.objects.filter(pk=owner.pk).exists()
    # A second tap finds nothing any more.
    assert browser.post(address, {"name": "Tusedays"}).status_code == 404


def test_what_was_told_logged_and_given_out_goes_with_the_league(
    owner: Player, ada: Player, ben: Player
) -> None:
    season, now = make_season(owner), timezone.now()
    tokens.renew_address(ada, season.league, now)
    tokens.make_token(ada, "Sheets", now)
    enter_players(season, [ben.pk], 1)
    plan = SessionPlan(now + timedelta(days=1), places=1)
    session = plan_session(season.pk, plan, owner)
    for player in (ada, ben):
        replying.reply(session, player, now, comes=True)
    session_life.cancel_session(session, "Snow", owner)
    session_life.reinstate_session(session, owner)
    assert Notice.objects.filter(session=session).count() == 2
    assert AuditLine.objects.filter(season=season).exists()
    copy = season_life.copy_season(season, "Next", players=True, wishes=True, by=owner)
    season_life.delete_season(copy.pk, owner, copy.pk)
    league_life.delete_league(season.league)
    for model in (Notice, AuditLine, FeedAddress, Reply, Session, League):
        assert not model.objects.exists()
    # A token is that of a person, for all leagues.
    assert ApiToken.objects.get().player == ada


def test_what_has_happened_is_never_deleted(
    owner: Player, season: Season, session: Session, browser: Client
) -> None:
    game = make_game(session, PlayerFactory.create_batch(2))
    refused(season)
    address = f"/leagues/{season.league.slug}/delete/"
    assert "can be deleted" in browser.get(address, follow=True).content.decode()
    assert browser.post(address, {"name": season.league.name}).status_code == 409
    game.delete()
    came = Attendance.objects.create(session=session, player=owner, arrived_at=timezone.now())
    refused(season)
    came.delete()
    enter_players(season, [owner.pk], 1)
    adjustments.adjust(session, owner, Decimal(2), "helped", owner)
    refused(season)


def test_a_guest_known_elsewhere_outlives_the_league(owner: Player) -> None:
    season, other = make_season(owner), make_season()
    guest = add_guest(season.pk, "Dominique")
    other.entrants.create(player=guest)
    league_life.delete_league(season.league)
    assert Player.objects.filter(pk=guest.pk).exists()


def test_a_planned_season_is_deleted_but_no_open_one(
    owner: Player, season: Season, browser: Client
) -> None:
    plan = plan_season(season.league, "Autumn", season.season_rules)
    typed = {"name": "Autumn", "season": plan.pk}
    assert url("season_delete", plan) in browser.get(url("season_edit", plan)).content.decode()
    assert browser.post(url("season_delete", plan), typed | {"name": "Fall"}).status_code == 422
    assert browser.post(url("season_delete", plan), typed).status_code == 302
    assert [*season.league.seasons.all()] == [season]
    assert browser.post(url("season_delete", plan), typed).status_code == 404
    line = AuditLine.objects.get(did="deleted_season")
    assert (line.by, line.before) == (owner, {"name": "Autumn"})
    # The next plan has the same number: a stale page does not delete it.
    again = plan_season(season.league, "Autumn", season.season_rules)
    assert again.number == plan.number
    assert browser.post(url("season_delete", again), typed).status_code == 409
    assert Season.objects.filter(pk=again.pk).exists()
    open_one = {"name": season.name, "season": season.pk}
    assert browser.post(url("season_delete", season), open_one).status_code == 409
    assert Season.objects.filter(pk=season.pk).exists()


def test_an_open_season_in_which_nobody_has_played_is_prepared_again(
    season: Season, session: Session, browser: Client
) -> None:
    page = browser.get(url("season_edit", season)).content.decode()
    assert url("season_back", season) in page
    assert browser.post(url("season_back", season)).status_code == 302
    season.refresh_from_db()
    session.refresh_from_db()
    assert (season.status, season.opened_at) == (Season.Status.DRAFT, None)
    assert session.status == Session.Status.PLANNED
    rules = Season(min_games=3).season_rules
    change_plan(season.pk, "Spring", rules, season.plan_version)
    open_season(season.pk, timezone.now())
    season.refresh_from_db()
    assert season.season_rules.min_games == 3
    # A second tap on a stale page changes nothing that is fine by now.
    season_life.back_to_plan(season.pk)
    with pytest.raises(LeagueError):
        season_life.back_to_plan(season.pk)
