"""Six weeks of a league, lived on its evening board in a moved clock, and counted anew by hand.

Dominique has a phone of 360 px, Camille, who runs the league too, a laptop. Ada, a member, confirms
sheets on her phone; Oliver, a member, enters those of his table on his. What they wrote down is
counted beside the site, from docs/leagues.md: `pytest -s` prints the taps.
"""

import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.club_evening import tables_of
from tests.browser.conftest import Visit, Visitor
from tests.browser.lived_evenings import (
    FEWEST,
    MOST,
    Club,
    arrive,
    arrives_late,
    at_once,
    choose_swap,
    draw,
    end,
    expect_here,
    expect_seated,
    expect_tables,
    heads_of,
    look,
    play,
    seat_of,
    sits_out,
    swapped,
    tap_of,
    value_of,
)
from tests.browser.lived_season import (
    Book,
    assert_ratings_are,
    assert_results_are,
    assert_standings_are,
)
from tests.browser.moved_clock import add_members, next_monday
from tests.browser.taps import LAPTOP, PHONE, Hand, confirm, enter, write_totals
from tests.leagues.exports.by_hand import Wanted
from tests.support.site import SteadySite

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

WEEKS = 6


@pytest.fixture(scope="module")
def site(
    chromium: Browser, club: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SteadySite]:
    """A site whose clock is moved, with two more members."""
    site = SteadySite(tmp_path_factory.mktemp("site"))
    shutil.copytree(club, site.folder, dirs_exist_ok=True)
    try:
        site.start()
        site.do(add_members, "Ada", "Ben")
        yield site
    finally:
        site.stop()


def test_a_season_lived_on_the_evening_board(visit: Visit, site: SteadySite) -> None:
    dominique, camille, ada, oliver = (visit(**each) for each in (PHONE, LAPTOP, PHONE, PHONE))
    monday = date.fromisoformat(site.do(next_monday))
    book = Book(Wanted(min_games=None))
    hands = [Hand(each.page) for each in (dominique, camille, ada, oliver)]
    club = Club(site, hands[0], hands[1], hands[2], hands[3], monday, book)
    league_is_founded(club)
    members_sign_up(club)
    first_evening(club, camille, visit(**LAPTOP | {"java_script_enabled": False}))
    one_sits_out_and_a_sheet_is_corrected(club)
    two_draw_at_the_same_moment(club, dominique, camille)
    one_withdraws(club)
    rules_are_amended(club)
    last_evening(club)
    season_closes(club)
    print(club.taps)  # noqa: T201 - whoever counts reads it
    assert club.taps["founding to everybody seated"] <= 45
    assert max(taps for what, taps in club.taps.items() if what.endswith("entered")) <= 8
    assert max(taps for what, taps in club.taps.items() if what.endswith("confirmed")) <= 2
    assert max(taps for what, taps in club.taps.items() if what.endswith("closed")) <= 3


# --- Before the first evening ------------------------------------------------------------------


def league_is_founded(club: Club) -> None:
    """By Dominique, with six sessions, of which everybody reads; Camille and Ada get roles."""
    club.it_is(1, 0, "18:00")
    hand, page = club.dominique, club.dominique.page
    look(hand, "Dominique", "/leagues/")
    hand.taps = 0
    hand.link("Create a league")
    hand.write(page.locator("[name=name]"), "Herd")
    hand.write(page.locator("[name=season_name]"), "Autumn")
    hand.tap(page.get_by_text("The rules of the season"))
    for name, people in (("fewest", FEWEST), ("most", MOST)):
        hand.tap(page.locator(f"[name={name}]"))
        page.keyboard.press("Control+A")
        page.keyboard.insert_text(str(people))
    hand.tap(page.locator("[name=second_person]"))
    hand.button("Create the league")
    hand.button("Open the season")
    expect(page.get_by_text("The season is open")).to_be_visible()
    club.season = page.url
    hand.link("Sessions")
    hand.link("Plan a session")
    tuesday = club.monday + timedelta(days=1)
    page.locator("[name=starts_at]").fill(f"{tuesday}T20:00")
    hand.taps += 1
    hand.choose(page.locator("[name=every]"), "week")
    hand.tap(page.locator("[name=times]"))
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(str(WEEKS))
    hand.button("Save")
    hand.button("Plan these sessions")
    expect(page.get_by_text(f"{WEEKS} sessions are planned.")).to_be_visible()
    founding = hand.taps
    hand.link("Players")
    hand.tap(page.get_by_text("Only organizers add players", exact=True).first)
    hand.tap(page.get_by_label("Members sign up themselves"))
    hand.button("Save")
    expect(page.get_by_text("There is room for everybody.", exact=True)).to_be_visible()
    hand.link("Manage")
    hand.link("Settings of the league")
    for name, role in (("Camille", "Organizer"), ("Ada", "Scorer")):
        hand.choose(page.locator("[name=player]"), label=name)
        hand.tap(page.get_by_role("radio", name=role))
        hand.button("Give the role")
        expect(page.locator(".list__row", has_text=name)).to_contain_text(role)
    club.taps["sign-up opened and two roles given"] = hand.taps - founding
    hand.taps = founding


