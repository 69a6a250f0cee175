"""The socket of a table: what it sends, to whom, and what it accepts."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from config.asgi import application
from games import executor, frames, presenters, store
from games.consumers import COMMANDS_AT_ONCE, HUBS
from games.errors import TableError
from games.models import Table
from games.rules.actions import ChooseCard
from games.rules.engine import legal_actions
from games.services import playing, seating
from games.sockets import GONE
from tests.support.tables import open_table, people, play_first, start_table

pytestmark = pytest.mark.django_db(transaction=True)

Connect = Callable[..., Awaitable["Browser"]]
PATIENCE = 5


class Browser:
    """One tab with an open socket."""

    def __init__(self, communicator: WebsocketCommunicator, session_key: str) -> None:
        self.socket = communicator
        self.session_key = session_key

    async def message(self) -> str:
        """The next text that comes."""
        return str(await self.socket.receive_from(PATIENCE))

    async def version(self, wanted: int) -> str:
        """The first message of that version or a later one."""
        while True:
            text = await self.message()
            if shown_version(text) >= wanted:
                return text

    async def send(self, **fields: Any) -> None:
        await self.socket.send_to(text_data=json.dumps(fields))

    async def close_code(self) -> int:
        """The code with which the server closed."""
        while True:
            output = await self.socket.receive_output(PATIENCE)
            if output["type"] == "websocket.close":
                code: int = output["code"]
                return code


def shown_version(text: str) -> int:
    """The version a message shows; -1 for a notice."""
    _, found, rest = text.partition('data-version="')
    return int(rest.partition('"')[0]) if found else -1


def sign_in(player: Player | None) -> str:
    """The key of a new session of this player."""
    if player is None:
        return ""
    client = Client()
    assert player.user is not None
    client.force_login(player.user)
    return client.cookies["sessionid"].value


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Open the socket of a table as a player, or with None as a stranger."""
    opened = []

    async def open_socket(table: Table, player: Player | None, query: str = "") -> Browser:
        headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
        session_key = await sync_to_async(sign_in)(player)
        headers.append((b"cookie", f"sessionid={session_key}".encode()))
        path = f"/ws/tables/{table.code}/?{query}"
        communicator = WebsocketCommunicator(application, path, headers)
        connected, _ = await communicator.connect(PATIENCE)
        assert connected
        opened.append(communicator)
        return Browser(communicator, session_key)

    yield open_socket
    for communicator in opened:
        if not communicator.future.done():
            await communicator.disconnect()
    await stop_listening()
    await executor.run(lambda: connection.close())


async def stop_listening() -> None:
    """End the hub of this test's loop; Redis' client may swallow a cancellation, so repeat it."""
    for task in list(HUBS.here()._tasks):
        while not task.done():
            task.cancel()
            await asyncio.wait([task], timeout=0.2)


start = sync_to_async(start_table)
members = sync_to_async(people)
play = sync_to_async(play_first)


async def test_the_present_view_comes_at_once(connect: Connect) -> None:
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada)
    assert shown_version(await browser.message()) == table.version


async def test_who_runs_the_club_is_offered_to_break_the_game_off(connect: Connect) -> None:
    ada, ben, cleo = await members(3)
    cleo.is_organizer = True
    await sync_to_async(cleo.save)()
    table = await start(ada, ben)
    for player, may in ((cleo, True), (ben, False)):
        browser = await connect(table, player)
        assert ('form="do-abandon"' in await browser.message()) is may


async def test_all_who_look_hear_of_a_choice(connect: Connect) -> None:
    ada, ben, cleo = await members(3)
    table = await start(ada, ben)
    browsers = [await connect(table, player) for player in (ada, ben, cleo)]
    for browser in browsers:
        await browser.message()
    snapshot = await play(table, 0)
    for browser in browsers:
        assert shown_version(await browser.version(snapshot.version)) == snapshot.version


async def test_a_choice_can_come_over_the_socket(connect: Connect) -> None:
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada)
    await browser.message()
    game = store.current(table.pk).game
    assert game is not None
    card = game.round.hands[0][3]
    await browser.send(kind="choose", card=str(card), version=str(table.version))
    await browser.version(table.version + 1)
    game = store.current(table.pk).game
    assert game is not None
    assert game.round.choices[0] == card


