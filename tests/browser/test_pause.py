"""A pause in two browsers: proposed in one, agreed to in the other, seen by a third."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.duel import open_duel
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

CALM: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}


def test_two_players_pause_and_go_on(visit: Visit, site: SteadySite) -> None:
    address = site.do(open_duel, 90)
    camille, oliver = visit("Camille", **CALM).page, visit("Oliver", **CALM).page
    watching = visit("Dominique", **CALM).page
    for page in (camille, oliver, watching):
        page.goto(address)
    expect(camille.locator(".countdown")).to_have_text(re.compile(r"^\d+ s$"))
    camille.locator("#more-menu summary").click()
    camille.get_by_role("button", name="Propose a pause").click()
    expect(camille.locator("#prompt")).to_contain_text("once everybody agrees")
    expect(oliver.locator("#prompt")).to_contain_text("proposes a pause")
    expect(watching.locator("#prompt")).not_to_contain_text("pause")
    oliver.get_by_role("button", name="Agree").click()
    for page in (camille, oliver, watching):
        expect(page.locator("#status")).to_contain_text("The game is paused.")
        expect(page.locator(".countdown")).to_have_count(0)
    expect(camille.locator("#hand button:enabled")).to_have_count(0)
    camille.reload()
    expect(camille.locator("#status")).to_contain_text("The game is paused.")
    camille.get_by_role("button", name="Resume").click()
    for page in (camille, oliver, watching):
        expect(page.locator("#status")).not_to_contain_text("The game is paused.")
    for page in (camille, oliver):
        expect(page.locator("#hand button:enabled")).to_have_count(10)
        page.locator("#hand button").first.click()
    expect(watching.locator("#story [data-step=reveal]")).to_be_attached()


def test_who_is_away_reads_so_and_comes_back_with_one_tap(visit: Visit, site: SteadySite) -> None:
    camille = visit("Camille", **CALM).page
    camille.goto(site.do(open_duel))
    camille.locator("#more-menu summary").click()
    camille.get_by_role("button", name="I have to leave").click()
    expect(camille.locator("#prompt")).to_contain_text("The bot plays for you.")
    camille.get_by_role("button", name="I am back").click()
    expect(camille.locator("#prompt")).not_to_contain_text("The bot plays for you.")
    expect(camille.locator("#hand button:enabled")).to_have_count(10)
