"""`make screenshots`: every page of a demo club, to be looked at.

A page is one sheet for each language and theme, with all sizes on it. The pictures of the README
come by themselves, in the folder `readme`. ONLY=WORD: pages whose name has this word; ONLY=takes:
film strips of every kind of take.
"""

import argparse
import io
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import django
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from playwright.sync_api import Error as PlaywrightError

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

from tests.browser import league_pages, pictured, staged, takes
from tests.browser.pictured_pages import README, SHOTS, Shot, Who
from tests.support.browsing import THEMES, launch_chromium
from tests.support.site import SteadySite

LANGUAGES = ("en", "fr")
PHONE = (360, 640)
# What is seen of a long page on a phone: so many pixels, in columns beside each other.
COLUMN, COLUMNS = 800, 2
GAP = 12


@dataclass(frozen=True, slots=True)
class View:
    """A window, and where its picture is laid on the sheet: left, top, width."""

    size: tuple[int, int]
    left: int
    top: int
    width: int


RIGHT = COLUMNS * (PHONE[0] + GAP) + GAP
VIEWS = (
    View((640, 360), RIGHT, GAP, 640),
    View((1280, 800), RIGHT, 384, 800),
    View((1920, 1080), RIGHT, 896, 800),
    View((2560, 1440), RIGHT, 1358, 800),
    View((768, 1024), GAP, COLUMN + 2 * GAP, RIGHT - 2 * GAP),
)
SHEET = (RIGHT + 800 + GAP, 1820)
FILMS = "takes"
EMPTY_AND_SEND = """() => {
    const form = document.querySelector("main form");
    form.noValidate = true;
    const written = "textarea, input:not([type=hidden], [type=checkbox], [type=radio])";
    for (const field of form.querySelectorAll(written)) field.value = "";
    form.requestSubmit();
}"""
MISTAKES = "[aria-invalid=true], .errorlist, [role=alert]"
GREY = (128, 128, 128)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make screenshots")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="pages whose name has this word")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--theme", choices=THEMES, action="append")
    asked = parser.parse_args()
    shots = [shot for shot in SHOTS if asked.only in shot.name and asked.only != FILMS]
    with tempfile.TemporaryDirectory(prefix="sixieme-") as data, launch_chromium() as browser:
        site = SteadySite(Path(data))
        site.environment |= {"GUEST_SEATS": "1"}
        failed: list[str] = []
        site.start()
        try:
            addresses = stage(site)
            for language in asked.language or LANGUAGES:
                album = Album(browser, site, language, asked.theme or list(THEMES), asked.folder)
                if asked.only in ("", FILMS):
                    album.film()
                album.take(shots, addresses)
                failed += album.failed
        finally:
            site.stop()
    sys.exit("\n".join(failed) or None)


def stage(site: SteadySite) -> dict[str, str]:
    """Make what the pages of the demo club show; the addresses by name."""
    return (
        site.do(staged.stage_tables)
        | site.do(pictured.stage_pages)
        | site.do(league_pages.make_pages)
    )