def members_sign_up(club: Club) -> None:
    """All four, Oliver also says that he comes to the first session."""
    for name, hand in club.hands.items():
        look(hand, name, f"{club.season}players/")
        hand.page.get_by_role("button", name="Sign up for the season").click()
        expect(hand.page.get_by_text("You are a player of this season.")).to_be_visible()
    club.camille.taps = 0
    page = club.oliver.page
    page.goto(f"{club.season}tonight/")
    page.get_by_role("button", name="I am coming").tap()
    expect(page.get_by_text("You said you are coming.")).to_be_visible()


# --- Evenings ----------------------------------------------------------------------------------


def first_evening(club: Club, camille_now: Visitor, old_tab: Visitor) -> None:
    """Ten people come in every way; two are swapped, while a second hand and an old tab want to."""
    club.evening(1)
    dominique, camille = club.dominique, club.camille
    at_once((dominique, tap_of(dominique, "Ada")), (camille, tap_of(camille, "Camille")))
    expect_here(club, 2)
    club.oliver.tap(club.oliver.page.get_by_role("button", name="I am here"))
    dominique.tap(tap_of(dominique, "Dominique"))
    expect_here(club, 4)
    # A second tap on who is here does nothing.
    tap_of(dominique, "Ada").dispatch_event("click")
    camille.write(camille.page.locator("#sought"), "Hugo")
    expect(camille.page.locator("#lists")).to_have_attribute("data-sought", "Hugo")
    camille.press("Enter")
    expect_here(club, 5)
    dominique.tap(dominique.page.get_by_text("Paste a list"))
    dominique.write(dominique.page.locator("[name=names]"), "Ben\nInès\nJules\nKarim")
    dominique.button("Check them in")
    expect_here(club, 9)
    draw(dominique)
    expect_tables(club, 2)
    arrives_late(club, "Léa")
    club.taps["founding to everybody seated"] = dominique.taps + camille.taps

    old = Hand(old_tab.page)
    look(old, "Camille", club.camille.page.url)
    tables = tables_of(dominique.page)
    (first, second), (third, fourth) = (names[:2] for names in tables.values())
    dominique.tap(dominique.page.locator("#edit-round-1 > summary"))
    dominique.tap(seat_of(dominique, first))
    dominique.tap(seat_of(dominique, third))
    tables = swapped(tables, first, third)
    expect_seated(club, tables)
    with old_tab.troubles.expected("409"):
        choose_swap(old.page, second, fourth)
        old.page.locator("#change-1").click()
        expect(old.page.get_by_role("alert")).to_contain_text(f"{first}: Table 1 → Table 2")
    expect_seated(club, tables)
    play(club, tables)
    end(club)


def one_sits_out_and_a_sheet_is_corrected(club: Club) -> None:
    """Six people, five seats; both organizers confirm the same sheet at the same moment."""
    club.evening(2)
    arrive(club, "Dominique", "Camille", "Ada", "Oliver", "Ben", "Inès")
    draw(club.camille)
    tables = expect_tables(club, 1)
    sits_out(club, tables)
    (game,) = tables
    heads = heads_of(2, 1, tables[game])
    enter(club.ada, game, heads)
    organizers = club.dominique, club.camille
    for hand in organizers:
        hand.tap(hand.page.locator(f"#game-{game}"))
    confirming = [
        hand.page.locator("#sheet").get_by_role("button", name="Confirm", exact=True)
        for hand in organizers
    ]
    at_once(*zip(organizers, confirming, strict=True))
    for hand in club.hands.values():
        expect(hand.page.locator(f"#table-{game}")).to_contain_text("Confirmed")

    camille = club.camille
    camille.tap(camille.page.locator(f"#game-{game}"))
    camille.tap(camille.page.locator("#sheet").get_by_role("link", name="Correct", exact=True))
    name = tables[game][0]
    heads[name] += 3
    fields = camille.page.locator(".sheet-fast__totals input:not(#count)")
    expect(fields.first).to_be_visible()
    for number in fields.all():
        number.fill("")
    write_totals(camille, heads)
    camille.page.get_by_label("Why is it corrected?").fill("A 4 read as a 1")
    camille.button("Correct the result")
    expect(camille.page.get_by_text("A correction is waiting")).to_be_visible()
    camille.page.goto(f"{club.season}tonight/")
    confirm(club.ada, game)
    club.book.write(2, game, heads)
    end(club)


