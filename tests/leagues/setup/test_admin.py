"""The operator looks at leagues; results are changed on the leagues' own pages."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from leagues.models import AuditLine, Game, League, Season
from tests.factories import PlayerFactory
from tests.support.leagues import played_season

pytestmark = pytest.mark.django_db

KINDS = ["league", "season", "session", "game", "adjustment", "merge"]


@pytest.fixture
def season() -> Season:
    return played_season(*PlayerFactory.create_batch(3))


@pytest.mark.usefixtures("season")
@pytest.mark.parametrize("kind", KINDS)
def test_every_list_opens_and_can_be_searched(as_staff: Client, kind: str) -> None:
    address = reverse(f"admin:leagues_{kind}_changelist")
    assert as_staff.get(address, {"q": "Member"}).status_code == 200
    assert as_staff.get(reverse(f"admin:leagues_{kind}_add")).status_code == 403


def test_a_game_shows_its_seats_and_history_and_cannot_be_changed(
    as_staff: Client, season: Season
) -> None:
    game = Game.objects.get()
    address = reverse("admin:leagues_game_change", args=[game.pk])
    assert "confirmed" in as_staff.get(address).content.decode()
    assert as_staff.post(address, {"status": "voided"}).status_code == 403
    assert as_staff.post(reverse("admin:leagues_game_delete", args=[game.pk])).status_code == 403


def test_the_operator_renames_a_league(as_staff: Client, season: Season) -> None:
    address = reverse("admin:leagues_league_change", args=[season.league.pk])
    role = season.league.roles.get()
    as_staff.post(
        address,
        {
            "name": "Fridays",
            "visibility": League.Visibility.MEMBERS,
            "roles-TOTAL_FORMS": 1,
            "roles-INITIAL_FORMS": 1,
            "roles-0-id": role.pk,
            "roles-0-league": season.league.pk,
            "roles-0-player": role.player.pk,
            "roles-0-kind": "owner",
            "seasons-TOTAL_FORMS": 0,
            "seasons-INITIAL_FORMS": 0,
        },
    )
    assert League.objects.get().name == "Fridays"


def test_roles_that_the_operator_changes_stand_in_the_log(as_staff: Client, season: Season) -> None:
    address = reverse("admin:leagues_league_change", args=[season.league.pk])
    role, new = season.league.roles.get(), PlayerFactory.create()
    as_staff.post(
        address,
        {
            "name": season.league.name,
            "visibility": season.league.visibility,
            "is_rated": "on" if season.league.is_rated else "",
            "roles-TOTAL_FORMS": 2,
            "roles-INITIAL_FORMS": 1,
            "roles-0-id": role.pk,
            "roles-0-league": season.league.pk,
            "roles-0-player": role.player.pk,
            "roles-0-kind": "owner",
            "roles-0-DELETE": "on",
            "roles-1-league": season.league.pk,
            "roles-1-player": new.pk,
            "roles-1-kind": "owner",
            "seasons-TOTAL_FORMS": 0,
            "seasons-INITIAL_FORMS": 0,
        },
    )
    lines = AuditLine.objects.filter(kind=AuditLine.Kind.ROLES).order_by("did")
    assert list(lines.values_list("did", "about", "before__role", "after__role")) == [
        ("gave_role", new.pk, "", "owner"),
        ("took_role", role.player.pk, "owner", ""),
    ]
    operator = User.objects.get(is_staff=True)
    assert {line.by for line in lines} == {operator.player}