@pytest.mark.parametrize(
    "frame",
    [
        "no json",
        "[]",
        "{}",
        '{"kind": "choose"}',
        '{"kind": "choose", "card": "999", "version": "2"}',
        '{"kind": "choose", "card": true, "version": "2"}',
        '{"kind": "choose", "card": "١", "version": "2"}',
        '{"kind": ["choose"], "card": "5", "version": "2"}',
        '{"kind": "take", "row": "0", "version": "2"}',
        '{"kind": "choose", "card": ' + "9" * 500 + ', "version": "2"}',
        '{"kind": "choose", "card": "5", "version": "-1"}',
        "[" * 900,
        '{"a": ' + "1" * 2000 + "}",
    ],
)
async def test_a_frame_that_makes_no_sense_changes_nothing(connect: Connect, frame: str) -> None:
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada)
    await browser.message()
    await browser.socket.send_to(text_data=frame)
    await browser.send(kind="choose", card="nonsense", version="2")
    assert 'role="alert"' in await browser.message()
    assert (await sync_to_async(store.load)(table.pk)).version == table.version


async def test_a_flood_of_commands_is_slowed_down(connect: Connect) -> None:
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada)
    await browser.message()
    game = store.current(table.pk).game
    assert game is not None
    hand = game.round.hands[0]
    for number in range(3 * COMMANDS_AT_ONCE):
        card = str(hand[number % len(hand)])
        await browser.send(kind="choose", card=card, version=str(table.version))
    while "very busy" not in await browser.message():
        pass
    written = (await sync_to_async(store.load)(table.pk)).version - table.version
    assert written < 2 * COMMANDS_AT_ONCE


async def test_bytes_are_not_a_command(connect: Connect) -> None:
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada)
    await browser.message()
    await browser.socket.send_to(bytes_data=b"\xff\x00")
    assert await browser.socket.receive_nothing()


async def test_a_member_without_a_seat_cannot_play(connect: Connect) -> None:
    ada, ben, cleo = await members(3)
    table = await start(ada, ben)
    browser = await connect(table, cleo)
    await browser.message()
    game = store.current(table.pk).game
    assert game is not None
    card = str(game.round.hands[0][0])
    await browser.send(kind="choose", card=card, version=str(table.version), seat=0)
    assert 'role="alert"' in await browser.message()
    assert (await sync_to_async(store.load)(table.pk)).version == table.version


async def test_the_seat_in_a_frame_is_not_believed(connect: Connect) -> None:
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada)
    await browser.message()
    game = store.current(table.pk).game
    assert game is not None
    theirs = str(game.round.hands[1][0])
    await browser.send(kind="choose", card=theirs, version=str(table.version), seat=1)
    assert 'role="alert"' in await browser.message()


async def test_who_was_erased_neither_sees_their_hand_nor_plays_it(connect: Connect) -> None:
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada)
    first = await sync_to_async(store.load)(table.pk)
    assert first.play is not None
    card = first.play.game.round.hands[0][0]
    assert 'name="card"' in await browser.message()
    await sync_to_async(privacy.erase)(ada)
    assert 'name="card"' not in await browser.version(first.version + 1)
    await browser.send(kind="choose", card=str(card), version=str(first.version))
    assert 'role="alert"' in await browser.message()
    with pytest.raises(TableError):
        # Another process may not have heard of it yet.
        await sync_to_async(playing.act)(
            table.pk, ChooseCard(0, card), first.version, timezone.now()
        )
    left = await sync_to_async(store.load)(table.pk)
    assert left.seats[0].away


async def test_a_stranger_sees_public_tables_only(connect: Connect) -> None:
    ada, ben = await members(2)
    for visibility, code in (("public", None), ("club", GONE), ("private", 4404)):
        table = await start(ada, ben, visibility=visibility)
        browser = await connect(table, None)
        if code is None:
            assert shown_version(await browser.message()) == table.version
        else:
            assert await browser.close_code() == code


