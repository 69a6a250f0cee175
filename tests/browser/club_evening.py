"""What people do on an evening of a league, by what they see: the pages' words and buttons."""

import re
from contextlib import suppress
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

# Those who have a place.
LINES = "#standings tr[data-place]:not([data-place=''])"
NAME = ".tonight__name"


class Line(NamedTuple):
    """A line of standings as somebody reads it."""

    place: str
    name: str
    figure: str
    games: str


# --- The organizer -----------------------------------------------------------------------


def create_league(page: Page, name: str, *, rounds: int) -> None:
    """A public league whose games end after so many rounds at most; its first season is open."""
    page.goto("/leagues/")
    page.get_by_role("link", name="Create a league").click()
    page.locator("[name=name]").fill(name)
    page.locator("[name=season_name]").fill("Autumn")
    page.get_by_text("The rules of the season").click()
    page.locator("[name=min_games]").fill("0")
    # Most of the seventeen open no table: the bot plays for them.
    page.get_by_text("More rules").click()
    page.locator("[name=away][value=counts]").check()
    page.locator("[name=max_rounds]").fill(str(rounds))
    page.get_by_role("button", name="Create the league").click()
    page.get_by_role("button", name="Open the season").click()
    expect(page.get_by_text("The season is open")).to_be_visible()


def plan_session(page: Page, place: str) -> None:
    """A session that has come, whatever the hour is: of a later day one would not check in yet."""
    page.get_by_role("link", name="Sessions", exact=True).click()
    page.get_by_role("link", name="Plan a session").click()
    page.locator("[name=starts_at]").fill("2026-03-06T20:00")
    page.locator("[name=place]").fill(place)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1, name="Session 1")).to_be_visible()


def check_in(page: Page, name: str, *, people: int) -> None:
    """Find a member by their name, or add a guest of that name: the last of so many people."""
    page.locator("#sought").press_sequentially(name)
    tap = page.locator("#lists .tap", has_text=name)
    expect(page.locator("#lists")).to_have_attribute("data-sought", name)
    tap.click()
    expect(page.locator("#are-here")).to_contain_text(re.compile(rf"^\s*{people} p"))
    expect(page.locator("#sought")).to_have_value("")


def draw(page: Page, seed: int) -> list[list[str]]:
    """The names at each table of the draw with this number."""
    expect(page.locator("#accept")).to_be_visible()
    if not page.locator("#seed").is_visible():
        page.locator("#draw-how summary").click()
    page.get_by_label("Number of the draw").fill(str(seed))
    page.get_by_role("button", name="Draw again").click()
    expect(page.locator("#proposal")).to_contain_text(f"Number of the draw: {seed}")
    return [
        table.locator(NAME).all_inner_texts() for table in page.locator("#proposal .tonight").all()
    ]


def tables_of(page: Page) -> dict[int, list[str]]:
    """Names at each table by its number, on the page of the session."""
    tables = {}
    for table in page.locator("article.tonight").all():
        number = int((table.get_attribute("id") or "").removeprefix("table-"))
        tables[number] = [name.strip() for name in table.locator(NAME).all_inner_texts()]
    return tables


# --- A sheet -----------------------------------------------------------------------------


def write(page: Page, *heads: object) -> None:
    """Type cells one after the other, from where the focus is."""
    for number in heads:
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")


def focused(page: Page) -> str:
    """The id of what has the focus, or its type where it has none."""
    return str(page.evaluate("document.activeElement.id || document.activeElement.type"))


# --- At a table --------------------------------------------------------------------------


# The last card is played without asking.
SETTLED = """() => document.querySelector("#board .result, #prompt.is-urgent .offer")
    || document.querySelectorAll("#hand button:enabled").length > 1"""
MOMENT = 5000
NEWER = "version => Number(document.querySelector('#table-version').dataset.version) > version"


def play_to_the_end(page: Page) -> None:
    """Take the first row where one is asked for, else play the lowest card, to the result."""
    while True:
        page.wait_for_function(SETTLED)
        if page.locator("#board .result").count():
            return
        before = page.locator("#table-version").get_attribute("data-version")
        # What is asked may be answered by then, the last card of the game at the latest.
        with suppress(PlaywrightTimeout):
            page.locator("#prompt .offer, #hand button:enabled").first.click(timeout=MOMENT)
            page.wait_for_function(NEWER, arg=int(before or 0))


# --- Whoever looks on --------------------------------------------------------------------


def standings(page: Page) -> list[Line]:
    """Who has a place, as it is on the page."""
    return [
        Line(
            place=row.get_attribute("data-place") or "",
            name=row.locator(".col-name a").inner_text(),
            figure=row.locator(".col-figure b").inner_text(),
            games=row.locator(".col-games").inner_text(),
        )
        for row in page.locator(LINES).all()
    ]


def figure_of(page: Page, name: str) -> Locator:
    line = page.locator(LINES, has=page.get_by_role("link", name=name, exact=True))
    return line.locator(".col-figure b")


def expect_players(page: Page, count: int) -> None:
    """Wait until so many people have a place."""
    expect(page.locator(LINES)).to_have_count(count)


def download(page: Page, name: str) -> str:
    """The text of a file that the standings offer."""
    with page.expect_download() as offered:
        page.locator(f"a[href$='/{name}']").first.click()
    return offered.value.path().read_text(encoding="utf-8-sig")
