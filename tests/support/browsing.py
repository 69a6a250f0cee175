"""Browsers of people: what goes wrong in them is noted, and pages are examined with axe."""

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    WebError,
    sync_playwright,
)

from tests.support.programs import AXE, CHROMIUM, require

AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
# Those whose outcome differs by theme: the themes differ in colours only.
AXE_RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"]

# Presses that follow each other faster than those of a finger, which the page would take for one.
HASTY_PRESSES = """
Object.defineProperty(Event.prototype, "timeStamp", { get: () => 100 * performance.now() });
"""
# What Playwright makes of service_workers="block".
NO_WORKER = "Service Worker registration blocked by Playwright"
# What htmx says of a request whose page was left before the answer. A request that fails has an
# error of its own beside the first of the two.
LEFT = ("htmx:afterRequest,", "htmx:sendAbort,")
# Pixels.
USUAL_LETTERS = 16
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


CHROMIUM_FLAGS = [
    "--no-sandbox",  # root's Chromium has none
    "--disable-quic",
    "--disable-background-networking",
    "--no-first-run",
]
# What no test looks at and costs much. Pictures (screenshots.py) are of a Chromium without these.
FRUGAL = (
    # No pixels are drawn, a third of what a page costs. Boxes, colours and motion are as ever.
    "--force-gpu-mem-available-mb=0",
    # Scripts are not optimized: axe and a page are gone before it pays.
    "--js-flags=--no-opt --no-maglev",
)


@contextmanager
def launch_chromium(*flags: str) -> Iterator[Browser]:
    """The machine's own Chromium, without a window; a test is skipped where it is missing."""
    (program,) = require(CHROMIUM)
    # The same browser without what surrounds pages in a window, which takes more time than they do.
    program = shutil.which("chromium-headless-shell") or program
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=[*CHROMIUM_FLAGS, *flags]
        )
        yield browser
        browser.close()


class Troubles:
    """What no page may cause: errors in the console, failed requests, answers of 400 and more."""

    def __init__(self, context: BrowserContext) -> None:
        self.found: list[str] = []
        context.on("console", self._hear)
        context.on("weberror", self._fall)
        context.on("requestfailed", self._miss)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.text == NO_WORKER or message.text.startswith(LEFT):
            return
        if message.type in {"error", "warning"}:
            self.found.append(f"console: {message.text} ({message.location['url']})")

    def _fall(self, error: WebError) -> None:
        self.found.append(f"script: {error.error}")

    def _miss(self, request: Request) -> None:
        # ERR_ABORTED: the page was left, or the answer became a download.
        if request.failure != "net::ERR_ABORTED":
            self.found.append(f"request: {request.failure} {request.url}")

    @contextmanager
    def expected(self, pattern: str) -> Iterator[None]:
        """Inside the with block, troubles that `pattern` matches are part of the test."""
        before = len(self.found)
        yield
        new = [trouble for trouble in self.found[before:] if not re.search(pattern, trouble)]
        self.found[before:] = new


