"""Steps of a season in fast motion, and its files: for test_a_whole_season.py."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.club_evening import draw, tables_of
from tests.browser.lived_season import csv_rows
from tests.browser.regulars import arrive, count_sheets
from tests.leagues.exports.by_hand import Played, Wanted, finalists
from tests.leagues.exports.by_hand import standings as by_hand
from tests.support.site import SteadySite

MEMBERS = ("Dominique", "Camille", "Oliver")
GUESTS = (
    "Adèle", "Basile", "Céleste", "Denis", "Élodie", "Fanny", "Gaspard", "Hélène", "Irène",
    "Jules", "Karim", "Léonie", "Marek", "Noémie", "Octave",
)  # fmt: skip
EVERYBODY = len(MEMBERS) + len(GUESTS)
# Who stays at home, by session.
ABSENT: Mapping[int, Collection[str]] = {2: GUESTS[:4], 3: GUESTS[5:6], 5: GUESTS[12:15]}
CANCELLED, TWICE, FINAL = 4, 5, 6
FINALISTS = 6
ROUNDS = 3


@dataclass
class Club:
    """Dominique runs the league on a phone, Camille confirms sheets on hers."""

    site: SteadySite
    dominique: Page
    camille: Page
    season: str = ""

    @property
    def league(self) -> str:
        return self.season.rsplit("/", 2)[0] + "/"

    def session(self, number: int) -> str:
        return f"{self.season}sessions/{number}/"


def everybody_comes(club: Club, number: int) -> None:
    """All but the absent: the first two by a tap, the others as a tap does it."""
    page = club.dominique
    page.goto(f"{club.session(number)}check-in/")
    taps = page.locator("#lists .tap:not(.tap--guest)")
    expect(taps).to_have_count(EVERYBODY)
    people = taps.evaluate_all(
        "taps => taps.map(tap => [tap.value, tap.querySelector('.tap__name').innerText.trim()])"
    )
    coming = [(player, name) for player, name in people if name not in ABSENT.get(number, ())]
    for count, (player, _name) in enumerate(coming[:2], 1):
        tap_in(page, player, re.compile(rf"^\s*{count} p"))
    club.site.do(arrive, club.season, number, [int(player) for player, _name in coming[2:]])
    page.reload()
    expect(page.locator("#are-here")).to_contain_text(f"{len(coming)} people")


def tap_in(page: Page, player: str, said: re.Pattern[str]) -> None:
    """Tap a name until the page says it: a tap on a name that has just moved is none."""
    here = page.locator("#are-here")
    for _tap in range(5):
        page.locator(f"#tap-{player}").tap()
        try:
            expect(here).to_contain_text(said, timeout=5000)
        except AssertionError:
            continue
        return
    expect(here).to_contain_text(said)


def draw_tables(club: Club, seed: int, *, kind: str = "", session: int = 0) -> dict[int, list[str]]:
    """Seat everybody who is free; session: where its number is not that of the draw."""
    page, number = club.dominique, session or seed
    page.goto(f"{club.session(number)}seating/")
    if kind:
        page.locator("#draw-how summary").click()
        page.locator("#kind").select_option(kind)
    draw(page, seed)
    page.locator("#accept").tap()
    page.wait_for_url(club.session(number))
    return tables_of(page)


def change(page: Page, name: str, *, swap_with: str = "") -> None:
    """Let somebody change places, or take them out as not there."""
    page.locator("#who-1").select_option(choice(page, "#who-1 option", name))
    target = choice(page, "#to-1 option[value^=swap]", swap_with) if swap_with else "out:no_show"
    page.locator("#to-1").select_option(target)
    with page.expect_navigation():
        page.locator("#change-1").tap()


def choice(page: Page, options: str, name: str) -> str:
    return page.locator(options, has_text=name).first.get_attribute("value") or ""


def paste_sheets(
    club: Club, number: int, tables: Mapping[int, Sequence[str]], *, of_round: int = 1
) -> None:
    """Enter the sheets of these tables from a spreadsheet; Camille confirms all that wait."""
    page = club.dominique
    page.goto(f"{club.session(number)}import/")
    lines = [
        f"{of_round}.{table};{name};{heads};{ROUNDS}"
        for table, names in tables.items()
        for name, heads in zip(names, heads_of(number, of_round * table, len(names)), strict=True)
    ]
    page.locator("#id_text").fill("\n".join(["Sheet;Player;Total;Rounds", *lines]))
    page.get_by_role("button", name="Check it").tap()
    page.get_by_role("button", name=f"Enter {len(tables)} sheets").tap()
    page.wait_for_url(club.session(number))
    camille = club.camille
    camille.goto(f"{club.season}sessions/")
    camille.get_by_role("button", name="Confirm all ticked sheets").tap()
    expect(camille.locator("#to-confirm")).to_have_count(0)


def sheets_count(club: Club, number: int, tables: Mapping[int, Sequence[str]]) -> None:
    """What becomes of the sheets of a first round that are entered and confirmed."""
    heads = {
        name: total
        for table, names in tables.items()
        for name, total in zip(names, heads_of(number, table, len(names)), strict=True)
    }
    club.site.do(count_sheets, club.season, number, heads, ROUNDS)


def heads_of(session: int, game: int, people: int) -> Iterable[int]:
    """Heads without a plan but always the same; one player is past 66."""
    for seat in range(people):
        some = (session * 53 + game * 29 + seat * 37 + session * game * seat) % 45
        yield 70 + some % 9 if seat == (session + game) % people else 18 + some


def close(club: Club, number: int) -> None:
    page = club.dominique
    page.goto(club.session(number))
    page.locator("#close").tap()
    expect(page.get_by_text("This session is over.")).to_be_visible()


# --- The files ---------------------------------------------------------------------------


def games_of(page: Page, season: str) -> list[Played]:
    """The games as the file of results has them."""
    rows = csv_rows(page, f"{season}results.csv")
    return [
        Played(
            session=session,
            table=game,
            heads={row["player"]: int(row["heads"]) for row in seats},
            rounds=int(seats[0]["rounds"] or 0),
        )
        for (session, game), seats in (
            (key, list(found))
            for key, found in groupby(rows, lambda row: (int(row["session"]), int(row["game"])))
        )
    ]


def the_files_agree(page: Page, season: str, wanted: Wanted) -> list[dict[str, Any]]:
    """The file of standings is what comes out by hand of the file of results, which is returned."""
    games = games_of(page, season)
    final = [game for game in games if game.session == FINAL]
    before = by_hand([game for game in games if game.session < FINAL], wanted, {})
    rows = by_hand(games, wanted, {}, final=finalists(before, final, wanted))
    computed = [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in rows
    ]
    exported = [
        {key: row[key] for key in row if key not in {"player_id", "change"}}
        for row in csv_rows(page, f"{season}standings.csv")
    ]
    assert exported == computed
    return rows
