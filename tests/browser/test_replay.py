"""The replay of a game in a browser: links, keys, the scrubber, by itself, and uploaded records."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser import replayed
from tests.browser.conftest import Visit
from tests.browser.replayed import GAMES
from tests.support.browsing import assert_accessible
from tests.support.records import sample
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

CALM: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
# All regions as text with the cards in them, without what only a reveal leaves.
REGIONS = """() => [...document.querySelectorAll("[data-region]:not(#ways)")].map((region) => {
  const cards = [...region.querySelectorAll("use")].map((use) => use.getAttribute("href"));
  return `${region.id}: ${region.innerText.trim()} ${cards.join(" ")}`;
})"""
# Those with the most parts of their own; `make thorough` goes through the others as well.
STEPPED = {"special", "draft"}
STILL = """() => !document.querySelector("#table[data-revealing]")"""


@pytest.fixture(scope="module")
def games(site: SteadySite) -> dict[str, str]:
    """The addresses of the replays of replayed.py."""
    return site.do(replayed.play_games)


def turn(page: Page) -> str:
    """The position of the address."""
    found = re.search(r"turn=([\d.]+)", page.url)
    return found[1] if found else ""


def keys(page: Page) -> list[str]:
    return (page.locator("#replay").get_attribute("data-keys") or "").split()


def expect_turn(page: Page, key: str) -> None:
    page.wait_for_function("key => location.search === `?turn=${key}`", arg=key)
    page.wait_for_function(STILL)


def assert_like_a_fresh_page(page: Page) -> None:
    here = page.evaluate(REGIONS)
    page.goto(page.url)
    assert here == page.evaluate(REGIONS)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in STEPPED else pytest.mark.thorough) for name in GAMES],
)
def test_steps_lead_to_what_the_address_shows(
    visit: Visit, games: dict[str, str], name: str
) -> None:
    page = visit(**CALM).page
    page.goto(games[name])
    every = keys(page)
    for key in every[1:6]:
        page.keyboard.press("ArrowRight")
        expect_turn(page, key)
    assert_like_a_fresh_page(page)
    page.keyboard.press("End")
    expect_turn(page, every[-1])
    assert_like_a_fresh_page(page)
    for key in every[-2:-5:-1]:
        page.keyboard.press("ArrowLeft")
        expect_turn(page, key)
    assert_like_a_fresh_page(page)


@pytest.mark.parametrize(
    "name",
    [
        "special",
        pytest.param("draft", marks=pytest.mark.thorough),
        pytest.param("cabriole", marks=pytest.mark.thorough),
    ],
)
def test_the_reveal_of_a_turn_leads_to_the_page_of_that_turn(
    visit: Visit, games: dict[str, str], name: str
) -> None:
    page = visit(locale="en-GB").page
    page.goto(games[name])
    every = keys(page)
    start = next(at for at, key in enumerate(every) if key == "1.3")
    page.goto(f"{games[name]}?turn={every[start]}")
    page.locator("#way-next_turn").click()
    expect(page.locator("#table[data-revealing]")).to_have_count(1)
    expect_turn(page, "1.4")
    expect(page.locator(".flying")).to_have_count(0)
    assert_like_a_fresh_page(page)


def test_keys_go_by_turns_and_rounds(visit: Visit, games: dict[str, str]) -> None:
    page = visit(**CALM).page
    page.goto(f"{games['base']}?turn=1.4")
    for pressed, key in (
        ("Shift+ArrowRight", "1.5"),
        ("Shift+ArrowLeft", "1.4"),
        ("PageDown", "2.0"),
        ("PageUp", "1.0"),
        ("Home", "1.0"),
        ("End", "2.10"),
    ):
        page.keyboard.press(pressed)
        page.wait_for_function(
            "key => document.querySelector('#position').value == key",
            arg=str(keys(page).index(key)),
        )
    expect_turn(page, "2.10")


def test_the_scrubber_says_where_it_is(visit: Visit, games: dict[str, str]) -> None:
    page = visit(**CALM).page
    page.goto(games["base"])
    scrubber = page.get_by_label("Position in the game")
    scrubber.fill(str(keys(page).index("2.3")))
    expect_turn(page, "2.3")
    expect(scrubber).to_have_attribute("aria-valuetext", "Round 2, turn 3 of 10")
    expect(page.locator("#status")).to_contain_text("Round 2, turn 3 of 10")


def test_it_plays_by_itself_until_paused(visit: Visit, games: dict[str, str]) -> None:
    page = visit(**CALM).page
    page.goto(games["known cards"])
    every = keys(page)
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_text("Pause")
    page.wait_for_function("key => location.search === `?turn=${key}`", arg=every[2])
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_text("Play")
    page.goto(f"{games['known cards']}?turn={every[-2]}")
    page.locator("#play").click()
    expect_turn(page, every[-1])
    expect(page.locator("#play")).to_have_text("Play")


def test_somebody_in_a_hurry_arrives(visit: Visit, games: dict[str, str]) -> None:
    page = visit(locale="en-GB").page
    page.goto(games["special"])
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect_turn(page, keys(page)[12])
    page.keyboard.press("Escape")
    page.wait_for_function(STILL)
    assert_like_a_fresh_page(page)


def test_without_javascript_links_and_the_scrubber_lead_on(
    visit: Visit, games: dict[str, str]
) -> None:
    page = visit(locale="en-GB", java_script_enabled=False).page
    page.goto(f"{games['base']}?turn=1.4")
    page.locator("#way-next_turn").click()
    assert turn(page) == "1.5"
    page.locator("#way-next_round").click()
    assert turn(page) == "2.0"
    expect(page.locator("#play")).to_be_hidden()
    page.locator("#position").focus()
    page.keyboard.press("End")
    page.locator("#go").click()
    assert turn(page) == "2.10"


# Whether nothing lies over the middle of a part.
IS_ON_TOP = """part => {
    part.scrollIntoView({block: "start"});
    const box = part.getBoundingClientRect();
    const shown = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return part.contains(shown);
}"""


@pytest.mark.parametrize(
    "name",
    [
        "special",
        pytest.param("ten", marks=pytest.mark.thorough),
        pytest.param("draft", marks=pytest.mark.thorough),
    ],
)
def test_the_page_fits_a_phone_and_is_accessible(
    visit: Visit, games: dict[str, str], name: str
) -> None:
    page = visit(viewport={"width": 640, "height": 360}, **CALM).page
    page.goto(f"{games[name]}?turn={'1.0.4' if name == 'draft' else '1.4'}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".open-hand").last.evaluate(IS_ON_TOP)
    assert_accessible(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert_accessible(page)


@pytest.mark.parametrize("name", ["ten", "special"])
def test_however_many_hands_there_are_the_rows_can_be_read(
    visit: Visit, games: dict[str, str], name: str
) -> None:
    page = visit(viewport={"width": 1280, "height": 800}, **CALM).page
    page.goto(f"{games[name]}?turn=1.4")
    card = page.locator(".row .card").first.bounding_box()
    players = page.locator(".players__list").bounding_box()
    assert card
    assert players
    assert card["width"] >= 48
    assert players["y"] + players["height"] <= 800


def test_a_lost_connection_is_said_and_a_later_try_goes_on(
    visit: Visit, games: dict[str, str]
) -> None:
    visitor = visit(**CALM)
    page = visitor.page
    page.route("**/replay/frame/**", lambda route: route.abort())
    page.goto(f"{games['base']}?turn=1.4")
    page.keyboard.press("PageDown")
    expect(page.locator("#notice")).to_contain_text("could not be loaded")
    page.unroute("**/replay/frame/**")
    page.keyboard.press("PageDown")
    expect_turn(page, "2.0")
    expect(page.locator("#notice")).to_be_empty()
    visitor.troubles.found.clear()


# --- Uploads ------------------------------------------------------------------------------


def record_file(data: object) -> FilePayload:
    return {
        "name": "game.json",
        "mimeType": "application/json",
        "buffer": json.dumps(data).encode(),
    }


def test_a_record_is_uploaded_replayed_and_deleted(visit: Visit) -> None:
    visitor = visit("Camille", **CALM)
    page = visitor.page
    page.goto("/tables/past/")
    opener = page.locator("summary", has_text="Replay a game from a file")
    opener.click()
    send = page.get_by_role("button", name="Check it and show the replay")
    with visitor.troubles.expected("status of 422"):
        send.click()
        expect(page.locator("#upload-record .errorlist")).to_be_visible()
    # What is wrong is on the screen, however long the list of games is.
    expect(opener).to_be_focused()
    page.locator("#id_file").set_input_files(record_file(sample("leaflet-0")))
    send.click()
    page.wait_for_url("**/replays/*/")
    page.keyboard.press("ArrowRight")
    expect_turn(page, "1.1")
    expect(page.locator("#status")).to_contain_text("Round 1, turn 1 of 10")
    assert_like_a_fresh_page(page)
    page.get_by_role("link", name="Uploaded records").click()
    expect(page.locator("#own-uploads a")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name=re.compile("^Delete the record")).click()
    expect(page.locator("#own-uploads a")).to_have_count(0)
