"""The first steps of a club, in the lobby of who runs it."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from leagues.models import Game, Role, Season
from leagues.setup.home import steps_of
from tests.factories import InvitationFactory, PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_member_with, make_season, make_session, play
from tests.support.tables import play_to_the_end, start_table

pytestmark = pytest.mark.django_db

TITLE = "first evening"
LOBBY = reverse("games:lobby")


@pytest.fixture
def founder() -> Player:
    return PlayerFactory.create(is_organizer=True)


def lobby(player: Player) -> str:
    return signed_in(player).get(LOBBY).content.decode()


def done(html: str) -> list[str]:
    """The steps that are done, in their order."""
    return re.findall(r"<s>([^<]+)</s>", html)


def test_who_runs_a_new_club_sees_five_steps_and_where_the_first_three_are_taken(
    founder: Player,
) -> None:
    html = lobby(founder)
    assert TITLE in html
    assert done(html) == []
    for address in ("accounts:invitations", "games:open", "leagues:new"):
        assert f'<a href="{reverse(address)}">' in html
    assert "Plan the first session" in html
    assert "Play the first session" in html


def test_members_and_strangers_see_no_steps(founder: Player) -> None:
    assert TITLE not in lobby(PlayerFactory.create())
    assert TITLE not in Client().get(reverse("games:home")).content.decode()


def test_an_invitation_or_a_second_member_ticks_the_first_step(founder: Player) -> None:
    InvitationFactory.create()
    assert done(lobby(founder)) == ["Invite your people"]


def test_a_guest_on_paper_is_nobody_who_was_invited(founder: Player) -> None:
    PlayerFactory.create(user=None)
    assert done(lobby(founder)) == []


def test_only_a_game_of_ones_own_that_has_ended_ticks_the_second_step(founder: Player) -> None:
    table = start_table(founder, PlayerFactory.create())
    assert "Play a game yourself" not in done(lobby(founder))
    play_to_the_end(table)
    assert "Play a game yourself" in done(lobby(founder))
    assert "Play a game yourself" not in done(lobby(PlayerFactory.create(is_organizer=True)))


def test_the_session_is_planned_where_the_league_stands(founder: Player) -> None:
    season = make_season(opened=False)
    Role.objects.update_or_create(
        league=season.league, player=founder, defaults={"kind": Role.Kind.OWNER}
    )
    assert f'<a href="{season.get_absolute_url()}">Plan the first session' in lobby(founder)
    Season.objects.update(status=Season.Status.OPEN)
    planning = reverse("leagues:session_new", args=[season.league.slug, season.number])
    assert f'<a href="{planning}">Plan the first session' in lobby(founder)
    season.delete()
    season_new = reverse("leagues:season_new", args=[season.league.slug])
    assert f'<a href="{season_new}">Plan the first session' in lobby(founder)


def test_a_league_of_somebody_else_leads_nowhere(founder: Player) -> None:
    season = make_season()
    make_member_with(Role.Kind.OWNER, season.league)
    html = lobby(founder)
    assert "Create a league" in done(html)
    assert re.search(r">\s*Plan the first session\s*<p class=\"quiet\">", html)


def test_all_is_gone_once_the_first_result_counts(founder: Player) -> None:
    season = make_season()
    Role.objects.create(league=season.league, player=founder, kind=Role.Kind.ORGANIZER)
    session = make_session(season)
    html = lobby(founder)
    assert f'<a href="{session.get_absolute_url()}">Play the first session' in html
    assert "Plan the first session" in done(html)
    play(session, founder, PlayerFactory.create())
    assert Game.objects.get().status == Game.Status.CONFIRMED
    assert TITLE in lobby(founder), "the founder has not played online"
    play_to_the_end(start_table(founder, PlayerFactory.create()))
    assert TITLE not in lobby(founder)


def test_who_hides_the_steps_sees_them_no_more_and_others_still_do(founder: Player) -> None:
    other = PlayerFactory.create(is_organizer=True)
    answer = signed_in(founder).post(reverse("accounts:hide_first_steps"))
    assert answer["Location"] == LOBBY
    assert TITLE not in lobby(founder)
    assert TITLE in lobby(other)
    signed_in(founder).post(reverse("accounts:hide_first_steps"))
    assert TITLE not in lobby(founder)


def test_who_hides_the_steps_or_has_done_them_costs_the_lobby_one_statement_at_most(
    founder: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        assert len(steps_of(founder)) == 5
    season = make_season()
    Role.objects.create(league=season.league, player=founder, kind=Role.Kind.ORGANIZER)
    play(make_session(season), founder, PlayerFactory.create())
    play_to_the_end(start_table(founder, PlayerFactory.create()))
    with django_assert_num_queries(1):
        assert steps_of(founder) == []
