"""Nothing moves under a finger: the layout shift of table pages, as browsers measure it (CLS)."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Page, expect

from tests.browser import moving, staged
from tests.browser.conftest import Visit
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

# https://web.dev/articles/cls calls 0.1 good; a table is looked at for an hour.
MOST = 0.02
PHONE, LAPTOP = (360, 640), (1280, 800)
SIZES = [PHONE, LAPTOP]
# All shifts together, also those right after a tap, which the usual figure leaves out.
MEASURE = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    window.shifts.push({ value: shift.value, what: shift.sources.map(({ node, previousRect: old,
        currentRect: now }) => [node?.id || node?.className || node?.nodeName,
        [old.x, old.y, old.width, old.height].join(), [now.x, now.y, now.width, now.height].join()]
        .join(" ")) });
  }
}).observe({ type: "layout-shift", buffered: true });
"""


# What the first card of the hand leads to, by the name of the table.
LEADS_TO = {
    "row": ".offer",
    "row-ten": ".offer",
    "take": ".story__lines [data-step=take]",
    "special": "#question",
    "special-row": ".offer",
    "cabriole": ".story__lines [data-step=jump]",
    "round": ".round-card",
}


def some_of(
    names: Iterable[str], on_a_phone: set[str], on_a_laptop: set[str]
) -> list[ParameterSet]:
    """These on a phone and on a laptop, and in `make thorough` all others."""
    found = []
    for name in names:
        for size, kind, some in ((PHONE, "phone", on_a_phone), (LAPTOP, "laptop", on_a_laptop)):
            marks = () if name in some else pytest.mark.thorough
            found.append(pytest.param(name, size, id=f"{name}-{kind}", marks=marks))
    return found


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, str]:
    """The addresses of the tables of moving.py and staged.py."""
    found: dict[str, str] = {}
    found |= site.do(moving.stage_tables, len(SIZES))
    found |= site.do(staged.stage_tables)
    return found


def look(visit: Visit, address: str, size: tuple[int, int], **wishes: Any) -> Page:
    width, height = size
    viewport = {"width": width, "height": height}
    page = visit("Camille", locale="fr-FR", viewport=viewport, **wishes).page
    page.add_init_script(MEASURE)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    return page


def assert_little_moved(page: Page) -> None:
    page.wait_for_timeout(200)  # shifts are told after the frame in which they were seen
    shifts = page.evaluate("window.shifts")
    assert sum(shift["value"] for shift in shifts) < MOST, json.dumps(shifts, indent=1)


@pytest.mark.parametrize(
    ("name", "size"),
    some_of(
        ["deck-bulls", "ten", "draft-ten", "special-five-rows", "elimination-out", "end"],
        on_a_phone={"ten", "draft-ten", "special-five-rows", "end"},
        on_a_laptop={"ten"},
    ),
)
def test_nothing_moves_while_a_table_is_loaded(
    visit: Visit, tables: dict[str, str], name: str, size: tuple[int, int]
) -> None:
    assert_little_moved(look(visit, tables[name], size))


@pytest.mark.parametrize(
    ("name", "size"),
    some_of(
        LEADS_TO,
        on_a_phone={"row-ten", "take", "special", "cabriole", "round"},
        on_a_laptop={"row"},
    ),
)
def test_nothing_moves_while_cards_land(
    visit: Visit, tables: dict[str, str], name: str, size: tuple[int, int]
) -> None:
    then = LEADS_TO[name]
    page = look(visit, tables[f"{name} {SIZES.index(size)}"], size)
    page.locator("#hand .hand__card").first.click()
    expect(page.locator(then)).not_to_have_count(0)
    expect(page.locator("#table[data-revealing]")).to_have_count(0)
    assert_little_moved(page)
