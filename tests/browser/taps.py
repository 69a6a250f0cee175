"""People who tap, and are counted; what they do on an evening of a league, in taps.

A tap is a press on the page, on a field before one types, or on Enter or "next" of the keys on the
screen. Letters and figures are none.
"""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

PHONE: dict[str, Any] = {
    "locale": "en-GB",
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
LAPTOP: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}


class Hand:
    """Somebody's browser, and how often they have tapped."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0
        self._has_touch = bool(page.evaluate("navigator.maxTouchPoints"))

    def tap(self, what: Locator) -> None:
        self.taps += 1
        if self._has_touch:
            what.tap()
        else:
            what.click()

    def press(self, key: str) -> None:
        self.taps += 1
        self.page.keyboard.press(key)

    def write(self, field: Locator, text: str) -> None:
        if not field.evaluate("field => field === document.activeElement"):
            self.tap(field)
        self.page.keyboard.insert_text(text)

    def choose(self, field: Locator, value: str | None = None, label: str | None = None) -> None:
        """Open a list and tap one of its choices."""
        self.taps += 2
        field.select_option(value, label=label)

    def link(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name, exact=True))

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True))


# --- A sheet -----------------------------------------------------------------------------------


def enter(hand: Hand, number: int, heads: Mapping[str, int]) -> int:
    """Enter the totals of a table, as those who sat there have them on paper; how many taps."""
    before, page = hand.taps, hand.page
    # Who runs nothing enters the sheet of their own table.
    hand.tap(page.locator(f"#sheet-{number}, .own-table #own-sheet").last)
    hand.tap(page.get_by_text("Totals only"))
    write_totals(hand, heads)
    # Somebody who looks up from the paper before they send it: what was typed is saved by then.
    page.wait_for_load_state("networkidle")
    hand.tap(page.locator("[data-submit]"))
    expect(page.locator(f"#table-{number}")).to_contain_text("To be confirmed")
    return hand.taps - before


def write_totals(hand: Hand, heads: Mapping[str, int]) -> None:
    """Type the heads of each name of a sheet, in the order in which the sheet has them."""
    page = hand.page
    totals = page.locator(".sheet-fast__totals")
    names = [name.strip() for name in totals.locator("label[data-name]").all_inner_texts()]
    fields = totals.locator("input:not(#count)")
    for index, name in enumerate(names):
        if index:
            hand.press("Enter")
        hand.write(fields.nth(index), str(heads[name]))
    expect(page.locator("#sheet-state")).to_contain_text("The game is over")


def confirm(hand: Hand, number: int) -> int:
    """Confirm it as a second person, on whose page it shows by itself; how many taps."""
    before = hand.taps
    hand.tap(hand.page.locator(f"#game-{number}"))
    hand.tap(hand.page.locator("#sheet").get_by_role("button", name="Confirm", exact=True))
    expect(hand.page.locator(f"#table-{number}")).to_contain_text("Confirmed")
    return hand.taps - before


# --- The end of the evening ----------------------------------------------------------------------


def close(hand: Hand, people: int) -> int:
    """Close the session, in which so many have played, and hand its words on; how many taps."""
    before = hand.taps
    hand.button("Close the session")
    expect(hand.page.locator("#ranking-table tbody tr")).to_have_count(people)
    hand.button("Share the ranking")
    expect(hand.page.locator("#share-session")).to_be_visible()
    return hand.taps - before
