"""Quick fingers at the check-in: who was aimed at is checked in, and nobody else."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.regulars import NAMES, begin_evening
from tests.support.browsing import assert_accessible
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

CALM: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
PHONE: dict[str, Any] = CALM | {"viewport": {"width": 390, "height": 780}}
ANSWER_TAKES = 0.4


@pytest.fixture
def address(site: SteadySite) -> str:
    """The check-in of a new evening."""
    return site.do(begin_evening)


def tap_of(page: Page, name: str) -> Locator:
    return page.locator("#lists .tap", has_text=name)


def places(page: Page) -> dict[str, FloatRect]:
    """Where each name stands on the screen."""
    found = {}
    for name in NAMES:
        box = tap_of(page, name).bounding_box()
        assert box is not None, name
        found[name] = box
    return found


def hit(page: Page, box: FloatRect) -> None:
    """Tap what is there by now, as a finger does."""
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def expect_here(page: Page, *names: str) -> None:
    """Exactly these people are here, as the server knows them too."""
    listed = page.locator(".are-here__name")
    expect(listed).to_have_count(len(names))
    page.reload()
    expect(listed).to_have_count(len(names))
    assert sorted(listed.all_inner_texts()) == sorted(names)


def answer_late(route: Route) -> None:
    time.sleep(ANSWER_TAKES)
    route.continue_()


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param(CALM, id="laptop", marks=pytest.mark.thorough),
        pytest.param(PHONE, id="phone"),
    ],
)
def test_quick_taps_check_in_who_was_aimed_at(
    visit: Visit, address: str, screen: dict[str, Any]
) -> None:
    page = visit("Dominique", **screen).page
    page.goto(address)
    aims = places(page)
    for name in NAMES[:6]:
        hit(page, aims[name])
        page.wait_for_timeout(120)
    expect(page.locator("#are-here")).to_contain_text("6 people")
    assert places(page) == aims, "names stay in their place"
    expect(page.locator("#lists .tap[aria-disabled=true]")).to_have_count(6)
    assert_accessible(page)
    expect_here(page, *NAMES[:6])


def test_who_is_found_is_in_sight_wherever_the_page_was_scrolled(
    visit: Visit, address: str
) -> None:
    page = visit("Dominique", **CALM | {"viewport": {"width": 360, "height": 640}}).page
    page.goto(address)
    page.get_by_role("button", name=NAMES[-1]).scroll_into_view_if_needed()
    for name in NAMES:
        tap_of(page, name).click()
    expect_here_in_time(page, len(NAMES))
    page.mouse.wheel(0, 600)
    page.locator("#sought").fill("Gaston")
    guest = page.locator("#lists .tap--guest")
    expect(guest).to_be_in_viewport(ratio=1)
    box, search = guest.bounding_box(), page.locator("#search").bounding_box()
    assert box is not None
    assert search is not None
    assert box["y"] >= search["y"] + search["height"], "under the field"


def test_taps_that_overtake_the_answers_all_arrive(visit: Visit, address: str) -> None:
    page = visit("Dominique", **CALM).page
    page.route("**/arrive/", answer_late)
    page.goto(address)
    aims = places(page)
    for name in NAMES[:5]:
        hit(page, aims[name])
    expect(page.locator("#lists .tap[aria-disabled=true]")).to_have_count(5)
    expect_here_in_time(page, 5)
    expect_here(page, *NAMES[:5])


def expect_here_in_time(page: Page, count: int) -> None:
    expect(page.locator("#are-here")).to_contain_text(re.compile(rf"^\s*{count} p"))


def test_a_second_tap_on_a_name_does_nothing(visit: Visit, address: str) -> None:
    page = visit("Dominique", **CALM).page
    page.goto(address)
    aim = places(page)["Cleo"]
    for _tap in range(4):
        hit(page, aim)
        page.wait_for_timeout(150)
    expect(page.locator("[role=alert]")).to_have_count(0)
    expect_here(page, "Cleo")


def test_a_second_tap_on_who_was_found_hits_nobody_else(visit: Visit, address: str) -> None:
    page = visit("Dominique", **PHONE).page
    page.goto(address)
    page.locator("#sought").press_sequentially("mia")
    expect(page.locator("#lists")).to_have_attribute("data-sought", "mia")
    box = tap_of(page, "Mia").bounding_box()
    assert box is not None
    hit(page, box)
    expect(page.locator("#lists")).to_have_attribute("data-sought", "")
    hit(page, box)
    page.wait_for_timeout(1000)
    expect_here(page, "Mia")


def test_who_is_checked_in_elsewhere_is_greyed_in_place(visit: Visit, address: str) -> None:
    page, other = visit("Dominique", **CALM).page, visit("Dominique", **CALM).page
    page.goto(address)
    other.goto(address)
    aims = places(page)
    tap_of(other, "Noé").click()
    tap_of(other, "Fritz").click()
    other.locator("#sought").fill("Newcomer")
    tap_of(other, "Newcomer").click()
    expect_here_in_time(page, 3)
    expect(tap_of(page, "Fritz")).to_have_attribute("aria-disabled", "true")
    assert places(page) == aims, "names stay in their place"
    hit(page, aims["Gisela"])
    expect_here_in_time(page, 4)
    expect_here(page, "Noé", "Fritz", "Newcomer", "Gisela")


def test_a_finger_that_is_down_while_the_names_are_renewed_still_taps(
    visit: Visit, address: str
) -> None:
    page, other = visit("Dominique", **CALM).page, visit("Dominique", **CALM).page
    page.goto(address)
    other.goto(address)
    aim = places(page)["Karla"]
    page.mouse.move(aim["x"] + 10, aim["y"] + 10)
    page.mouse.down()
    tap_of(other, "Ada").click()
    expect_here_in_time(page, 1)
    page.mouse.up()
    expect_here_in_time(page, 2)
    expect_here(page, "Ada", "Karla")


def test_a_tap_that_cannot_be_sent_is_told_and_taken_back(visit: Visit, address: str) -> None:
    visitor = visit("Dominique", **CALM)
    page = visitor.page
    page.route("**/arrive/", lambda route: route.abort())
    page.goto(address)
    with visitor.troubles.expected("ERR_FAILED|htmx:"):
        tap_of(page, "Hans").click()
        expect(page.get_by_role("alert")).to_contain_text("Tap again")
        expect(tap_of(page, "Hans")).not_to_have_attribute("aria-disabled", "true")
    page.unroute("**/arrive/")
    tap_of(page, "Hans").click()
    expect_here_in_time(page, 1)
    expect_here(page, "Hans")
