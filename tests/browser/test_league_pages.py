"""Every page of a league, with names as long as can be: axe in it, and room for it on a phone."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import league_pages
from tests.browser.conftest import Visit
from tests.support.browsing import faults, set_letters
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

# By their names in league_pages.py: what anybody may open, and what only Dominique.
PUBLIC = (
    "league list", "league", "season", "earlier standings", "story", "charts",
    "what_it_takes", "ratings", "rules", "sessions",
    "session", "session over", "full session", "cancelled session", "screen", "print", "game",
    "voided game", "online game", "printed sheet", "score link", "summary", "embed", "share",
)  # fmt: skip
OF_ORGANIZERS = (
    "notices", "new league", "settings", "merge", "log", "season_import",
    "season_new", "season being planned",
    "season_edit", "players", "teams", "team", "withdraw",
    "session_new", "session_edit", "names found", "seating", "draw",
    "wishes", "paper", "sheet", "correction", "game_new", "import",
    "waiting game",
)  # fmt: skip
# Those with parts of their own, which axe examines in each run; `make thorough` the others too.
OF_ITS_OWN = {
    "league", "season", "story", "charts", "session", "screen", "game", "score link", "summary",
    "new league", "settings", "players", "team", "names found", "seating", "draw", "sheet",
    "correction", "wishes", "waiting game",
}  # fmt: skip
# Those that `make thorough` looks at in English too.
IN_BOTH_LANGUAGES = {
    "season", "story", "session", "names found", "draw", "sheet", "game", "charts",
    "screen",
}  # fmt: skip

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
}
LAPTOP: ViewportSize = {"width": 1280, "height": 720}
# The page's width, and what reaches beyond the viewport without being in a part that scrolls.
TOO_WIDE = """() => {
    const scrolls = (element) => element &&
        (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
    const outside = [...document.querySelectorAll("main *")].filter((element) =>
        element.checkVisibility() && element.getBoundingClientRect().right > 361 &&
        !scrolls(element.parentElement));
    return [document.scrollingElement.scrollWidth, outside.slice(0, 5).map((element) =>
        element.outerHTML.slice(0, 120))];
}"""

# Words below 12 pixels; parts that scroll sideways without fading where they go on; a figure of a
# table or of a chart's key on two lines; names upright over a column that push the table off the
# page; a second red button.
HARD_TO_USE = """() => {
    const found = [], small = (element, pixels) => pixels < 11.9 &&
        found.push(`${pixels}px: ${element.textContent.trim().slice(0, 30)}`);
    for (const element of document.querySelectorAll("main *")) {
        if (!element.checkVisibility({visibilityProperty: true})) continue;
        const style = getComputedStyle(element), size = parseFloat(style.fontSize);
        const speaks = [...element.childNodes].some((node) =>
            node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (element instanceof SVGTextElement) small(element, size * element.getScreenCTM().a);
        else if (speaks && !element.closest("svg")) small(element, size);
        if (style.overflowX === "auto" && element.scrollWidth > element.clientWidth + 1 &&
            !element.matches(".scroll, .tabs, textarea"))
            found.push(`scrolls: ${element.outerHTML.slice(0, 60)}`);
    }
    for (const figure of document.querySelectorAll("main :is(.chart-key, .figure) b"))
        if (figure.offsetHeight > 30) found.push(`broken: ${figure.textContent}`);
    for (const name of document.querySelectorAll("main .matrix thead span"))
        if (name.offsetHeight > 150) found.push(`high: ${name.textContent}`);
    // Behind a dialog nothing can be pressed.
    const front = document.querySelector("dialog:modal") ?? document.querySelector("main");
    const primary = [...front.querySelectorAll(".button--primary")];
    return [...found, ...primary.filter((button) => button.checkVisibility()).slice(1)
        .map((button) => `second: ${button.textContent.trim()}`)];
}"""

# Words of a label that are broken over two lines; a word of more letters may have to be. What is
# folded up beside buttons is as narrow as its heading until it is opened.
BROKEN_WORDS = """() => [...document.querySelectorAll("main label")].flatMap((label) => {
    if (label.closest(".cluster > details:not([open])")) return [];
    const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT), broken = [];
    while (walker.nextNode()) for (const word of walker.currentNode.data.matchAll(/\\p{L}+/gu)) {
        if (word[0].length > 16) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, word.index);
        range.setEnd(walker.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1)
            broken.push(word[0]);
    }
    return broken;
})"""


@pytest.fixture(scope="module")
def addresses(site: SteadySite) -> dict[str, str]:
    """The addresses of the pages by name."""
    return site.do(league_pages.make_pages)


@pytest.mark.parametrize(("name", "pages"), [("", PUBLIC), ("Dominique", OF_ORGANIZERS)])
def test_a_phone_has_room_for_every_page_and_everybody_can_use_each_kind(
    visit: Visit, addresses: dict[str, str], name: str, pages: tuple[str, ...]
) -> None:
    looking = visit(name, locale="fr", **PHONE).page
    found = {}
    for page in pages:
        open_in(looking, addresses[page], "fr")
        found[page] = [*hard_on_a_phone(looking)]
        if page in OF_ITS_OWN:
            found[page] += hard_on_a_laptop(looking)
            looking.set_viewport_size(PHONE["viewport"])
    assert {page: troubles for page, troubles in found.items() if troubles} == {}


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("name", "pages"), [("", PUBLIC), ("Dominique", OF_ORGANIZERS)])
def test_everybody_can_use_every_page(
    visit: Visit, addresses: dict[str, str], language: str, name: str, pages: tuple[str, ...]
) -> None:
    looking = visit(name, locale=language, **PHONE).page
    found = {}
    for page in sorted({*pages} - OF_ITS_OWN if language == "fr" else {*pages} & IN_BOTH_LANGUAGES):
        open_in(looking, addresses[page], language)
        found[page] = [*hard_on_a_phone(looking), *hard_on_a_laptop(looking)]
        looking.set_viewport_size(PHONE["viewport"])
    assert {page: troubles for page, troubles in found.items() if troubles} == {}


def open_in(page: Page, address: str, language: str) -> None:
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("lang", language)


def hard_on_a_phone(page: Page) -> Iterator[object]:
    for letters in (32, 16):
        set_letters(page, letters)
        found = page.evaluate(TOO_WIDE)
        if found != [360, []]:
            yield f"too wide with letters of {letters} pixels", found
    yield from page.evaluate(HARD_TO_USE)
    yield from page.evaluate(BROKEN_WORDS)


def hard_on_a_laptop(page: Page) -> Iterator[object]:
    page.set_viewport_size(LAPTOP)
    yield from filter(None, [faults(page)])
    yield from page.evaluate(BROKEN_WORDS)


def test_a_thread_of_the_season_is_followed_by_keyboard_and_kept_by_a_tap(
    visit: Visit, addresses: dict[str, str]
) -> None:
    looking = visit("", locale="en").page
    looking.goto(addresses["charts"])
    weave = looking.locator(".weave")
    names = weave.get_by_role("link")
    chosen = re.compile("has-chosen")
    expect(weave).not_to_have_class(chosen)
    names.nth(0).focus()
    expect(weave).to_have_class(chosen)
    assert weave.evaluate("weave => weave.contains(document.activeElement)")
    looking.keyboard.press("Tab")
    expect(names.nth(1).locator("text")).to_have_attribute("data-chosen", "")
    expect(names.nth(0).locator("text")).not_to_have_attribute("data-chosen", "")
    looking.keyboard.press("Enter")
    expect(names.nth(1)).to_have_attribute("aria-current", "true")
    looking.locator("h1").click()
    expect(weave).to_have_class(chosen)
    names.nth(1).click()
    looking.mouse.move(0, 0)
    looking.locator(".matrix a").first.focus()
    expect(weave).not_to_have_class(chosen)


def test_no_page_is_left_out(addresses: dict[str, str]) -> None:
    assert {*PUBLIC, *OF_ORGANIZERS} == set(addresses)
    assert set(addresses) >= OF_ITS_OWN | IN_BOTH_LANGUAGES
