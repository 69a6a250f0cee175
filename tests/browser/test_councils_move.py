"""With motion: what a council changes on the table leads to the table that the server pushed."""

import json

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import Player
from games.rules.actions import Action, ChooseCard, Propose, Ready
from games.rules.cards import OxKind
from games.rules.options import Options, Variant
from games.rules.ox_state import OxState
from games.rules.state import Row
from games.table import store
from tests.browser.conftest import Visit
from tests.browser.test_reveals_move import NOTE_BOARDS
from tests.rules.builders import position
from tests.support.site import SteadySite
from tests.support.special_tables import put
from tests.support.tables import act, start_table

pytestmark = [pytest.mark.browser, pytest.mark.hasty]

OX = Options(variant=Variant.OX)
ROWS = (Row((12, 14, 15, 21, 26)), Row((37,)), Row((43,)), Row((58,)))
# What Oliver proposes at each table; Camille has 30, he 44, the ox 33.
PROPOSALS = {
    "seven": Propose(1, OxKind.SEVEN_TAKES, row=0),
    "stop": Propose(1, OxKind.STOP, row=3),
    "shift": Propose(1, OxKind.SHIFT, card=12, row=1),
}


def stage_tables() -> dict[str, tuple[int, str]]:
    camille, oliver = (Player.objects.get(name=name) for name in ("Camille", "Oliver"))
    found = {}
    for name, proposal in PROPOSALS.items():
        game = position(ROWS, ((30, 1, 2), (44, 3, 4)), options=OX)
        beast = OxState((33, 99, 98), (), (proposal.kind, OxKind.SORT))
        table = start_table(camille, oliver, options=OX)
        put(table, game.with_round(game.round._replace(ox=beast)))
        oliver_does(table.pk, ChooseCard(1, 44))
        found[name] = table.pk, table.get_absolute_url()
    return found


def oliver_does(table_id: int, action: Action) -> None:
    act(table_id, action, store.fresh(table_id).version, timezone.now())


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, tuple[int, str]]:
    found: dict[str, tuple[int, str]] = site.do(stage_tables)
    return found


# What the council asks and is hidden by the edge of the window or by something else, by its words.
NOT_SEEN = """() => [...document.querySelectorAll("#council :is(p, .button, select)")]
    .filter((part) => {
        const box = part.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.bottom - 4];
        return !part.contains(document.elementFromPoint(x, y)) || box.bottom > innerHeight;
    }).map((part) => part.textContent)"""
LINES = """part => Math.round(part.getBoundingClientRect().height
    / parseFloat(getComputedStyle(part).lineHeight))"""


def assert_the_reveal_led_to_the_page(page: Page) -> None:
    expect(page.locator("#table[data-revealing]")).to_have_count(0)
    left, pushed, is_bent = json.loads(page.locator("html").get_attribute("data-boards") or "")
    assert left == pushed
    assert not is_bent


# A stopped and a shifted row move as with special cards: test_reveals_move.py.
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == "seven" else pytest.mark.thorough)
        for name in PROPOSALS
    ],
)
def test_what_the_team_plays_moves_on_the_table(
    visit: Visit, site: SteadySite, tables: dict[str, tuple[int, str]], name: str
) -> None:
    table_id, address = tables[name]
    page = visit("Camille", locale="en-GB").page
    page.add_init_script(NOTE_BOARDS)
    page.goto(address)
    page.locator("#card-30").click()
    expect(page.locator("#council")).to_be_visible()
    site.do(oliver_does, table_id, PROPOSALS[name])
    page.locator("[form='do-agree']").click()
    expect(page.locator("#story")).to_contain_text("The team plays")
    expect(page.locator("[form='do-ready']")).to_be_visible()
    assert_the_reveal_led_to_the_page(page)
    site.do(oliver_does, table_id, Ready(1))
    page.locator("[form='do-ready']").click()
    expect(page.locator("#status")).to_contain_text("turn 2 of 10")
    assert_the_reveal_led_to_the_page(page)


@pytest.mark.parametrize("locale", ["fr-FR", pytest.param("en-GB", marks=pytest.mark.thorough)])
def test_a_lying_phone_shows_all_that_the_council_asks(
    visit: Visit, site: SteadySite, locale: str
) -> None:
    table_id, address = site.do(stage_tables)["seven"]
    page = visit("Camille", locale=locale, viewport={"width": 640, "height": 360}).page
    page.goto(address)
    page.locator("#card-30").click()
    place = page.locator("[form='do-ready']")
    expect(place).to_be_visible()
    assert page.evaluate(NOT_SEEN) == []
    # What the turn brings is one line below the word on the button.
    assert place.locator("small").evaluate(LINES) == 1
    site.do(oliver_does, table_id, PROPOSALS["seven"])
    expect(page.locator("[form='do-agree']")).to_be_visible()
    assert page.evaluate(NOT_SEEN) == []
