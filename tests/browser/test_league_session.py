"""An evening of a league: seventeen people, three tables online, one on paper, all watched."""

import csv
import io
import json
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from icalendar import Calendar
from playwright.sync_api import Page, expect

from tests.browser.club_evening import (
    Line,
    check_in,
    create_league,
    download,
    draw,
    expect_players,
    figure_of,
    focused,
    plan_session,
    play_to_the_end,
    standings,
    tables_of,
    write,
)
from tests.browser.conftest import Visit
from tests.support.browsing import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.hasty]

MEMBERS = ("Camille", "Oliver")
GUESTS = (
    "Adèle", "Basile", "Céleste", "Denis", "Élodie", "Fanny", "Gaspard", "Hélène",
    "Irène", "Jules", "Karim", "Léonie", "Marek", "Noémie", "Octave",
)  # fmt: skip
PLACE = "Café de la Gare"
SEED = 66
ROUNDS = 2
# Heads on the sheet, as far as there are people at the table: the first of them wins.
FIRST_ROUND = (5, 12, 31, 8, 9)
SECOND_ROUND = (2, 9, 15, 6, 7)
CORRECTED = 49
CALM: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
ATOM = "{http://www.w3.org/2005/Atom}"


@dataclass
class Evening:
    """Addresses of the season and the session; names by table, and the table that plays on paper.

    Camille, Oliver and whom they meet play online: nobody at the table on paper has a login.
    """

    season: str
    session: str
    tables: dict[int, list[str]] = field(default_factory=dict)
    paper: int = 0

    def table_of(self, name: str) -> int:
        return next(number for number, names in self.tables.items() if name in names)


def test_a_whole_evening_of_seventeen_people(visit: Visit) -> None:
    dominique = visit("Dominique", **CALM).page
    create_league(dominique, "Tuesday Herd", rounds=ROUNDS)
    season = dominique.url
    plan_session(dominique, PLACE)
    evening = Evening(season, dominique.url)

    stranger = visit(**CALM).page
    stranger.goto(season)
    expect(stranger.locator("#standings")).to_contain_text("No game has counted yet")
    stranger.evaluate("window.stays = true")

    everybody_comes(dominique)
    the_tables_are_drawn(dominique, evening)
    slips_are_printed(dominique, evening)
    oliver_goes_home(dominique, evening)
    three_tables_play_online(dominique, evening)

    # The bots end two tables alone; at the third they wait for Camille.
    waiting = {evening.paper, evening.table_of("Camille")}
    done = [number for number in evening.tables if number not in waiting]
    expect_players(stranger, seated_at(evening, done))

    the_sheet_is_typed(dominique, evening)
    expect_players(stranger, seated_at(evening, [*done, evening.paper]))

    camille_plays(visit("Camille", **CALM).page, evening)
    expect_players(stranger, 17)

    winner = evening.tables[evening.paper][0]
    expect(figure_of(stranger, winner)).to_have_text("100.00")
    the_sheet_is_corrected(dominique, evening)
    expect(figure_of(stranger, winner)).to_have_text("0.00")
    expect(stranger.locator("#moved")).to_contain_text("place")
    assert stranger.evaluate("window.stays") is True
    expect(stranger.get_by_role("link", name="Share")).to_be_visible()

    the_printed_pages_have_it_all(dominique, evening)
    the_files_agree_with_the_page(stranger, evening)
    other_programs_can_follow(stranger, evening)


def seated_at(evening: Evening, tables: list[int]) -> int:
    return sum(len(evening.tables[number]) for number in tables)


def everybody_comes(page: Page) -> None:
    """Members are found by their name, a guest added by it; the other guests are on a list."""
    for people, name in enumerate((*MEMBERS, GUESTS[0]), start=1):
        check_in(page, name, people=people)
    page.get_by_text("Paste a list").click()
    page.locator("[name=names]").fill("\n".join(GUESTS[1:]))
    page.get_by_role("button", name="Check them in").click()
    expect(page.locator("#are-here")).to_contain_text("17 people")
    expect(page.locator("#lists")).not_to_contain_text("Add “")
    page.get_by_role("link", name="Done").click()
    expect(page.get_by_text("17 people are here. Is that everybody?")).to_be_visible()