def set_letters(page: Page, pixels: int) -> None:
    """Choose the size of letters in the browser's settings."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels, "fixed": pixels}})
    session.detach()


# Of elements with words, the first and the last that look the same: letters and colours of their
# own, and what is painted or lies apart from the flow around them, whatever their names are. Where
# a table has a hundred lines, two are examined. Looks that were examined before in such a window
# are left out; those of these elements come with them.
ONES_OF_EACH_LOOK = """(examined) => {
    const grounds = new Map(), found = new Map(), known = new Set(examined);
    const hash = (parts) => [...parts.join("|")].reduce(
        (sum, letter) => (Math.imul(31, sum) + letter.charCodeAt(0)) | 0, 0);
    const ground = (element) => {
        if (!element) return hash([innerWidth, innerHeight]);
        if (!grounds.has(element)) {
            const style = getComputedStyle(element), below = ground(element.parentElement);
            const isSeen = style.backgroundColor !== "rgba(0, 0, 0, 0)"
                || style.backgroundImage !== "none" || style.opacity !== "1";
            const isApart = !["static", "relative"].includes(style.position);
            grounds.set(element, !isSeen && !isApart ? below : hash([below, style.background,
                style.opacity, isApart ? element.getAttribute("class") : ""]));
        }
        return grounds.get(element);
    };
    const look = (element) => {
        const style = getComputedStyle(element);
        return hash([ground(element), element.localName, style.color, style.fontSize,
            style.fontWeight, style.textDecoration, getComputedStyle(element.parentElement).color]);
    };
    for (const element of document.querySelectorAll("body *")) {
        if (!element.matches("input, select, textarea") &&
            ![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
            continue;
        const own = look(element);
        if (!known.has(own)) found.set(own, [found.get(own)?.[0] ?? element, element]);
    }
    return [[...new Set([...found.values()].flat())], [...found.keys()]];
}"""
EXAMINE = f"""async ([rules, ofColours, examined]) => {{
    const run = async (context, runOnly, enabled) => (await axe.run(context, {{
        runOnly, preload: false, resultTypes: ["violations"], selectors: false,
        rules: Object.fromEntries(ofColours.map((rule) => [rule, {{ enabled }}])),
    }})).violations;
    const found = rules.length ? await run(document, rules, false) : [];
    const [coloured, looks] = ({ONES_OF_EACH_LOOK})(examined);
    if (coloured.length) found.push(...await run({{ include: coloured }}, ofColours, true));
    return [found, looks];
}}"""
# A page that loads scripts of the site may load axe from there, as compiled for the page before.
IS_WITHOUT_AXE = f"""async () => {{
    if (!window.axe && document.querySelector("script[src]"))
        await import(new URL("/static/{AXE.name}", location));
    return !window.axe;
}}"""
# Looks in whose colours this process has found no fault.
EXAMINED: set[int] = set()


def faults(page: Page) -> str:
    """Violations of WCAG 2.1 A and AA and of axe's best practices, by day and by night."""
    if page.evaluate(IS_WITHOUT_AXE):
        # Evaluated, not added as a script: the content security policy stays in force.
        page.evaluate(AXE.read_text(encoding="utf-8"))
    new: set[int] = set()
    for theme in THEMES:
        # Without motion: a colour that is still changing has any contrast.
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        rules = AXE_RULES if theme == THEMES[0] else []
        found, looks = page.evaluate(EXAMINE, [rules, AXE_RULES_OF_COLOURS, [*EXAMINED]])
        report = "\n".join(line for violation in found for line in lines(violation))
        if report:
            return f"{page.url} ({theme})\n{report}"
        if not looks:
            # All of it was examined before, by day and by night.
            break
        new |= {*looks}
    EXAMINED.update(new)
    return ""


def assert_accessible(page: Page) -> None:
    """No violation of WCAG 2.1 A and AA nor of axe's best practices, by day and by night."""
    found = faults(page)
    assert not found, found


def lines(violation: dict[str, Any]) -> Iterator[str]:
    """One violation for people: the rule, then each element and what is wrong with it."""
    yield f"{violation['id']} ({violation['impact']}): {violation['help']}"
    for node in violation["nodes"]:
        yield f"    {node['html'][:160]}"
        yield f"        {node['failureSummary'].replace(chr(10), ' ')}"


def in_pairs(names: str, ones: Sequence[Any], others: Sequence[Any]) -> pytest.MarkDecorator:
    """Parameters: the first of both; `thorough`: each with all.

    Such as French on a phone, where words are long and room is small.
    """
    return pytest.mark.parametrize(
        names,
        [
            pytest.param(one, other, marks=pytest.mark.thorough if at or place else ())
            for at, one in enumerate(ones)
            for place, other in enumerate(others)
        ],
    )
