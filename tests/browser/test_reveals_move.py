"""With motion: what moves on the table in a reveal leads to the table that the server pushed."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.asked import SPECIALS
from tests.browser.conftest import Visit
from tests.browser.test_phone import PHONE, open_table, play_until_a_row_is_asked
from tests.support.site import Site

pytestmark = pytest.mark.browser

# A card that moves as another of SPECIALS does, from other rows.
REPEATED = {"shift too many", "shift with five rows"}
# Notes the rows with what lies there, as the reveal left them and as they are on the pushed page,
# and whether a row of the reveal was bent by a place too many.
NOTE_BOARDS = """
const names = (row, selector) =>
  [...row.querySelectorAll(selector)].map((use) => use.getAttribute("href").split("#")[1]);
const rows = (board) => [...board.querySelectorAll(".row")].map((row) => [
  row.querySelector(".row__number").textContent.trim(),
  ["is-stopped", "holds-six"].filter((name) => row.matches(`.${name}`)),
  names(row, ".row__marks use"),
  row.querySelectorAll(".place").length,
  ...names(row, ".place use"),
  row.querySelector(".sixth b").textContent,
]);
const isBent = (board) => [...board.querySelectorAll(".row")].some((row) =>
  row.querySelector(".sixth").offsetTop !== row.querySelector(".place").offsetTop);
const replaceWith = Element.prototype.replaceWith;
Element.prototype.replaceWith = function (fresh) {
  if (this.id === "board") {
    document.documentElement.dataset.boards = JSON.stringify(
      [rows(this), rows(fresh), isBent(this)]);
  }
  return replaceWith.call(this, fresh);
};
"""


@pytest.fixture(scope="module")
def tables(site: Site) -> dict[str, str]:
    """The addresses of the tables of asked.py."""
    found: dict[str, str] = json.loads(site.run("-m", "tests.browser.asked"))
    return found


def assert_the_reveal_leads_to_the_page(page: Page) -> None:
    expect(page.locator("#table[data-revealing]")).to_have_count(1)
    expect(page.locator("#table[data-revealing]")).to_have_count(0)
    left, pushed, is_bent = json.loads(page.locator("html").get_attribute("data-boards") or "")
    assert left == pushed
    assert not is_bent
    expect(page.locator(".flying")).to_have_count(0)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.thorough if name in REPEATED else ())
        for name in SPECIALS
    ],
)
def test_a_special_card_moves_what_it_says(visit: Visit, tables: dict[str, str], name: str) -> None:
    page = visit("Camille", locale="en-GB").page
    page.add_init_script(NOTE_BOARDS)
    page.goto(tables[name])
    page.locator(".special.is-offered").click()
    # A card and a row at most.
    for _target in range(2):
        if not page.locator(".play.is-aimed").count():
            page.locator(".light:not(.light--back)").first.click()
    page.locator(".play.is-aimed").click()
    assert_the_reveal_leads_to_the_page(page)


def test_cabriole_jumps_and_makes_take_again(visit: Visit, tables: dict[str, str]) -> None:
    page = visit("Camille", locale="en-GB").page
    page.add_init_script(NOTE_BOARDS)
    page.goto(tables["cabriole"])
    expect(page.locator("#status")).to_contain_text("Your turn.")
    page.locator("#card-15").click()
    assert_the_reveal_leads_to_the_page(page)
    expect(page.locator("#story [data-step=sweep]")).to_have_count(1)


def test_the_second_tap_of_two_chooses_nothing(visit: Visit) -> None:
    """Against bots a choice is revealed at once."""
    page = visit("Camille", locale="en-GB").page
    open_table(page, bots=3)
    page.locator("#hand .hand__card").nth(4).dblclick()
    expect(page.locator("#table[data-revealing]")).to_have_count(1)
    expect(page.locator("#hand [aria-pressed=true]:visible")).to_have_count(0)
    expect(page.locator("#table[data-revealing]")).to_have_count(0, timeout=20_000)
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(0)
    expect(page.locator("#notice")).to_be_empty()
    expect(page.locator("#story")).to_have_attribute("data-key", "1.1")


def test_without_motion_the_second_tap_of_two_chooses_nothing_either(visit: Visit) -> None:
    page = visit("Camille", locale="en-GB", reduced_motion="reduce").page
    open_table(page, bots=3)
    page.locator("#hand .hand__card").nth(4).dblclick(delay=60)
    expect(page.locator("#hand .hand__card")).to_have_count(9)
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(0)
    expect(page.locator("#notice")).to_be_empty()
    expect(page.locator("#story")).to_have_attribute("data-key", "1.1")


def test_the_next_card_can_be_chosen_while_this_one_is_shown(visit: Visit) -> None:
    page = visit("Camille", locale="en-GB").page
    open_table(page, bots=3)
    # The highest card: it asks for no row.
    page.locator("#hand .hand__card").nth(9).click()
    expect(page.locator("#table[data-choosing]")).to_have_count(1)
    expect(page.locator("#table[data-revealing] .hand__card:visible")).to_have_count(9)
    page.locator("#hand .hand__card").nth(8).click()
    assert page.locator("#table[data-revealing]").count() == 1
    expect(page.locator("#hand .hand__card").nth(8)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#story")).to_have_attribute("data-key", "1.2", timeout=30_000)


@pytest.mark.parametrize("where", ["#skip", "#board"])
def test_a_reveal_is_skipped_by_its_button_and_by_a_tap_on_the_rows(
    visit: Visit, where: str
) -> None:
    page = visit("Camille", locale="en-GB").page
    open_table(page, bots=9)
    page.locator("#hand .hand__card").nth(9).click()
    expect(page.locator("#table[data-revealing]")).to_have_count(1)
    page.locator(where).click()
    assert page.locator("#table[data-revealing]").count() == 0
    expect(page.locator(where if where == "#board" else "#prompt")).to_be_visible()


def test_a_tap_elsewhere_leaves_the_reveal_alone(visit: Visit) -> None:
    page = visit("Camille", locale="en-GB").page
    open_table(page, bots=9)
    page.locator("#hand .hand__card").nth(9).click()
    expect(page.locator("#table[data-revealing]")).to_have_count(1)
    page.locator("#players").click(position={"x": 3, "y": 3})
    page.keyboard.press("Shift")
    assert page.locator("#table[data-revealing]").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#table[data-revealing]").count() == 0


def test_a_row_on_the_cloth_is_taken_by_the_second_tap(visit: Visit) -> None:
    page = visit("Camille", **PHONE).page
    open_table(page, bots=3)
    play_until_a_row_is_asked(page)
    page.wait_for_timeout(400)  # what comes under the finger is not tapped at once
    row = page.locator("#board .row").nth(1)
    row.tap()
    expect(page.locator("#board .row.is-aimed")).to_have_count(1)
    expect(page.locator(".offer")).to_have_count(4)
    row.tap()
    expect(page.locator(".offer")).to_have_count(0)
