"""How many taps an evening takes, counted: `pytest -s tests/browser/test_taps_of_an_evening.py`.

Dominique has a phone, Camille, who runs the league too, a laptop; Oliver enters the sheet of his
own table on his phone. test_a_lived_season.py lives six such evenings.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Player
from leagues.models import Role, Season
from tests.browser.club_evening import tables_of
from tests.browser.conftest import Visit
from tests.browser.taps import LAPTOP, PHONE, Hand, close, confirm, enter
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

MEMBERS = ("Dominique", "Camille", "Oliver")
GUESTS = (
    "Adèle", "Basile", "Céleste", "Denis", "Élodie", "Fanny", "Gaspard", "Hélène",
    "Irène", "Jules", "Karim", "Léonie", "Marek", "Noémie",
)  # fmt: skip
HEADS = (12, 70, 31, 20, 44)


def two_people_confirm() -> None:
    """Camille runs the league too, and what one enters another one confirms."""
    season = Season.objects.get(league__name="Herd")
    Season.objects.update(second_person=True)
    camille = Player.objects.get(name="Camille")
    Role.objects.create(league=season.league, player=camille, kind=Role.Kind.ORGANIZER)


def test_taps_are_few(visit: Visit, site: SteadySite) -> None:
    phone = Hand(visit("Dominique", **PHONE).page)
    taps = {"list pasted": seated(phone, "Herd", pasted)}
    site.do(two_people_confirm)

    laptop = Hand(visit("Camille", **LAPTOP).page)
    laptop.page.goto(phone.page.url)
    oliver = Hand(visit("Oliver", **PHONE).page)
    oliver.page.goto(phone.page.url)
    for number, names in tables_of(phone.page).items():
        by = oliver if "Oliver" in names else phone
        taps[f"table {number} entered"] = enter(by, number, dict(zip(names, HEADS, strict=False)))
        taps[f"table {number} confirmed"] = confirm(laptop, number)
    taps["closing and sharing"] = close(phone, people=17)
    print(taps)  # noqa: T201 - whoever counts reads it

    assert taps["list pasted"] <= 20
    assert max(taps[f"table {number} entered"] for number in range(1, 5)) <= 8
    assert max(taps[f"table {number} confirmed"] for number in range(1, 5)) <= 2
    assert taps["closing and sharing"] <= 3


@pytest.mark.thorough
def test_taps_are_few_where_each_name_is_typed(visit: Visit) -> None:
    assert seated(Hand(visit("Dominique", **PHONE).page), "Typed", typed) <= 45


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
