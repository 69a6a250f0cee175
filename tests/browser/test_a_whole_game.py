"""Two people and a bot play a whole game and a stranger watches, whatever happens meanwhile."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import Visit, Visitor
from tests.support.relay import Relay
from tests.support.site import SteadySite

pytestmark = [pytest.mark.browser, pytest.mark.hasty]


# What Chromium and the ws extension say of a lost connection.
LOST = r"WebSocket|ERR_CONNECTION_|ERR_EMPTY|\[object Event\]"


# Milliseconds in which a click comes through where there is something to click.
MOMENT = 5000


class Player:
    """A person at the table who does what is asked of them, by clicking."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page

    @property
    def version(self) -> int:
        return int(self.page.locator("#table-version").get_attribute("data-version") or 0)

    @property
    def is_awaited(self) -> bool:
        """Whether the page asks for an answer; a last card plays itself, maybe this very moment."""
        asked = "#prompt.is-urgent .offer, #prompt.is-urgent ~ #hand button:nth-of-type(2)"
        return self.page.locator(asked).count() > 0

    @property
    def is_done(self) -> bool:
        return result(self.page).count() > 0

    def sees(self, version: int) -> None:
        """Wait until the page shows this version of the table or a later one."""
        self.page.wait_for_function(
            "version => document.querySelector('#table-version').dataset.version >= version",
            arg=version,
        )

    def act(self) -> None:
        """Take the first row if a row is asked for, else choose the lowest card."""
        before = self.version
        answers = "#prompt button[form=do-take], #hand button:not(:disabled)"
        # It may be answered by then: the last card of the game plays itself.
        with suppress(PlaywrightTimeout):
            self.page.locator(answers).first.click(timeout=MOMENT)
            self.sees(before + 1)


def result(page: Page) -> Locator:
    return page.locator("#board .result")


def play_while(players: list[Player], goes_on: Callable[[], bool]) -> None:
    """Everybody answers what the table asks of them, as long as `goes_on()`."""
    while goes_on():
        newest = max(player.version for player in players)
        for player in players:
            player.sees(newest)
        awaited = [player for player in players if player.is_awaited]
        for player in awaited:
            player.act()
        if not awaited and goes_on():
            # All pages show the same and ask nobody here: it is the bot's move.
            players[0].sees(newest + 1)


def play_to(players: list[Player], place: str) -> None:
    """Play until the status line says `place`, or the game is over."""
    status = players[0].page.locator("#status")
    play_while(players, lambda: place not in status.inner_text() and not players[0].is_done)


def open_table(host: Page) -> str:
    """A public table for two people and a bot, for one round; its path."""
    host.goto("/tables/new/")
    host.locator("[name=seat_count]").fill("3")
    host.locator("[name=bots]").fill("1")
    host.locator("#rules-played summary").click()
    host.locator("[name=max_rounds]").fill("1")
    host.locator("[name=visibility]").select_option("public")
    host.locator("main form [type=submit]").click()
    host.wait_for_url("**/tables/*/")
    expect(host.locator("#table-version")).to_be_attached()
    return urlsplit(host.url).path


@contextmanager
def without_connection(*visitors: Visitor) -> Iterator[None]:
    """The pages say that the connection is lost, and say no more once it is back."""
    with ExitStack() as stack:
        for visitor in visitors:
            stack.enter_context(visitor.troubles.expected(LOST))
        yield
        for visitor in visitors:
            expect(visitor.page.locator("#reconnecting")).to_be_hidden()


def loses_connection(visitor: Visitor) -> None:
    expect(visitor.page.locator("#reconnecting")).to_be_visible()


def test_two_people_and_a_bot_play_a_whole_game_while_a_stranger_watches(
    relay: Relay, visit: Visit, site: SteadySite, tmp_path: Path
) -> None:
    calm = {"locale": "en-GB", "reduced_motion": "reduce"}
    camille = Player(visit("Camille", base_url=relay.url, **calm))
    oliver = Player(visit("Oliver", **calm))
    stranger = visit(**calm)
    everybody = [camille.visitor, oliver.visitor, stranger]
    players = [camille, oliver]

    path = open_table(camille.page)
    oliver.page.goto(path)
    stranger.page.goto(path)
    oliver.page.locator("#sit").click()
    # With the bot alone Camille could start already, and Oliver would come too late.
    expect(oliver.page.locator("#sit")).to_be_hidden()
    camille.page.locator("#start:enabled").click()
    for visitor in everybody:
        expect(visitor.page.locator("#status")).to_contain_text("turn 1 of 10")
    expect(stranger.page.locator("#hand")).to_be_hidden()

    play_to(players, "turn 4 of 10")
    oliver.page.reload()
    expect(oliver.page.locator("#hand button")).to_have_count(7)

    play_to(players, "turn 6 of 10")
    with without_connection(camille.visitor):
        relay.cut()
        loses_connection(camille.visitor)
        oliver.act()
        relay.mend()
    camille.sees(oliver.version)

    play_to(players, "turn 8 of 10")
    with without_connection(*everybody):
        site.kill()
        for visitor in everybody:
            loses_connection(visitor)
        site.start()

    play_while(players, lambda: not camille.is_done)
    final = result(camille.page).inner_text()
    for visitor in everybody:
        expect(result(visitor.page)).to_be_visible()
        assert result(visitor.page).inner_text() == final
    assert_record_is_accepted(site, stranger.page, final, tmp_path)


def assert_record_is_accepted(site: SteadySite, page: Page, final: str, folder: Path) -> None:
    """The downloaded record replays to the result that the page shows."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = folder / "record.json"
    download.value.save_as(record)
    verdict = json.loads(site.run("manage.py", "replay_record", str(record)))
    assert verdict["ok"] is True
    shown = [int(heads) for heads in re.findall(r"(\d+) bull", final)]
    assert sorted(shown) == sorted(verdict["totals"])
