"""With motion: what moves on the table in a reveal leads to the table that the server pushed."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser import asked
from tests.browser.asked import SPECIALS
from tests.browser.conftest import Opened, Visit
from tests.browser.duel import open_duel, play_turns
from tests.support.relay import Relay
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

# A card that moves as another of SPECIALS does, from other rows.
REPEATED = {"shift too many", "shift with five rows"}
# Notes the rows with what lies there, as the reveal left them and as they are on the pushed page,
# and whether a row of the reveal was bent by a place too many.
NOTE_BOARDS = """
const names = (row, selector) =>
  [...row.querySelectorAll(selector)].map((use) => use.getAttribute("href").split("#")[1]);
const rows = (board) => [...board.querySelectorAll(".row")].map((row) => [
  row.querySelector(".row__number").textContent.trim(),
  ["is-full", "is-stopped", "holds-six"].filter((name) => row.matches(`.${name}`)),
  names(row, ".row__marks use"),
  row.querySelectorAll(".place").length,
  ...names(row, ".place use"),
  row.querySelector(".sixth b").textContent,
]);
const isBent = (board) => [...board.querySelectorAll(".row")].some((row) =>
  row.querySelector(".sixth").offsetTop !== row.querySelector(".place").offsetTop);
// The page compares the two before it brings the one to the other.
const isEqualNode = Element.prototype.isEqualNode;
Element.prototype.isEqualNode = function (sent) {
  if (this.id === "board" && this.isConnected && !("revealing" in this.parentElement.dataset)) {
    document.documentElement.dataset.boards ??= JSON.stringify(
      [rows(this), rows(sent), isBent(this)]);
  }
  return isEqualNode.call(this, sent);
};
"""
# What the page sends: texts, and of commands the kind and the card; and that its socket is open.
NOTE_SENT = """
window.sent = [];
WebSocket = class extends WebSocket {
  constructor(address) {
    super(address);
    this.addEventListener("open", () => { document.documentElement.dataset.socket = "open"; });
  }
};
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (text) {
  const { kind, card } = text.startsWith("{") ? JSON.parse(text) : { kind: text };
  window.sent.push(card ? `${kind} ${card}` : kind);
  send.call(this, text);
};
"""
# How many cards of the rows lie under the first card that flies: a special card that is held up.
NOTE_COVERED = """
addEventListener("DOMContentLoaded", () => new MutationObserver((_changes, observer) => {
  const held = document.querySelector("body > .flying");
  if (!held) return;
  observer.disconnect();
  const [left, top, width] = ["left", "top", "width"].map((name) => parseFloat(held.style[name]));
  const cards = [...document.querySelectorAll(".place .card")];
  document.documentElement.dataset.covered = cards.filter((card) => {
    const box = card.getBoundingClientRect();
    return box.right > left + 1 && box.left < left + width - 1
      && box.bottom > top + 1 && box.top < top + width * 1.33 - 1;
  }).length;
}).observe(document.body, { childList: true }));
"""
MISSED = "Turns you missed: 3. The table shows where the game is now."
NOTE_REVEALS = """
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  document.documentElement.dataset.reveals = "some";
}).observe(document.getElementById("table"), { attributeFilter: ["data-revealing"] }));
"""
# Milliseconds after which a press is no second one of the same.
A_SECOND_PRESS = 620


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, str]:
    """The addresses of the tables of asked.py."""
    return site.do(asked.stage_tables)


def assert_the_reveal_leads_to_the_page(page: Page) -> None:
    expect(page.locator("#table[data-revealing]")).to_have_count(1)
    expect(page.locator("#table[data-revealing]")).to_have_count(0)
    left, pushed, is_bent = json.loads(page.locator("html").get_attribute("data-boards") or "")
    assert left == pushed
    assert not is_bent
    expect(page.locator(".flying")).to_have_count(0)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.thorough if name in REPEATED else ())
        for name in SPECIALS
    ],
)
def test_a_special_card_moves_what_it_says(visit: Visit, tables: dict[str, str], name: str) -> None:
    page = visit("Camille", locale="en-GB").page
    page.add_init_script(NOTE_BOARDS)
    page.add_init_script(NOTE_COVERED)
    page.goto(tables[name])
    page.locator(".special.is-offered").click()
    # A card and a row at most.
    for _target in range(2):
        if not page.locator(".play.is-aimed").count():
            page.locator(".light:not(.light--back)").first.click()
    page.locator(".play.is-aimed").click()
    assert_the_reveal_leads_to_the_page(page)
    assert page.locator("html").get_attribute("data-covered") == "0"


def test_cabriole_jumps_and_makes_take_again(visit: Visit, tables: dict[str, str]) -> None:
    page = visit("Camille", locale="en-GB").page
    page.add_init_script(NOTE_BOARDS)
    page.goto(tables["cabriole"])
    expect(page.locator("#status")).to_contain_text("Your turn.")
    page.locator("#card-15").click()
    assert_the_reveal_leads_to_the_page(page)
    expect(page.locator("#story [data-step=sweep]")).to_have_count(1)


def test_the_second_tap_of_two_chooses_nothing(visit: Visit, opened: Opened) -> None:
    """Against bots a choice is revealed at once."""
    page = visit("Camille", locale="en-GB").page
    opened(page, bots=3)
    page.locator("#hand .hand__card").nth(4).dblclick()
    expect(page.locator("#table[data-revealing]")).to_have_count(1)
    expect(page.locator("#hand [aria-pressed=true]:visible")).to_have_count(0)
    expect(page.locator("#table[data-revealing]")).to_have_count(0)
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(0)
    expect(page.locator("#notice")).to_be_empty()
    expect(page.locator("#story")).to_have_attribute("data-key", "1.1")


def test_without_motion_the_second_tap_of_two_chooses_nothing_either(
    visit: Visit, opened: Opened
) -> None:
    page = visit("Camille", locale="en-GB", reduced_motion="reduce").page
    opened(page, bots=3)
    page.locator("#hand .hand__card").nth(4).dblclick(delay=60)
    expect(page.locator("#hand .hand__card")).to_have_count(9)
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(0)
    expect(page.locator("#notice")).to_be_empty()
    expect(page.locator("#story")).to_have_attribute("data-key", "1.1")


def test_a_card_chosen_during_a_reveal_is_sent_at_its_end_and_can_be_taken_back(
    visit: Visit,
    opened: Opened,
) -> None:
    page = visit("Camille", locale="en-GB").page
    page.add_init_script(NOTE_SENT)
    opened(page, bots=9)
    # What is chosen before is posted.
    expect(page.locator("html[data-socket=open]")).to_have_count(1)
    cards = page.locator("#hand .hand__card")
    wanted = [cards.nth(at).get_attribute("value") for at in (9, 7)]
    # The highest card: it asks for no row.
    cards.nth(9).click()
    expect(page.locator("#table[data-choosing]")).to_have_count(1)
    expect(page.locator("#table[data-revealing] .hand__card:visible")).to_have_count(9)
    expect(page.locator("#prompt .prompt__sentence")).to_be_hidden()
    first = page.locator("#story").get_attribute("data-awaits-bots")
    for is_chosen in ("true", "false"):
        page.wait_for_timeout(A_SECOND_PRESS)
        cards.nth(8).click()
        expect(cards.nth(8)).to_have_attribute("aria-pressed", is_chosen)
    page.wait_for_timeout(A_SECOND_PRESS)
    cards.nth(7).dblclick()
    expect(cards.nth(7)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#prompt .prompt__sentence")).to_have_text(
        f"{wanted[1]} is next. Tap it to take it back."
    )
    assert page.locator("#table[data-revealing]").count() == 1
    assert f"watched {first}" not in page.evaluate("window.sent")
    page.keyboard.press("Escape")
    # The bots wait no longer than that.
    expect(page.locator("#story")).to_have_attribute("data-key", "1.2")
    sent = page.evaluate("window.sent")
    assert [text for text in sent if text.startswith("choose")] == [f"choose {n}" for n in wanted]
    assert sent[-2:] == [f"choose {wanted[1]}", f"watched {first}"]


def test_a_key_that_is_held_down_or_meets_a_card_nobody_went_to_chooses_nothing(
    visit: Visit,
    opened: Opened,
) -> None:
    page = visit("Camille", locale="en-GB").page
    opened(page, bots=9)
    page.keyboard.press("0")
    page.keyboard.down("Enter")
    expect(page.locator("#table[data-choosing]")).to_have_count(1)
    page.wait_for_timeout(A_SECOND_PRESS)
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(page.locator("#hand .hand__card:focus")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#hand .hand__card:focus")).to_have_attribute("aria-pressed", "true")
    assert page.locator("#table[data-revealing]").count() == 1


def test_a_key_plays_no_card_on_which_only_the_page_has_put_the_focus(
    visit: Visit, opened: Opened
) -> None:
    page = visit("Camille", locale="en-GB", reduced_motion="reduce").page
    opened(page, bots=3)
    cards = page.locator("#hand .hand__card")
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    expect(cards).to_have_count(9)
    expect(page.locator("#hand .hand__card:focus")).to_have_count(1)
    for key in ("Enter", "Space"):
        page.wait_for_timeout(A_SECOND_PRESS)
        page.keyboard.press(key)
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(0)
    expect(cards).to_have_count(9)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#story")).to_have_attribute("data-key", "1.2")


def test_a_card_that_is_held_is_sent_before_the_page_is_closed(
    visit: Visit, opened: Opened
) -> None:
    page = visit("Camille", locale="en-GB").page
    page.add_init_script(NOTE_SENT)
    opened(page, bots=9)
    page.locator("#hand .hand__card").nth(9).click()
    expect(page.locator("#table[data-choosing]")).to_have_count(1)
    page.wait_for_timeout(A_SECOND_PRESS)
    page.locator("#hand .hand__card").nth(8).click()
    page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { value: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    number = page.locator("#hand .hand__card").nth(8).get_attribute("value")
    assert page.evaluate("window.sent").count(f"choose {number}") == 1
    expect(page.locator("#hand .hand__card").nth(8)).to_have_attribute("aria-pressed", "true")
    assert page.locator("#table[data-revealing]").count() == 1


@pytest.mark.parametrize("where", ["#skip", "#board"])
def test_a_reveal_is_skipped_by_its_button_and_by_a_tap_on_the_rows(
    visit: Visit, opened: Opened, where: str
) -> None:
    page = visit("Camille", locale="en-GB").page
    opened(page, bots=9)
    page.locator("#hand .hand__card").nth(9).click()
    expect(page.locator("#table[data-revealing]")).to_have_count(1)
    page.locator(where).click()
    assert page.locator("#table[data-revealing]").count() == 0
    expect(page.locator(where if where == "#board" else "#prompt")).to_be_visible()


def test_a_tap_elsewhere_leaves_the_reveal_alone(visit: Visit, opened: Opened) -> None:
    page = visit("Camille", locale="en-GB").page
    opened(page, bots=9)
    page.locator("#hand .hand__card").nth(9).click()
    expect(page.locator("#table[data-revealing]")).to_have_count(1)
    page.locator("#players").click(position={"x": 3, "y": 3})
    page.keyboard.press("Shift")
    assert page.locator("#table[data-revealing]").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#table[data-revealing]").count() == 0


def test_turns_that_were_missed_are_counted_and_not_played_on_the_board_before_them(
    relay: Relay, visit: Visit, site: SteadySite
) -> None:
    address = site.do(open_duel)
    # A cut at any moment: the script of a worker may be on its way.
    visitor = visit("Camille", base_url=relay.url, locale="en-GB", service_workers="block")
    page = visitor.page
    page.add_init_script(NOTE_REVEALS)
    page.goto(address)
    expect(page.locator("#hand button")).to_have_count(10)
    with visitor.troubles.expected("WebSocket|ERR_"):
        relay.cut()
        site.do(play_turns, address, 3)
        relay.mend()
        expect(page.locator("#notice")).to_have_text(MISSED)
    expect(page.locator("#hand button")).to_have_count(7)
    expect(page.locator("html[data-reveals]")).to_have_count(0)
