"""The standings in a browser: on a phone, by keyboard, and while results come in."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.league import make_league, win
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "locale": "en"}


@pytest.fixture(scope="module")
def season(site: SteadySite) -> str:
    """The address of a season with three evenings."""
    return site.do(make_league)


def sideways(page: Page) -> int:
    """By how much a page is wider than its window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return width


def expect_columns(page: Page, names: str) -> None:
    columns = [re.compile(f"col-{name}") for name in names.split()]
    expect(page.locator("thead th:visible")).to_have_class(columns)


def test_a_phone_shows_place_change_name_and_figure_and_the_rest_on_demand(
    visit: Visit, season: str
) -> None:
    page = visit(**PHONE).page
    page.goto(season)
    expect_columns(page, "place move name figure")
    page.locator("[value=figures]").check()
    expect_columns(page, "place name share wins games")
    page.locator("[value=form]").check()
    expect_columns(page, "place name form")
    assert sideways(page) <= 0
    page.set_viewport_size({"width": 1024, "height": 768})
    expect_columns(page, "place move name figure share wins games form")


def test_a_table_shows_the_columns_that_its_own_box_has_room_for(visit: Visit, season: str) -> None:
    page = visit(viewport={"width": 1280, "height": 800}).page
    page.goto(season)
    expect_columns(page, "place move name figure share wins games form")
    page.locator(".standings-live").evaluate("box => { box.style.inlineSize = '20rem'; }")
    expect_columns(page, "place move name figure")
    expect(page.locator(".columns-choice")).to_be_visible()


def test_a_large_screen_has_the_table_and_what_explains_it_side_by_side(
    visit: Visit, season: str
) -> None:
    page = visit(viewport={"width": 2560, "height": 1440}).page
    page.goto(season)
    table = page.locator(".standings").bounding_box()
    beside = page.locator(".standings-beside").bounding_box()
    assert table
    assert beside
    assert table["x"] + table["width"] < beside["x"]
    assert beside["x"] + beside["width"] - table["x"] > 0.85 * 2560
    # Lines of at most 62 figures, each about 13 px wide at this size of letters.
    widths = page.locator(".standings-beside p").evaluate_all("all => all.map(p => p.clientWidth)")
    assert max(widths) < 62 * 13


def test_a_line_opens_the_games_it_comes_from(visit: Visit, season: str) -> None:
    page = visit(**PHONE).page
    page.goto(season)
    row = page.locator("tr[data-place='1']").first
    name = row.locator("th a").inner_text()
    # Anywhere on the line, also on the figure.
    row.locator(".col-figure").click(force=True)
    expect(page.locator("h1")).to_have_text(f"Story of {name}")
    assert sideways(page) <= 0


def test_only_what_belongs_to_the_chosen_way_to_win_is_asked(visit: Visit) -> None:
    page = visit("Dominique").page
    page.goto("/leagues/new/")
    page.locator("summary", has_text="The rules of the season").click()
    expect(page.locator("[name=best_of]")).to_be_hidden()
    page.get_by_text("Best games", exact=True).click()
    expect(page.locator("[name=best_of]")).to_be_visible()
    page.get_by_text("Your own mix of points", exact=True).click()
    expect(page.locator("[name=best_of]")).to_be_hidden()
    expect(page.locator("[name=weight_heads]")).to_be_visible()


def test_an_example_follows_each_rule_as_it_is_chosen(visit: Visit) -> None:
    page = visit("Dominique", **PHONE).page
    page.goto("/leagues/new/")
    page.locator("summary", has_text="The rules of the season").click()
    example = page.locator("#rules-example tbody tr:nth-child(odd)")
    # A screen reader hears what changes in an element that stays.
    heard = page.locator("#rules-example[aria-live]").element_handle()
    usual = [("1", "Anna"), ("2", "Bruno"), ("–", "Chloé")]
    expect(example).to_have_text([re.compile(rf"{place}\s+{name}") for place, name in usual])
    page.get_by_text("Points for places", exact=True).click()
    expect(example).to_have_text([re.compile("Bruno"), re.compile("Anna"), re.compile("Chloé")])
    page.locator("[name=placement]").fill("9 9 9 9")
    expect(example.first).to_contain_text("Anna")
    expect(page.locator("[name=placement]")).to_be_focused()
    assert heard.evaluate("each => each.isConnected")
    assert sideways(page) <= 0


# Of several games in a row each may be told: the last ones move nobody.
NOTE_WHAT_IS_SAID = """() => {
  window.said = [];
  window.risen = [];
  const moved = document.getElementById("moved");
  new MutationObserver(() => {
    said.push(moved.textContent);
    for (const row of document.querySelectorAll(".has-risen th")) risen.push(row.textContent);
  }).observe(moved, { childList: true });
}"""


def test_standings_move_by_themselves_and_leave_the_focus_where_it_is(
    visit: Visit, season: str, site: SteadySite
) -> None:
    page = visit("Camille").page
    page.goto(season)
    first = page.locator("#standings tbody tr").first
    expect(first).not_to_contain_text("Bob")
    own = page.locator("tr.is-me th a")
    own.focus()
    page.evaluate(NOTE_WHAT_IS_SAID)
    site.do(win, "Bob")
    expect(first).to_contain_text("Bob")
    page.wait_for_function("said.some((text) => text.includes('Bob: place 1.'))")
    assert page.evaluate("risen.some((name) => name.includes('Bob'))")
    expect(own).to_be_focused()
    place = page.locator("tr.is-me").get_attribute("data-place")
    expect(page.locator(".own__place")).to_have_text(str(place))


def test_without_scripts_everything_is_there(visit: Visit, season: str) -> None:
    page = visit(java_script_enabled=False).page
    page.goto(season)
    page.locator("select[name=session]").select_option("1")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("caption")).to_contain_text("After session 1")
