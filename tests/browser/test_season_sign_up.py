"""Members sign up for a season on a phone, wait in line, and move up; an organizer looks on."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Player
from tests.browser.conftest import Visit
from tests.support.browsing import assert_accessible
from tests.support.leagues import make_season
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "locale": "en"}


def make_plan(league: str) -> str:
    """The address of the players of a season that is being prepared, of a new league."""
    season = make_season(Player.objects.get(name="Dominique"), name=league, opened=False)
    return f"{season.get_absolute_url()}players/"


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_the_last_place_goes_to_one_and_the_next_moves_up_once_it_is_free(
    visit: Visit, site: SteadySite
) -> None:
    players = site.do(make_plan, "Thursdays")
    dominique = visit("Dominique", **PHONE).page
    dominique.goto(players)
    dominique.get_by_text("Only organizers add players", exact=True).first.focus()
    dominique.keyboard.press("Enter")
    dominique.get_by_label("Members sign up themselves").check()
    dominique.get_by_label("Number of players").fill("1")
    dominique.get_by_role("button", name="Save").click()
    expect(dominique.get_by_text("1 place is free.")).to_be_visible()

    camille = visit("Camille", **PHONE).page
    camille.goto(players)
    camille.get_by_role("button", name="Sign up for the season").focus()
    camille.keyboard.press("Enter")
    expect(camille.get_by_text("You are a player of this season.")).to_be_visible()

    # A French phone without JavaScript.
    oliver = visit("Oliver", **PHONE | {"locale": "fr", "java_script_enabled": False}).page
    oliver.goto(players)
    oliver.get_by_role("button", name="M’inscrire sur la liste d’attente").click()
    expect(oliver.get_by_text("Vous avez le numéro 1 sur la liste d’attente.")).to_be_visible()
    assert fits(camille)
    assert_accessible(camille)
    dominique.reload()
    expect(dominique.get_by_role("list").filter(has_text="1. Oliver")).to_be_visible()
    assert fits(dominique)
    assert_accessible(dominique)

    camille.get_by_text("Leave the season", exact=True).click()
    camille.get_by_role("button", name="Yes, leave the season").click()
    expect(camille.get_by_text("You no longer play in this season")).to_be_visible()
    oliver.goto("/leagues/notices/")
    oliver.get_by_role("link", name="Spring : vous participez à la saison.").click()
    expect(oliver.get_by_text("Vous participez à cette saison.")).to_be_visible()


def test_a_member_and_a_stranger_follow_one_link(visit: Visit, site: SteadySite) -> None:
    players = site.do(make_plan, "Fridays")
    dominique = visit("Dominique", **PHONE).page
    dominique.goto(players)
    dominique.get_by_text("New link", exact=True).click()
    dominique.get_by_label("For how many people").fill("2")
    dominique.get_by_role("button", name="Create a link").click()
    link = dominique.locator("#invite-url").input_value()
    assert fits(dominique)
    assert_accessible(dominique)

    stranger = visit(**PHONE | {"locale": "fr", "java_script_enabled": False}).page
    stranger.goto(link)
    assert stranger.url.endswith("/leagues/join/")
    stranger.get_by_role("link", name="Créer un compte et participer").click()
    expect(stranger.locator("[name=password1]")).to_be_visible()

    camille = visit("Camille", **PHONE).page
    camille.goto(link)
    assert_accessible(camille)
    camille.get_by_role("button", name="Join the season").focus()
    camille.keyboard.press("Enter")
    expect(camille.get_by_text("You have joined Spring.")).to_be_visible()
    dominique.goto(players)
    expect(dominique.get_by_text("used 1 of 2 times")).to_be_visible()
