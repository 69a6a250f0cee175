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

# What the writing of a move begins with (games/table/store.py), and one that is its own transaction
# (games/table/postgres_writer.py).
MOVE = b"UPDATE games_table SET version"
MOVE_AND_COMMIT = b"WITH moved AS"
SOON = 5.0
TRIALS = pytest.mark.parametrize("trials", [2, pytest.param(8, marks=pytest.mark.drill)])


class CommitRelay(Relay):
    """Between a process and PostgreSQL: it drops a connection that commits the command named here.

    command: its id; it is emptied then. Keepers write too, at this table and at others. The COMMIT
    reaches PostgreSQL, which answers; the answer does not come through.
    """

    command = b""

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        is_cut = asyncio.Event()
        answering = asyncio.create_task(self._answer(far_reader, writer, is_cut))
        # What was sent since a move began; a long statement comes in several parts.
        move = b""
        try:
            while data := await reader.read(65536):
                if MOVE in data or MOVE_AND_COMMIT in data:
                    move = data
                elif move:
                    move += data
                commits = MOVE_AND_COMMIT in move or b"COMMIT" in data
                if commits and self.command and self.command in move:
                    self.command = b""
                    is_cut.set()
                if b"COMMIT" in data:
                    move = b""
                far_writer.write(data)
                await far_writer.drain()
            await answering
        except OSError:
            pass
        finally:
            far_writer.close()
            writer.transport.abort()

    @staticmethod
    async def _answer(
        far_reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_cut: asyncio.Event
    ) -> None:
        """Pass on what PostgreSQL answers; once cut, its next answer ends the connection instead.

        Not before: who is cut off earlier asks again, and may be faster than what was sent first.
        """
        while (data := await far_reader.read(65536)) and not is_cut.is_set():
            writer.write(data)
            await writer.drain()
        writer.transport.abort()


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
    answered, shown = [], []
    async with party.gathered():
        await party.settle()
        for _trial in range(trials):
            player = await party.asked()
            command = player.next_command()
            relay.command = command["id"].encode()
            before, began = party.version, time.monotonic()
            player.send(command)
            await within(player.has_answers())
            # Found in the log by the second try.
            assert player.answers[command["id"]] == ["repeated"]
            answered.append(time.monotonic() - began)
            await within(*(page.shows(before + 1) for page in party.pages))
            shown.append(time.monotonic() - began)
            await party.catch_up()
    tell("COMMIT without an answer: until the player has one, at most", max(answered))
    tell("COMMIT without an answer: until all pages show the move, at most", max(shown), SOON)
    party.check_commands()


@TRIALS
async def test_a_form_whose_commit_got_no_answer_is_answered(
    stage: PairStage, relay: CommitRelay, third: Site, trials: int
) -> None:
    party = gather_at(third, stage, "commits", f"posted{trials}")
    async with party.gathered():
        await party.settle()
        for _trial in range(trials):
            player = await party.asked()
            command = player.next_command()
            relay.command = command["id"].encode()
            before = party.version
            path = f"/tables/{party.place.code}/act/"
            answer = await asyncio.to_thread(post, third.port, path, player.cookie, command)
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
