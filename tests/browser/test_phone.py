"""On the smallest phone every card of the hand, and every row to take, can be read and tapped."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.options import Variant
from tests.browser.conftest import Opened, Visit

pytestmark = [pytest.mark.browser, pytest.mark.hasty]

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "locale": "fr-FR",
    "reduced_motion": "reduce",
}
# The ids of what is covered, or outside the viewport, anywhere within these parts of its box.
COVERED = """([selector, across, down]) => [...document.querySelectorAll(selector)]
    .filter((button) => {
        const box = button.getBoundingClientRect();
        return across.some((x) => down.some((y) => !button.contains(
            document.elementFromPoint(box.x + x * box.width, box.y + y * box.height))));
    })
    .map((button) => button.id)"""
# Where the number of a card is drawn.
NUMBER = [[0.1, 0.5, 0.9], [0.1, 0.3, 0.5, 0.77]]
# A card that is chosen, here by the bot, lies over its neighbour in the other tier.
UPPER_TIER = ".hand__card[aria-pressed=false]:nth-child(-n+5)"
UPPER_HALF = [[0.1, 0.5, 0.9], [0.1, 0.3, 0.5]]
WHOLE = [[0.05, 0.5, 0.95], [0.05, 0.5, 0.95]]
SETTLED = """() => !document.querySelector("#table[data-held]")
    && (document.querySelector("#board .result, #prompt .offer, #question")
    || document.querySelectorAll(
        "#hand:not(:has([aria-pressed=true])) button:enabled").length > 1)"""
# The sign that the connection is lost, for good: the socket may open a moment later and hide it.
SHOW_SIGN = """() => {
    const sign = document.querySelector("#reconnecting");
    sign.hidden = false;
    Object.defineProperty(sign, "hidden", { value: false, writable: true });
}"""
# As while a turn is shown.
SHOW_SKIP = "() => { document.querySelector('#table').dataset.revealing = ''; }"
NEWER = "version => Number(document.querySelector('#table-version').dataset.version) > version"


def play_until_a_row_is_asked(page: Page) -> None:
    """The lowest card first: sooner or later one is lower than every row."""
    while True:
        page.wait_for_function(SETTLED)
        if page.locator("#prompt .offer").count():
            return
        tap(page, "#hand button:enabled")


def tap(page: Page, selector: str) -> None:
    before = page.locator("#table-version").get_attribute("data-version")
    page.locator(selector).first.tap()
    page.wait_for_function(NEWER, arg=int(before or 0))


@pytest.mark.parametrize(
    ("bots", "variant", "held"), [(9, Variant.BASE, 10), (3, Variant.SPECIAL, 12)]
)
def test_every_card_of_the_hand_can_be_read_and_tapped(
    visit: Visit, opened: Opened, bots: int, variant: Variant, held: int
) -> None:
    page = visit("Camille", **PHONE).page
    opened(page, bots, variant=variant)
    expect(page.locator("#hand button")).to_have_count(held)
    assert page.evaluate(COVERED, [".hand__card", *NUMBER]) == []


@pytest.mark.parametrize("bots", [3, 9])
def test_every_row_to_take_can_be_tapped(visit: Visit, opened: Opened, bots: int) -> None:
    page = visit("Camille", **PHONE).page
    opened(page, bots)
    play_until_a_row_is_asked(page)
    assert page.evaluate(COVERED, [".offer", *WHOLE]) == []
    assert page.evaluate(COVERED, [".hand__card", *WHOLE]) == []
    tap(page, "#take-3")
    expect(page.locator(".offer")).to_have_count(0)


def test_a_row_on_the_cloth_is_taken_by_the_second_tap(visit: Visit, opened: Opened) -> None:
    page = visit("Camille", **PHONE).page
    opened(page, bots=3)
    play_until_a_row_is_asked(page)
    page.wait_for_timeout(400)  # what comes under the finger is not tapped at once
    row = page.locator("#board .row").nth(1)
    row.tap()
    expect(page.locator("#board .row.is-aimed")).to_have_count(1)
    expect(page.locator(".offer")).to_have_count(4)
    row.tap()
    expect(page.locator(".offer")).to_have_count(0)


def test_the_seat_can_be_taken_back_from_the_bot_over_a_full_hand(
    visit: Visit, opened: Opened
) -> None:
    page, other = visit("Camille", **PHONE).page, visit("Oliver", locale="en-GB").page
    opened(page, 3, people=2)
    other.goto(page.url)
    other.locator("#sit").click()
    expect(page.locator("#players")).to_contain_text("Oliver")
    tap(page, "#start")
    expect(page.locator("#hand button")).to_have_count(10)
    assert page.evaluate(COVERED, [".hand__card", *NUMBER]) == []
    page.locator("#more-menu summary").tap()
    tap(page, "#away")
    assert page.evaluate(COVERED, ["#back", *WHOLE]) == []
    assert page.evaluate(COVERED, [UPPER_TIER, *UPPER_HALF]) == []
    page.evaluate(SHOW_SKIP)
    assert page.evaluate(COVERED, ["#back, #skip", *WHOLE]) == []
    page.evaluate("() => { delete document.querySelector('#table').dataset.revealing; }")
    tap(page, "#back")
    expect(page.locator("#back")).to_have_count(0)


@pytest.mark.parametrize("locale", ["fr-FR", pytest.param("en-GB", marks=pytest.mark.thorough)])
def test_a_lost_connection_is_told_in_the_place_of_the_name(
    visit: Visit, opened: Opened, locale: str
) -> None:
    page = visit("Camille", **PHONE | {"locale": locale}).page
    opened(page, 3)
    page.evaluate(SHOW_SIGN)
    expect(page.locator(".table-name")).to_be_hidden()
    sign = page.locator("#reconnecting").bounding_box()
    languages = page.locator(".language").bounding_box()
    header = page.locator(".site-header__in").bounding_box()
    assert sign
    assert languages
    assert header
    assert sign["x"] + sign["width"] <= languages["x"]
    assert sign["y"] + sign["height"] <= header["y"] + header["height"]