def the_tables_are_drawn(page: Page, evening: Evening) -> None:
    """As equal as can be, and the same again for the same number."""
    page.get_by_role("link", name="Draw the tables").click()
    drawn = draw(page, SEED)
    assert sorted(map(len, drawn)) == [4, 4, 4, 5]
    assert sorted(name for names in drawn for name in names) == sorted((*MEMBERS, *GUESTS))
    assert draw(page, SEED + 1) != drawn
    assert draw(page, SEED) == drawn

    page.get_by_role("button", name="Use these tables").click()
    page.wait_for_url(evening.session)
    evening.tables = tables_of(page)
    # The preview has names in order, the tables as people sit.
    assert [sorted(names) for names in evening.tables.values()] == list(map(sorted, drawn))
    evening.paper = next(
        number for number, names in evening.tables.items() if not set(MEMBERS) & set(names)
    )


def slips_are_printed(page: Page, evening: Evening) -> None:
    """One for each person, with the number of the table; the buttons stay off the paper."""
    page.get_by_role("link", name="Print", exact=True).click()
    shown = page.get_by_role("navigation", name="Print").locator("[aria-current=page]")
    expect(shown).to_have_text("Seat slips")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator(".slip")).to_have_count(17)
    slip = page.locator(".slip", has=page.locator(".slip__name", has_text="Camille"))
    expect(slip.locator(".slip__table")).to_contain_text(str(evening.table_of("Camille")))
    page.emulate_media(media="screen")


def oliver_goes_home(page: Page, evening: Evening) -> None:
    page.goto(f"{evening.session}check-in/")
    page.get_by_role("button", name="Oliver leaves").click()
    expect(page.locator("#are-here")).to_contain_text("16 people are here")


def three_tables_play_online(page: Page, evening: Evening) -> None:
    """The fourth is left to paper: its people get an empty sheet."""
    page.goto(evening.session)
    page.get_by_role("link", name="Start tables online").click()
    for number in evening.tables:
        page.locator("#start").get_by_label(f"Table {number}").set_checked(number != evening.paper)
    page.get_by_label("The bot plays for those without an account").check()
    page.get_by_label("Bots", exact=True).select_option("5")
    assert_accessible(page)
    page.get_by_role("button", name="Deal at these tables").click()
    page.wait_for_url(evening.session)

    page.get_by_role("link", name="Print", exact=True).click()
    page.get_by_role("link", name="Empty score sheets").click()
    expect(page.get_by_role("heading", level=1, name="Empty score sheets")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".empty-pad")).to_have_count(1)
    expect(page.locator(".empty-pad tbody tr")).to_have_count(ROUNDS)
    expect(page.locator(".empty-pad thead th")).to_have_text(
        ["Round", *evening.tables[evening.paper]]
    )
    page.emulate_media(media="screen")


def the_sheet_is_typed(page: Page, evening: Evening) -> None:
    """By the keyboard alone; what cannot be is refused at its cell, with the reason."""
    page.goto(evening.session)
    page.locator("#tables").get_by_role("link", name="Enter the sheet").press("Enter")
    # Before its script is there, Enter asks the server to look at the sheet.
    expect(page.locator("#sheet [data-sheet]")).to_be_visible()
    people = len(evening.tables[evening.paper])
    cell = page.locator("#r1c1")
    page.locator("#r0c0").focus()
    write(page, *FIRST_ROUND[:people], SECOND_ROUND[0], 172)

    expect(cell).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#why-r1")).to_contain_text("Nobody can take more than")
    assert focused(page) == "r1c2"
    page.keyboard.press("ArrowLeft")
    write(page, *SECOND_ROUND[1:people])
    expect(cell).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#sheet-state")).to_contain_text("The game is over")

    assert focused(page) == "submit"
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Table {evening.paper} counts.")).to_be_visible()


def camille_plays(page: Page, evening: Evening) -> None:
    """From the session's page to her cards; the result comes without anybody entering it."""
    page.goto(evening.session)
    expect(page.get_by_text(f"You are at table {evening.table_of('Camille')}")).to_be_visible()
    page.get_by_role("link", name="To your table").click()
    play_to_the_end(page)


