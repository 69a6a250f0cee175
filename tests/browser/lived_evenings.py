"""What people do on an evening of a season that is lived: for test_a_lived_season.py."""

import re
from dataclasses import dataclass, field
from datetime import date, timedelta

from playwright.sync_api import Locator, Page, expect

from tests.browser.club_evening import tables_of
from tests.browser.conftest import NEXT_TO_NOTHING
from tests.browser.lived_season import Book, assert_standings_are
from tests.browser.moved_clock import set_clock
from tests.browser.taps import Hand, close, confirm, enter
from tests.factories import PASSWORD
from tests.support.site import SteadySite

# Players at a table.
FEWEST, MOST = 4, 5


@dataclass
class Club:
    """Who is there, in which week they are, and what they wrote down."""

    site: SteadySite
    dominique: Hand
    camille: Hand
    ada: Hand
    oliver: Hand
    monday: date
    book: Book
    season: str = ""
    week: int = 0
    here: set[str] = field(default_factory=set)
    taps: dict[str, int] = field(default_factory=dict)

    @property
    def hands(self) -> dict[str, Hand]:
        return {
            "Dominique": self.dominique,
            "Camille": self.camille,
            "Ada": self.ada,
            "Oliver": self.oliver,
        }

    @property
    def league(self) -> str:
        return self.season.rsplit("/", 2)[0] + "/"

    def it_is(self, week: int, day: int, hour: str) -> None:
        """Move the clock to a day of a week, 0 for Monday; nobody has left a page open until then.

        A socket that is just being opened would have taken days for it, and be refused.
        """
        self.week = week
        for hand in self.hands.values():
            hand.page.goto(NEXT_TO_NOTHING)
        self.site.do(set_clock, f"{self.monday + timedelta(days=7 * (week - 1) + day)}T{hour}")

    def evening(self, week: int) -> None:
        """Everybody looks at the page of tonight."""
        # A sign-in ends after two weeks, to the minute: each time they look five minutes later, so
        # that nobody is signed out in the midst of an evening.
        self.it_is(week, 1, f"19:{5 * week:02}")
        for name, hand in self.hands.items():
            look(hand, name, f"{self.season}tonight/")
            expect(hand.page).to_have_title(re.compile(f"^Session {week} · Autumn"))


def look(hand: Hand, name: str, address: str) -> None:
    """Go to a page; whoever is not signed in any more does so again and comes back."""
    page = hand.page
    page.goto(address)
    if page.locator(".site-header").get_by_role("link", name="Sign in").count():
        page.goto(f"/account/login/?next={address.removeprefix(club_root(page))}")
        page.locator("[name=login]").fill(f"{name.lower()}@club.example")
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("[name=password]").press("Enter")
        expect(page.locator(".site-header")).to_contain_text(name)


def club_root(page: Page) -> str:
    return page.evaluate("location.origin")


def at_once(*presses: tuple[Hand, Locator]) -> None:
    """Press these buttons at the same moment, each on a page of its own."""
    for hand, button in presses:
        hand.taps += 1
        button.evaluate("button => setTimeout(() => button.click(), 500)")


def tap_of(hand: Hand, name: str) -> Locator:
    return hand.page.locator("#lists .tap", has_text=name)


def seat_of(hand: Hand, name: str) -> Locator:
    return hand.page.locator("[data-seat]", has_text=name)


def expect_here(club: Club, people: int) -> None:
    for hand in (club.dominique, club.camille, club.ada):
        expect(hand.page.locator("#who-is-here")).to_contain_text(f"{people} people are here")


def arrive(club: Club, *names: str) -> None:
    """Dominique and Camille tap in turn."""
    club.here = {*names}
    for count, name in enumerate(names, 1):
        hand = (club.dominique, club.camille)[count % 2]
        if hand.page.locator("#who").get_attribute("open") is None:
            hand.tap(hand.page.locator("#who > summary"))
        hand.tap(tap_of(hand, name))
        people = "1 person is" if count == 1 else f"{count} people are"
        expect(hand.page.locator("#who-is-here")).to_contain_text(f"{people} here")
    expect_here(club, len(names))


def draw(hand: Hand, words: str = "Draw the tables") -> None:
    hand.link(words)
    expect(hand.page.locator("#accept")).to_be_visible()
    hand.tap(hand.page.locator("#accept"))


