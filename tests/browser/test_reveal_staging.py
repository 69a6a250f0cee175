"""How a reveal is staged: the strip, speeds, gains, the last card, the round's card, a replay."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import moving
from tests.browser.conftest import Opened, Visit
from tests.support.browsing import HASTY_PRESSES
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "locale": "en-GB"}
LYING = {"viewport": {"width": 640, "height": 360}, "locale": "en-GB"}
WIDE = {"viewport": {"width": 1920, "height": 1080}, "locale": "en-GB"}
COPIES = 2
# The least part of their size to which rows give way to the strip.
SMALLEST_ROWS = 0.6
# Notes each step of a reveal when its line is told: its kind, and what can be seen then.
# The length of the longest movement of a card in the strip, in ms.
NOTE_LENGTHS = """
const animate = Element.prototype.animate;
window.longest = 0;
Element.prototype.animate = function (frames, how) {
  if (this.matches(".strip__slot")) window.longest = Math.max(window.longest, how.duration ?? how);
  return animate.call(this, frames, how);
};
"""
NOTE_STEPS = """
window.told = [];
window.gains = [];
addEventListener("DOMContentLoaded", () => {
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node.className === "gain") window.gains.push(node);
        if (node.className === "strip") window.told.push("strip");
      }
    }
  }).observe(document.body, { subtree: true, childList: true });
});
"""
# Notes what is seen of the first row, its taker and the sentence whenever one of them changes.
NOTE_TAKE = """
window.takes = [];
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const line = document.querySelector(".row[data-row='0']");
  if (!line || !document.querySelector("#table[data-revealing]")) return;
  const sixth = line.querySelector(".sixth").getBoundingClientRect();
  // The sixth card lies in the sixth place, a low one over the head of the row.
  const over = line.querySelector(".place--over:has(.card)")?.getBoundingClientRect();
  const low = line.querySelector(".place--low");
  const first = line.querySelector(".place").getBoundingClientRect();
  const player = document.querySelector(".player.is-me");
  window.takes.push({ at: performance.now(),
    lies: !over ? false : low
      ? Math.abs(over.left - first.left) < 1 && over.top < first.top && over.bottom > first.top
      : Math.abs(over.left - sixth.left) + Math.abs(over.top - sixth.top) < 1,
    numbers: line.querySelectorAll(".place:not(.place--over) .card").length,
    pile: document.querySelector(".gain")?.textContent ?? "",
    heads: player.querySelector(".player__total").textContent,
    sentence: document.querySelector(".status__sentence").textContent.trim() });
}).observe(document.body, { subtree: true, childList: true, characterData: true }));
"""
# The cards of the strip from left to right, line by line; their size; that of a card of the rows.
STRIP = """() => {
  const slots = [...document.querySelectorAll(".strip__slot")];
  const place = document.querySelector(".rows .place").getBoundingClientRect();
  // Cards still come from their players: as large as they will be there.
  const card = document.querySelector(".strip__card").offsetWidth;
  const strip = document.querySelector(".strip").getBoundingClientRect();
  const rows = document.querySelector(".rows").getBoundingClientRect();
  return { cards: slots.map((slot) => Number(slot.dataset.card)),
    names: slots.map((slot) => slot.textContent.trim()),
    ratio: card / place.width, above: strip.bottom <= rows.top + 1,
    scale: rows.height / document.querySelector(".rows").offsetHeight,
    within: strip.left >= 0 && strip.right <= innerWidth };
}"""


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, str]:
    """The addresses of the tables of moving.py."""
    return site.do(moving.stage_tables, COPIES)


def choose_first(page: Page, address: str) -> None:
    page.add_init_script(NOTE_STEPS)
    page.goto(address)
    expect(page.locator("#status")).to_contain_text("Your turn.")
    page.locator("#hand .hand__card").first.click()


def expect_the_end_of_the_reveal(page: Page) -> None:
    expect(page.locator("#table[data-revealing]")).to_have_count(0)


@pytest.mark.parametrize(
    ("wishes", "bots"),
    [
        (PHONE, 9),
        (LYING, 2),
        pytest.param(PHONE, 2, marks=pytest.mark.thorough),
        pytest.param(WIDE, 9, marks=pytest.mark.thorough),
    ],
)
def test_all_cards_lie_in_ascending_order_above_the_rows(
    visit: Visit, opened: Opened, wishes: dict[str, object], bots: int
) -> None:
    page = visit("Camille", **wishes).page
    opened(page, bots=bots)
    page.locator("#hand .hand__card").nth(9).click()
    page.wait_for_selector(".strip__card use[href*='#c']")
    strip = page.evaluate(STRIP)
    assert strip["cards"] == sorted(strip["cards"])
    assert len(strip["cards"]) == bots + 1
    assert "Camille" in strip["names"]
    assert strip["above"]
    assert strip["within"]
    assert strip["scale"] > SMALLEST_ROWS
    assert 0.8 <= strip["ratio"] <= 1.25
    expect_the_end_of_the_reveal(page)
    expect(page.locator(".strip")).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "call", "still"),
    # The heads of the row are 6.
    [
        ("take 1", "29: the sixth! Camille takes row 1.", 560),
        ("row 0", "3: below every row! Camille takes row 1.", 560),
    ],
)
def test_the_card_that_takes_lies_there_before_the_row_leaves_and_is_told_last(
    visit: Visit, tables: dict[str, str], name: str, call: str, still: int
) -> None:
    page = visit("Camille", **PHONE).page
    page.add_init_script(NOTE_TAKE)
    page.goto(tables[name])
    page.locator("#hand .hand__card").first.click()
    if name.startswith("row"):
        page.locator(".offer").first.click()
    expect(page.locator("#story [data-step=take]")).to_have_count(1)
    expect_the_end_of_the_reveal(page)
    seen = page.evaluate("window.takes")
    landed = next(at for at, each in enumerate(seen) if each["lies"])
    left = next(at for at, each in enumerate(seen) if each["numbers"] < 5)
    counted = next(at for at, each in enumerate(seen) if each["heads"] != seen[0]["heads"])
    told = next(at for at, each in enumerate(seen) if "heads" in each["sentence"])
    assert landed < left < counted < told
    assert seen[left]["at"] - seen[landed]["at"] > still
    flies = f"Camille plays {call.partition(':')[0]}."
    assert any(each["sentence"] == flies for each in seen[:landed])
    assert seen[left]["sentence"].endswith(call)
    assert (seen[counted]["numbers"], seen[counted]["pile"]) == (0, "+6")
    # Two cards that arrive within one frame are counted together.
    piles = list(dict.fromkeys(each["pile"] for each in seen[:counted] if each["pile"]))
    assert piles == [each for each in ("+1", "+3", "+4", "+5", "+6") if each in piles]
    assert len(piles) > 2
    assert (seen[told]["numbers"], seen[told]["lies"]) == (1, False)


def test_a_take_tells_its_heads_where_the_row_went(visit: Visit, tables: dict[str, str]) -> None:
    page = visit("Camille", **PHONE).page
    choose_first(page, tables["take 0"])
    expect(page.locator("#story [data-step=take]")).to_have_count(1)
    expect_the_end_of_the_reveal(page)
    # 13, 15, 21, 27 and 28: 1 + 2 + 1 + 1 + 1 heads.
    assert page.evaluate("window.gains.map((gain) => gain.textContent)") == ["+6"]
    expect(page.locator(".gain")).to_have_count(0)


def test_the_last_card_leaves_the_hand_and_the_round_is_told(
    visit: Visit, tables: dict[str, str]
) -> None:
    page = visit("Camille", **PHONE).page
    page.add_init_script("""addEventListener("DOMContentLoaded", () => {
      new MutationObserver(() => {
        const step = document.querySelector(".strip");
        if (step && document.querySelector("#story[data-key='1.2']")) {
          const card = document.querySelector("#card-44");
          window.isLastCardGone = !card || card.matches(".is-played");
        }
      }).observe(document.body, { subtree: true, childList: true });
    })""")
    choose_first(page, tables["round 0"])
    card = page.locator(".round-card")
    expect(card).to_be_visible()
    assert page.evaluate("window.isLastCardGone")
    expect(card).to_contain_text("Round 1")
    expect(page.locator("#status")).not_to_contain_text("Round 1 is over")
    expect(card.locator("tbody tr")).to_have_count(4)
    expect(card.locator("tbody tr").last).to_contain_text("Camille")
    expect(card.locator("tbody tr").last).to_contain_text("+6")
    expect(card.locator("tbody tr.is-first")).to_have_count(3)
    card.click()
    expect(card).to_have_count(0)
    expect_the_end_of_the_reveal(page)
    expect(page.locator("#hand .hand__card")).to_have_count(10)


def test_without_motion_the_round_is_told_beside_the_next_deal(
    visit: Visit, tables: dict[str, str]
) -> None:
    page = visit("Camille", **PHONE, reduced_motion="reduce").page
    choose_first(page, tables["round 1"])
    expect(page.locator(".round-card")).to_be_visible()
    expect(page.locator("#hand .hand__card")).to_have_count(10)
    assert "strip" not in page.evaluate("window.told")
    page.keyboard.press("Escape")
    expect(page.locator(".round-card")).to_have_count(0)


def set_speed(page: Page, speed: str) -> None:
    page.locator("[data-opens=help]").click()
    page.locator("#reveal-speed").select_option(speed)
    page.keyboard.press("Escape")


def test_an_instant_reveal_is_not_played_and_the_account_remembers_it(
    visit: Visit, opened: Opened
) -> None:
    page = visit("Dominique", **PHONE).page
    page.add_init_script(NOTE_STEPS)
    opened(page, bots=3, host="Dominique")
    with page.expect_response("**/profile/table/") as stored:
        set_speed(page, "instant")
    assert stored.value.status == 204
    page.reload()
    expect(page.locator("#table")).to_have_attribute("data-speed", "instant")
    page.locator("#hand .hand__card").nth(9).click()
    expect(page.locator("#hand .hand__card")).to_have_count(9)
    assert "strip" not in page.evaluate("window.told")


def test_speeds_lengthen_and_shorten_the_same_steps(visit: Visit, opened: Opened) -> None:
    page = visit("Oliver", **PHONE).page
    page.add_init_script(NOTE_LENGTHS)
    page.add_init_script(HASTY_PRESSES)
    opened(page, bots=3, host="Oliver")
    durations: dict[str, float] = {}
    for speed in ("slow", "normal", "fast"):
        set_speed(page, speed)
        page.evaluate("window.longest = 0")
        page.locator("#hand .hand__card").last.click()
        page.wait_for_function("() => window.longest > 0")
        durations[speed] = page.evaluate("window.longest")
        page.keyboard.press("Escape")
        expect_the_end_of_the_reveal(page)
        if page.locator(".offer").count():
            page.locator(".offer").first.click()
        page.wait_for_function("""() => document.querySelectorAll(
            "#hand:not(:has([aria-pressed=true])) button:enabled").length > 1
            && !document.querySelector("#table:is([data-revealing], [data-held])")""")
    assert durations == {"slow": 1440, "normal": 900, "fast": 450}


def test_a_strangers_speed_is_remembered_by_their_browser(
    visit: Visit, tables: dict[str, str]
) -> None:
    page = visit(**PHONE).page
    page.goto(tables["take 1"])
    set_speed(page, "fast")
    page.reload()
    page.locator("[data-opens=help]").click()
    expect(page.locator("#reveal-speed")).to_have_value("fast")
    expect(page.locator("#table[data-speed]")).to_have_count(0)


def test_the_previous_turn_is_played_again_also_after_a_load(visit: Visit, opened: Opened) -> None:
    page = visit("Camille", **PHONE).page
    opened(page, bots=2)
    expect(page.locator("#replay-turn")).to_be_hidden()
    before = rows_of(page)
    page.locator("#hand .hand__card").nth(9).click()
    expect(page.locator("#table[data-revealing]")).to_have_count(1)
    expect_the_end_of_the_reveal(page)
    if page.locator(".offer").count():
        page.locator(".offer").first.click()
        expect(page.locator(".offer")).to_have_count(0)
        expect_the_end_of_the_reveal(page)
    after = rows_of(page)
    page.reload()
    page.locator("#replay-turn").click()
    expect(page.locator("#table[data-revealing] .strip")).to_have_count(1)
    assert rows_of(page) == before
    # The next card can be chosen while the turn before is shown.
    expect(page.locator("#table[data-choosing]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect_the_end_of_the_reveal(page)
    assert rows_of(page) == after


def rows_of(page: Page) -> list[list[str]]:
    """The cards of each row, as the page draws them."""
    return page.evaluate("""() => [...document.querySelectorAll(".row")].map(
        (row) => [...row.querySelectorAll(".place use")].map((use) =>
            use.getAttribute("href").split("#")[1]))""")
