"""Whatever becomes of the connection, what the page says is what happens at the table."""

import re
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.duel import open_duel, played
from tests.support.browsing import HASTY_PRESSES
from tests.support.processes import until
from tests.support.relay import Relay
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

CALM: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
# What Chromium says of a connection that is given up.
LOST = r"WebSocket|ERR_"
TOO_SLOW = "Your choice arrived too late: nothing was changed. Choose again."
# The page takes the time that the server says for a minute less, before its scripts read it.
A_MINUTE_AGO = """
new MutationObserver((_changes, observer) => {
  const stamp = document.getElementById("table-version");
  if (!stamp) return;
  observer.disconnect();
  stamp.dataset.now = Number(stamp.dataset.now) - 60;
}).observe(document, { childList: true, subtree: true });
"""
# As behind a proxy that lets none through.
NO_SOCKET = """
WebSocket = class extends EventTarget {
  constructor() {
    super();
    setTimeout(() => this.onclose({ code: 1006 }));
  }
  close() {}
};
"""
NOT_SENT = "Not sent: the connection was lost. Choose again."
NOTE_SOCKETS = """
WebSocket = class extends WebSocket {
  constructor(...how) {
    super(...how);
    for (const state of ["open", "close"]) {
      this.addEventListener(state, () => (document.documentElement.dataset.socket = state));
    }
  }
};
"""
# By when the page must have noticed, in ms of its own clock.
SOON = 3000
# By when it has tried to connect again, and before it says that there is no connection.
A_MOMENT = 450
AN_HOUR_FAST = """
const now = Date.now;
Date.now = () => now() + 3_600_000;
"""


class Duel:
    """A table at which Camille, whose connection is in trouble, plays with Oliver."""

    def __init__(self, visit: Visit, site: SteadySite, relay: Relay) -> None:
        self.site = site
        self.address = site.do(open_duel)
        self.camille = visit("Camille", base_url=relay.url, service_workers="block", **CALM)
        self.oliver = visit("Oliver", **CALM)
        self.page = self.camille.page
        # Only a clock that stands still shows what is done within three seconds.
        self.page.clock.install()
        self.page.add_init_script(NOTE_SOCKETS)
        self.page.add_init_script(HASTY_PRESSES)
        self.page.goto(self.address)
        self.oliver.page.goto(self.address)
        expect(self.page.locator("#hand button")).to_have_count(10)
        self.expect_socket("open")

    def cards(self, index: int) -> Locator:
        return self.page.locator("#hand button").nth(index)

    def number(self, index: int) -> int:
        return int(self.cards(index).get_attribute("value") or 0)

    @property
    def version(self) -> str:
        return self.page.locator("#table-version").get_attribute("data-version") or ""

    def played(self) -> list[int]:
        """What Camille has chosen, as the server knows it."""
        return self.site.do(played, self.address)

    def tap_and_wait(self, index: int) -> None:
        """Tap a card and let three seconds pass, no more."""
        stop_clock(self.page)
        self.cards(index).click()
        expect(self.sign).to_be_hidden()
        self.page.clock.run_for(SOON)
        assert self.sign.is_visible()
        self.page.clock.resume()

    def expect_socket(self, state: str) -> None:
        expect(self.page.locator("html")).to_have_attribute("data-socket", state)

    def come_back(self) -> None:
        """Let the page try again after a moment, and hear what it says meanwhile: nothing."""
        self.page.clock.run_for(A_MOMENT)
        self.expect_socket("open")
        assert not self.sign.is_visible()
        self.page.clock.resume()
        expect(self.notice).to_be_empty()

    def oliver_ends_the_turn(self) -> None:
        self.oliver.page.locator("#hand button").first.click()
        expect(self.page.locator("#story [data-step=reveal]")).to_be_attached()

    @property
    def sign(self) -> Locator:
        return self.page.locator("#reconnecting")

    @property
    def notice(self) -> Locator:
        return self.page.locator("#notice")


def stop_clock(page: Page) -> None:
    """Within a tenth of a second, or as soon as a busy machine gets there."""
    ahead = 0.1
    while True:
        try:
            page.clock.pause_at(page.evaluate(f"Date.now() / 1000 + {ahead}"))
        except PlaywrightError as error:
            assert "to the past" in error.message, error  # noqa: PT017 - any other one is a fault
            ahead *= 2
        else:
            return