async def test_a_table_that_is_not_there_closes_for_good(connect: Connect) -> None:
    (ada,) = await members(1)
    browser = await connect(Table(code="nosuchcode"), ada)
    assert await browser.close_code() == GONE


async def test_who_is_signed_out_is_dismissed_by_the_next_sweep(connect: Connect) -> None:
    ada, ben, cleo = await members(3)
    table = await start(ada, ben)
    out, still_in = await connect(table, cleo), await connect(table, ada)
    await out.message()
    await still_in.message()
    await Session.objects.filter(session_key=out.session_key).adelete()
    await HUBS.here().sweep()
    assert await out.close_code() == GONE
    assert await still_in.socket.receive_nothing()


async def test_who_looks_at_a_deleted_table_is_dismissed_by_the_next_sweep(
    connect: Connect,
) -> None:
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada)
    await browser.message()
    await Table.objects.filter(pk=table.pk).adelete()
    await HUBS.here().sweep()
    assert await browser.close_code() == GONE


async def test_a_lost_hint_is_made_good_by_the_sweep(connect: Connect) -> None:
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada)
    await browser.message()
    await Table.objects.filter(pk=table.pk).aupdate(version=table.version + 1)
    assert await browser.socket.receive_nothing()
    await HUBS.here().sweep()
    assert shown_version(await browser.message()) == table.version + 1


async def test_spectators_cost_one_load_and_one_render(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(*await members(2), visibility="public")
    browsers = [await connect(table, None) for _spectator in range(12)]
    for browser in browsers:
        await browser.message()
    rendered = []
    public_html = presenters.public_html

    def counted(*args: Any) -> str:
        rendered.append(args)
        return public_html(*args)

    monkeypatch.setattr(frames, "public_html", counted)
    statements: list[str] = []

    def watched(*args: Any) -> Any:
        with CaptureQueriesContext(connection) as captured:
            result = frames_of(*args)
        statements.extend(query["sql"] for query in captured.captured_queries)
        return result

    frames_of = frames.frames
    monkeypatch.setattr(frames, "frames", watched)
    snapshot = await play(table, 0)
    texts = {await browser.version(snapshot.version) for browser in browsers}
    assert len(texts) == 1
    assert len(rendered) == 1
    assert statements == []


async def test_a_room_ends_with_its_last_socket(connect: Connect) -> None:
    table = await start(*await members(2), visibility="public")
    browser = await connect(table, None)
    await browser.message()
    assert table.pk in HUBS.here().rooms
    await browser.socket.disconnect()
    assert table.pk not in HUBS.here().rooms


async def test_a_socket_that_breaks_over_a_command_leaves_its_room(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada)
    await browser.message()

    def fail(*args: Any) -> None:
        raise OperationalError("the database went away")

    monkeypatch.setattr(playing, "act", fail)
    await browser.send(kind="choose", card="1", version=str(table.version))
    with pytest.raises(OperationalError):
        await browser.socket.wait(PATIENCE)
    assert table.pk not in HUBS.here().rooms


async def test_sitting_down_is_seen_by_all(connect: Connect) -> None:
    ada, ben = await members(2)
    table = await sync_to_async(open_table)(ada, seats=3)
    browser = await connect(table, ada)
    await browser.message()
    await sync_to_async(seating.sit)(table.pk, ben)
    assert shown_version(await browser.version(table.version + 1)) == table.version + 1


async def test_many_moves_in_a_row_end_with_the_last_one(connect: Connect) -> None:
    players = await members(4)
    table = await start(*players, visibility="public")
    browser = await connect(table, None)
    await browser.message()

    def one_after_the_other() -> int:
        snapshot = store.fresh(table.pk)
        for _move in range(30):
            assert snapshot.game is not None
            assert snapshot.game.decision is not None
            seat = snapshot.game.decision.seats[0]
            action = legal_actions(snapshot.game, seat)[0]
            snapshot = playing.act(table.pk, action, snapshot.version, timezone.now())
        connection.close()
        return snapshot.version

    last = await asyncio.to_thread(one_after_the_other)
    assert shown_version(await browser.version(last)) == last
