"""Two people at a table behind a proxy, while web processes are restarted."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import psycopg
from playwright.sync_api import BrowserContext, Page, expect

from tests.deploy.federation import NAME, Federation, figure, is_healthy
from tests.deploy.visits import Browser as Stranger
from tests.drills.club import ClubWish, Place, TableWish
from tests.drills.stage import club_in
from tests.support.browsing import FRUGAL, HASTY_PRESSES, Troubles, launch_chromium
from tests.support.processes import until

# For all that a busy machine may take: a start of the site is ten times what it is alone.
PATIENCE = 180.0
SERVICE_RESTART = 1012
# Chromium takes no service worker from a site whose certificate nobody vouches for.
NO_WORKER = "An SSL certificate error occurred when fetching the script"
# What the page says to its reader, and what becomes of its sockets.
LISTEN = """
window.said = new Set();
window.closings = [];
addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => {
    if (!document.getElementById("reconnecting").hidden) said.add("reconnecting");
    const notice = document.getElementById("notice").textContent.trim();
    if (notice) said.add(notice);
  }).observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
});
WebSocket = class extends WebSocket {
  constructor(...how) {
    super(...how);
    this.addEventListener("close", ({ code }) => closings.push(code));
  }
};
"""
# The first row or card that may be tapped, unless one is tapped or the last card plays itself.
TAP = """() => {
  const rows = document.querySelectorAll(".offer");
  const cards = document.querySelectorAll("#hand button:not(:disabled)");
  const tapped = document.querySelector(".offer.is-sent, #hand [aria-pressed=true]");
  const button = rows[0] ?? (cards.length > 1 ? cards[0] : null);
  if (tapped || !button) return null;
  button.click();
  return Number(button.value);
}"""


class Player:
    """Somebody who taps whenever the page lets them; taps: the numbers of cards and rows."""

    def __init__(self, context: BrowserContext, path: str) -> None:
        context.set_default_timeout(PATIENCE * 1000)
        self.troubles = Troubles(context)
        self.page = page = context.new_page()
        self.taps: list[int] = []
        self.loads = 0
        page.on("load", self._count_load)
        page.add_init_script(LISTEN)
        page.add_init_script(HASTY_PRESSES)
        page.goto(path)
        expect(page.locator("#hand button")).to_have_count(10)

    def tap(self) -> bool:
        """Tap once, if there is something to tap."""
        number = self.page.evaluate(TAP)
        if number is not None:
            self.taps.append(number)
        return number is not None

    def was_told(self) -> list[str]:
        """That the page reconnects, and its notices."""
        return list(self.page.evaluate("[...said]"))

    def closed_sockets(self) -> list[int]:
        """The codes with which sockets were closed."""
        return list(self.page.evaluate("closings"))

    def _count_load(self, _page: Page) -> None:
        self.loads += 1


class Evening:
    """Two people and two bots at a table behind the proxy."""

    def __init__(self, federation: Federation, players: list[Player]) -> None:
        self.federation, self.players = federation, players

    def play_until(self, is_so: Callable[[], bool]) -> None:
        """Let both play until it is so, and one tap of each more."""
        self._tap_until(is_so)
        enough = [len(player.taps) + 1 for player in self.players]
        self._tap_until(
            lambda: all(
                len(player.taps) >= count
                for player, count in zip(self.players, enough, strict=True)
            )
        )

    def restart(self, port: int, stranger: Stranger) -> None:
        """What `sixieme-restart` does to one web process, while both play."""
        process = self.federation.web[port]
        process.terminate()
        self.play_until(lambda: process.poll() is not None)
        assert process.returncode == 0
        self.federation.launch(port)
        self.play_until(lambda: is_healthy(port))
        # Where sixieme-restart waits ten seconds.
        self.play_until(lambda: is_asked_by_the_proxy(port, stranger))

    def _tap_until(self, is_so: Callable[[], bool]) -> None:
        def tap_and_look() -> bool:
            for player in self.players:
                player.tap()
            return is_so()

        until(tap_and_look, PATIENCE)


def is_asked_by_the_proxy(port: int, stranger: Stranger) -> bool:
    """Whether a request that may go to any process can go to this one."""
    before = figure(port, 'sixieme_request_seconds_count{status="200",view="healthz"')
    stranger.get("/healthz")
    return figure(port, 'sixieme_request_seconds_count{status="200",view="healthz"') > before


def in_the_log(federation: Federation, place: Place) -> list[tuple[int, int, str]]:
    """The seat, the card or row, and by whom, of all that was chosen for people."""
    with psycopg.connect(federation.database_url) as connection:
        rows = connection.execute(
            "SELECT action, by FROM games_actionlog WHERE table_id = %s ORDER BY number",
            (place.id,),
        ).fetchall()
    return [
        (action["seat"], action.get("card", action.get("row")), by)
        for action, by in rows
        if by not in {"bot", "rules"} and action["kind"] in {"choose", "take"}
    ]


def place_in(federation: Federation) -> Place:
    """A new table for two people and two bots."""
    wish = ClubWish({"evening": TableWish(rounds=100, people=2, bots=2, seconds=300)})
    return club_in(dict(os.environ) | federation.settings, wish).places["evening"]


@contextmanager
def players_at(place: Place, stranger: Stranger) -> Iterator[list[Player]]:
    """Its people, each in a Chromium of their own."""
    with ExitStack() as stack:
        chromium = stack.enter_context(
            launch_chromium(f"--host-resolver-rules=MAP {NAME} 127.0.0.1", *FRUGAL)
        )
        players = []
        for cookie in place.cookies:
            name, _, key = cookie.partition("=")
            context = stack.enter_context(
                chromium.new_context(
                    base_url=stranger.origin,
                    ignore_https_errors=True,
                    locale="en-GB",
                    reduced_motion="reduce",
                )
            )
            context.add_cookies(
                [{"name": name, "value": key, "url": stranger.origin, "secure": True}]
            )
            players.append(Player(context, f"/tables/{place.code}/"))
        yield players


def sockets(federation: Federation) -> list[float]:
    """How many pages of tables each process serves, the least first."""
    return sorted(sockets_at(port) for port in federation.ports)


def sockets_at(port: int) -> float:
    return figure(port, 'sixieme_sockets{page="table"}')
