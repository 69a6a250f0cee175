"""The list of leagues, a new one, its home, settings and roles."""

from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from leagues.models import League, Role, Season
from leagues.models.league import new_slug
from leagues.season_rules import SeasonRules
from leagues.setup.season_life import plan_season
from tests.factories import PlayerFactory
from tests.leagues.browsing import words_of
from tests.leagues.setup.forms import sent
from tests.support.clients import html_of, signed_in
from tests.support.leagues import make_member_with, make_season, make_session, play

pytestmark = pytest.mark.django_db


def address(name: str, league: League, *arguments: object) -> str:
    return reverse(f"leagues:{name}", args=[league.slug, *arguments])


def text(client: Client, url: str) -> str:
    return html_of(client.get(url))


def test_a_ligature_of_the_name_is_read_in_the_address() -> None:
    assert new_slug("Les Bœufs du jeudi").startswith("les-boeufs-du-jeudi-")


# --- The list and the home -------------------------------------------------------------


def test_the_list_shows_to_each_what_they_may_find(owner: Player) -> None:
    for visibility in League.Visibility:
        make_season(owner, name=f"The {visibility.value} one", visibility=visibility)
    url = reverse("leagues:list")
    seen = {
        who: [word for word in League.Visibility.values if f"The {word} one" in text(client, url)]
        for who, client in (
            ("stranger", signed_in()),
            ("member", signed_in(PlayerFactory.create())),
            ("owner", signed_in(owner)),
        )
    }
    assert seen == {
        "stranger": ["public"],
        "member": ["public", "members"],
        "owner": ["public", "members", "unlisted"],
    }


def test_the_list_names_the_first_three_as_they_stand_after_the_newest_session(
    season: Season,
) -> None:
    ada, ben, cem, dan = (PlayerFactory.create(name=name) for name in ("Ada", "Ben", "Cem", "Dan"))
    play(make_session(season), dan, cem, ben, ada)
    later = make_session(season)
    for _game in range(2):
        play(later, ada, ben, cem, dan)
    said = words_of(text(signed_in(), reverse("leagues:list")))
    assert "1 Ada 66.67 2 Ben 55.56 3 Cem 44.44 Standings:" in said


def test_the_list_takes_as_many_statements_for_many_leagues() -> None:
    taken = set()
    for _league in range(3):
        make_session(make_season())
        with CaptureQueriesContext(connection) as queries:
            signed_in().get(reverse("leagues:list"))
        taken.add(len(queries))
    assert len(taken) == 1


def test_the_home_shows_the_first_of_the_season_and_the_next_session(season: Season) -> None:
    ada, ben = PlayerFactory.create(name="Ada"), PlayerFactory.create(name="Ben")
    play(make_session(season), ada, ben)
    said = words_of(text(signed_in(), season.league.get_absolute_url()))
    assert "1 Ada 100.00 2 Ben 0.00" in said


def test_the_home_shows_plans_to_organizers_alone(season: Season) -> None:
    plan_season(season.league, "Next summer", SeasonRules())
    organizer = make_member_with(Role.Kind.ORGANIZER, season.league)
    url = season.league.get_absolute_url()
    assert "Next summer" in text(signed_in(organizer), url)
    assert "Next summer" not in text(signed_in(PlayerFactory.create()), url)


# --- A new league ----------------------------------------------------------------------


def create(player: Player, **changed: object) -> tuple[int, Season | None]:
    fields = sent(name="Tuesdays", season_name="Autumn", visibility="public", **changed)
    response = signed_in(player).post(reverse("leagues:new"), fields)
    return response.status_code, Season.objects.select_related("league").first()


def test_one_form_creates_a_league_with_its_first_season() -> None:
    organizer = PlayerFactory.create(is_organizer=True)
    status, season = create(organizer, preset="best", best_of=7, description="At the café")
    assert status == HTTPStatus.FOUND
    assert (season.name, season.status) == ("Autumn", Season.Status.DRAFT)
    assert season.season_rules.best_of == 7
    assert season.league.description == "At the café"
    assert season.league.roles.get().player == organizer


