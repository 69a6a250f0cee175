"""Two processes while what they stand on fails: a game goes on, and nobody waits long for a page.

`pytest -s` shows how long everybody waited.
"""

import asyncio
import json
import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection

import pytest

from accounts.passwords import MOST_STRANGERS
from bench.live.processes import tree
from config.shared_cache import SECONDS_NOT_ASKED
from tests.drills.forms import get, post
from tests.drills.guessing import Guessing
from tests.drills.pages import Page
from tests.drills.party import Party, tell, within
from tests.drills.stage import PairStage
from tests.drills.stories import send
from tests.support.processes import Service, until

pytestmark = [pytest.mark.postgres, pytest.mark.redis]

# How long somebody waits at most, where limits hold.
SOON, AT_ONCE = 8.0, 1.0
LONGEST_GAME = 300.0
JOINS_AT_ONCE = 8
# Where two seconds are promised.
HARDLY_LONGER = 4.0
VISITORS = 8
STRANGERS = MOST_STRANGERS + 15


@pytest.mark.parametrize(
    ("table", "seconds"), [("short", 1.5), pytest.param("long", 5.0, marks=pytest.mark.drill)]
)
async def test_a_game_survives_what_it_stands_on(
    stage: PairStage, table: str, seconds: float
) -> None:
    party = Party(stage, table, table)
    async with party.gathered():
        await party.play_on(8)
        await lose_a_process(party)
        await party.play_on(8)
        await lose_redis(party, "Redis stopped", stage.redis.stop, stage.redis.launch, seconds)
        await party.play_on(8)
        if table == "long":
            await lose_redis(party, "Redis hangs", stage.redis.freeze, stage.redis.thaw, seconds)
            await party.play_on(8)
        await lose_postgresql(party, seconds)
        await play_to_the_end(party)
    party.check_commands()
    assert [notice for player in party.players for notice in player.notices] == []
    check_record(stage, party)


@pytest.mark.parametrize("joins", [40, pytest.param(200, marks=pytest.mark.drill)])
async def test_who_comes_is_shown_what_was_stored_then_or_newer(
    stage: PairStage, joins: int
) -> None:
    party = Party(stage, "joins", f"joins{joins}")
    # All play at the first process; the second one hears of it.
    for page in party.pages:
        page.ports = [stage.one.port]
    seconds: list[float] = []
    stale: list[tuple[int, int]] = []

    async def visit(number: int) -> None:
        visitor = Page(f"visitor{number}", [stage.other.port], party.place.path)
        stored = await asyncio.to_thread(stage.version, party.place)
        await visitor.open(stage.other.port)
        visitor.close()
        seconds.extend(visitor.openings)
        if visitor.first_versions[0] < stored:
            stale.append((stored, visitor.first_versions[0]))

    async with party.gathered():
        await party.play_on(8)
        first, began = party.version, time.monotonic()
        # When all of a group have left, the room is closed.
        for group in range(0, joins, JOINS_AT_ONCE):
            await within(*(visit(number) for number in range(group, group + JOINS_AT_ONCE)))
        took, played = since(began), party.version - first
        await party.settle()
    tell(f"{joins} new pages: at most", max(seconds))
    assert stale == []
    assert played > joins / JOINS_AT_ONCE
    tell(f"{joins} new pages: meanwhile a version every", took / played, 1.0)


def test_strangers_who_guess_keep_no_owner_out(stage: PairStage) -> None:
    guessing = Guessing([stage.one], random.Random(23))
    with guessing.going_on(STRANGERS):
        # The line is full; it would hold all connections to the database, if it held any.
        until(lambda: guessing.turned_away > 0, seconds=180)
        # `make drill` lets them sign in more often.
        longest = guessing.owner_signs_in()
    tell("Strangers guess: until the owner is signed in", longest, SOON)
    tell("Strangers guess: before the owner came", f"{guessing.overtaken}")
    assert guessing.wrong == []
    assert guessing.overtaken < MOST_STRANGERS / 2


async def test_signing_in_waits_once_for_a_redis_that_hangs(stage: PairStage) -> None:
    waited = "the shared cache does not answer"
    before = stage.one.log.read_text().count(waited)
    with frozen([stage.redis.process.pid]):
        fields = {"login": "nobody@club.example", "password": "wrong"}
        status, seconds = await asyncio.to_thread(ask, stage.one.port, "/account/login/", fields)
    tell("Redis hangs: until a sign-in is answered", seconds)
    assert status == 200
    # A busy machine takes so long that it is asked again.
    waits = stage.one.log.read_text().count(waited) - before
    assert 1 <= waits <= 1 + seconds // SECONDS_NOT_ASKED


