"""A connection is lost after COMMIT, before its answer: the move stands, so it must be told."""

import asyncio
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.drills.forms import post
from tests.drills.party import Party, tell, within
from tests.drills.stage import PairStage, Site
from tests.support.relay import Relay

pytestmark = [pytest.mark.postgres, pytest.mark.redis]

# What the writing of a move begins with (games/store.py), and one that is its own transaction
# (games/live/postgres_writer.py).
MOVE = b"UPDATE games_table SET version"
MOVE_AND_COMMIT = b"WITH moved AS"
SOON = 5.0
TRIALS = pytest.mark.parametrize("trials", [2, pytest.param(8, marks=pytest.mark.drill)])


class CommitRelay(Relay):
    """Between a process and PostgreSQL: once armed, it drops the next one that commits a move.

    The COMMIT reaches PostgreSQL, which answers; the answer does not come through.
    """

    is_armed = False
    cuts = 0

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        wire = asyncio.current_task()
        assert wire
        answering = asyncio.create_task(self._pass_on(far_reader, writer, self._answers, wire))
        has_moved = False
        try:
            while data := await reader.read(65536):
                has_moved = has_moved or MOVE in data
                commits = MOVE_AND_COMMIT in data or (has_moved and b"COMMIT" in data)
                if self.is_armed and commits:
                    self.is_armed = False
                    self.cuts += 1
                    answering.cancel()
                    await asyncio.gather(answering, return_exceptions=True)
                    far_writer.write(data)
                    # A long statement comes in several parts.
                    rest = asyncio.create_task(self._send_on(reader, far_writer))
                    await far_reader.read(65536)
                    rest.cancel()
                    break
                has_moved = has_moved and b"COMMIT" not in data
                far_writer.write(data)
                await far_writer.drain()
        except OSError:
            pass
        finally:
            far_writer.close()
            writer.transport.abort()

    @staticmethod
    async def _send_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)


@pytest.fixture(scope="module")
def relay(stage: PairStage) -> Iterator[CommitRelay]:
    port = urlsplit(stage.environment["DATABASE_URL"]).port
    assert port
    relay = CommitRelay(port)
    yield relay
    relay.close()


@pytest.fixture(scope="module")
def third(stage: PairStage, relay: CommitRelay) -> Iterator[Site]:
    """A process whose way to PostgreSQL can be cut."""
    parts = urlsplit(stage.environment["DATABASE_URL"])
    url = parts._replace(netloc=f"{parts.username}@127.0.0.1:{relay.port}").geturl()
    site = Site("third", stage.folder, stage.environment | {"DATABASE_URL": url})
    with site.running():
        yield site


@TRIALS
async def test_a_move_whose_commit_got_no_answer_is_told(
    stage: PairStage, relay: CommitRelay, third: Site, trials: int
) -> None:
    party = gather_at(third, stage, "commits", f"lost{trials}")
    cuts, answered, shown = relay.cuts, [], []
    async with party.gathered():
        await party.settle()
        for _trial in range(trials):
            player = next(player for player in party.players if player.is_asked)
            relay.is_armed = True
            before, began = party.version, time.monotonic()
            command, seconds = await asyncio.wait_for(player.play_once(), SOON)
            # Found in the log by the second try.
            assert player.answers[command] == ["repeated"]
            answered.append(seconds)
            await within(*(page.shows(before + 1) for page in party.pages))
            shown.append(time.monotonic() - began)
            await party.catch_up()
    assert relay.cuts == cuts + trials
    tell("COMMIT without an answer: until the player has one, at most", max(answered))
    tell("COMMIT without an answer: until all pages show the move, at most", max(shown))
    assert max(shown) < SOON
    party.check_commands()


@TRIALS
async def test_a_form_whose_commit_got_no_answer_is_answered(
    stage: PairStage, relay: CommitRelay, third: Site, trials: int
) -> None:
    party = gather_at(third, stage, "commits", f"posted{trials}")
    async with party.gathered():
        await party.settle()
        for _trial in range(trials):
            player = next(player for player in party.players if player.is_asked)
            before = party.version
            relay.is_armed = True
            path = f"/tables/{party.place.code}/act/"
            answer = await asyncio.to_thread(
                post, third.port, path, player.cookie, player.next_command()
            )
            assert answer.status == 200, answer.text
            assert 'data-result="repeated"' in answer.text
            await within(*(page.shows(before + 1) for page in party.pages))
            await party.catch_up()


def gather_at(site: Site, stage: PairStage, table: str, label: str) -> Party:
    """Players at this process, and spectators there and at the other one."""
    party = Party(stage, table, label)
    for page in [*party.players, *party.spectators[:1]]:
        page.ports = [site.port]
    return party
