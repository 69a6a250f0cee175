"""A season in fast motion: six sessions, 18 players, and the standings worked out by hand."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.club_evening import draw, tables_of, write
from tests.browser.conftest import Visit
from tests.browser.lived_season import csv_rows
from tests.browser.whole_season import (
    ABSENT,
    CANCELLED,
    EVERYBODY,
    FINAL,
    FINALISTS,
    GUESTS,
    MEMBERS,
    TWICE,
    Club,
    change,
    close,
    draw_tables,
    everybody_comes,
    games_of,
    paste_sheets,
    sheets_count,
    the_files_agree,
)
from tests.leagues.exports.by_hand import Wanted
from tests.leagues.exports.by_hand import standings as by_hand
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

CALM: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
PHONE = CALM | {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TELEVISION = CALM | {"viewport": {"width": 1920, "height": 1080}}
# A sheet typed round by round: 7, 21, 67, 14, 16 and 12 heads.
TYPED = (5, 12, 31, 8, 9, 2, 2, 9, 36, 6, 7, 10)
PAST = """Date;Table;Player;Heads
2025-03-04;1;Adèle;12
2025-03-04;1;Camille;30
2025-03-04;1;Basile;70
2025-03-04;2;Victor;20
2025-03-04;2;Fanny;20
2025-03-04;2;Oliver;68
2025-03-11;1;Adèle;71
2025-03-11;1;Victor;9
2025-03-11;1;Fanny;44
2025-03-11;1;Camille;15
"""


def test_a_short_season_counts_as_worked_out_by_hand(visit: Visit, site: SteadySite) -> None:
    """Its first two sessions and the final; `make thorough` plays all six."""
    club = Club(site, visit("Dominique", **PHONE).page, visit("Camille", **PHONE).page)
    create_league(club)
    plan_sessions(club)
    first_session(club)
    with_a_waiting_list(club, visit("Oliver", **PHONE).page)
    the_final(club, visit(**TELEVISION).page)


@pytest.mark.thorough
def test_a_whole_season_counts_as_worked_out_by_hand(visit: Visit, site: SteadySite) -> None:
    club = Club(site, visit("Dominique", **PHONE).page, visit("Camille", **PHONE).page)
    create_league(club)
    plan_sessions(club)
    first_session(club)
    with_a_waiting_list(club, visit("Oliver", **PHONE).page)
    with_a_no_show_and_a_swap(club)
    cancel(club)
    with_two_rounds(club)
    the_final(club, visit(**TELEVISION).page)
    import_the_past(club)
    everything_can_be_read(club)


# --- Preparing ---------------------------------------------------------------------------


def create_league(club: Club) -> None:
    page = club.dominique
    page.goto("/leagues/new/")
    page.locator("[name=name]").fill("Tuesday Herd")
    page.locator("[name=season_name]").fill("Winter")
    page.get_by_text("The rules of the season").tap()
    page.locator("[name=preferred]").fill("6")
    page.locator("[name=final]").fill(str(FINALISTS))
    page.locator("[name=second_person]").check()
    page.get_by_role("button", name="Create the league").tap()
    page.get_by_role("button", name="Open the season").tap()
    expect(page.get_by_text("The season is open")).to_be_visible()
    club.season = page.url
    page.goto(f"{club.league}roles/")
    page.locator("[name=player]").select_option(label="Camille")
    page.get_by_role("button", name="Give the role").tap()
    expect(page.locator(".list__row", has_text="Camille")).to_contain_text("Scorer")


def plan_sessions(club: Club) -> None:
    """Five every week after a look at the dates, of which one is a holiday, and the final."""
    page = club.dominique
    page.goto(f"{club.season}sessions/new/")
    page.locator("[name=starts_at]").fill("2026-01-06T20:00")
    page.locator("[name=place]").fill("Café de la Gare")
    page.locator("[name=every]").select_option("week")
    page.locator("[name=times]").fill("6")
    page.get_by_role("button", name="Save").tap()
    dates = page.locator("[name=date]")
    expect(dates).to_have_count(6)
    dates.nth(3).uncheck()
    page.get_by_role("button", name="Plan these sessions").tap()
    expect(page.get_by_text("5 sessions are planned.")).to_be_visible()
    page.goto(f"{club.season}sessions/new/")
    page.locator("[name=starts_at]").fill("2026-02-17T20:00")
    page.locator("[name=is_final]").check()
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url(club.session(FINAL))


# --- Sessions ----------------------------------------------------------------------------


def first_session(club: Club) -> None:
    """Members and guests come for the first time; one sheet is typed, the others are pasted."""
    page = club.dominique
    page.goto(f"{club.session(1)}check-in/")
    for name in (*MEMBERS, GUESTS[0]):
        page.locator("#sought").fill(name)
        expect(page.locator("#lists")).to_have_attribute("data-sought", name)
        page.locator("#lists .tap", has_text=name).tap()
        expect(page.locator("#sought")).to_have_value("")
    page.get_by_text("Paste a list").tap()
    page.locator("[name=names]").fill("\n".join(GUESTS[1:]))
    page.get_by_role("button", name="Check them in").tap()
    expect(page.locator("#are-here")).to_contain_text(f"{EVERYBODY} people")
    tables = draw_tables(club, 1)
    page.goto(f"{club.session(1)}games/1/sheet/")
    page.locator("#r0c0").focus()
    write(page, *TYPED)
    expect(page.locator("#sheet-state")).to_contain_text("The game is over")
    page.locator("[data-submit]").tap()
    page.wait_for_url(f"{club.session(1)}#table-1")
    del tables[1]
    paste_sheets(club, 1, tables)
    close(club, 1)


def with_a_waiting_list(club: Club, oliver: Page) -> None:
    """Two places to book: Camille waits for one until Oliver gives his up."""
    page, camille = club.dominique, club.camille
    page.goto(f"{club.session(2)}edit/")
    page.locator("[name=places]").fill("2")
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url(club.session(2))
    page.get_by_role("button", name="I am coming").tap()
    expect(page.get_by_text("You said you are coming.")).to_be_visible()
    oliver.goto(club.session(2))
    oliver.get_by_role("button", name="I am coming").tap()
    expect(oliver.get_by_text("You said you are coming.")).to_be_visible()
    camille.goto(club.session(2))
    camille.get_by_role("button", name="Put me on the waiting list").tap()
    expect(camille.locator("#own")).to_contain_text("You are number 1 on the waiting list.")
    oliver.get_by_role("button", name="I cannot come").tap()
    expect(oliver.get_by_text("You said you cannot come.")).to_be_visible()
    expect(camille.locator("#own")).to_contain_text("You said you are coming.")
    everybody_comes(club, 2)
    sheets_count(club, 2, draw_tables(club, 2))
    close(club, 2)


def with_a_no_show_and_a_swap(club: Club) -> None:
    """The draw is prepared: two change places and one did not show up before it is shown."""
    page = club.dominique
    everybody_comes(club, 3)
    page.goto(f"{club.session(3)}seating/")
    draw(page, 3)
    page.locator("#keep").tap()
    page.wait_for_url(club.session(3))
    page.locator("#edit-round-1 summary").tap()
    club.camille.goto(club.session(3))
    expect(club.camille.get_by_text("Not shown yet")).to_be_visible()
    seated = page.locator("article.tonight")
    one, other, away = (
        seated.nth(table).locator(".tonight__name").first.inner_text().strip() for table in range(3)
    )
    change(page, one, swap_with=other)
    expect(seated.nth(0)).to_contain_text(other)
    expect(seated.nth(1)).to_contain_text(one)
    change(page, away)
    expect(page.locator("article.tonight", has_text=away)).to_have_count(0)
    page.locator("#release-1").tap()
    page.wait_for_url(club.session(3))
    tables = tables_of(page)
    assert other in tables[1]
    assert one in tables[2]
    assert not any(away in names for names in tables.values())
    expect(club.camille.get_by_text("Not shown yet")).to_have_count(0)
    page.goto(f"{club.session(3)}slips/")
    expect(page.locator(".slip")).to_have_count(EVERYBODY - len(ABSENT[3]) - 1)
    sheets_count(club, 3, tables)
    close(club, 3)


def cancel(club: Club) -> None:
    page = club.dominique
    page.goto(f"{club.session(CANCELLED)}edit/")
    page.locator("summary", has_text="Cancel this session").tap()
    page.get_by_label("Reason").fill("The café is closed")
    page.locator("#cancel").tap()
    page.wait_for_url(club.session(CANCELLED))
    expect(page.get_by_text("The café is closed")).to_be_visible()


def with_two_rounds(club: Club) -> None:
    """Who has played is seated by rank in a second round."""
    everybody_comes(club, TWICE)
    first = draw_tables(club, TWICE)
    sheets_count(club, TWICE, first)
    both = draw_tables(club, 66, kind="by_rank", session=TWICE)
    second = [names for game, names in both.items() if game not in first]
    paste_sheets(club, TWICE, dict(enumerate(second, 1)), of_round=2)
    close(club, TWICE)


def the_final(club: Club, television: Page) -> None:
    """The six best of the standings sit at the first table; the room follows on a big screen."""
    page = club.dominique
    before = by_hand(games_of(page, club.season), Wanted(min_games=None), {})
    best = {row["player"] for row in before[:FINALISTS]}
    page.goto(f"{club.season}final/")
    expect(page.get_by_text("qualified", exact=True)).to_have_count(FINALISTS)
    everybody_comes(club, FINAL)
    tables = draw_tables(club, FINAL)
    assert {*tables[1]} == best
    television.goto(f"{club.session(FINAL)}screen/")
    expect(television).to_have_title(re.compile("Final · Tuesday Herd"))
    expect(television.locator("[data-panel=seating] li")).to_have_count(EVERYBODY)
    expect(television.locator(".big-table")).to_have_count(len(tables))
    paste_sheets(club, FINAL, tables)
    expect(television.locator(".big-table .big-table__heads")).to_have_count(EVERYBODY)
    close(club, FINAL)
    wanted = Wanted(min_games=None, final=FINALISTS)
    rows = the_files_agree(page, club.season, wanted)
    assert {row["player"] for row in rows[:FINALISTS]} == best
    # Whoever is level in the final is told apart by the season; all others follow the finalists.
    assert rows[FINALISTS]["decided_by"] == "final"


def import_the_past(club: Club) -> None:
    page = club.dominique
    page.goto(f"{club.league}seasons/import/")
    page.locator("[name=season_name]").fill("Spring 2025")
    page.locator("#id_text").fill(PAST)
    page.get_by_role("button", name="Check it").tap()
    preview = page.locator("section", has=page.locator("#preview"))
    expect(preview).to_contain_text("2 sessions, 3 games.")
    expect(preview).to_contain_text("5 known, 1 new guests")
    page.get_by_role("button", name="Import the season").tap()
    expect(page.get_by_text("The season is imported, with 3 games.")).to_be_visible()
    rows = the_files_agree(page, page.url, Wanted(min_games=None, final=FINALISTS))
    assert rows[0]["player"] == "Victor"


def everything_can_be_read(club: Club) -> None:
    """Every page of a season that was played: the right one, and no error in its scripts."""
    page = club.dominique
    (adele,) = {
        row["player_id"]
        for row in csv_rows(page, f"{club.season}results.csv")
        if row["player"] == "Adèle"
    }
    page.goto(f"{club.league}players/{adele}/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Adèle")
    expect(page.get_by_text("Spring 2025").first).to_be_visible()
    for address, title in (
        (f"{club.season}picture/", "Charts"),
        (f"{club.season}what-it-takes/", "Final"),
        (f"{club.season}final/", "Final"),
        (f"{club.season}summary/", "Winter"),
        (f"{club.league}log/", "Log"),
        ("/leagues/notices/", "Notices"),
        (club.session(CANCELLED), f"Session {CANCELLED}"),
    ):
        page.goto(address)
        expect(page).to_have_title(re.compile(re.escape(title), re.IGNORECASE))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, address