def expect_tables(club: Club, count: int) -> dict[int, list[str]]:
    """The tables as all who look see them, without a reload."""
    for hand in club.hands.values():
        expect(hand.page.locator("#tables article.tonight")).to_have_count(count)
    tables = tables_of(club.camille.page)
    for hand in club.hands.values():
        assert tables_of(hand.page) == tables
    return tables


def sits_out(club: Club, tables: dict[int, list[str]]) -> None:
    """Note who is here and at none of these tables, and that the page says so."""
    out = club.here.difference(*tables.values())
    for name in out:
        expect(club.camille.page.locator("#tables")).to_contain_text(name)
    club.book.sit_out(club.week, sorted(out))


def expect_seated(club: Club, tables: dict[int, list[str]]) -> None:
    for hand in club.hands.values():
        for game, names in tables.items():
            for name in names:
                expect(hand.page.locator(f"#table-{game}")).to_contain_text(name)
            expect(hand.page.locator(f"#table-{game} .tonight__name")).to_have_count(len(names))


def arrives_late(club: Club, name: str) -> None:
    """Camille seats somebody at the table that has room."""
    hand, page = club.camille, club.camille.page
    if page.locator("#who").get_attribute("open") is None:
        hand.tap(page.locator("#who > summary"))
    hand.write(page.locator("#sought"), name)
    expect(page.locator("#lists")).to_have_attribute("data-sought", name)
    hand.press("Enter")
    expect_here(club, 10)
    tables = tables_of(page)
    small = next(game for game, names in tables.items() if len(names) == FEWEST)
    hand.tap(page.locator("#edit-round-1 > summary"))
    hand.choose(page.locator("#who-1"), value_of(page, "#who-1 option", name))
    hand.choose(page.locator("#to-1"), f"table:{small}")
    hand.tap(page.locator("#change-1"))
    tables[small].append(name)
    expect_seated(club, tables)


def choose_swap(page: Page, one: str, other: str) -> None:
    page.locator("#edit-round-1 > summary").click()
    page.locator("#who-1").select_option(value_of(page, "#who-1 option", one))
    page.locator("#to-1").select_option(value_of(page, "#to-1 option[value^=swap]", other))


def value_of(page: Page, options: str, name: str) -> str:
    return page.locator(options, has_text=name).first.get_attribute("value") or ""


def swapped(tables: dict[int, list[str]], one: str, other: str) -> dict[int, list[str]]:
    change = {one: other, other: one}
    return {game: [change.get(name, name) for name in names] for game, names in tables.items()}


def play(club: Club, tables: dict[int, list[str]]) -> None:
    """Each sheet is entered by who sat there, on their phone, and confirmed by somebody else."""
    sits_out(club, tables)
    for game, names in tables.items():
        heads = heads_of(club.week, game, names)
        by = next(
            (hand for name, hand in reversed(club.hands.items()) if name in names), club.dominique
        )
        other = next(hand for hand in (club.ada, club.camille) if hand is not by)
        table = f"week {club.week}, table {game}"
        club.taps[f"{table} entered"] = enter(by, game, heads)
        club.taps[f"{table} confirmed"] = confirm(other, game)
        for hand in club.hands.values():
            expect(hand.page.locator(f"#table-{game}")).to_contain_text("Confirmed")
        club.book.write(club.week, game, heads)


def heads_of(week: int, game: int, names: list[str]) -> dict[str, int]:
    """Heads without a plan but always the same, some equal; one player is past 66."""
    heads = {}
    for seat, name in enumerate(names):
        some = (week * 53 + game * 29 + seat * seat * 37 + week * game * seat) % 23
        heads[name] = 67 + some if seat == (week + game) % len(names) else 10 + some
    return heads


def end(club: Club) -> None:
    """The evening ends, and standings are what they are by hand."""
    played = [game for game in club.book.until(club.week) if game.session == club.week]
    people = {name for game in played for name in game.heads}
    club.taps[f"week {club.week} closed"] = close(club.dominique, len(people))
    for hand in (club.camille, club.ada, club.oliver):
        expect(hand.page.locator("#head")).to_contain_text("Over")
    assert_standings_are(club.book, club.camille.page, club.season)
