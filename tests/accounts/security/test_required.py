"""A club that requires a second factor of those who run it."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import Player
from leagues.models import Role
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_member_with, make_season
from tests.support.second_factors import confirm, give_app, give_codes, open_part

pytestmark = pytest.mark.django_db
SECURITY = reverse("mfa_index")
PEOPLE = reverse("accounts:people")
ADMIN = reverse("admin:accounts_user_changelist")


@pytest.fixture
def _of_organizers(settings: Settings) -> None:
    settings.REQUIRE_TWO_FACTOR_OF = "organizers"


def is_led_to_security(browser: Client, path: str) -> bool:
    return browser.get(path).headers.get("Location") == SECURITY


@pytest.mark.parametrize(
    ("required_of", "organizer_is", "staff_is"),
    [
        ("nobody", False, False),
        ("administrators", False, True),
        ("organizers", True, True),
    ],
)
def test_those_of_whom_it_is_required_are_led_to_set_it_up(
    as_organizer: Client,
    as_staff: Client,
    settings: Settings,
    required_of: str,
    organizer_is: bool,
    staff_is: bool,
) -> None:
    settings.REQUIRE_TWO_FACTOR_OF = required_of
    assert is_led_to_security(as_organizer, PEOPLE) is organizer_is
    assert is_led_to_security(as_staff, PEOPLE) is staff_is
    assert is_led_to_security(as_staff, ADMIN) is staff_is


@pytest.mark.usefixtures("_of_organizers")
def test_players_and_strangers_notice_nothing(as_member: Client, client: Client) -> None:
    season = make_season()
    path = reverse("leagues:season", args=[season.league.slug, season.number])
    assert as_member.get(reverse("games:lobby")).status_code == 200
    assert as_member.get(path).status_code == 200
    assert client.get(path).status_code == 200
    assert as_member.get(PEOPLE).status_code == 403


@pytest.mark.usefixtures("_of_organizers")
@pytest.mark.parametrize(
    ("kind", "page"), [(Role.Kind.OWNER, "settings"), (Role.Kind.ORGANIZER, "season_new")]
)
def test_organizers_of_a_league_are_led_there_too(kind: Role.Kind, page: str) -> None:
    league = make_season().league
    organizer = make_member_with(kind, league)
    browser, path = signed_in(organizer), reverse(f"leagues:{page}", args=[league.slug])
    assert is_led_to_security(browser, path)
    assert organizer.user
    give_app(organizer.user)
    assert browser.get(path).status_code == 200


@pytest.mark.usefixtures("_of_organizers")
def test_an_organizer_comes_back_to_where_they_were(
    as_organizer: Client, organizer: Player
) -> None:
    page = as_organizer.get(PEOPLE, follow=True).content.decode()
    assert "This club asks organizers for a second step" in page
    assert "then you go on where you were" in page
    assert "Continue where you were" not in page
    assert organizer.user
    give_app(organizer.user)
    give_codes(organizer.user)
    confirm(as_organizer)
    # After the codes were stored.
    codes = open_part(as_organizer, "codes").content.decode()
    assert f'href="{PEOPLE}">I have stored them' in codes
    assert as_organizer.get(PEOPLE).status_code == 200


@pytest.mark.usefixtures("_of_organizers")
def test_whoever_has_codes_already_goes_on_from_the_list(
    as_organizer: Client, organizer: Player
) -> None:
    as_organizer.get(PEOPLE)
    assert organizer.user
    give_app(organizer.user)
    assert (
        f'href="{PEOPLE}">Continue where you were'
        in as_organizer.get(SECURITY, follow=True).content.decode()
    )
    assert "Continue where you were" not in as_organizer.get(SECURITY, follow=True).content.decode()


@pytest.mark.usefixtures("_of_organizers")
def test_recovery_codes_alone_are_no_second_factor(as_organizer: Client, organizer: Player) -> None:
    assert organizer.user
    give_codes(organizer.user)
    assert is_led_to_security(as_organizer, PEOPLE)


@pytest.mark.usefixtures("_of_organizers")
def test_a_form_leads_back_to_its_page_and_changes_nothing(as_organizer: Client) -> None:
    invitations = reverse("accounts:invitations")
    referer = f"http://testserver{invitations}?note=x"
    as_organizer.post(invitations, {"note": "Ana"}, headers={"referer": referer})
    assert as_organizer.session["second_factor_for"] == f"{invitations}?note=x"
    as_organizer.post(invitations, {}, headers={"referer": "https://elsewhere.example/"})
    assert as_organizer.session["second_factor_for"] == reverse("games:home")


@pytest.mark.usefixtures("_of_organizers")
def test_a_part_of_a_page_leads_the_whole_page_there(as_organizer: Client) -> None:
    answer = as_organizer.get(PEOPLE, headers={"hx-request": "true"})
    assert answer["HX-Redirect"] == SECURITY


@pytest.mark.usefixtures("_of_organizers")
def test_at_tables_an_organizer_without_it_is_a_member(organizer: Player) -> None:
    assert not organizer.runs_the_club
    assert organizer.user
    give_app(organizer.user)
    assert organizer.runs_the_club


@pytest.mark.usefixtures("_of_organizers")
def test_staff_without_it_may_still_sign_out(as_staff: Client) -> None:
    assert as_staff.post(reverse("admin:logout")).status_code in {200, 302}
    assert as_staff.get(SECURITY).status_code == 302


@pytest.mark.parametrize("required_of", ["nobody", "administrators"])
def test_it_costs_no_statement_where_it_is_not_required(
    settings: Settings, required_of: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    settings.REQUIRE_TWO_FACTOR_OF = required_of
    player = PlayerFactory.create(is_organizer=True)
    with django_assert_num_queries(0):
        assert player.runs_the_club
