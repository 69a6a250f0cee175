"""Play again with the same people, in one tap each."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.ended import end_table
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

CALM = {"locale": "en-GB", "reduced_motion": "reduce"}


def test_two_people_play_again_with_a_tap_each(visit: Visit, site: SteadySite) -> None:
    path = site.do(end_table, "base")
    camille, oliver = visit("Camille", **CALM).page, visit("Oliver", **CALM).page
    camille.goto(path)
    oliver.goto(path)
    camille.get_by_role("button", name="Play again").click()
    camille.wait_for_url(lambda url: not url.endswith(path))
    expect(camille.locator("#prompt")).to_contain_text("kept free for Oliver")
    # Nobody reloads: the old table tells it.
    expect(oliver.locator("#prompt")).to_contain_text("Camille wants to play again.")
    oliver.get_by_role("button", name="Play again").click()
    for page in (camille, oliver):
        expect(page.locator("#status")).to_contain_text("turn 1 of 10")
        expect(page.locator("#hand button")).to_have_count(10)
    assert camille.url == oliver.url


# Requests of forms are sent when the test says so.
SLOW = """
const { send } = XMLHttpRequest.prototype;
window.waiting = [];
XMLHttpRequest.prototype.send = function (body) { waiting.push(() => send.call(this, body)); };
document.addEventListener("htmx:afterRequest", () => {
  document.documentElement.dataset.answered = "";
});
"""


def test_two_taps_on_a_slow_connection_sit_down_once(visit: Visit, site: SteadySite) -> None:
    path = site.do(end_table, "base")
    camille, oliver = visit("Camille", **CALM).page, visit("Oliver", **CALM).page
    camille.goto(path)
    camille.get_by_role("button", name="Play again").click()
    camille.wait_for_url(lambda url: not url.endswith(path))
    oliver.add_init_script(SLOW)
    oliver.goto(camille.url)
    oliver.locator("#sit").dblclick()
    oliver.evaluate("waiting.shift()()")
    expect(oliver.locator("html[data-answered]")).to_have_count(1)
    assert oliver.evaluate("waiting.length") == 0
    expect(oliver.locator("#status")).to_contain_text("turn 1 of 10")
    expect(oliver.locator("#notice")).to_be_empty()


def test_who_declines_stays_and_the_other_one_knows(visit: Visit, site: SteadySite) -> None:
    path = site.do(end_table, "base")
    camille, oliver = visit("Camille", **CALM).page, visit("Oliver", **CALM).page
    camille.goto(path)
    oliver.goto(path)
    camille.get_by_role("button", name="Play again").click()
    oliver.get_by_role("button", name="No, thanks").click()
    expect(oliver.get_by_role("link", name="To the next game")).to_be_visible()
    expect(camille.locator("#start")).to_be_visible()
    expect(camille.locator("#prompt")).not_to_contain_text("kept free")
