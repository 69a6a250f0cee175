"""How many taps an evening takes, counted: `pytest -s tests/browser/test_taps_of_an_evening.py`.

A tap is a press on the page, on a field before one types, or on Enter or "next" of the keys on the
screen. Letters and figures are none. Dominique has a phone, Camille, who runs the league too, a
laptop; Oliver enters the sheet of his own table on his phone.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import Player
from leagues.models import Role, Season
from tests.browser.conftest import Visit
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

MEMBERS = ("Dominique", "Camille", "Oliver")
GUESTS = (
    "Adèle", "Basile", "Céleste", "Denis", "Élodie", "Fanny", "Gaspard", "Hélène",
    "Irène", "Jules", "Karim", "Léonie", "Marek", "Noémie",
)  # fmt: skip
PHONE: dict[str, Any] = {
    "locale": "en-GB",
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
LAPTOP: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
HEADS = (12, 70, 31, 20, 44)


class Hand:
    """Somebody's browser, and how often they have tapped."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.click()

    def press(self, key: str) -> None:
        self.taps += 1
        self.page.keyboard.press(key)

    def write(self, field: Locator, text: str) -> None:
        if not field.evaluate("field => field === document.activeElement"):
            self.tap(field)
        self.page.keyboard.insert_text(text)

    def link(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name, exact=True))

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True))


def two_people_confirm() -> None:
    """Camille runs the league too, and what one enters another one confirms."""
    season = Season.objects.get(league__name="Herd")
    Season.objects.update(second_person=True)
    camille = Player.objects.get(name="Camille")
    Role.objects.create(league=season.league, player=camille, kind=Role.Kind.ORGANIZER)


def test_taps_are_few(visit: Visit, site: SteadySite) -> None:
    phone = Hand(visit("Dominique", **PHONE).page)
    taps = {"names typed": seated(phone, "Typed", typed)}
    phone = Hand(visit("Dominique", **PHONE).page)
    taps["list pasted"] = seated(phone, "Herd", pasted)
    site.do(two_people_confirm)

    laptop = Hand(visit("Camille", **LAPTOP).page)
    laptop.page.goto(phone.page.url)
    oliver = Hand(visit("Oliver", **PHONE).page)
    oliver.page.goto(phone.page.url)
    his_table = own_table(oliver.page)
    for number in range(1, 5):
        by = oliver if number == his_table else phone
        taps[f"table {number} entered"] = entered(by, number)
        taps[f"table {number} confirmed"] = confirmed(laptop, number)
    taps["closing and sharing"] = closed(phone)
    print(taps)  # noqa: T201 - whoever counts reads it

    assert taps["names typed"] <= 45
    assert taps["list pasted"] <= 20
    assert max(taps[f"table {number} entered"] for number in range(1, 5)) <= 8
    assert max(taps[f"table {number} confirmed"] for number in range(1, 5)) <= 2
    assert taps["closing and sharing"] <= 3


# --- The evening ---------------------------------------------------------------------------


def seated(hand: Hand, league: str, arrive: Callable[[Hand], None]) -> int:
    """From no league to seventeen people at four tables."""
    page = hand.page
    page.goto("/leagues/")
    hand.link("Create a league")
    hand.write(page.locator("[name=name]"), league)
    hand.write(page.locator("[name=season_name]"), "Autumn")
    hand.button("Create the league")
    hand.button("Open the season")
    hand.link("Sessions")
    hand.link("Plan a session")
    # It begins tonight unless one says otherwise.
    hand.button("Save")
    arrive(hand)
    hand.link("Draw the tables")
    hand.button("Use these tables")
    expect(page.locator("article.tonight")).to_have_count(4)
    return hand.taps


def typed(hand: Hand) -> None:
    sought = hand.page.locator("#sought")
    for name in (*MEMBERS, *GUESTS):
        hand.write(sought, name)
        expect(hand.page.locator("#lists")).to_have_attribute("data-sought", name)
        hand.press("Enter")
        expect(sought).to_have_value("")
    everybody_is_here(hand.page)
    hand.link("Done")


def pasted(hand: Hand) -> None:
    hand.tap(hand.page.get_by_text("Paste a list"))
    hand.write(hand.page.locator("[name=names]"), "\n".join((*MEMBERS, *GUESTS)))
    hand.button("Check them in")
    everybody_is_here(hand.page)


def everybody_is_here(page: Page) -> None:
    expect(page.locator("#present")).to_contain_text("17 people")


def own_table(page: Page) -> int:
    text = page.locator("#own").inner_text()
    return int(text.split("table")[1].split()[0])


def entered(hand: Hand, number: int) -> int:
    """The totals of a table, as those who sat there have them on paper."""
    before, page = hand.taps, hand.page
    # Who runs nothing enters the sheet of their own table.
    hand.tap(page.locator(f"#sheet-{number}, .own-table #own-sheet").last)
    hand.tap(page.get_by_text("Totals only"))
    fields = page.locator(".sheet-fast__totals input:not(#count)")
    for index in range(fields.count()):
        if index:
            hand.press("Enter")
        hand.write(fields.nth(index), str(HEADS[index]))
    expect(page.locator("#sheet-state")).to_contain_text("The game is over")
    # Somebody who looks up from the paper before they send it: what was typed is saved by then.
    page.wait_for_load_state("networkidle")
    hand.tap(page.locator("[data-submit]"))
    expect(page.locator(f"#table-{number}")).to_contain_text("To be confirmed")
    return hand.taps - before


def confirmed(hand: Hand, number: int) -> int:
    """By a second person, on whose page it shows by itself."""
    before = hand.taps
    hand.tap(hand.page.locator(f"#game-{number}"))
    hand.tap(hand.page.locator("#sheet").get_by_role("button", name="Confirm", exact=True))
    expect(hand.page.locator(f"#table-{number}")).to_contain_text("Confirmed")
    return hand.taps - before


def closed(hand: Hand) -> int:
    """The end of the evening, and its words handed on."""
    before = hand.taps
    hand.button("Close the session")
    expect(hand.page.locator("#ranking-table tbody tr")).to_have_count(17)
    hand.button("Share the evening")
    expect(hand.page.locator("#share-evening")).to_be_visible()
    return hand.taps - before
