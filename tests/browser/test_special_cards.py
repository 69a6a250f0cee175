"""Games with special cards through the page: a whole one by touch on a phone, and by keys alone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.options import Variant
from tests.browser.conftest import Opened, Visit
from tests.support.browsing import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.hasty]

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
}
CALM = {"locale": "en-GB", "reduced_motion": "reduce"}
# The last card of a hand plays itself.
SETTLED = """() => !document.querySelector("#table:is([data-revealing], [data-held])") && (
    document.querySelector("#board .result, #prompt .offer, #question[data-lights]")
    || document.querySelectorAll(
        "#hand:not(:has([aria-pressed=true])) button:enabled").length > 1
)"""
NEWER = "version => Number(document.querySelector('#table-version').dataset.version) > version"
# Bottom of what must be seen at once: the answers and my special cards.
SEEN = """() => Math.max(...["#prompt", ".specials__cards"].map(
    (name) => document.querySelector(name).getBoundingClientRect().bottom))"""


class Hand:
    """Plays a special card whenever one is asked for, the kind played least so far."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.played: list[str] = []

    def play_to_the_end(self) -> None:
        while self.play():
            pass
        expect(self.page.locator("#status")).to_contain_text("The end")

    def play(self) -> bool:
        """One answer; False when the game is over."""
        self.page.wait_for_function(SETTLED)
        if self.page.locator("#board .result").count():
            return False
        before = self.page.locator("#table-version").get_attribute("data-version")
        if self.page.locator("#question").count():
            self.answer_question()
        else:
            self.answer()
        self.page.wait_for_function(NEWER, arg=int(before or 0))
        return True

    def answer(self) -> None:
        self.page.locator("#prompt .offer, #hand button:enabled").first.tap()

    def answer_question(self) -> None:
        """A special card, its first targets one after the other, then the button that plays it."""
        page = self.page
        kind = self.next_kind()
        page.locator(f".special.is-offered[data-kind={kind}]").first.tap()
        # A card and a row at most.
        for _target in range(2):
            if not page.locator(".play.is-aimed").count():
                page.locator(".light:not(.light--back)").first.tap()
        assert page.evaluate(SEEN) <= page.viewport_size["height"]  # type: ignore[index]
        self.played.append(kind)
        page.locator(".play.is-aimed").tap()

    def next_kind(self) -> str:
        cards = self.page.locator(".special.is-offered")
        kinds = [card.get_attribute("data-kind") or "" for card in cards.all()]
        return min(kinds, key=self.played.count)


class Keys(Hand):
    """The same by digits, arrows and Enter."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def answer(self) -> None:
        self.press("1", "Enter")

    def answer_question(self) -> None:
        self.press("1", "Enter")
        # A card and a row at most.
        for _target in range(2):
            if not self.page.locator(".play.is-aimed").count():
                self.press("1", "Enter")
        self.played.append("")
        expect(self.page.locator(".play.is-aimed")).to_be_focused()
        self.press("Enter")


def test_special_cards_are_played_by_touch_on_a_phone(visit: Visit, opened: Opened) -> None:
    page = visit("Camille", **PHONE, **CALM).page
    opened(page, bots=2, variant=Variant.SPECIAL)
    hand = Hand(page)
    while len(hand.played) < 2:
        assert hand.play()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.thorough
def test_a_whole_game_with_special_cards_is_played_on_a_phone(visit: Visit, opened: Opened) -> None:
    page = visit("Camille", **PHONE, **CALM).page
    opened(page, bots=2, variant=Variant.SPECIAL)
    expect(page.locator("#hand button")).to_have_count(12)
    expect(page.locator(".special")).to_have_count(3)
    hand = Hand(page)
    hand.play_to_the_end()
    assert hand.played
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_special_cards_are_played_by_keys_alone(visit: Visit, opened: Opened) -> None:
    page = visit("Camille", **CALM).page
    opened(page, bots=1, variant=Variant.SPECIAL)
    keys = Keys(page)
    while len(keys.played) < 2:
        assert keys.play()


def test_a_special_card_is_explained_and_everything_asked_is_accessible(
    visit: Visit, opened: Opened
) -> None:
    page = visit("Camille", **PHONE, **CALM).page
    opened(page, bots=2, variant=Variant.SPECIAL)
    page.locator(".special").first.tap()
    expect(page.locator(".about:popover-open")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    hand = Hand(page)
    while not page.locator("#question").count():
        assert hand.play()
        page.wait_for_function(SETTLED)
    assert_accessible(page)
    page.locator(".special.is-offered").first.tap()
    assert_accessible(page)


def test_without_scripts_the_answers_are_a_list_of_buttons(visit: Visit, opened: Opened) -> None:
    page = visit("Camille", **CALM).page
    opened(page, bots=1, variant=Variant.SPECIAL)
    hand = Hand(page)
    plain = visit("Camille", java_script_enabled=False, **CALM).page
    while True:
        page.wait_for_function(SETTLED)
        if page.locator("#question").count():
            break
        page.locator("#prompt .offer, #hand button:enabled").first.click()
        page.wait_for_timeout(200)
    plain.goto(page.url)
    plain.locator(".plays summary").first.click()
    plain.locator(".plays[open] .play").first.click()
    expect(plain.locator("#story")).to_contain_text(" plays ")
    assert hand.played == []