class Album:
    """The sheets of one language. failed: pages of which there is none, and why."""

    def __init__(
        self,
        browser: Browser,
        site: SteadySite,
        language: str,
        themes: list[Literal["light", "dark"]],
        folder: Path,
    ) -> None:
        self._browser, self._site = browser, site
        self._language, self._themes, self._folder = language, themes, folder
        self.failed: list[str] = []
        (folder / "readme").mkdir(parents=True, exist_ok=True)

    def take(self, shots: list[Shot], addresses: dict[str, str]) -> None:
        """Picture these pages; addresses: those that are named in them."""
        for who in Who:
            context = self._browser.new_context(
                base_url=self._site.url, locale=self._language, reduced_motion="reduce"
            )
            page = context.new_page()
            if who is not Who.STRANGER:
                enter(page, self._site, who, self._language)
            for number, shot in enumerate(shots, 1):
                if shot.who is who:
                    print(f"{self._language} {number}/{len(shots)} {shot.name}", flush=True)  # noqa: T201
                    try:
                        page = self._picture(context, page, shot, addresses)
                    except (PlaywrightError, AssertionError) as error:
                        self.failed.append(f"{self._language} {shot.name}: {error}")
                        page = context.new_page()
            context.close()

    def film(self) -> None:
        """A film strip of each kind of take."""
        addresses = self._site.do(takes.stage_tables)
        with self._browser.new_context(base_url=self._site.url, locale=self._language) as context:
            page = context.new_page()
            enter(page, self._site, Who.MEMBER, self._language)
            for name, (table, presses) in takes.FILMS.items():
                strip = takes.film(context.new_page(), addresses[table], presses)
                strip.save(self._folder / f"takes-{name}-{self._language}.png")

    def _picture(
        self, context: BrowserContext, page: Page, shot: Shot, addresses: dict[str, str]
    ) -> Page:
        """The page to go on with: a new one where this one has opened something of its own."""
        page.set_viewport_size(window(PHONE))
        page.goto(shot.address(addresses))
        for click in shot.clicks:
            page.locator(click).first.click()
        if shot.is_mistaken:
            with page.expect_response(lambda answer: answer.request.method == "POST"):
                page.evaluate(EMPTY_AND_SEND)
            expect(page.locator(MISTAKES).first).to_be_visible()
        for theme in self._themes:
            page.emulate_media(color_scheme=theme)
            sheet(page, shot.name).save(
                self._folder / f"{shot.name}-{self._language}-{theme}.png", compress_level=4
            )
            self._picture_for_readme(page, shot, theme)
        if shot.clicks or shot.is_mistaken:
            page.close()
            return context.new_page()
        return page

    def _picture_for_readme(self, page: Page, shot: Shot, theme: str) -> None:
        width, height = README.get((shot.name, self._language, theme), (0, 0))
        if width:
            page.set_viewport_size(window((width, height)))
            name = f"{shot.name}-{self._language}-{theme}-{width}.png"
            page.screenshot(path=self._folder / "readme" / name)


def enter(page: Page, site: SteadySite, who: Who, language: str) -> None:
    """Sign in as somebody whom `make run` names, in their language from then on."""
    said = site.log.read_text()
    email = re.findall(rf"{who.value} +(\S+)", said)[0]
    password = re.findall(r"password of everybody +(\S+)", said)[0]
    page.goto("/account/login/")
    page.locator("[name=login]").fill(email)
    page.locator("[name=password]").fill(password)
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/")
    page.locator(f".language button[value={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)


def sheet(page: Page, name: str) -> Image.Image:
    """What an open page looks like in all sizes."""
    canvas = Image.new("RGB", SHEET, GREY)
    page.set_viewport_size(window(PHONE))
    long = picture(page, PHONE[0], COLUMN * COLUMNS)
    for column, top in enumerate(range(0, long.height, COLUMN)):
        part = long.crop((0, top, PHONE[0], min(top + COLUMN, long.height)))
        canvas.paste(part, (GAP + column * (PHONE[0] + GAP), GAP))
    for view in VIEWS:
        page.set_viewport_size(window(view.size))
        seen = picture(page, *view.size)
        height = round(seen.height * view.width / seen.width)
        canvas.paste(
            seen.resize((view.width, height), Image.Resampling.LANCZOS), (view.left, view.top)
        )
    ImageDraw.Draw(canvas).text((GAP, SHEET[1] - 16), name, fill="white")
    return canvas


def picture(page: Page, width: int, height: int) -> Image.Image:
    """The page from its top, as far down as it reaches at most."""
    whole = page.evaluate("document.documentElement.scrollHeight")
    inside = {"x": 0, "y": 0, "width": width, "height": min(height, whole)}
    taken = page.screenshot(full_page=True, clip=inside, type="jpeg", quality=92)  # type: ignore[arg-type]
    return Image.open(io.BytesIO(taken))


def window(size: tuple[int, int]) -> ViewportSize:
    return {"width": size[0], "height": size[1]}


if __name__ == "__main__":
    main()