def expect_chosen(card: Locator) -> None:
    expect(card).to_have_attribute("aria-pressed", "true")


def expect_not_chosen(card: Locator) -> None:
    expect(card).to_have_attribute("aria-pressed", "false")


@pytest.fixture
def duel(relay: Relay, visit: Visit, site: SteadySite) -> Duel:
    return Duel(visit, site, relay)


def test_a_card_that_was_called_not_sent_is_never_played(duel: Duel, relay: Relay) -> None:
    second = duel.number(1)
    with duel.camille.troubles.expected(LOST):
        relay.stall_requests()
        duel.tap_and_wait(0)
        relay.pass_on()
        expect(duel.sign).to_be_hidden()
        expect(duel.notice).to_have_text(NOT_SENT)
    expect_not_chosen(duel.cards(0))
    before = duel.version
    duel.cards(1).click()
    expect(duel.page.locator("#table-version")).not_to_have_attribute("data-version", before)
    relay.deliver()
    expect(duel.notice).to_be_empty()
    duel.oliver_ends_the_turn()
    assert duel.played() == [second]


def test_a_choice_whose_answer_was_lost_is_shown_as_made(duel: Duel, relay: Relay) -> None:
    first = duel.number(0)
    with duel.camille.troubles.expected(LOST):
        relay.stall_answers()
        duel.tap_and_wait(0)
        relay.pass_on()
        expect(duel.sign).to_be_hidden()
    expect_chosen(duel.cards(0))
    expect(duel.notice).to_be_empty()
    duel.oliver_ends_the_turn()
    assert duel.played() == [first]


def test_while_it_is_unknown_what_became_of_a_choice_no_other_is_sent(
    duel: Duel, relay: Relay
) -> None:
    with duel.camille.troubles.expected(LOST):
        relay.stall_requests()
        duel.tap_and_wait(0)
        duel.cards(1).click()
        expect(duel.notice).to_contain_text("We do not know yet")
        expect_not_chosen(duel.cards(1))
        relay.pass_on()
        expect(duel.notice).to_have_text(NOT_SENT)
    relay.deliver()
    assert duel.played() == []


def test_without_a_connection_nothing_is_sent_and_nothing_is_kept_for_later(duel: Duel) -> None:
    second = duel.number(1)
    with duel.camille.troubles.expected(LOST):
        duel.camille.context.set_offline(True)
        expect(duel.sign).to_be_visible()
        duel.cards(0).click()
        expect(duel.notice).to_contain_text("Not sent: there is no connection.")
        expect_not_chosen(duel.cards(0))
        duel.camille.context.set_offline(False)
        expect(duel.sign).to_be_hidden()
    duel.cards(1).click()
    duel.oliver_ends_the_turn()
    assert duel.played() == [second]


def test_an_idle_page_notices_that_nobody_answers(duel: Duel, relay: Relay) -> None:
    with duel.camille.troubles.expected(LOST):
        stop_clock(duel.page)
        relay.stall_answers()
        # A frame that had passed by now, such as that Oliver has come, may arrive meanwhile.
        for _frame_or_silence in range(2):
            if not duel.sign.is_visible():
                duel.page.clock.run_for(15_000 + SOON)
        assert duel.sign.is_visible()
        relay.pass_on()
        duel.page.clock.resume()
        expect(duel.sign).to_be_hidden()


def test_of_two_quick_presses_the_first_stands(duel: Duel) -> None:
    first = duel.number(0)
    # However late a busy machine answers, nobody gives up waiting.
    stop_clock(duel.page)
    duel.page.evaluate(
        "for (const card of document.querySelectorAll('#hand button')) {"
        "  card.click(); if (card.previousElementSibling) break; }"
    )
    expect_chosen(duel.cards(0))
    duel.oliver_ends_the_turn()
    assert duel.played() == [first]
    expect(duel.notice).to_be_empty()


def test_a_card_that_is_tapped_twice_is_played_once_and_nothing_is_called_too_late(
    duel: Duel,
) -> None:
    """The first tap ends the turn."""
    first, version = duel.number(0), duel.version
    duel.oliver.page.locator("#hand button").first.click()
    expect(duel.page.locator("#table-version")).not_to_have_attribute("data-version", version)
    duel.cards(0).evaluate("card => { card.click(); card.click(); }")
    expect(duel.page.locator("#story [data-step=reveal]")).to_be_attached()
    duel.page.wait_for_timeout(300)
    expect(duel.notice).to_be_empty()
    assert duel.played() == [first]


