"""What a table sounds like, and how a phone calls its owner."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import moving
from tests.browser.conftest import Visit
from tests.browser.tv_tables import open_tables
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

WIDE = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
PHONE = {"viewport": {"width": 360, "height": 640}, "locale": "en-GB"}
# Notes of each tone its wave, its frequency and how loud it begins; of each vibration its length.
NOTE_TONES = """
window.tones = [];
window.buzzes = [];
navigator.vibrate = (ms) => window.buzzes.push(ms);
window.AudioContext = class {
  state = "running";
  currentTime = 0;
  createOscillator() {
    this.tone = { frequency: {}, connect: (next) => next, start() {}, stop() {} };
    return this.tone;
  }
  createGain() {
    const { tone } = this;
    const setValueAtTime = (loudness) =>
      window.tones.push([tone.type, Math.round(tone.frequency.value), loudness]);
    return { gain: { setValueAtTime, exponentialRampToValueAtTime() {} }, connect: (next) => next };
  }
};
"""


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, str]:
    """The addresses of the tables of moving.py."""
    return site.do(moving.stage_tables, 2)


def tones_of_a_take(page: Page, address: str) -> list[tuple[str, int, float]]:
    page.goto(address)
    page.locator("#hand .hand__card").first.click()
    page.wait_for_selector("#table[data-revealing]", state="attached")
    page.wait_for_selector("#table:not([data-revealing])", state="attached")
    return [tuple(tone) for tone in page.evaluate("window.tones")]


def test_a_heavy_card_sounds_louder_and_the_worst_take_rings_a_bell(
    visit: Visit, tables: dict[str, str]
) -> None:
    page = visit("Camille", **WIDE).page
    page.add_init_script(NOTE_TONES)
    page.goto(tables["heavy 0"])
    button = page.get_by_role("button", name="Sounds")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")

    tones = tones_of_a_take(page, tables["heavy 0"])
    expect(button).to_have_attribute("aria-pressed", "true")
    bell = [tone for tone in tones if tone[0] == "square"]
    assert len(bell) == 2
    # 11, 22 and 33 have five heads, 43 has one and 55 has seven.
    before = tones[: tones.index(bell[0])]
    first, second, third, light, heavy = [tone[2] for tone in before[-5:]]
    assert first == second == third
    assert light < first < heavy

    again = tones_of_a_take(page, tables["heavy 1"])
    assert again
    assert not [tone for tone in again if tone[0] == "square"]


def test_a_table_is_silent_until_somebody_wants_sounds(
    visit: Visit, tables: dict[str, str]
) -> None:
    page = visit("Camille", **PHONE).page
    page.add_init_script(NOTE_TONES)
    assert tones_of_a_take(page, tables["take 0"]) == []
    assert page.evaluate("window.buzzes") == []
    page.locator("[data-opens=help]").click()
    page.get_by_label("Vibrate when it is my turn").check()
    assert page.evaluate("window.buzzes") != []
    assert page.evaluate("window.tones") == []


def test_a_phone_vibrates_at_the_turn_of_whoever_has_asked_for_it(
    visit: Visit, site: SteadySite
) -> None:
    (address,) = site.do(open_tables, 1)
    camille, oliver = (
        visit(name, **PHONE, reduced_motion="reduce").page for name in ("Camille", "Oliver")
    )
    for page in (camille, oliver):
        page.add_init_script(NOTE_TONES)
        page.goto(address)
    camille.locator("[data-opens=help]").click()
    camille.get_by_label("Vibrate when it is my turn").check()
    camille.keyboard.press("Escape")
    assert camille.evaluate("window.buzzes") == [120]
    # Who waits for the other one is called; of both, only who has asked for it.
    for turn, (first, last) in enumerate([(oliver, camille), (camille, oliver)], 2):
        first.wait_for_timeout(600)  # an earlier second press is none
        first.locator("#hand button:enabled").last.click()
        expect(first.locator("#hand [aria-pressed=true]")).to_have_count(1)
        # Choices that come together are shown with the reveal: then nobody has waited.
        expect(first.locator(".prompt.is-urgent")).to_have_count(0)
        last.locator("#hand button:enabled").last.click()
        for page in (first, last):
            expect(page.locator(".status")).to_contain_text(f"turn {turn} of 10")
            expect(page.locator("#table:not([data-held]) .prompt.is-urgent")).to_have_count(1)
    assert oliver.evaluate("window.buzzes") == []
    assert camille.evaluate("window.buzzes") == [120, 120]
