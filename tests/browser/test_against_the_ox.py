"""All against the ox in the browser: a whole game alone, and a council of two people and a bot."""

from contextlib import suppress

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from accounts.models import Player
from games.rules.options import Options, Variant
from tests.browser.conftest import Visit
from tests.support.browsing import assert_accessible
from tests.support.site import SteadySite
from tests.support.tables import start_table

pytestmark = [pytest.mark.browser, pytest.mark.hasty]

UPRIGHT: ViewportSize = {"width": 360, "height": 640}
LYING: ViewportSize = {"width": 640, "height": 360}
PHONE = {
    "viewport": UPRIGHT,
    "has_touch": True,
    "is_mobile": True,
    "locale": "fr-FR",
    "reduced_motion": "reduce",
}
LAPTOP = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce"}
OX = Options(variant=Variant.OX)
NEWER = "version => Number(document.querySelector('#table-version').dataset.version) > version"
GAIN = """total => {
    total.textContent = 11;
    total.dispatchEvent(new Event("gain"));
}"""
WORDS = "[form='do-ready'], [form='do-agree'], #prompt .offer"
# Milliseconds in which a click comes through where there is something to click.
MOMENT = 5000
IS_SEEN = "part => part.getBoundingClientRect().bottom <= innerHeight"
ANSWERS = "#prompt .offer, #hand .hand__card:enabled"


def stage_tables() -> dict[str, str]:
    camille, oliver = (Player.objects.get(name=name) for name in ("Camille", "Oliver"))
    return {
        "alone": start_table(camille, options=OX).get_absolute_url(),
        "together": start_table(camille, oliver, bots=1, options=OX).get_absolute_url(),
    }


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, str]:
    found: dict[str, str] = site.do(stage_tables)
    return found


def press(page: Page, what: str) -> None:
    """Press the first of these, and wait until the table has moved on."""
    before = int(page.locator("#table-version").get_attribute("data-version") or 0)
    page.locator(what).first.click()
    page.wait_for_function(NEWER, arg=before)
    expect(page.locator("#table:is([data-revealing], [data-held])")).to_have_count(0)


def test_a_whole_game_alone_on_a_phone_in_french(visit: Visit, tables: dict[str, str]) -> None:
    page = visit("Camille", **PHONE).page
    page.goto(tables["alone"])
    expect(page.locator("[data-seat='1'] .player__name")).to_have_text("Le bœuf")
    # What a take adds during a reveal comes to the total at once.
    page.locator("[data-seat='0'] .player__total").evaluate(GAIN)
    expect(page.locator(".tally")).to_have_text("Équipe 11 × 2 = 22 Bœuf 0")
    while not page.locator("#board .result").count():
        press(page, ANSWERS)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
    expect(page.locator(".result__step")).to_have_count(2)
    expect(page.locator(".result")).to_contain_text("Le bœuf")
    assert_accessible(page)


def test_two_people_and_a_bot_hold_councils(visit: Visit, tables: dict[str, str]) -> None:
    """Camille on a phone in French, Oliver on a laptop in English."""
    camille, oliver = visit("Camille", **PHONE).page, visit("Oliver", **LAPTOP).page
    for page in (camille, oliver):
        page.goto(tables["together"])
    for turn in (1, 2):
        for page in (camille, oliver):
            page.locator("#hand .hand__card:enabled").first.click()
        expect(camille.locator("#council")).to_be_visible()
        assert camille.evaluate("document.documentElement.scrollWidth") == 360
        if turn == 1:
            assert_accessible(camille)
            camille.set_viewport_size(LYING)
            assert camille.locator("[form='do-ready']").evaluate(IS_SEEN)
            camille.set_viewport_size(UPRIGHT)
            camille.locator("[form='do-propose'].button").click()
            # The bot says no, for it would bring the team nothing, or all agree to it.
            expect(oliver.locator("#story")).to_contain_text("Camille proposes")
        while f"turn {turn + 1} of 10" not in oliver.locator("#status").inner_text():
            for page in (camille, oliver):
                answer = page.locator(WORDS).first
                # What is asked may be answered by then: the council has ended meanwhile.
                if answer.count():
                    with suppress(PlaywrightTimeout):
                        answer.click(timeout=MOMENT)
                # A second press within 600 ms does nothing.
                page.wait_for_timeout(700)
        expect(camille.locator("#status")).to_contain_text(f"tour {turn + 1} sur 10")
