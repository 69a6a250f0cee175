"""A score sheet is typed by the keyboard alone, a mistake refused, and a correction made."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.club_evening import focused, write
from tests.browser.conftest import Visit
from tests.browser.league_sheet import make_sheets
from tests.support.browsing import assert_accessible
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def game(site: SteadySite) -> str:
    """The address of a table with a paper sheet nobody has entered; the next one is another."""
    return site.do(make_sheets)


def test_a_sheet_is_typed_with_a_mistake_and_corrected_later(visit: Visit, game: str) -> None:
    visitor = visit("Dominique")
    page = visitor.page
    page.goto(f"{game}sheet/")
    assert is_beside(page, ".sheet-bar", ".pad-scroll")

    page.locator("#r0c0").focus()
    write(page, 5, 12, 31)
    assert focused(page) == "r1c0"
    write(page, 8, "-4")

    # The reason stands at the cell, and is said.
    cell = page.locator("#r1c1")
    expect(cell).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#why-r1")).to_contain_text("Oliver cannot have fewer than 0 heads.")
    expect(page.locator("[data-said]")).to_contain_text("fewer than 0 heads")
    assert focused(page) == "r1c2"

    page.keyboard.press("ArrowLeft")
    write(page, 4, 36)
    expect(page.locator("[data-total='2'] output")).to_have_text("67")
    expect(page.locator("[data-total='2']")).to_contain_text("> 66")
    expect(cell).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#sheet-state")).to_contain_text(
        "The game is over: Camille first with 13 heads."
    )

    # The last cell leads to the button.
    assert focused(page) == "submit"
    page.keyboard.press("Enter")
    page.wait_for_url("**/#table-1")
    expect(page.get_by_text("Table 1 counts.")).to_be_visible()
    page.goto(game)

    page.get_by_role("link", name="Correct").press("Enter")
    page.wait_for_url("**/?sheet=1")
    page.locator("#r0c1").focus()
    write(page, 21)
    page.locator("#reason").focus()
    page.keyboard.type("A one read as a two")
    page.keyboard.press("Enter")
    expect(page.locator("[data-submit]")).to_be_focused()
    with page.expect_navigation():
        page.locator("[data-submit]").press("Enter")
    history = page.locator(".game-history")
    expect(history).to_contain_text("Round 1, Oliver: 12 → 21")
    expect(history).to_contain_text("A one read as a two")


def test_a_whole_game_is_refused_while_it_cannot_be(visit: Visit, game: str) -> None:
    visitor = visit("Dominique")
    page = visitor.page
    page.goto(f"{game.replace('games/1/', 'games/2/')}sheet/")

    page.locator("#r0c0").focus()
    write(page, 5, 12, 31)
    page.keyboard.press("Escape")
    assert focused(page) == "submit"
    with visitor.troubles.expected("422"), page.expect_navigation():
        page.keyboard.press("Enter")

    expect(page.locator("#sheet-state")).to_contain_text("nobody is past 66")
    expect(page.locator("#r0c2")).to_have_value("31")
    assert_accessible(page)


def test_ten_rounds_and_more_find_room_on_a_phone(visit: Visit, game: str) -> None:
    page = visit("Dominique", viewport={"width": 360, "height": 640}).page
    page.goto(f"{game.replace('games/1/', 'games/2/')}sheet/")

    page.locator("#r0c0").focus()
    write(page, *[1] * 30)

    assert focused(page) == "r10c0"
    cell = page.locator("#r10c0")
    expect(cell).to_be_in_viewport()
    assert cell.get_attribute("inputmode") == "numeric"
    expect(cell).to_have_accessible_name("Round 11 Camille")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    # Every round has too few heads: the reasons come above the cell, which stays in sight.
    expect(page.locator("#why-r9")).to_be_visible()
    expect(cell).to_be_in_viewport()


def test_the_pad_is_headed_by_who_is_chosen(visit: Visit, game: str) -> None:
    page = visit("Dominique").page
    page.goto(f"{game.replace('games/1/', 'games/2/')}sheet/")
    page.locator(".sheet-who summary").first.click()

    page.get_by_label("Player 3", exact=True).select_option("guest")
    page.locator("#g2").fill("Zoé")

    expect(page.locator(".sheet-who summary").first).to_contain_text("Camille, Oliver, Zoé")
    expect(page.locator("thead th").nth(3)).to_have_text("Zoé")
    page.get_by_role("button", name="Add a round").click()
    added = page.locator("tbody input").last
    expect(added).to_have_accessible_name(re.compile(r"^Round \d+ Zoé$"))
    expect(added).to_have_value("")
    assert_accessible(page)


def is_beside(page: Page, one: str, other: str) -> bool:
    """Whether the first stands to the right of the other, and covers nothing of it."""
    boxes = [page.locator(selector).bounding_box() for selector in (one, other)]
    right, left = (box for box in boxes if box)
    return right["x"] >= left["x"] + left["width"]