async def test_a_postgresql_that_hangs_is_told_of_soon_and_found_again(stage: PairStage) -> None:
    pages = ["/leagues/", "/", "/readyz"]
    ask(stage.one.port, "/leagues/")
    with frozen(tree(stage.postgresql.process.pid)):
        statuses, longest = await ask_often(stage.one.port, pages)
    tell("PostgreSQL hangs: until a page says so, at most", longest, HARDLY_LONGER)
    assert statuses == {503}
    began = time.monotonic()
    await asyncio.to_thread(until, lambda: ask(stage.one.port, "/leagues/")[0] == 200)
    tell("PostgreSQL goes on: until a page is shown", time.monotonic() - began, SOON)


async def lose_a_process(party: Party) -> None:
    """Kill a process while everybody plays, and start it again."""
    site = party.stage.one
    openings = {page: len(page.openings) for page in party.pages}
    leaving = party.at(site.port)
    await asyncio.to_thread(site.kill)
    killed_at = time.monotonic()
    await within(party.players[1].opens(openings[party.players[1]] + 1))
    tell("process killed: until a page shows the table again", since(killed_at))
    await start_again(site)
    back_at = time.monotonic()
    await within(*(page.opens(openings[page] + 1) for page in leaving))
    tell("process back: until all its pages show the table", since(back_at), SOON)
    await party.catch_up()


async def lose_redis(
    party: Party, name: str, go: Callable[[], None], come_back: Callable[[], None], seconds: float
) -> None:
    """Let Redis go for so long; each process goes on for those who are there."""
    await party.settle()
    await within(party.asked())
    go()
    gone_at = time.monotonic()
    answered, shown = [], []
    for player in party.players:
        if player.is_asked:
            began = time.monotonic()
            _command, waited = await player.play_once()
            answered.append(waited)
            await party.catch_up(party.at(player.port))
            shown.append(since(began))
    assert answered
    tell(f"{name}: until a choice is answered, at most", max(answered))
    tell(f"{name}: until it is shown at the same process, at most", max(shown), AT_ONCE)
    shown_elsewhere = await party.catch_up()
    tell(f"{name}: until the other process shows the turn", shown_elsewhere, SOON)
    for site in (party.stage.one, party.stage.other):
        visitor = Page("visitor", [site.port], party.place.path)
        await visitor.open(site.port)
        visitor.close()
        tell(f"{name}: until a new page shows the table", visitor.openings[0], 2 * AT_ONCE)
    await asyncio.sleep(max(0.0, seconds - since(gone_at)))
    come_back()
    await asyncio.to_thread(party.stage.redis.wait)
    back_at = time.monotonic()
    party.rest(is_idle=False)
    await party.play_on(4)
    tell(f"{name}: until all pages follow the game again", since(back_at), SOON)


async def lose_postgresql(party: Party, seconds: float) -> None:
    """Let PostgreSQL go for so long while everybody plays."""
    await asyncio.to_thread(party.stage.postgresql.stop)
    gone_at = time.monotonic()
    await asyncio.sleep(seconds)
    await start_again(party.stage.postgresql)
    back_at = time.monotonic()
    tell("PostgreSQL away for", back_at - gone_at)
    await party.play_on(4)
    tell("PostgreSQL back: until all pages follow the game again", since(back_at), SOON)


async def start_again(service: Service) -> None:
    """Start a server while the pages live on."""
    service.launch()
    await asyncio.to_thread(service.wait)


async def play_to_the_end(party: Party) -> None:
    """Everybody is shown the same result."""
    await within(*(page.has_result() for page in party.pages), seconds=LONGEST_GAME)
    assert len({page.result for page in party.pages}) == 1


def check_record(stage: PairStage, party: Party) -> None:
    """The record of the game holds what it claims."""
    connection = HTTPConnection("127.0.0.1", stage.other.port, timeout=10)
    headers = {"Cookie": party.place.cookies[0]}
    connection.request("GET", f"/tables/{party.place.code}/record.json", headers=headers)
    record = connection.getresponse().read().decode()
    connection.close()
    answer = json.loads(stage.manage("replay_record", "-", text=record + "\n"))
    assert answer["ok"], answer
    tell("record", f"{len(record)} bytes, totals {answer['totals']}")


def since(moment: float) -> float:
    return time.monotonic() - moment


def ask(port: int, path: str, fields: dict[str, str] | None = None) -> tuple[int, float]:
    """The status of a page, and the seconds until it came."""
    began = time.monotonic()
    answer = post(port, path, "", fields) if fields else get(port, path)
    return answer.status, time.monotonic() - began


async def ask_often(port: int, paths: Sequence[str]) -> tuple[set[int], float]:
    """What visitors are told who come one after the other, and the longest that one waited."""
    answers = []
    for number in range(VISITORS):
        await asyncio.sleep(0.2)
        path = paths[number % len(paths)]
        answers.append(asyncio.create_task(asyncio.to_thread(ask, port, path)))
    told = await asyncio.gather(*answers)
    return {status for status, _seconds in told}, max(seconds for _status, seconds in told)


@contextmanager
def frozen(pids: list[int]) -> Iterator[None]:
    """These processes do nothing inside the block."""
    send(pids, signal.SIGSTOP)
    try:
        yield
    finally:
        send(pids, signal.SIGCONT)
