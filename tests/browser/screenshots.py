"""`make screenshots`: the pages of a demo club in all sizes, themes and languages, as PNG files.

Tables at chosen points of a game (tests/browser/staged.py) come in two sizes, and each size in two
of the four combinations of theme and language.
"""

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.browsing import THEMES, launch_chromium
from tests.support.site import Site

# A phone, a tablet, a laptop.
SIZES = [(360, 640), (768, 1024), (1280, 800)]
LANGUAGES = ["en", "fr"]
# By the name of the picture: what is ticked in the form.
TABLES: dict[str, list[str]] = {
    "table": [],
    "draft": ["[name=draft]"],
    "cabriole": ["[name=cabriole]"],
}


# The staged tables that are pictured: by the end of the picture's name, what is clicked first.
AS_IT_IS: dict[str, list[str]] = {"": []}
LIT = ".light:not(.light--back)"
STAGED: dict[str, dict[str, list[str]]] = {
    "special-asks": {
        "": [],
        "-shift": [".special[data-kind=shift]"],
        "-shift-lifted": [".special[data-kind=shift]", f"{LIT} >> nth=4"],
        "-shift-aimed": [".special[data-kind=shift]", f"{LIT} >> nth=4", LIT],
        "-insert": [".special[data-kind=insert]"],
        "-stop": [".special[data-kind=stop]"],
        "-stop-aimed": [".special[data-kind=stop]", LIT],
        "-replace": [".special[data-kind=replace]"],
        "-replace-aimed": [".special[data-kind=replace]", f"{LIT} >> nth=2"],
    },
    "special-takes": {"": [], "-minus": [".special[data-kind=minus_is_plus]"]},
    "special-seven": {"": [], "-aimed": [".special[data-kind=seven_takes]"]},
    "special-exchange": {"": [], "-aimed": [".special[data-kind=fifth_row]"]},
    "special-five-rows": AS_IT_IS,
    "special-five-rows-take": AS_IT_IS,
    "special-five-rows-ask": {
        "": [],
        "-shift": [".special[data-kind=shift]"],
        "-replace": [".special[data-kind=replace]"],
    },
    "cabriole-jump": AS_IT_IS,
    "elimination": AS_IT_IS,
    "elimination-out": AS_IT_IS,
    "draft-ten": AS_IT_IS,
    "ten": AS_IT_IS,
    "deck-bulls": AS_IT_IS,
    "deck-ducks": AS_IT_IS,
    "deck-elements": AS_IT_IS,
    "end": AS_IT_IS,
    "end-elimination": AS_IT_IS,
}
# By their names in league_pages.py.
OF_LEAGUE = (
    "league", "season", "why", "charts", "head_to_head", "ratings", "session", "check_in",
    "seating", "start_tables", "screen", "sheet", "correction", "game", "share", "summary",
)  # fmt: skip
ON_A_TABLET = {"special-asks", "special-five-rows", "draft-ten", "elimination", "end"}


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="sixieme-") as data, launch_chromium() as browser:
        site = Site(Path(data))
        site.run("manage.py", "migrate", "--verbosity=0")
        site.run("manage.py", "demo")
        staged = json.loads(site.run("-m", "tests.browser.staged"))
        of_league = json.loads(site.run("-m", "tests.browser.league_pages"))
        site.start()
        try:
            for language in LANGUAGES:
                take_all(browser, site, language, folder, staged)
                take_league(browser, site, language, folder, of_league)
        finally:
            site.stop()


def take_all(
    browser: Browser, site: Site, language: str, folder: Path, staged: dict[str, str]
) -> None:
    """Every page in one language."""
    calm: dict[str, Any] = {"base_url": site.url, "locale": language, "reduced_motion": "reduce"}
    stranger = browser.new_context(**calm)
    for name, path in [("home", "/"), ("rules", "/rules/"), ("sign-in", "/account/login/")]:
        take(stranger, name, path, language, folder)
    member = browser.new_context(**calm)
    page = enter(member, site, "a member", language)
    for name, path in [
        ("lobby", "/tables/"),
        ("open-a-table", "/tables/new/"),
        ("my-games", "/tables/past/"),
        ("television", "/tv/"),
    ]:
        take(member, name, path, language, folder)
    take(member, "profile", "/members/profile/", language, folder)
    for name, rules in TABLES.items():
        open_table(page, rules)
        show_play(page)
        take(member, name, page.url, language, folder)
    for name, pictures in STAGED.items():
        for ending, clicks in pictures.items():
            take_staged(page, name, staged[name], ending, clicks, language, folder)


def open_table(page: Page, rules: list[str]) -> None:
    """A table for five with four bots and these rules, which starts at once."""
    page.goto("/tables/new/")
    page.locator("[name=seat_count]").fill("5")
    page.locator("[name=bots]").fill("4")
    page.locator("#rules-played summary").click()
    for rule in rules:
        page.locator(f"#rules-played {rule}").check()
    page.locator("#open-table [type=submit]").click()
    page.wait_for_url(lambda url: not url.endswith("/new/"))


def show_play(page: Page) -> None:
    """Play two cards, or pick two."""
    for done in (1, 2):
        if page.locator("#pool button").count():
            page.locator("#pool button").last.click()
            expect(page.locator("#hand button")).to_have_count(done, timeout=15_000)
            expect(page.locator("#pool button").first).to_be_visible(timeout=15_000)
        else:
            # The highest card: it asks for no row.
            page.locator("#hand button:not(:disabled)").last.click()
            expect(page.locator("#hand button")).to_have_count(10 - done, timeout=15_000)


def take_league(
    browser: Browser, site: Site, language: str, folder: Path, addresses: dict[str, str]
) -> None:
    """The pages of the demo league as its organizer sees them, in one language."""
    organizer = browser.new_context(base_url=site.url, locale=language, reduced_motion="reduce")
    enter(organizer, site, "the organizer", language).close()
    for name in OF_LEAGUE:
        take(organizer, f"league-{name.replace('_', '-')}", addresses[name], language, folder)
    organizer.close()


def enter(context: BrowserContext, site: Site, who: str, language: str) -> Page:
    """The first page of somebody whom `make run` names, in their language from then on."""
    said = site.log.read_text()
    email = re.findall(rf"{who} +(\S+)", said)[0]
    password = re.findall(r"password of everybody +(\S+)", said)[0]
    page = context.new_page()
    page.goto("/account/login/")
    page.locator("[name=login]").fill(email)
    page.locator("[name=password]").fill(password)
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/")
    page.locator(f".language button[value={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    return page


def take_staged(
    page: Page,
    name: str,
    path: str,
    ending: str,
    clicks: list[str],
    language: str,
    folder: Path,
) -> None:
    themes = THEMES if language == "fr" else THEMES[::-1]
    views = list(zip((SIZES[0], SIZES[-1]), themes, strict=True))
    if name in ON_A_TABLET and not ending:
        views.append((SIZES[1], themes[0]))
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    page.goto(path)
    for click in clicks:
        page.locator(click).first.click()
    for (width, height), theme in views:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=folder / f"{name}{ending}-{language}-{theme}-{width}.png")


def take(context: BrowserContext, name: str, path: str, language: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    page = context.new_page()
    page.goto(path)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=folder / f"{name}-{language}-{theme}-{width}.png")
    page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
