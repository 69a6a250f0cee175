"""Who wishes it is asked before a card, a pick or a row counts: they press again, or confirm."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import moving
from tests.browser.conftest import Opened, Visit
from tests.support.browsing import assert_accessible
from tests.support.site import SteadySite

pytestmark = [pytest.mark.browser, pytest.mark.hasty]

CALM: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
THUMB = CALM | {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, str]:
    """The addresses of the tables of moving.py."""
    found: dict[str, str] = site.do(moving.stage_tables, 2)
    return found


def wish(page: Page, how: str) -> None:
    page.locator("[data-opens=help]").click()
    with page.expect_response("**/profile/table/"):
        page.locator("#ask-first").select_option(how)
    page.keyboard.press("Escape")


def test_a_card_and_a_row_are_pressed_twice_by_whoever_wishes_it(
    visit: Visit, tables: dict[str, str]
) -> None:
    page = visit("Camille", **THUMB).page
    page.goto(tables["row 0"])
    wish(page, "twice")
    page.locator("#card-44").tap()
    expect(page.locator("#prompt")).to_contain_text("44: press once more to play it.")
    expect(page.locator("#announcer")).to_have_text("44: press once more to play it.")
    page.locator("#card-3").tap()
    expect(page.locator("#prompt")).to_contain_text("3: press once more to play it.")
    expect(page.locator(".hand__card.is-aimed")).to_have_count(1)
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(0)
    page.locator("#card-3").tap()
    expect(page.locator("#take-1")).to_be_visible()
    page.locator("#board .row").nth(1).tap(position={"x": 60, "y": 20})
    expect(page.locator("#prompt")).to_contain_text("Row 2: press once more to take it.")
    page.locator("#take-1").tap()
    expect(page.locator("#story")).to_contain_text("takes row 2")
    expect(page.locator("#prompt")).to_have_text("Choose your card.")


def test_a_card_and_a_row_are_confirmed_by_keys(visit: Visit, tables: dict[str, str]) -> None:
    page = visit("Camille", **CALM).page
    page.goto(tables["row 1"])
    wish(page, "confirm")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play 44")).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play 3")).to_be_focused()
    assert_accessible(page)
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#take-2")).to_be_visible()
    page.keyboard.press("3")
    expect(page.locator("#take-2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Take row 3")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#story")).to_contain_text("takes row 3")
    expect(page.locator("#confirm")).to_have_count(0)
    page.reload()
    expect(page.locator("#ask-first")).to_have_value("confirm")


def test_a_finger_picks_by_two_taps_whatever_its_owner_wishes(visit: Visit, opened: Opened) -> None:
    page = visit("Oliver", **THUMB).page
    opened(page, bots=2, host="Oliver", draft=True)
    for card in (7, 8):
        page.locator(f"#pick-{card}").tap()
        expect(page.locator(".is-aimed")).to_have_id(f"pick-{card}")
        expect(page.locator("#hand .hand__card")).to_have_count(0)
    page.locator("#pick-8").tap()
    expect(page.locator("#card-8")).to_have_count(1)
    expect(page.locator("#hand .hand__card")).to_have_count(1)
