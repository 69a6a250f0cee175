"""A table for whoever uses large letters, the narrowest phone, a keyboard, or the chat."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import crowded
from tests.browser.conftest import Visit
from tests.support.browsing import USUAL_LETTERS, set_letters
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, str]:
    """The addresses of the tables of crowded.py."""
    found: dict[str, str] = site.do(crowded.stage_tables)
    return found


@pytest.fixture
def page(visit: Visit) -> Page:
    """Camille's, without motion."""
    return visit("Camille", locale="fr-FR", reduced_motion="reduce").page


def test_twice_the_size_of_letters_and_the_narrowest_phone_fit(
    page: Page, tables: dict[str, str]
) -> None:
    for name in ("ten", "draft-ten", "special-five-rows-ask", "end"):
        page.goto(tables[name])
        for width, letters in ((360, 2 * USUAL_LETTERS), (320, USUAL_LETTERS)):
            page.set_viewport_size({"width": width, "height": 640})
            set_letters(page, letters)
            assert page.evaluate("document.documentElement.scrollWidth") == width, name


def test_eight_tabs_lead_to_the_first_card(page: Page, tables: dict[str, str]) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(tables["deck-bulls"])
    expect(page.locator("#seen-open")).to_be_visible()
    for _tab in range(8):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#hand') !== null")


@pytest.mark.parametrize(
    "size",
    [
        (320, 640),
        (640, 360),
        pytest.param((360, 640), marks=pytest.mark.thorough),
        pytest.param((768, 1024), marks=pytest.mark.thorough),
    ],
)
def test_the_chat_never_covers_the_rows(
    page: Page, tables: dict[str, str], size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(tables["deck-bulls"])
    page.locator("#talk-open").click()
    expect(page.locator("#talk-text")).to_be_in_viewport()
    chat, rows = (page.locator(part).bounding_box() for part in ("#talk", ".rows"))
    assert chat
    assert rows
    assert rows["y"] + rows["height"] <= chat["y"] or rows["x"] + rows["width"] <= chat["x"]
