"""An evening that several people have open: what one does, the others see without asking."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.regulars import begin_evening
from tests.browser.test_check_in import expect_here_in_time, tap_of
from tests.support.browsing import assert_accessible
from tests.support.relay import Relay
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

CALM: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
PHONE: dict[str, Any] = CALM | {"viewport": {"width": 390, "height": 780}, "has_touch": True}
# What Chromium says of a connection that is given up.
LOST = r"WebSocket|ERR_|fetching the script"


@pytest.fixture
def desk(site: SteadySite) -> str:
    """The check-in of a new evening."""
    return site.do(begin_evening)


def session_of(desk: str) -> str:
    return desk.removesuffix("#who")


def asked(page: Page) -> list[str]:
    """Where a page asks the site for something from now on."""
    found: list[str] = []

    def note(request: Request) -> None:
        found.append(request.url)

    page.on("request", note)
    return found


def test_a_phone_and_the_big_screen_follow_the_check_in(visit: Visit, desk: str) -> None:
    organizer = visit("Dominique", **CALM).page
    phone, screen = visit("Camille", **PHONE).page, visit(**CALM).page
    organizer.goto(desk)
    phone.goto(session_of(desk))
    screen.goto(f"{session_of(desk)}screen/")
    expect(phone.get_by_text("Are you coming?")).to_be_visible()
    requests = [asked(phone), asked(screen)]
    tap_of(organizer, "Ada").click()
    for page in (phone, screen):
        expect(page.get_by_text("1 person is here")).to_be_visible()
        expect(page.get_by_text("Ada", exact=True)).to_be_visible()
    assert requests == [[], []]
    # The session has begun by that: members check in themselves.
    phone.get_by_role("button", name="I am here").tap()
    expect(screen.get_by_text("Camille")).to_be_visible()
    expect(phone.locator("#come")).to_have_count(0)
    expect_here_in_time(organizer, 2)
    assert_accessible(phone)


def test_what_an_organizer_draws_leads_everybody_to_their_table(visit: Visit, desk: str) -> None:
    organizer, player = visit("Dominique", **CALM).page, visit("Camille", **PHONE).page
    organizer.goto(desk)
    player.goto(session_of(desk))
    for name in ("Camille", "Ada", "Ben"):
        organizer.locator("#sought").fill(name)
        expect(organizer.locator("#lists")).to_have_attribute("data-sought", name)
        tap_of(organizer, name).first.click()
        expect(organizer.locator("#said")).to_contain_text(f"{name} is here.")
    organizer.goto(session_of(desk))
    expect(player.get_by_text("3 people are here")).to_be_visible()
    organizer.locator("#to-seating").click()
    organizer.locator("#accept").click()
    expect(player.get_by_text("You are at table 1")).to_be_visible()
    expect(player.locator("article.tonight")).to_have_count(1)


def seated(page: Page, table: int) -> set[str]:
    names = page.locator(f"#table-{table} .tonight__name").all_text_contents()
    return {name.split()[0] for name in names}


def test_a_mouse_drags_somebody_onto_whom_they_change_places_with(visit: Visit, desk: str) -> None:
    page = visit("Dominique", **CALM, viewport={"width": 1280, "height": 900}).page
    page.goto(desk)
    for count in range(1, 7):
        page.locator("#to-tap .tap:not([aria-disabled])").first.click()
        expect(page.locator("#who-is-here")).to_contain_text(re.compile(f"{count} (people|person)"))
    page.goto(session_of(desk))
    page.locator("#to-seating").click()
    page.locator("#accept").click()
    expect(page.locator("article.tonight")).to_have_count(2)
    first, second = seated(page, 1), seated(page, 2)
    (one, *_), (other, *_) = sorted(first), sorted(second)
    people = page.locator("[data-seat]")
    people.filter(has_text=one).drag_to(people.filter(has_text=other))
    expect(page.locator("#table-2 .tonight__name", has_text=one)).to_be_visible()
    assert seated(page, 1) == first - {one} | {other}
    assert seated(page, 2) == second - {other} | {one}


def test_whoever_was_away_comes_back_to_the_evening_as_it_is(
    relay: Relay, visit: Visit, desk: str
) -> None:
    organizer = visit("Dominique", **CALM).page
    phone = visit("Camille", base_url=relay.url, **PHONE)
    organizer.goto(desk)
    page = phone.page
    page.goto(session_of(desk))
    with phone.troubles.expected(LOST):
        relay.cut()
        tap_of(organizer, "Ada").click()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        relay.mend()
        expect(page.get_by_text("1 person is here")).to_be_visible()
        expect(page.get_by_text("Connection lost")).to_be_hidden()


def test_a_search_goes_on_while_others_are_checked_in(visit: Visit, desk: str) -> None:
    page, other = visit("Dominique", **CALM).page, visit("Dominique", **CALM).page
    page.goto(desk)
    other.goto(desk)
    page.locator("#sought").press_sequentially("ka")
    expect(page.locator("#lists")).to_have_attribute("data-sought", "ka")
    tap_of(other, "Karla").click()
    expect(tap_of(page, "Karla")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#sought")).to_have_value("ka")
    page.locator("#sought").fill("")
    expect(page.locator("#lists")).to_have_attribute("data-sought", "")
    expect(page.locator("#lists .tap[aria-disabled=true]")).to_have_count(1)


def test_a_name_that_is_being_mended_is_left_alone(visit: Visit, desk: str) -> None:
    page, other = visit("Dominique", **CALM).page, visit("Dominique", **CALM).page
    page.goto(desk)
    other.goto(desk)
    tap_of(page, "Ada").click()
    page.get_by_text("Rename Ada").click()
    field = page.get_by_label("Name of the guest")
    field.fill("Adele")
    tap_of(other, "Ben").click()
    expect_here_in_time(other, 2)
    page.wait_for_timeout(500)
    expect(field).to_have_value("Adele")
    expect(field).to_be_focused()
    page.get_by_role("button", name="Rename", exact=True).click()
    expect_here_in_time(page, 2)
    for each in (page, other):
        expect(each.locator(".are-here__name", has_text="Adele")).to_be_visible()


def test_a_tap_that_is_taken_back_at_once_leaves_nobody_greyed(visit: Visit, desk: str) -> None:
    page = visit("Dominique", **CALM).page
    page.goto(desk)
    tap_of(page, "Gisela").click()
    undo = page.locator("#said").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    # A tap on what has just come under the finger is not meant for it.
    page.wait_for_timeout(700)
    undo.click()
    expect(page.locator("#said")).to_contain_text("Gisela is not here.")
    expect(tap_of(page, "Gisela")).not_to_have_attribute("aria-disabled", "true")
    expect_here_in_time(page, 0)


def test_a_tap_brings_a_few_bytes_back(visit: Visit, desk: str) -> None:
    page = visit("Dominique", **CALM).page
    with page.expect_websocket() as socket:
        page.goto(desk)
    with socket.value.expect_event("framereceived"):
        tap_of(page, "Hans").click()
    # By now the socket is open for sure.
    with page.expect_response(re.compile("/arrive/")) as answer:
        tap_of(page, "Ida").click()
    expect_here_in_time(page, 2)
    assert len(answer.value.body()) < 1000


def test_without_a_socket_a_page_still_looks_now_and_then(visit: Visit, desk: str) -> None:
    organizer, visitor = visit("Dominique", **CALM).page, visit("Camille", **CALM)
    page = visitor.page
    page.clock.install()
    with visitor.troubles.expected(LOST):
        page.route_web_socket(re.compile("/ws/"), refuse)
        page.goto(session_of(desk))
        organizer.goto(desk)
        tap_of(organizer, "Ada").click()
        expect_here_in_time(organizer, 1)
        page.clock.run_for(31_000)
        expect(page.get_by_text("1 person is here")).to_be_visible()


def refuse(socket: WebSocketRoute) -> None:
    socket.close()


def test_without_scripts_the_buttons_do_what_they_say(visit: Visit, desk: str) -> None:
    page = visit("Camille", java_script_enabled=False, **CALM).page
    page.goto(session_of(desk))
    page.get_by_role("button", name="I am coming").click()
    expect(page.get_by_text("You said you are coming.")).to_be_visible()
    desk_page = visit("Dominique", java_script_enabled=False, **CALM).page
    desk_page.goto(session_of(desk))
    desk_page.get_by_role("button", name="Let members check themselves in").click()
    desk_page.goto(desk)
    tap_of(desk_page, "Ada").click()
    expect_here_in_time(desk_page, 1)
    page.goto(session_of(desk))
    page.get_by_role("button", name="I am here").click()
    expect(page.get_by_text("2 people are here")).to_be_visible()