def the_sheet_is_corrected(page: Page, evening: Evening) -> None:
    """The winner took 49 heads in the first round, not 5; the history keeps both."""
    winner = evening.tables[evening.paper][0]
    page.goto(f"{evening.session}games/{evening.paper}/")
    page.get_by_role("link", name="Correct").click()
    page.wait_for_url("**/?sheet=*")
    page.locator("#r0c0").focus()
    write(page, CORRECTED)
    page.get_by_label("Why is it corrected?").fill("It is a 49, not a 5")
    page.get_by_role("button", name="Correct the result").click()
    history = page.locator(".game-history")
    expect(history).to_contain_text(f"Round 1, {winner}: 5 → {CORRECTED}")
    expect(history).to_contain_text("“It is a 49, not a 5”")
    expect(history).to_contain_text("by Dominique")
    history.get_by_text("The sheet, before and after").click()
    expect(history.locator("del").first).to_contain_text("5")
    expect(history.locator("ins").first).to_have_text(str(CORRECTED))
    assert_accessible(page)


def the_printed_pages_have_it_all(page: Page, evening: Evening) -> None:
    """The sheet as corrected, and the summary of the season, without menus."""
    page.goto(f"{evening.session}games/{evening.paper}/print/")
    page.emulate_media(media="print")
    shown = page.locator(".pad-read tfoot tr").first.locator("td")
    expect(shown).to_have_text([str(total) for total in totals_of(evening).values()])

    page.goto(f"{evening.season}summary/")
    expect(page.get_by_role("navigation")).to_be_hidden()
    expect(page.locator(".plain-standings tbody tr")).to_have_count(17)
    expect(page.locator("[aria-labelledby=results] tbody tr")).to_have_count(4)


def the_files_agree_with_the_page(page: Page, evening: Evening) -> None:
    """The same players, places and figures as CSV, as JSON, and in a frame of another site."""
    page.goto(evening.season)
    shown = standings(page)
    page.get_by_role("link", name="Share").click()
    page.wait_for_url("**/share/")
    rows = list(csv.DictReader(io.StringIO(download(page, "standings.csv"))))
    assert [line_in(row) for row in rows] == shown
    data = json.loads(download(page, "standings.json"))
    assert [line_in(row) for row in data["standings"]] == shown

    games = json.loads(download(page, "results.json"))["games"]
    assert {game["kind"] for game in games} == {"live", "sheet"}
    on_paper = next(game for game in games if game["game"] == evening.paper)
    heads = {seat["player"]: seat["heads"] for seat in on_paper["seats"]}
    assert heads == totals_of(evening)
    seats = list(csv.DictReader(io.StringIO(download(page, "results.csv"))))
    assert len(seats) == sum(len(game["seats"]) for game in games)

    page.goto(f"{evening.season}embed/")
    framed = [row.locator("td, th").all_inner_texts() for row in page.locator("tbody tr").all()]
    assert [Line(*cells[:4]) for cells in framed] == shown


def line_in(row: dict[str, Any]) -> Line:
    """A line of standings in a file."""
    figure = f"{float(row['figure']):.2f}"
    return Line(str(row["place"]), row["player"], figure, str(row["games"]))


def other_programs_can_follow(page: Page, evening: Evening) -> None:
    """The calendar has the session; the feed has its four games."""
    league = evening.season.rsplit("/", 2)[0]
    calendar = Calendar.from_ical(page.request.get(f"{league}/calendar.ics").body())
    (event,) = calendar.walk("VEVENT")
    assert event["summary"] == "Tuesday Herd: Session 1"
    assert event["location"] == PLACE
    assert event["url"] == evening.session

    feed = ET.fromstring(page.request.get(f"{league}/results.atom").text())  # noqa: S314 - ours
    links = {link.get("href") for link in feed.iterfind(f"{ATOM}entry/{ATOM}link")}
    assert links == {f"{evening.session}games/{number}/" for number in evening.tables}


def totals_of(evening: Evening) -> dict[str, int]:
    """Heads on the sheet as corrected."""
    names = evening.tables[evening.paper]
    totals = map(sum, zip((CORRECTED, *FIRST_ROUND[1:]), SECOND_ROUND, strict=True))
    return dict(zip(names, totals, strict=False))