def test_a_restart_is_not_noticed_and_what_is_tapped_meanwhile_is_played(duel: Duel) -> None:
    first = duel.number(0)
    duel.page.evaluate("document.documentElement.dataset.page = 'same'")
    duel.oliver.page.locator("#hand button").first.click()
    expect_chosen(duel.oliver.page.locator("#hand button").first)
    with duel.camille.troubles.expected(LOST), duel.oliver.troubles.expected(LOST):
        stop_clock(duel.page)
        duel.site.stop()
        assert duel.site.process.returncode == 0
        duel.expect_socket("close")
        # Its clock stands, and a start takes long on a busy machine: the page must not say when.
        duel.page.clock.set_system_time(duel.page.evaluate("Date.now() + 60_000"))
        duel.cards(0).click()
        expect_chosen(duel.cards(0))
        expect(duel.notice).to_be_empty()
        duel.site.start()
        duel.come_back()
        expect(duel.page.locator("#story [data-step=reveal]")).to_be_attached()
        expect(duel.oliver.page.locator("#story [data-step=reveal]")).to_be_attached()
        expect(duel.oliver.page.locator("#reconnecting")).to_be_hidden()
    expect(duel.page.locator("html")).to_have_attribute("data-page", "same")
    assert duel.played() == [first]


@pytest.mark.parametrize("way", ["there", "back"])
def test_a_choice_that_was_under_way_when_the_connection_broke_is_made_once(
    duel: Duel, relay: Relay, way: str
) -> None:
    first, before = duel.number(0), duel.version
    shown_to_oliver = duel.oliver.page.locator("#table-version")
    with duel.camille.troubles.expected(LOST):
        stop_clock(duel.page)
        if way == "there":
            relay.stall_requests()
        else:
            relay.stall_answers()
        duel.cards(0).click()
        if way == "back":
            # The server has it.
            expect(shown_to_oliver).not_to_have_attribute("data-version", before)
        relay.cut()
        duel.expect_socket("close")
        relay.mend()
        relay.pass_on()
        duel.come_back()
    expect_chosen(duel.cards(0))
    duel.oliver_ends_the_turn()
    assert duel.played() == [first]


def test_after_the_clock_of_the_server_was_set_a_minute_forward_the_second_tap_is_taken(
    visit: Visit, site: SteadySite
) -> None:
    address = site.do(open_duel)
    visitor = visit("Camille", **CALM)
    visitor.page.add_init_script(A_MINUTE_AGO)
    visitor.page.add_init_script(HASTY_PRESSES)
    visitor.page.goto(address)
    card = visitor.page.locator("#hand button").first
    card.click()
    expect(visitor.page.locator("#notice")).to_have_text(TOO_SLOW)
    expect_not_chosen(card)
    card.click()
    expect_chosen(card)
    expect(visitor.page.locator("#notice")).to_be_empty()
    number = int(card.get_attribute("value") or 0)
    # It is shown before it is answered, and a page that is left takes back what it asked for.
    until(lambda: site.do(played, address) == [number])
    visitor.page.reload()
    expect_chosen(card)


def test_where_no_socket_can_be_opened_a_choice_loads_the_table_anew(
    visit: Visit, site: SteadySite
) -> None:
    address = site.do(open_duel)
    visitor = visit("Camille", **CALM)
    visitor.page.add_init_script(NO_SOCKET)
    visitor.page.goto(address)
    expect(visitor.page.locator("#reconnecting")).to_be_visible()
    visitor.page.evaluate("document.documentElement.dataset.page = 'before'")
    card = visitor.page.locator("#hand button").first
    card.click()
    expect(visitor.page.locator("html")).not_to_have_attribute("data-page", "before")
    expect_chosen(card)
    number = int(card.get_attribute("value") or 0)
    assert site.do(played, address) == [number]


def test_the_clock_of_the_device_may_be_wrong(visit: Visit, site: SteadySite) -> None:
    page = visit("Camille", **CALM).page
    page.add_init_script(AN_HOUR_FAST)
    page.goto(site.do(open_duel, 90))
    clock = page.locator(".countdown")
    expect(clock).to_have_text(re.compile(r"^[1-9]?\d s$"))
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown)
    page.locator("#hand button").first.click()
    expect(page.locator("#hand button").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#notice")).to_be_empty()
