"""No page is wider than its window, from the narrowest phone to a laptop."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.support.browsing import USUAL_LETTERS, set_letters

pytestmark = pytest.mark.browser

# 320 is also a laptop's 1280 at four times the size.
WIDTHS = (320, 360, 485, 500, 515, 568, 640, 665, 680, 768, 995, 1024, 1080, 1280)
PAGES = [
    ("", "/"),
    ("", "/rules/"),
    ("", "/rules/tutorial/rows/?series=1&number=8&guess=0"),
    ("", "/practice/"),
    ("", "/leagues/"),
    ("", "/account/login/"),
    ("", "/offline/"),
    ("", "/tv/"),
    ("Dominique", "/tables/"),
    ("Dominique", "/tables/past/"),
    ("Dominique", "/practice/"),
    ("Dominique", "/leagues/"),
    ("Dominique", "/members/profile/"),
    ("Dominique", "/reports/"),
]
# Lists and texts as wide as those of the others.
THOROUGHLY = {("", "/practice/"), ("", "/leagues/"), ("", "/offline/"), ("Dominique", "/leagues/")}
PLAYERS_OF_THE_EXAMPLE = 4
LONGEST_NAME = "M" * 40


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.thorough)])
@pytest.mark.parametrize(
    ("name", "path"),
    [
        pytest.param(*page, marks=pytest.mark.thorough if page in THOROUGHLY else ())
        for page in PAGES
    ],
)
def test_a_page_is_as_wide_as_its_window(visit: Visit, name: str, path: str, language: str) -> None:
    page = visit(name, locale=language, reduced_motion="reduce").page
    page.goto(path)
    assert too_narrow(page) == []


def test_a_long_name_is_cut_in_the_header(visit: Visit) -> None:
    page = visit("Dominique").page
    page.goto("/tables/")
    page.locator(".menu__name").evaluate("(name, long) => name.textContent = long", LONGEST_NAME)
    assert too_narrow(page) == []


def test_a_count_of_notices_stays_in_the_window(visit: Visit) -> None:
    page = visit("Dominique", locale="en").page
    page.goto("/leagues/")
    page.locator(".avatar").evaluate(
        """avatar => avatar.insertAdjacentHTML("afterend",
            "<span class='menu__count badge badge--turn'>128</span>")"""
    )
    assert too_narrow(page) == []


@pytest.mark.parametrize("path", ["/account/login/", "/account/password/reset/"])
def test_a_lone_form_stands_in_the_middle_of_a_large_screen(visit: Visit, path: str) -> None:
    page = visit(viewport={"width": 1920, "height": 1080}).page
    page.goto(path)
    panel = page.locator(".site-main .panel").bounding_box()
    assert panel
    assert abs(panel["x"] + panel["width"] / 2 - 960) < 10
    assert abs(panel["y"] + panel["height"] / 2 - 540) < 60
    assert panel["width"] > 500


# What reaches beyond the cloth it lies on.
BESIDE_THE_CLOTH = """() => [document.querySelector(".example:has(.players)")].flatMap((cloth) => {
    const around = cloth.getBoundingClientRect();
    return [...cloth.querySelectorAll(".player")].filter((player) => {
        const box = player.getBoundingClientRect();
        return box.height < 30 || box.top < around.top || box.bottom > around.bottom;
    }).map((player) => player.textContent.trim());
})"""


def test_players_of_an_example_lie_on_their_cloth(visit: Visit) -> None:
    page = visit().page
    page.goto("/rules/elimination/")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        assert page.locator(".example:has(.players) .player").count() == PLAYERS_OF_THE_EXAMPLE
        assert page.evaluate(BESIDE_THE_CLOTH) == [], width


def too_narrow(page: Page) -> list[tuple[int, int, int]]:
    """The windows in which the page scrolls sideways: letters' size, their width, the page's."""
    found = []
    for letters, width in [*((USUAL_LETTERS, width) for width in WIDTHS), (2 * USUAL_LETTERS, 360)]:
        set_letters(page, letters)
        page.set_viewport_size({"width": width, "height": 640})
        needed = page.evaluate("document.documentElement.scrollWidth")
        if needed > width:
            found.append((letters, width, needed))
    return found