def test_a_form_that_is_sent_twice_creates_one_league() -> None:
    organizer = PlayerFactory.create(is_organizer=True)
    assert create(organizer) == create(organizer)
    assert League.objects.count() == 1
    create(organizer, fewest=4)
    create(PlayerFactory.create(is_organizer=True))
    assert League.objects.count() == 3


def test_a_form_that_is_refused_says_why_and_creates_nothing() -> None:
    organizer = PlayerFactory.create(is_organizer=True)
    status, season = create(organizer, fewest=5, most=4)
    assert status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert season is None


# --- Settings and roles ----------------------------------------------------------------


def test_an_owner_changes_the_settings(owner: Player, league: League) -> None:
    fields = {
        "version": league.settings_version,
        "name": " Thurs  days ",
        "visibility": "unlisted",
        "may_be_embedded": "on",
    }
    response = signed_in(owner).post(address("settings", league), fields)
    assert response["Location"] == address("settings", league) + "#frame", "where the code is"
    again = signed_in(owner).post(address("settings", league), fields)
    assert again["Location"] == league.get_absolute_url()
    league.refresh_from_db()
    assert league.name == "Thurs days"
    assert league.visibility == League.Visibility.UNLISTED
    assert (league.may_be_embedded, league.is_rated) == (True, False)


@pytest.mark.parametrize("name", ["Tues\u202edays", "\u3164"])
def test_a_name_with_invisible_characters_is_refused(name: str, owner: Player) -> None:
    league = make_season(owner, name="Tuesdays").league
    fields = {"name": name, "visibility": "public"}
    response = signed_in(owner).post(address("settings", league), fields)
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "invisible" in response.content.decode()
    league.refresh_from_db()
    assert league.name == "Tuesdays"


def test_an_owner_gives_changes_and_takes_roles() -> None:
    owner, member = PlayerFactory.create(), PlayerFactory.create(name="Ben")
    league = make_season(owner).league
    client = signed_in(owner)
    for kind in (Role.Kind.SCORER, Role.Kind.ORGANIZER):
        fields = {"player": member.pk, "kind": kind.value}
        assert client.post(address("role_set", league), fields).status_code == HTTPStatus.FOUND
        assert league.roles.get(player=member).kind == kind
    role = league.roles.get(player=member)
    client.post(address("role_take", league, role.pk))
    assert not league.roles.filter(player=member).exists()


def test_roles_are_listed_by_name_whatever_their_accents_and_capitals() -> None:
    owner = PlayerFactory.create(name="Zoé")
    league = make_season(owner).league
    for name in ("Élodie", "abel"):
        league.roles.create(player=PlayerFactory.create(name=name), kind=Role.Kind.SCORER)
    page = signed_in(owner).get(address("settings", league))
    listed = [role.player.name for role in page.context["roles"]]
    assert listed == ["abel", "Élodie", "Zoé"]


def test_the_last_owner_stays(owner: Player, league: League) -> None:
    role = league.roles.get()
    response = signed_in(owner).post(address("role_take", league, role.pk), follow=True)
    assert "A league needs an owner." in response.content.decode()
    assert league.roles.get() == role


def test_a_role_of_another_league_cannot_be_taken() -> None:
    owner, league = PlayerFactory.create(), make_season().league
    own = make_season(owner).league
    role = league.roles.get()
    url = address("role_take", own, role.pk)
    assert signed_in(owner).post(url).status_code == HTTPStatus.NOT_FOUND
    assert league.roles.filter(pk=role.pk).exists()


def test_guests_get_no_roles(owner: Player, league: League) -> None:
    guest = PlayerFactory.create(user=None)
    fields = {"player": guest.pk, "kind": "scorer"}
    response = signed_in(owner).post(address("role_set", league), fields)
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not league.roles.filter(player=guest).exists()
