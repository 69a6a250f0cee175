"""The puzzle of the day: a card is picked, told what it costs, and the club sees who solved it."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.club_day import day_of
from tests.browser.conftest import Visit
from tests.support.browsing import assert_accessible, in_pairs
from tests.support.puzzles import make_puzzle
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

PHONE, LAPTOP = (360, 640), (1280, 800)
LANGUAGES_AND_SIZES = in_pairs("language,size", ["fr", "en"], [PHONE, LAPTOP])


def make_days(days: int) -> str:
    """Puzzles of today and the days before; the address of the oldest one."""
    today = day_of(timezone.now())
    for ago in range(days):
        puzzle = make_puzzle(today - timedelta(days=ago))
    return puzzle.get_absolute_url()


def fits(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") == width


@LANGUAGES_AND_SIZES
def test_a_stranger_tries_it(
    site: SteadySite, visit: Visit, language: str, size: tuple[int, int]
) -> None:
    site.do(make_days, 1)
    width, height = size
    page = visit(locale=language, viewport={"width": width, "height": height}).page
    page.goto("/practice/")
    for card in page.locator("#hand .hand__card").all():
        box = card.bounding_box()
        assert box
        assert box["y"] + box["height"] <= height
    fits(page, width)
    page.locator("#card-30").click()
    expect(page.locator("#coach")).to_contain_text("7.3" if language == "en" else "7,3")
    expect(page.locator("#costs svg")).to_have_count(4)
    widths = [bar.bounding_box() for bar in page.locator("#costs svg > rect:first-child").all()]
    # 4.5, 9.26, 2 and 3.26 heads.
    assert all(widths)
    lengths = [box["width"] for box in widths if box]
    assert lengths[1] > lengths[0] > lengths[3] > lengths[2] > 0
    fits(page, width)
    expect(page.locator("#hand .hand__card[aria-pressed=true]")).to_have_id("card-30")
    assert_accessible(page)


@LANGUAGES_AND_SIZES
def test_a_member_answers_once_and_is_in_the_table(
    site: SteadySite, visit: Visit, language: str, size: tuple[int, int]
) -> None:
    width, height = size
    oldest = site.do(make_days, 2)
    page = visit("Camille", locale=language, viewport={"width": width, "height": height}).page
    page.goto(oldest)
    fits(page, width)
    assert_accessible(page)
    page.locator("#card-45").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#coach")).to_contain_text("Solved" if language == "en" else "Résolu")
    expect(page.locator("#hand .hand__card").first).to_be_disabled()
    fits(page, width)
    page.locator("#coach a[href='#costs']").click()
    expect(page.locator("#costs")).to_be_in_viewport()
    page.goto("/practice/")
    expect(page.locator(f"a[href='{oldest}'] + .quiet")).to_have_text(
        re.compile("solved" if language == "en" else "résolu")
    )


def test_it_works_without_javascript_and_names_are_shown_to_who_has_answered(
    site: SteadySite, visit: Visit
) -> None:
    site.do(make_days, 1)
    page = visit("Camille", java_script_enabled=False).page
    page.goto("/practice/")
    page.get_by_label("With my name in the club’s table").check()
    page.locator("#card-90").click()
    expect(page.locator("#coach")).to_contain_text("more than the 45")
    row = page.locator("[aria-labelledby=solved-title] tr", has_text="Camille")
    expect(row).to_contain_text("+1.3")
    page.get_by_role("button", name="Leave my name out of the tables").click()
    expect(row).to_have_count(0)
