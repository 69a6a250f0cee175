"""What pages cost on the wire: requests and bytes with headers, sockets not counted."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit, Visitor
from tests.support.site import SteadySite

pytestmark = [pytest.mark.browser, pytest.mark.hasty]

MOST_REQUESTS = 12
# Without the fonts, which are loaded once a year.
MOST_BYTES_FIRST = 72_000
MOST_BYTES_OF_FONTS = 40_000
# Sheets and scripts of a table, compressed, without headers; htmx, which every page loads, is not
# counted.
MOST_BYTES_OF_CODE = 35_000
MOST_BYTES_AFTER = 12_000
# An answer without a body.
MOST_BYTES_UNCHANGED = 1_000

# The heaviest tables: players, the deck, and what is ticked in the form.
TABLES: dict[str, tuple[int, str, list[str]]] = {
    "base": (10, "bulls", []),
    "draft": (10, "bulls", ["[name=draft]"]),
    "special": (8, "bulls", ["[name=variant][value=special]"]),
    "elements": (10, "elements", []),
}


@dataclass(slots=True)
class Wire:
    """What a page asks the server for, and the bytes that come; not what the browser has."""

    asked: dict[str, str] = field(default_factory=dict)
    received: dict[str, float] = field(default_factory=dict)
    headers: dict[str, float] = field(default_factory=dict)

    @property
    def bytes(self) -> float:
        return sum(self.received.values())

    def of(self, kind: str) -> float:
        """The bytes of all files whose names end so, without headers."""
        return sum(
            self.received.get(key, 0) - self.headers.get(key, 0)
            for key, url in self.asked.items()
            if url.endswith(kind) and "/htmx" not in url
        )

    @property
    def bytes_without_fonts(self) -> float:
        return self.bytes - self.of(".woff2")

    def __str__(self) -> str:
        lines = (f"{self.received.get(key, 0):>8.0f} {url}" for key, url in self.asked.items())
        return "\n".join(lines)


def load(visitor: Visitor, address: str) -> Wire:
    """Open an address in a new page of the same browser and let it settle."""
    page: Page = visitor.context.new_page()
    wire = Wire()
    cdp = page.context.new_cdp_session(page)
    cdp.send("Network.enable")

    def ask(event: dict[str, Any]) -> None:
        wire.asked[event["requestId"]] = event["request"]["url"]

    def keep(event: dict[str, Any]) -> None:
        wire.asked.pop(event["requestId"], None)

    def answer(event: dict[str, Any]) -> None:
        wire.headers[event["requestId"]] = event["response"]["encodedDataLength"]
        if event["response"].get("fromDiskCache"):
            keep(event)

    def finish(event: dict[str, Any]) -> None:
        if event["requestId"] in wire.asked:
            wire.received[event["requestId"]] = event["encodedDataLength"]

    cdp.on("Network.requestWillBeSent", ask)
    cdp.on("Network.requestServedFromCache", keep)
    cdp.on("Network.responseReceived", answer)
    cdp.on("Network.loadingFinished", finish)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.close()
    return wire


def open_table(page: Page, players: int, deck: str, ticks: list[str]) -> str:
    """A table against bots, which starts at once; its address."""
    page.goto("/tables/new/")
    page.locator("[name=seat_count]").fill(str(players))
    page.locator("[name=bots]").fill(str(players - 1))
    page.locator("#rules-played summary").click()
    for tick in ticks:
        page.locator(f"#rules-played {tick}").check()
    page.locator("details:has([name=deck]) summary").click()
    page.locator("[name=deck]").select_option(deck)
    page.locator("#open-table [type=submit]").click()
    page.wait_for_url(lambda url: not url.endswith("/new/"))
    return page.url


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in {"base", "special"} else pytest.mark.thorough)
        for name in TABLES
    ],
)
def test_a_table_is_light_at_first_and_lighter_after(
    visit: Visit, site: SteadySite, name: str
) -> None:
    address = open_table(visit("Camille").page, *TABLES[name])
    newcomer = visit("Camille", base_url=site.url)
    first, after = load(newcomer, address), load(newcomer, address)
    assert len(first.asked) <= MOST_REQUESTS, first
    assert first.bytes_without_fonts <= MOST_BYTES_FIRST, first
    assert 0 < first.of(".woff2") <= MOST_BYTES_OF_FONTS, first
    assert first.bytes > MOST_BYTES_AFTER
    code = first.of(".css") + first.of(".js")
    assert MOST_BYTES_OF_CODE / 2 < code <= MOST_BYTES_OF_CODE, first
    assert after.bytes <= MOST_BYTES_AFTER, after


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/leagues/",
        pytest.param("/rules/", marks=pytest.mark.thorough),
        pytest.param("/rules/draft/", marks=pytest.mark.thorough),
    ],
)
def test_a_stranger_loads_a_page_once(visit: Visit, site: SteadySite, path: str) -> None:
    stranger = visit(base_url=site.url)
    first, after = load(stranger, path), load(stranger, path)
    assert len(first.asked) <= MOST_REQUESTS, first
    assert first.bytes_without_fonts <= MOST_BYTES_FIRST, first
    assert len(after.asked) == 1, after
    assert after.bytes <= MOST_BYTES_UNCHANGED, after
