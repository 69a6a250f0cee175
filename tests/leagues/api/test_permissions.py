"""Who may read what by the API, written as a table: every address, every kind of person."""

from collections.abc import Sequence
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from leagues.api.data import ENDPOINTS
from leagues.api.declared import Endpoint
from leagues.api.urls import urlpatterns
from leagues.models import League, Season
from leagues.tokens import service as tokens
from tests.leagues.test_permissions import PEOPLE, Club

pytestmark = pytest.mark.django_db

ALL, OF_LEAGUE, OF_TABLE = "everybody", "who may see the league", "who may see the table"
# By the name of the address. What a table lets whom see is in tests/leagues/api/test_records.py.
RIGHTS = {
    "page": ALL,
    "openapi": ALL,
    "nothing_here": ALL,
    "leagues": ALL,
    "league": OF_LEAGUE,
    "seasons": OF_LEAGUE,
    "season": OF_LEAGUE,
    "standings": OF_LEAGUE,
    "games": OF_LEAGUE,
    "sessions": OF_LEAGUE,
    "session": OF_LEAGUE,
    "people": OF_LEAGUE,
    "record": OF_TABLE,
}
OF_ONE_LEAGUE = [each for each in ENDPOINTS if RIGHTS[each.name] == OF_LEAGUE]
OF_A_SEASON = [each for each in OF_ONE_LEAGUE if "season" in each.parts]


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(RIGHTS)


def programs(club: Club) -> dict[str, Client]:
    """What each person asks with: strangers without a token."""
    found = {"anonymous": Client()}
    for name in PEOPLE[1:]:
        token = tokens.make_token(club.people[name].player, name, timezone.now())
        found[name] = Client(headers={"Authorization": f"Bearer {token}"})
    return found


def statuses(club: Club, path: str) -> dict[str, int]:
    return {who: each.get(f"/api/v1/{path}").status_code for who, each in programs(club).items()}


def paths(club: Club, *, of: Sequence[Endpoint] = OF_ONE_LEAGUE) -> list[str]:
    values = {
        "league": club.league.slug,
        "season": club.season.number,
        "session": club.session.number,
    }
    return [each.path.format(**values) for each in of]


@pytest.mark.parametrize("visibility", [League.Visibility.PUBLIC, League.Visibility.UNLISTED])
def test_everybody_reads_a_league_that_strangers_may_see(visibility: League.Visibility) -> None:
    club = Club(visibility)
    for path in paths(club):
        assert statuses(club, path) == dict.fromkeys(PEOPLE, HTTPStatus.OK), path


def test_to_strangers_a_members_league_is_as_one_that_does_not_exist() -> None:
    club = Club(League.Visibility.MEMBERS)
    for path in paths(club):
        wanted = dict.fromkeys(PEOPLE, HTTPStatus.OK) | {"anonymous": HTTPStatus.NOT_FOUND}
        assert statuses(club, path) == wanted, path
        refused = Client().get(f"/api/v1/{path}").content
        nothing = Client().get(f"/api/v1/{path.replace(club.league.slug, 'no-such-league')}")
        assert (refused, nothing.status_code) == (nothing.content, HTTPStatus.NOT_FOUND)


def test_a_season_being_prepared_is_there_for_its_organizers_only() -> None:
    club = Club(League.Visibility.PUBLIC)
    Season.objects.filter(pk=club.season.pk).update(status=Season.Status.DRAFT)
    allowed = {"organizer", "owner", "staff"}
    for path in paths(club, of=OF_A_SEASON):
        found = statuses(club, path)
        assert {who for who, status in found.items() if status == HTTPStatus.OK} == allowed, path
        assert set(found.values()) == {HTTPStatus.OK, HTTPStatus.NOT_FOUND}
    listed = f"/api/v1/leagues/{club.league.slug}/seasons"
    seen = {who for who, each in programs(club).items() if each.get(listed).json()["items"]}
    assert seen == allowed


def test_the_list_of_leagues_shows_each_what_the_page_shows() -> None:
    club = Club(League.Visibility.UNLISTED)
    seen = {
        who
        for who, each in programs(club).items()
        if club.league.slug in each.get("/api/v1/leagues").content.decode()
    }
    assert seen == {"scorer", "organizer", "owner"}


def test_no_program_keeps_the_rights_of_who_may_not_sign_in_any_more() -> None:
    club = Club(League.Visibility.MEMBERS)
    token = tokens.make_token(club.people["member"].player, "a program", timezone.now())
    club.people["member"].is_active = False
    club.people["member"].save()
    answer = Client(headers={"Authorization": f"Bearer {token}"}).get("/api/v1/leagues")
    assert answer.status_code == HTTPStatus.UNAUTHORIZED
