"""Two players write to each other on phones, one hides the other; keys and cards stay apart."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.duel import open_duel
from tests.support.browsing import assert_accessible
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
    "locale": "en-GB",
}
# Faster than the first answer can come.
REACT_AND_SEND_TWICE = """() => {
    document.querySelector("#talk [value=ouch]").click();
    const send = document.querySelector("#talk-form [type=submit]:not([name])");
    send.click();
    send.click();
}"""
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}


def write(page: Page, text: str) -> None:
    page.locator("#talk-text").fill(text)
    page.locator("#talk-text").press("Enter")
    expect(page.locator("#talk-text")).to_have_value("")


def test_two_players_talk_on_phones_and_one_hides_the_other(visit: Visit, site: SteadySite) -> None:
    address = site.do(open_duel)
    camille, oliver = visit("Camille", **PHONE).page, visit("Oliver", **PHONE).page
    for page in (camille, oliver):
        page.goto(address)
        expect(page.locator("#hand button")).to_have_count(10)
        expect(page.locator("#talk")).to_be_hidden()
    camille.locator("#talk-open").tap()
    write(camille, "Good game?")
    expect(camille.locator("#talk-list")).to_contain_text("Good game?")

    # Nothing opens by itself: a number at the button says that there is something.
    expect(oliver.locator("#talk-count")).to_have_text("1")
    expect(oliver.locator("#talk")).to_be_hidden()
    assert oliver.evaluate("document.activeElement === document.body")
    badge, button = [
        oliver.locator(selector).bounding_box() for selector in ("#talk-count", "#talk-open")
    ]
    assert badge
    assert button
    assert badge["y"] >= button["y"]
    assert badge["y"] + badge["height"] <= button["y"] + button["height"]
    oliver.locator("#talk-open").tap()
    expect(oliver.locator("#talk-list")).to_contain_text("Good game?")
    expect(oliver.locator("#talk-count")).to_have_text("")
    assert_accessible(oliver)

    oliver.locator(".said__more").tap()
    oliver.locator("#talk-options [value=mute]").tap()
    expect(oliver.locator("#talk-hidden")).to_contain_text("Hidden messages from Camille: 1")
    write(camille, "Are you there?")
    expect(oliver.locator("#talk-hidden")).to_contain_text("Hidden messages from Camille: 2")
    expect(oliver.locator("#talk-list")).not_to_contain_text("there?")
    oliver.locator("#talk-hidden button").tap()
    expect(oliver.locator("#talk-list")).to_contain_text("Are you there?")

    oliver.locator("#talk-text").press("Escape")
    expect(oliver.locator("#talk")).to_be_hidden()
    expect(oliver.locator("#talk-open")).to_be_focused()


def test_a_reaction_is_shown_at_its_player_and_moves_nothing(
    visit: Visit, site: SteadySite
) -> None:
    address = site.do(open_duel)
    camille, oliver = visit("Camille", **PHONE).page, visit("Oliver", **PHONE).page
    for page in (camille, oliver):
        page.goto(address)
        expect(page.locator("#hand button")).to_have_count(10)
    camille.locator("#talk-open").tap()
    places = "() => [...document.querySelectorAll('.player')].map((box) => box.offsetTop)"
    before = oliver.evaluate(places)
    camille.locator("#talk [value=bravo]").tap()
    bubble = oliver.locator(".bubble")
    expect(bubble).to_have_text("Well played")
    expect(bubble.locator("svg")).to_be_visible()
    box, player = bubble.bounding_box(), oliver.locator(".player").first.bounding_box()
    assert box
    assert player
    assert abs(box["y"] - player["y"]) < 2
    assert oliver.evaluate(places) == before
    assert oliver.evaluate("document.documentElement.scrollWidth") == 360
    expect(oliver.locator("#talk-count")).to_have_text("")
    expect(bubble).to_have_count(0)


def test_what_is_typed_on_a_laptop_plays_no_card(visit: Visit, site: SteadySite) -> None:
    page = visit("Camille", **LAPTOP).page
    page.goto(site.do(open_duel))
    page.locator("#talk-text").press_sequentially("1 2 ?")
    expect(page.locator("#talk-text")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#talk-list")).to_contain_text("1 2 ?")
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(0)
    assert_accessible(page)


def test_a_device_can_hide_the_chat(visit: Visit, site: SteadySite) -> None:
    address = site.do(open_duel)
    page, oliver = visit("Camille", **LAPTOP).page, visit("Oliver", **LAPTOP).page
    for each in (page, oliver):
        each.goto(address)
        expect(each.locator("#hand button")).to_have_count(10)
    page.get_by_role("button", name="Hide the chat").click()
    expect(page.locator("#talk-text")).to_be_hidden()
    oliver.locator("#talk [value=ouch]").click()
    write(oliver, "Hello")
    page.reload()
    expect(page.locator("#talk-text")).to_be_hidden()
    page.get_by_role("button", name="Show the chat").click()
    expect(page.locator("#talk-list")).to_contain_text("Hello")


def test_a_message_is_sent_once_also_right_after_a_reaction(visit: Visit, site: SteadySite) -> None:
    page = visit("Camille", **LAPTOP).page
    page.goto(site.do(open_duel))
    expect(page.locator("#hand button")).to_have_count(10)
    page.locator("#talk-text").fill("Hello")
    page.evaluate(REACT_AND_SEND_TWICE)
    expect(page.locator("#talk-text")).to_have_value("")
    expect(page.locator("#talk-list .said")).to_have_count(2)


def test_a_message_without_an_answer_stays_typed_and_is_told(
    visit: Visit, site: SteadySite
) -> None:
    visitor = visit("Camille", **PHONE)
    page = visitor.page
    page.goto(site.do(open_duel))
    page.locator("#talk-open").tap()
    page.route("**/say/", lambda route: route.abort())
    page.locator("#talk-text").fill("Hello")
    with visitor.troubles.expected("ERR_FAILED|htmx:sendError"):
        page.locator("#talk-text").press("Enter")
        expect(page.locator("#notice")).to_contain_text("No answer: the connection was lost.")
    notice, talk = page.locator("#notice").bounding_box(), page.locator("#talk").bounding_box()
    assert notice
    assert talk
    assert notice["y"] + notice["height"] <= talk["y"]
    expect(page.locator("#talk-text")).to_have_value("Hello")
    page.unroute("**/say/")
    write(page, "Hello")
    expect(page.locator("#talk-list .said")).to_have_count(1)


def test_what_comes_is_in_sight_unless_somebody_reads_what_was_said_before(
    visit: Visit, site: SteadySite
) -> None:
    page = visit("Camille", **LAPTOP).page
    page.goto(site.do(open_duel))
    expect(page.locator("#hand button")).to_have_count(10)
    write(page, "First")
    first = page.locator("#talk-list .said").first
    tops = [
        box["y"] for box in (first.bounding_box(), page.locator("#talk-log").bounding_box()) if box
    ]
    assert abs(tops[0] - tops[1]) < 8
    for number in range(3):
        write(page, f"Message {number}")
        expect(page.locator("#talk-list .said")).to_have_count(number + 2)
    expect(page.locator("#talk-list .said").last).to_be_in_viewport(ratio=1)
    expect(first).not_to_be_in_viewport()
    first.scroll_into_view_if_needed()
    write(page, "At last")
    expect(page.locator("#talk-list .said")).to_have_count(5)
    expect(page.locator("#talk-list .said").last).not_to_be_in_viewport()


def test_the_host_turns_the_chat_off_and_who_is_typing_plays_no_card(
    visit: Visit, site: SteadySite
) -> None:
    address = site.do(open_duel)
    camille, oliver = visit("Camille", **LAPTOP).page, visit("Oliver", **LAPTOP).page
    for each in (camille, oliver):
        each.goto(address)
        expect(each.locator("#talk-text")).to_be_visible()
    oliver.locator("#talk-text").press_sequentially("See you at ")
    camille.locator("#talk-turn-off").click()
    expect(oliver.locator("#talk-text")).to_be_hidden()
    expect(oliver.locator("#talk-off")).to_be_visible()
    oliver.keyboard.type("5")
    oliver.keyboard.press("Enter")
    expect(oliver.locator("#talk-log")).to_be_focused()
    expect(oliver.locator("#hand [aria-pressed=true]")).to_have_count(0)
    camille.locator("#talk-turn-on").click()
    expect(oliver.locator("#talk-text")).to_be_visible()


def test_it_works_without_javascript(visit: Visit, site: SteadySite) -> None:
    page = visit("Camille", **PHONE | {"java_script_enabled": False}).page
    page.goto(site.do(open_duel))
    page.locator("#talk-text").fill("By hand")
    page.locator("#talk-text").press("Enter")
    expect(page.locator("#talk-list")).to_contain_text("By hand")
    page.locator(".said__more").click()
    page.locator("[value=delete]").click()
    expect(page.locator("#talk-list")).to_contain_text("Message deleted")
