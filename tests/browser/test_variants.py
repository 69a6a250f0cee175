"""Games of each variant against bots, through the page: by mouse, by touch, by keys."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.options import Ending
from tests.browser.conftest import Opened, Visit
from tests.support.browsing import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.hasty]

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
CALM = {"locale": "en-GB", "reduced_motion": "reduce"}
ANSWERS = "#prompt button.offer, #pool button, #hand button:enabled"
# The last card of a hand plays itself.
SETTLED = """() => !document.querySelector("#table:is([data-revealing], [data-held])") && (
    document.querySelector("#board .result, #prompt .offer, #pool button")
    || document.querySelectorAll(
        "#hand:not(:has([aria-pressed=true])) button:enabled").length > 1
)"""
NEWER = "version => Number(document.querySelector('#table-version').dataset.version) > version"


class Hand:
    """How a person answers what the table asks: with the first card or row that may be had."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def play(self) -> bool:
        """One answer; False when the game is over."""
        self.page.wait_for_function(SETTLED)
        if self.page.locator("#board .result").count():
            return False
        before = self.page.locator("#table-version").get_attribute("data-version")
        self.answer()
        self.page.wait_for_function(NEWER, arg=int(before or 0))
        return True

    def play_to_the_end(self) -> None:
        while self.play():
            pass
        expect(self.page.locator("#status")).to_contain_text("The end")

    def answer(self) -> None:
        self.press(self.page.locator(ANSWERS).first)
        # A pick is for good: the first press of it only aims.
        if (aimed := self.page.locator("#pool button.is-aimed")).count():
            self.press(aimed)

    def press(self, choice: Locator) -> None:
        choice.click()


class Thumb(Hand):
    def press(self, choice: Locator) -> None:
        choice.tap()


class Keys(Hand):
    def answer(self) -> None:
        choice = self.page.locator(ANSWERS).first
        is_pick = self.page.locator("#pool button").count() > 0
        self.page.keyboard.type(choice.get_attribute("value") or "" if is_pick else "1")
        expect(choice).to_be_focused()
        self.page.keyboard.press("Enter")


def test_a_draft_by_keys_alone(visit: Visit, opened: Opened) -> None:
    page = visit("Camille", **CALM).page
    opened(page, bots=2, draft=True, max_rounds=1)
    keys = Keys(page)
    expect(page.locator("#status")).to_contain_text("Pick a card (1 of 30).")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#pick-14")).to_be_focused()
    assert_accessible(page)
    for picked in range(1, 11):
        keys.play()
        expect(page.locator("#hand .hand__card")).to_have_count(picked)
    expect(page.locator(".row")).to_have_count(4)
    expect(page.locator("#pool")).to_be_hidden()
    expect(page.locator("#story")).to_contain_text("The rows begin with")
    keys.play()
    expect(page.locator("#hand .hand__card")).to_have_count(9)


def test_a_pick_flies_to_its_player_while_a_stranger_watches(visit: Visit, opened: Opened) -> None:
    wide: dict[str, Any] = {"locale": "en-GB"}
    page, stranger = visit("Camille", **wide).page, visit("Oliver", **wide).page
    opened(page, bots=2, draft=True, known_cards=True)
    stranger.goto(page.url)
    expect(stranger.locator("#pool .card")).to_have_count(34)
    expect(stranger.locator("#pool button")).to_have_count(0)
    Hand(page).play()
    for watched in (page, stranger):
        expect(watched.locator("#story")).to_contain_text("Camille picks 1.")
        expect(watched.locator("#pool .card")).to_have_count(31)
        expect(watched.locator("#picks")).to_contain_text("Camille 1")
    expect(page.locator("#status")).to_contain_text("Pick a card (4 of 30).")
    expect(stranger.locator("#status")).to_contain_text("Camille picks a card (4 of 30).")


def test_cabriole_by_touch_on_a_phone(visit: Visit, opened: Opened) -> None:
    page = visit("Camille", **CALM, **PHONE).page
    opened(page, bots=3, cabriole=True, max_rounds=1)
    thumb = Thumb(page)
    told = 0
    while thumb.play():
        page.wait_for_function(SETTLED)
        told += page.locator("#story [data-step=jump]").count()
        if page.locator(".row").count():
            expect(page.locator(".row .cabriole")).to_have_count(1)
            assert page.evaluate("document.documentElement.scrollWidth") == 360
    # In forty placements she is met again and again.
    assert told > 0


NOTE_LEAPS = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  if (this.matches(".cabriole")) document.documentElement.dataset.leapt = "";
  return animate.apply(this, how);
};
"""


def test_cabriole_leaps_where_the_story_says_so(visit: Visit, opened: Opened) -> None:
    page = visit("Camille", locale="en-GB").page
    page.add_init_script(NOTE_LEAPS)
    opened(page, bots=3, cabriole=True)
    hand = Hand(page)
    while page.locator("#story [data-step=jump]").count() == 0:
        hand.play()
        page.wait_for_function(SETTLED)
    expect(page.locator("html")).to_have_attribute("data-leapt", "")
    assert_accessible(page)


def test_elimination_goes_on_until_one_is_left(visit: Visit, opened: Opened) -> None:
    page = visit("Camille", **CALM).page
    opened(page, bots=2, ending=Ending.ELIMINATION, limit=5)
    Hand(page).play_to_the_end()
    others = page.locator(".result__step:not(.result__step--1)")
    for line in others.all():
        expect(line).to_contain_text("out since round")
    expect(page.locator(".player.is-out")).to_have_count(others.count())
    expect(page.locator("#story")).to_contain_text("More than 5:")
    assert_accessible(page)
    page.goto("/tables/past/")
    expect(page.locator(".table-card__seats .is-winner")).not_to_have_count(0)
    assert_accessible(page)


@pytest.mark.thorough
def test_all_options_of_the_base_game_at_once(visit: Visit, opened: Opened) -> None:
    page = visit("Camille", **CALM, **PHONE).page
    opened(
        page,
        bots=3,
        known_cards=True,
        draft=True,
        cabriole=True,
        ending=Ending.ELIMINATION,
        limit=5,
        max_rounds=2,
    )
    expect(page.locator("#pool .card")).to_have_count(44)
    thumb = Thumb(page)
    for _pick in range(10):
        thumb.play()
    expect(page.locator(".row .cabriole")).to_have_count(1)
    assert_accessible(page)
    thumb.play_to_the_end()


def test_what_does_not_go_together_is_out_of_reach_in_the_form(visit: Visit) -> None:
    page = visit("Camille", **CALM).page
    page.goto("/tables/new/")
    page.locator("#rules-played summary").click()
    page.locator("[name=variant][value=special]").check()
    expect(page.locator("[name=draft]")).to_be_disabled()
    assert_accessible(page)
    page.locator("[name=variant][value=base]").check()
    expect(page.locator("[name=draft]")).to_be_enabled()


def test_what_does_not_go_together_is_said_without_javascript(visit: Visit) -> None:
    visitor = visit("Camille", java_script_enabled=False, **CALM)
    page = visitor.page
    page.goto("/tables/new/")
    page.locator("#rules-played summary").click()
    page.locator("[name=variant][value=special]").check()
    page.locator("[name=draft]").check()
    with visitor.troubles.expected(r"status of 422"):
        page.locator("#open-table [type=submit]").click()
        expect(page.locator("#base-options")).to_contain_text("Not with special cards")
    expect(page.locator("[name=draft]")).to_have_attribute("aria-invalid", "true")
