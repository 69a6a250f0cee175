"""The seen cards on the page: opened by a key or a button, marked as the cards fall."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import moving
from tests.browser.conftest import Visit
from tests.support.browsing import HASTY_PRESSES, assert_accessible
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-GB",
}
CALM = {"reduced_motion": "reduce"}
COPIES = 2
# Camille's hand after her 29.
HAND = [44, 49, 60, 72, 79, 97, 98, 103, 104]
MARKS = """() => {
    const kinds = {};
    for (const chip of document.querySelectorAll(".seen__cards .chip")) {
        (kinds[chip.dataset.seen] ??= []).push(Number(chip.textContent));
    }
    delete kinds.no;
    return kinds;
}"""
# After each step of a reveal has been told: its kind, and how 28 and 82 are marked.
NOTE_STEPS = """addEventListener("told", ({ detail }) => queueMicrotask(() => {
    const chips = document.querySelectorAll(".seen__cards .chip");
    const marks = [chips[27], chips[81]].map((chip) => chip.dataset.seen);
    (window.told ??= []).push([detail.step, ...marks].join(" "));
}), { capture: true })"""
COVERED = """() => [...document.querySelectorAll(".hand__card")].filter((card) => {
    const box = card.getBoundingClientRect();
    return !card.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).length"""


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, str]:
    """The addresses of the tables of moving.py."""
    return site.do(moving.stage_tables, COPIES)


def open_by_key(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#seen-open")).to_be_attached()
    page.keyboard.press("g")
    expect(page.locator("#seen")).to_be_visible()


def line(page: Page, kind: str) -> str:
    return " ".join((page.locator(f".seen__list [data-kind={kind}]").text_content() or "").split())


def test_a_key_opens_and_closes_them_and_the_hand_stays_free(
    visit: Visit, tables: dict[str, str]
) -> None:
    page = visit("Camille", **WIDE, **CALM).page
    page.goto(tables["row 0"])
    seen = page.locator("#seen")
    expect(seen).to_be_hidden()
    page.keyboard.press("2")
    open_by_key(page, tables["row 0"])
    page.keyboard.press("2")
    expect(page.locator("#card-44")).to_be_focused()
    page.keyboard.press("g")
    expect(seen).to_be_hidden()
    page.keyboard.press("G")
    expect(seen).to_be_visible()
    expect(page.locator("#card-44")).to_be_focused()
    expect(page.locator("#announcer")).to_contain_text("On the table 11.")
    assert page.evaluate(COVERED) == 0
    assert line(page, "own") == "Your hand 10: 3, 44, 49, 60, 72, 79, 97, 98, 103, 104"
    assert line(page, "table").endswith("11: 13, 15, 21, 27, 28, 31, 41, 51, 54, 62, 70")
    expect(page.locator(".seen__list [data-kind=taken]")).to_be_hidden()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(seen).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#help")).to_contain_text("seen cards")
    page.keyboard.press("g")
    expect(seen).to_be_hidden()


def test_they_follow_the_cards_as_they_fall(visit: Visit, tables: dict[str, str]) -> None:
    page = visit("Camille", **WIDE).page
    page.add_init_script(NOTE_STEPS)
    open_by_key(page, tables["take 0"])
    page.locator("#card-29").click()
    expect(page.locator("#card-29")).to_have_count(0)
    expect(page.locator("#table[data-revealing]")).to_have_count(0)
    assert page.evaluate("window.told") == [
        "reveal table table",
        "take taken table",
        *["place taken table"] * 3,
    ]
    assert page.evaluate(MARKS) == {
        "own": HAND,
        "table": [29, 31, 41, 51, 54, 62, 70, 80, 82, 84],
        "taken": [13, 15, 21, 27, 28],
    }
    expect(page.locator("#seen")).to_be_visible()
    # What the page shows after it is loaded again is the same.
    marks = page.evaluate(MARKS)
    page.reload()
    expect(page.locator("#hand .hand__card")).to_have_count(9)
    page.keyboard.press("g")
    assert page.evaluate(MARKS) == marks


def test_a_button_opens_them_on_a_phone(visit: Visit, tables: dict[str, str]) -> None:
    page = visit("Camille", **PHONE, **CALM).page
    page.add_init_script(HASTY_PRESSES)
    page.goto(tables["row 0"])
    expect(page.locator("#seen-open")).to_be_hidden()
    opener = page.locator("#seen-open-below")
    expect(opener).to_have_attribute("aria-expanded", "false")
    box = opener.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    opener.tap()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#seen-title")).to_be_focused()
    assert page.evaluate(COVERED) == 0
    seen = page.locator("#seen").bounding_box()
    assert seen
    assert seen["x"] >= 0
    assert seen["x"] + seen["width"] <= 360
    assert_accessible(page)
    page.locator("#seen-close").tap()
    expect(page.locator("#seen")).to_be_hidden()
    expect(opener).to_be_focused()
    # The card that is too low: its rows can be taken with the grid open.
    opener.tap()
    page.locator("#card-3").tap()
    page.locator("#prompt .offer").first.tap()
    expect(page.locator(".seen__list [data-kind=taken]")).to_contain_text("Taken")


def test_who_watches_sees_no_hand(visit: Visit, tables: dict[str, str]) -> None:
    page = visit(**WIDE, **CALM).page
    open_by_key(page, tables["take 1"])
    assert page.evaluate(MARKS) == {"table": [13, 15, 21, 27, 28, 31, 41, 51, 54, 62, 70]}
    expect(page.locator(".seen__list [data-kind=own]")).to_be_hidden()


def test_letters_that_are_typed_open_nothing(visit: Visit, tables: dict[str, str]) -> None:
    page = visit("Camille", **WIDE, **CALM).page
    page.goto(tables["take 1"])
    page.locator("#talk-form [name=text]").fill("")
    page.locator("#talk-form [name=text]").press("g")
    expect(page.locator("#seen")).to_be_hidden()


def test_before_the_deal_there_is_nothing_to_open(visit: Visit) -> None:
    page = visit("Camille", **WIDE, **CALM).page
    page.goto("/tables/new/")
    page.locator("[name=seat_count]").fill("2")
    page.locator("[name=bots]").fill("0")
    page.locator("#open-table [type=submit]").click()
    page.wait_for_url(lambda url: not url.endswith("/new/"))
    expect(page.locator("#board")).to_contain_text("not dealt yet")
    expect(page.locator(".seen-open:visible")).to_have_count(0)
    page.keyboard.press("g")
    expect(page.locator("#seen")).to_be_hidden()
