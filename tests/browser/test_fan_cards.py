"""The fan cards at the table: a turn of each on a phone in French, and on a laptop in English."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Player
from games.rules.cards import FanFace
from games.rules.held_cards import FlipCards
from games.rules.options import Options
from games.rules.state import GameState, Row
from tests.browser.conftest import Visit
from tests.browser.moving import table_at
from tests.browser.test_reveals_move import NOTE_BOARDS
from tests.factories import PlayerFactory
from tests.rules.builders import position
from tests.support.browsing import assert_accessible
from tests.support.site import SteadySite

pytestmark = [pytest.mark.browser, pytest.mark.hasty]

PHONE = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "locale": "fr-FR",
    "reduced_motion": "reduce",
}
LAPTOP = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
# The card that Camille plays, what is told of it, what lies at which row, and where hers lies.
TURNS = {
    "even_odd": (19, "The Even/Odd card lies at row 1: only odd numbers.", "odd", 1),
    "mountain": (51, "The Mountain goes to row 3, which descends from now on.", "up", 3),
    "flip": (64, "Camille plays 46 (64 flipped), after 45 in row 3.", "", 3),
}
# What a card of the hand shows over its number.
SHOWN = """(number) =>
    getComputedStyle(document.getElementById(`card-${number}`), "::after").content"""
TOLD_IN_FRENCH = {
    "even_odd": "La carte Pair/Impair est à la rangée 1 : seulement des nombres impairs.",
    "mountain": "La Montagne passe à la rangée 3, qui descend désormais.",
    "flip": "Camille joue le 46 (64 retourné), après le 45 dans la rangée 3.",
}


def games() -> Iterator[tuple[str, GameState]]:
    """By option; everybody but Camille has chosen the first of two cards."""
    rows = (Row((9, 12, 13, 15, 17)), Row((24,), fan=FanFace.EVEN), Row((43,)), Row((58,)))
    hands = ((19, 33, 104), (26, 101), (60, 102))
    yield "even_odd", position(rows, hands, options=Options(even_odd=True))
    rows = (Row((12,)), Row((37,)), Row((43, 45, 46, 47, 48)), Row((70, 65), fan=FanFace.UP))
    hands = ((51, 55, 104), (66, 101), (20, 102))
    yield "mountain", position(rows, hands, options=Options(mountain=True))
    rows = (Row((12,)), Row((37,)), Row((43,)), Row((58,)))
    hands = ((33, 64, 104), (45, 101), (47, 102))
    flip = position(rows, hands, options=Options(flip=True))
    flips = FlipCards((None,) * 3, (False,) * 3)
    yield "flip", flip.with_round(flip.round._replace(flips=flips))


def stage_tables() -> dict[str, str]:
    """Two of each: one to play on the phone, one on the laptop."""
    camille = Player.objects.get(name="Camille")
    players = [camille, *PlayerFactory.create_batch(2)]
    return {
        f"{name} {copy}": table_at(players, game).get_absolute_url()
        for name, game in games()
        for copy in range(2)
    }


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, str]:
    found: dict[str, str] = site.do(stage_tables)
    return found


def play(page: Page, option: str) -> None:
    card = TURNS[option][0]
    if option == "flip":
        assert page.evaluate(SHOWN, "64") == "none"
        page.locator("#flip").check()
        assert page.evaluate(SHOWN, "64") == '"46"'
        assert page.evaluate(SHOWN, "104") == "none"
    page.locator(f"#card-{card}").click()


def assert_lies(page: Page, option: str) -> None:
    card, _told, shows, row = TURNS[option]
    line = page.locator(f".row:nth-child({row})")
    expect(line.locator(f"use[href$='#c{card}']")).to_have_count(1)
    if shows:
        expect(page.locator(".row__marks use")).to_have_count(1)
        expect(line.locator(f".row__marks use[href$='#{shows}']")).to_have_count(1)


@pytest.mark.parametrize("option", TURNS)
def test_a_turn_on_a_phone_in_french(visit: Visit, tables: dict[str, str], option: str) -> None:
    page = visit("Camille", **PHONE).page
    page.goto(tables[f"{option} 0"])
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert_accessible(page)

    play(page, option)

    expect(page.locator("#story")).to_contain_text(TOLD_IN_FRENCH[option])
    assert_lies(page, option)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    if option == "flip":
        expect(page.locator(".row .is-flipped")).to_have_attribute(
            "aria-label", "46\N{NO-BREAK SPACE}: la carte 64, 1 tête de bœuf, retournée"
        )
        expect(page.locator("#flip")).to_have_count(0)


@pytest.mark.parametrize("option", TURNS)
def test_the_reveal_on_a_laptop_leads_to_the_page_that_is_pushed(
    visit: Visit, tables: dict[str, str], option: str
) -> None:
    page = visit("Camille", **LAPTOP).page
    page.add_init_script(NOTE_BOARDS)
    page.goto(tables[f"{option} 1"])

    play(page, option)

    expect(page.locator("#table[data-revealing]")).to_have_count(1)
    expect(page.locator("#table[data-revealing]")).to_have_count(0)
    left, pushed, is_bent = json.loads(page.locator("html").get_attribute("data-boards") or "")
    assert left == pushed
    assert not is_bent
    expect(page.locator("#story")).to_contain_text(TURNS[option][1])
    assert_lies(page, option)
