"""What axe does not measure: buttons and focus rings on what they lie on, by day and by night."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser import crowded
from tests.browser.conftest import Visit
from tests.support.browsing import THEMES
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

LEAST_OF_TEXT = 4.5
LEAST_OF_SHAPES = 3.0
# WCAG's contrast of two colours; a name like --cloth stands for the custom property.
CONTRAST = """(element, [one, other]) => {
    const probe = element.ownerDocument.createElement("i");
    element.append(probe);
    const luminance = (colour) => {
        probe.style.color = colour.startsWith("--") ? `var(${colour})` : colour;
        const parts = getComputedStyle(probe).color.match(/[0-9.]+/g).slice(0, 3).map((part) => {
            const value = part / 255;
            return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const [light, dark] = [one, other].map(luminance).sort((a, b) => b - a);
    probe.remove();
    return (light + 0.05) / (dark + 0.05);
}"""
# The colour of the ring round what has the focus, or round the card in it.
RING = """(element) => {
    element.focus();
    const ring = [element, ...element.children]
        .map((each) => getComputedStyle(each))
        .find((style) => style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2);
    return ring?.outlineColor ?? "none";
}"""
# By the name of the table: what can have the focus there, and on which surface it lies.
FOCUSED = {
    "deck-bulls": [(".hand__card", "--linen"), ("#story", "--sheet")],
    "special-five-rows-take": [(".offer", "--linen")],
    "draft-ten": [("button.pool__card", "--cloth"), ("button.pool__card", "--cloth-deep")],
    "special-asks": [(".special.is-offered", "--linen"), ("#pass", "--linen")],
}  # fmt: skip


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, str]:
    """The addresses of the tables of crowded.py."""
    return site.do(crowded.stage_tables)


def contrast(page: Page, selector: str, one: str, other: str) -> float:
    return page.locator(selector).first.evaluate(CONTRAST, [one, other])


def ring(page: Page, selector: str) -> str:
    colour: str = page.locator(selector).first.evaluate(RING)
    assert colour != "none", selector
    return colour


@pytest.fixture
def page(visit: Visit) -> Page:
    """Camille's, without motion."""
    return visit("Camille", reduced_motion="reduce").page


def by_day_and_night(page: Page) -> Iterator[str]:
    """The page in each theme."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        yield theme


def test_the_buttons_on_the_cloth_of_the_first_page_are_seen(visit: Visit) -> None:
    page = visit(reduced_motion="reduce").page
    page.goto("/")
    page.keyboard.press("Tab")
    for theme in by_day_and_night(page):
        for button in (".hero .button--primary", ".hero .button:not(.button--primary)"):
            edge, text, ground = page.locator(button).first.evaluate(
                """one => ["borderTopColor", "color", "backgroundColor"].map(
                    (name) => getComputedStyle(one)[name])"""
            )
            is_clear = ground == "rgba(0, 0, 0, 0)"
            for cloth in ("--cloth", "--cloth-deep"):
                where = (theme, button, cloth)
                on = cloth if is_clear else ground
                assert contrast(page, button, edge, cloth) >= LEAST_OF_SHAPES, where
                assert contrast(page, button, text, on) >= LEAST_OF_TEXT, where
                assert contrast(page, button, ring(page, button), cloth) >= LEAST_OF_SHAPES, where


@pytest.mark.parametrize("name", FOCUSED)
def test_the_ring_of_the_focus_is_seen_at_a_table(
    page: Page, tables: dict[str, str], name: str
) -> None:
    page.goto(tables[name])
    page.keyboard.press("Tab")
    for theme in by_day_and_night(page):
        for selector, surface in FOCUSED[name]:
            seen = contrast(page, selector, ring(page, selector), surface)
            assert seen >= LEAST_OF_SHAPES, (theme, selector)


def test_the_ring_round_a_target_on_the_cloth_is_seen(page: Page, tables: dict[str, str]) -> None:
    page.goto(tables["special-asks"])
    page.locator(".special[data-kind=stop]").click()
    page.keyboard.press("Tab")
    light = ".row > .light"
    for theme in by_day_and_night(page):
        assert contrast(page, light, ring(page, light), "--cloth") >= LEAST_OF_SHAPES, theme


def test_the_ways_to_a_seat_are_read_on_the_band_of_the_lobby(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/tables/")
    for theme in by_day_and_night(page):
        colour = page.locator(".lobby__ways form > a").evaluate(
            "link => getComputedStyle(link).color"
        )
        assert contrast(page, ".lobby__ways form > a", colour, "--cloth") >= LEAST_OF_TEXT, theme


def test_words_on_the_cloth_can_be_read(page: Page, tables: dict[str, str]) -> None:
    page.goto(tables["ten"])
    for theme in by_day_and_night(page):
        for name in ("--on-cloth", "--on-cloth-soft", "--brass"):
            assert contrast(page, "#board", name, "--cloth") >= LEAST_OF_TEXT, theme
        assert contrast(page, "#board", "--on-brass", "--brass") >= LEAST_OF_TEXT, theme
        assert contrast(page, "#hand", "--on-blood", "--blood") >= LEAST_OF_TEXT, theme
