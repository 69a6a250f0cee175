"""The lobby tells what goes on in the club while one looks at it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import PresenceFor, User
from tests.browser.conftest import Visit
from tests.browser.test_phone import PHONE
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

# The ids of what is not as wide as the page.
NARROW = """() => [...document.querySelectorAll("#play-now, #open-a-table")]
    .filter((button) => button.getBoundingClientRect().width < innerWidth - 40)
    .map((button) => button.id)"""
WIDER = "() => document.documentElement.scrollWidth > innerWidth"
# Those of touch size that are too small for a thumb.
SMALL = """() => [...document.querySelectorAll("#prompt button")]
    .filter((button) => button.getBoundingClientRect().height < 44).map((button) => button.id)"""


def open_table(page: Page, name: str, seats: int = 4) -> str:
    page.goto("/tables/new/")
    page.locator("[name=name]").fill(name)
    page.locator("[name=seat_count]").fill(str(seats))
    page.locator("main form [type=submit]").click()
    page.wait_for_url(re.compile("/tables/(?!new)"))
    return page.url


def test_ones_turn_appears_by_itself_and_the_result_at_the_end(visit: Visit) -> None:
    camille, oliver = visit("Camille").page, visit("Oliver").page
    address = open_table(camille, "Quick one", seats=2)
    oliver.goto(address)
    oliver.locator("#sit").click()
    expect(oliver.locator("#leave")).to_be_visible()
    oliver.goto("/tables/")
    card = oliver.locator("#lists, #your-turn").locator("a.table-card", has_text="Quick one")
    expect(card.locator(".badge--turn")).to_have_count(0)
    camille.locator("#start").click()
    expect(card.locator(".badge--turn")).to_be_visible()
    # On a phone too it stands above everything that one might do instead.
    oliver.set_viewport_size({"width": 360, "height": 640})
    below = oliver.locator("#play-now").bounding_box()
    first = card.bounding_box()
    assert below
    assert first
    assert first["y"] + first["height"] <= below["y"]
    expect(card.locator(".ends .card")).to_have_count(4)
    camille.locator(".more summary").click()
    camille.once("dialog", lambda dialog: dialog.accept())
    camille.locator("[form=do-abandon]").click()
    expect(card).to_have_count(0)


def test_the_focus_stays_where_it_is_while_tables_come_and_go(visit: Visit) -> None:
    page, oliver = visit("Camille").page, visit("Oliver").page
    open_table(oliver, "The first one")
    page.goto("/tables/")
    page.locator("a.table-card").first.focus()
    focused = page.evaluate("document.activeElement.id")
    before = page.locator("#lists").get_attribute("hx-get")
    open_table(oliver, "Another one")
    expect(page.locator("#lists")).not_to_have_attribute("hx-get", before or "")
    page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-settling')")
    assert page.evaluate("document.activeElement.id") == focused != ""


def show_everybody() -> None:
    User.objects.update(presence_for=PresenceFor.MEMBERS)


def test_who_is_here_stands_in_one_line_that_opens(visit: Visit, site: SteadySite) -> None:
    site.do(show_everybody)
    page, oliver = visit("Camille", **PHONE).page, visit("Oliver").page
    open_table(page, "Come along")
    page.goto("/tables/")
    line, people = page.locator(".lobby__here"), page.locator("#here")
    expect(people).to_be_hidden()
    place, button = line.bounding_box(), page.locator("#play-now").bounding_box()
    assert place
    assert button
    assert place["height"] < 48
    assert place["y"] + place["height"] <= button["y"]
    assert button["y"] + button["height"] <= 640
    line.focus()
    page.keyboard.press("Enter")
    # It stays open while somebody comes.
    oliver.goto("/tables/")
    expect(line).to_contain_text("Oliver")
    row = people.locator("li", has_text="Oliver")
    expect(row).to_be_visible()
    assert not page.evaluate(WIDER)
    row.get_by_role("link").focus()
    visit("Dominique").page.goto("/tables/")
    expect(people).to_contain_text("Dominique")
    expect(row.get_by_role("link")).to_be_focused()
    row.get_by_role("button").click()
    # The page is another one, and open where one was.
    expect(row.get_by_role("button")).to_have_count(0)
    expect(row).to_be_visible()


def test_play_now_takes_one_tap_on_a_phone(visit: Visit) -> None:
    page = visit("Dominique", **PHONE).page
    page.goto("/tables/")
    assert page.evaluate(NARROW) == []
    assert not page.evaluate(WIDER)
    page.locator("#play-now").tap()
    page.wait_for_url(re.compile("/tables/(?!$)"))
    expect(page.locator("#hand button, .seats__seat.is-own").first).to_be_visible()


@pytest.mark.parametrize("wishes", [PHONE, {"viewport": {"width": 1280, "height": 800}}])
def test_a_host_fills_the_seats_and_deals(visit: Visit, wishes: dict[str, Any]) -> None:
    """In French on the smallest phone, and in English on a laptop."""
    page = visit("Camille", **wishes).page
    open_table(page, "Coffee", seats=4)
    assert not page.evaluate(WIDER)
    assert page.evaluate(SMALL) == []
    page.locator("#bot-level").select_option("random")
    page.locator("#bot-2").click()
    expect(page.locator("#free-2")).to_be_visible()
    page.locator("#free-2").click()
    expect(page.locator("#bot-2")).to_be_visible()
    # A seat has changed meanwhile, the level that was chosen has not.
    expect(page.locator("#bot-level")).to_have_value("random")
    page.locator("#bot-level").select_option("careful")
    page.locator("#bot-2").click()
    expect(page.locator("#free-2")).to_be_visible()
    page.locator("#qr-code summary").click()
    drawn = "() => document.querySelector('#qr-code img').naturalWidth > 0"
    page.wait_for_function(drawn)
    page.locator("#bot-3").click()
    expect(page.locator("#free-3")).to_be_visible()
    expect(
        page.locator(".seats .badge", has_text=re.compile("careful|prudent", re.IGNORECASE))
    ).to_have_count(2)
    # The page was changed under the open code.
    expect(page.locator("#qr-code[open]")).to_be_visible()
    page.locator("#start").click()
    expect(page.locator("#hand button")).to_have_count(10)
    expect(page.locator(".player")).to_have_count(3)