def two_draw_at_the_same_moment(club: Club, *organizers: Visitor) -> None:
    """Both use their tables; one person did not come, and one sheet is taken out and put back."""
    club.evening(3)
    arrive(club, "Dominique", "Camille", "Ada", "Oliver", "Ben", "Inès", "Jules", "Karim", "Léa")
    for hand in (club.dominique, club.camille):
        hand.link("Draw the tables")
        expect(hand.page.locator("#accept")).to_be_visible()
    with organizers[0].troubles.expected("4\\d\\d"), organizers[1].troubles.expected("4\\d\\d"):
        at_once(*((hand, hand.page.locator("#accept")) for hand in (club.dominique, club.camille)))
        for hand in (club.dominique, club.camille):
            expect(hand.page.locator("#tables article.tonight")).to_have_count(2)
            hand.page.goto(f"{club.season}tonight/")
    tables = expect_tables(club, 2)
    large = next(game for game, names in tables.items() if len(names) == MOST)
    away = next(name for name in tables[large] if name not in club.hands)
    page = club.dominique.page
    club.dominique.tap(page.locator("#edit-round-1 > summary"))
    page.locator("#who-1").select_option(value_of(page, "#who-1 option", away))
    page.locator("#to-1").select_option("out:no_show")
    club.dominique.tap(page.locator("#change-1"))
    tables[large].remove(away)
    expect_seated(club, tables)
    club.here.remove(away)
    club.book.sit_out(3, [away], is_no_show=True)
    play(club, tables)

    # Camille takes a table out, Ada agrees; then it counts again in the same way.
    game = 1
    for button, what in (
        ("Take this game out of the standings", "Take it out"),
        ("Count this game again", "Count it again"),
    ):
        camille = club.camille.page
        camille.goto(f"{club.season}sessions/3/games/{game}/")
        camille.get_by_text(button, exact=True).click()
        camille.get_by_label("Reason").fill("Played twice?")
        camille.get_by_role("button", name=what).click()
        expect(camille.get_by_text(f"Table {game}: nothing changes")).to_be_visible()
        club.ada.page.goto(f"{club.season}tonight/")
        club.ada.tap(club.ada.page.locator(f"#game-{game}"))
        club.ada.tap(club.ada.page.locator("#sheet").get_by_role("button", name="Agree"))
        state = "Does not count" if what == "Take it out" else "Confirmed"
        expect(club.ada.page.locator(f"#table-{game}")).to_contain_text(state)
    # Nobody closes it: it ends by itself a day later.
    club.it_is(3, 3, "12:00")
    look(club.camille, "Camille", f"{club.season}sessions/3/")
    expect(club.camille.page.locator("#head")).to_contain_text("Over")
    assert_standings_are(club.book, club.camille.page, club.season)


def one_withdraws(club: Club) -> None:
    """Oliver leaves the season before the fourth session; of seven people two sit out."""
    club.it_is(4, 0, "12:00")
    oliver = club.oliver.page
    look(club.oliver, "Oliver", f"{club.season}players/")
    oliver.get_by_text("Leave the season", exact=True).tap()
    oliver.get_by_role("button", name="Yes, leave the season").tap()
    expect(oliver.get_by_text("You no longer play in this season")).to_be_visible()
    club.book.gone_since["Oliver"] = 4
    club.evening(4)
    arrive(club, "Dominique", "Camille", "Ada", "Ben", "Inès", "Léa", "Hugo")
    draw(club.dominique)
    play(club, expect_tables(club, 1))
    end(club)


def rules_are_amended(club: Club) -> None:
    """From the fifth week on points are counted, also of before; two rounds in one evening."""
    club.it_is(5, 0, "12:00")
    page = club.camille.page
    look(club.camille, "Camille", f"{club.season}rules/amend/")
    page.locator(".preset__name", has=page.locator("[value=placement]")).click()
    page.locator("[name=drop_percent]").fill("25")
    page.get_by_text("More rules").click()
    page.locator("[name=bye]").select_option("points")
    page.locator("[name=bye_points]").fill("3")
    page.locator("[name=reason]").fill("Who comes shall have something of it")
    page.get_by_role("button", name="Show what changes").click()
    page.get_by_role("button", name="Amend the rules").click()
    expect(page.get_by_text("Who comes shall have something of it")).to_be_visible()
    club.book.wanted = Wanted(
        min_games=None, preset="placement", drop_percent=25, bye="points", bye_points=3
    )
    club.evening(5)
    arrive(club, "Dominique", "Camille", "Ada", "Ben", "Jules", "Karim", "Léa", "Hugo")
    draw(club.camille)
    play(club, expect_tables(club, 2))
    draw(club.dominique, "Draw the next tables")
    both = expect_tables(club, 4)
    play(club, {game: names for game, names in both.items() if game > 2})
    end(club)


def last_evening(club: Club) -> None:
    club.evening(6)
    arrive(club, "Dominique", "Camille", "Ada", "Ben", "Inès", "Jules")
    draw(club.dominique)
    play(club, expect_tables(club, 1))
    draw(club.camille, "Draw the next tables")
    both = expect_tables(club, 2)
    play(club, {game: names for game, names in both.items() if game > 1})
    end(club)


def season_closes(club: Club) -> None:
    """And every file says what comes out of the sheets by hand."""
    club.it_is(6, 2, "12:00")
    page = club.dominique.page
    look(club.dominique, "Dominique", f"{club.season}edit/")
    page.locator("#close > summary").tap()
    page.get_by_role("button", name="Close the season").tap()
    expect(page.get_by_text("The season is closed.")).to_be_visible()
    stranger = club.camille.page
    assert_standings_are(club.book, stranger, club.season)
    assert_results_are(club.book, stranger, club.season)
    assert_ratings_are(club.book, stranger, club.league)
