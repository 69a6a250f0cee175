"""What is said at a table is seen whole, however long it is."""

import pytest
from playwright.sync_api import Page

from tests.browser import crowded
from tests.browser.conftest import Visit
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

PHONE, LOW, LAPTOP = (360, 640), (640, 360), (1280, 800)
AWAITED = "On attend Oliver Wright, Camille Dubois et Amelia Clarke."
TAKE = (
    "Camille Dubois joue le 29, sixième carte de la rangée 1, et ramasse 13 15 21 27 28, "
    "soit 6 têtes de bœuf."
)
# Takes as they are told: numbers as chips, names in bold.
TOLD = {
    "deck-bulls": "Camille Dubois joue le #3, trop faible, et ramasse la rangée 1 : "
    "#13 #15 #21 #27 #28, soit 6 têtes de bœuf.",
    "special-asks": "Camille Dubois joue le #3, trop faible, et ramasse avec lui la rangée 1 : "
    "#13 #15 #21 #27 #28, soit 7 têtes de bœuf. La rangée disparaît.",
}
TELL = """(sentence, told) => {
    document.getElementById("table").dataset.revealing = "";
    sentence.innerHTML = told.replace(/#(\\d+)/g, "<b class='chip chip--1'>$1</b>");
}"""
SAY = "(sentence, words) => sentence.textContent = words"
IS_CUT = "part => part.scrollHeight > part.clientHeight + 1"
# Numbers among the seen cards that are wider than their place.
CUT_NUMBERS = """() => [...document.querySelectorAll(".seen__cards .chip")]
    .filter((chip) => chip.scrollWidth > chip.offsetWidth).map((chip) => chip.textContent)"""


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, str]:
    """The addresses of the tables of crowded.py."""
    return site.do(crowded.stage_tables)


@pytest.fixture
def page(visit: Visit) -> Page:
    """Camille's, without motion."""
    return visit("Camille", locale="fr-FR", reduced_motion="reduce").page


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def test_the_status_holds_three_names_and_a_take(page: Page, tables: dict[str, str]) -> None:
    page.goto(tables["deck-bulls"])
    status, sentence = page.locator("#status"), page.locator(".status__sentence")
    for size in (PHONE, LOW, LAPTOP):
        resize(page, size)
        sentence.evaluate(SAY, AWAITED)
        assert not status.evaluate(IS_CUT), size
    resize(page, LOW)
    sentence.evaluate(SAY, TAKE)
    page.locator("#table").evaluate("table => table.dataset.revealing = ''")
    assert not status.evaluate(IS_CUT)
    skip, told = page.locator("#skip").bounding_box(), status.bounding_box()
    assert skip
    assert told
    assert told["y"] + told["height"] <= skip["y"]
    assert skip["y"] + skip["height"] <= LOW[1]


@pytest.mark.parametrize("name", TOLD)
def test_a_take_is_told_in_full_on_a_phone(page: Page, tables: dict[str, str], name: str) -> None:
    resize(page, PHONE)
    page.goto(tables[name])
    page.locator(".status__sentence").evaluate(TELL, TOLD[name])
    assert page.locator("#status .chip").count() == 6
    assert not page.locator("#status").evaluate(IS_CUT)


def test_an_answer_of_three_lines_covers_no_cost_on_a_phone(
    page: Page, tables: dict[str, str]
) -> None:
    resize(page, PHONE)
    page.goto(tables["special-asks"])
    page.locator(".special[data-kind=replace]").first.click()
    page.locator(".hand__card.light").nth(2).click()
    answer = page.locator(".play.is-aimed").bounding_box()
    cost = page.locator(".hand__card.light .light__cost").first.bounding_box()
    assert answer
    assert cost
    assert answer["y"] + answer["height"] <= cost["y"] + 1


def test_no_number_of_the_seen_cards_is_cut_in_a_low_window(
    page: Page, tables: dict[str, str]
) -> None:
    resize(page, LOW)
    page.goto(tables["special-five-rows"])
    page.keyboard.press("g")
    page.locator("#seen").wait_for()
    assert page.evaluate(CUT_NUMBERS) == []


def test_a_score_pad_of_ten_is_as_wide_as_the_side(page: Page, tables: dict[str, str]) -> None:
    resize(page, LAPTOP)
    page.goto(tables["ten"])
    assert page.locator("#pad .scroll").evaluate("pad => pad.scrollWidth <= pad.clientWidth")


def test_a_shared_first_place_and_the_third_share_the_width(
    page: Page, tables: dict[str, str]
) -> None:
    page.goto(tables["end-elimination"])
    page.locator(".result__step--2").evaluate("step => step.remove()")
    for size in (PHONE, LOW, LAPTOP):
        resize(page, size)
        first, third = [page.locator(f".result__step--{rank}").bounding_box() for rank in (1, 3)]
        assert first
        assert third
        assert first["x"] + first["width"] <= third["x"] + 1, size
        assert abs(first["y"] + first["height"] - third["y"] - third["height"]) < 2, size
