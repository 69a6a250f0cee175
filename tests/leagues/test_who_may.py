"""Who may open which page of a league of members, and send what.

tests/leagues/test_permissions.py asks every address of a public league.
"""

from http import HTTPStatus

import pytest
from django.urls import reverse

from accounts.models import Player
from leagues.models import League, Role, Season
from tests.conftest import Share
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_member_with, make_season, make_session, play

pytestmark = pytest.mark.django_db

EVERYBODY = ("stranger", "member", "scorer", "organizer", "owner", "other_owner", "staff")
OWNERS = ("owner", "staff")
ORGANIZERS = ("organizer", *OWNERS)

# Where an address leads, what it is made of, and who may open it, strangers in a public league.
PAGES = {
    "league": ("", EVERYBODY),
    "season": ("season", EVERYBODY),
    "story": ("season player", EVERYBODY),
    "head_to_head": ("season", EVERYBODY),
    "charts": ("season", EVERYBODY),
    "rules": ("season", EVERYBODY),
    "ratings": ("", EVERYBODY),
    "season_new": ("", ORGANIZERS),
    "season_edit": ("season", ORGANIZERS),
    "settings": ("", OWNERS),
}
# Commands are there for POST alone.
COMMANDS = {
    "season_open": ("season", ORGANIZERS),
    "role_set": ("", OWNERS),
    "role_take": ("role", OWNERS),
}
FORMS = ("season_new", "season_edit", "settings")


class House:
    """A league with a season that has begun, and one of everybody."""

    def __init__(self, visibility: League.Visibility = League.Visibility.PUBLIC) -> None:
        self.owner = PlayerFactory.create()
        self.season: Season = make_season(self.owner, visibility=visibility)
        self.league = self.season.league
        session = make_session(self.season)
        play(session, self.owner, PlayerFactory.create())
        self.people: dict[str, Player | None] = {
            "stranger": None,
            "member": PlayerFactory.create(),
            "scorer": make_member_with(Role.Kind.SCORER, self.league),
            "organizer": make_member_with(Role.Kind.ORGANIZER, self.league),
            "owner": self.owner,
            "other_owner": make_season().league.roles.get().player,
            "staff": PlayerFactory.create(user__is_staff=True),
        }
        role = self.league.roles.get(player=self.people["scorer"])
        self.parts = {
            "season": self.season.number,
            "session": session.number,
            "player": self.owner.pk,
            "role": role.pk,
        }

    def url(self, name: str, parts: str) -> str:
        made_of = [self.parts[part] for part in parts.split()]
        return reverse(f"leagues:{name}", args=[self.league.slug, *made_of])

    def status(self, who: str, name: str, parts: str, method: str = "get") -> int:
        return int(getattr(signed_in(self.people[who]), method)(self.url(name, parts)).status_code)


def expected(who: str, allowed: tuple[str, ...]) -> int:
    if who in allowed:
        return HTTPStatus.OK
    return HTTPStatus.FOUND if who == "stranger" else HTTPStatus.FORBIDDEN


@pytest.fixture(scope="module")
def house(share: Share) -> House:
    return share(House)


@pytest.fixture(scope="module")
def members_house(share: Share) -> House:
    return share(lambda: House(League.Visibility.MEMBERS))


@pytest.mark.parametrize("name", PAGES)
def test_pages_of_a_league_of_members_are_not_for_strangers(
    members_house: House, name: str
) -> None:
    parts, allowed = PAGES[name]
    allowed = tuple(who for who in allowed if who != "stranger")
    found = {who: members_house.status(who, name, parts) for who in EVERYBODY}
    assert found == {who: expected(who, allowed) for who in EVERYBODY}


@pytest.mark.parametrize("name", FORMS)
def test_forms_are_taken_from_whom_the_page_is_for(house: House, name: str) -> None:
    parts, allowed = PAGES[name]
    for who in EVERYBODY:
        status = house.status(who, name, parts, "post")
        taken = HTTPStatus.UNPROCESSABLE_ENTITY
        assert status == (taken if who in allowed else expected(who, allowed)), who


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_obey_whom_they_are_for(name: str) -> None:
    parts, allowed = COMMANDS[name]
    for who in EVERYBODY:
        house = House()
        assert house.status(who, name, parts) == HTTPStatus.METHOD_NOT_ALLOWED
        status = house.status(who, name, parts, "post")
        if who in allowed:
            assert status in {HTTPStatus.FOUND, HTTPStatus.UNPROCESSABLE_ENTITY}
        else:
            assert status == expected(who, ()), who
            assert house.league.roles.count() == 3


def test_the_list_is_open_and_creating_is_for_organizers_of_the_club() -> None:
    assert signed_in().get(reverse("leagues:list")).status_code == HTTPStatus.OK
    url = reverse("leagues:new")
    assert signed_in().get(url).status_code in {HTTPStatus.FOUND, HTTPStatus.FORBIDDEN}
    assert signed_in(PlayerFactory.create(is_organizer=True)).get(url).status_code == HTTPStatus.OK
