"""One person at one table in two tabs."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.duel import open_duel
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

# Another tab chooses the last card right after each choice of this one.
ANOTHER_TAB = """
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (text) {
  send.call(this, text);
  if (!text.includes('"choose"')) return;
  const card = [...document.querySelectorAll(".hand__card")].at(-1).value;
  send.call(this, JSON.stringify({ ...JSON.parse(text), card, id: "another.1" }));
};
"""


def test_of_two_cards_that_were_chosen_the_one_that_counts_is_marked(
    visit: Visit, site: SteadySite
) -> None:
    page = visit("Camille", locale="en-GB", reduced_motion="reduce").page
    page.add_init_script(ANOTHER_TAB)
    page.goto(site.do(open_duel))
    expect(page.locator("#status")).to_contain_text("Your turn.")
    cards = page.locator("#hand .hand__card")
    cards.first.click()
    expect(cards.last).to_have_attribute("aria-pressed", "true")
    expect(cards.first).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(1)
    expect(cards.last).to_have_attribute("aria-pressed", "true")
