"""The socket of a table: what it accepts, and from whom."""

import asyncio
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.core.exceptions import SynchronousOnlyOperation
from django.db import OperationalError
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from games.live import executor, publishing
from games.models import ActionLog, Table
from games.page.consumer import HUBS
from games.play import playing
from games.play.commands import COMMANDS_AT_ONCE
from games.rules.actions import ChooseCard, action_to_json
from games.rules.engine import legal_actions
from games.seats import seating
from games.table import store
from games.table.errors import TableError
from tests.live.browsers import Browser, Connect, members, start
from tests.support.outages import DiskFull, disk_full
from tests.support.sockets import PATIENCE
from tests.support.tables import act, open_table

__all__ = ["disk_full"]

pytestmark = pytest.mark.django_db(transaction=True)


async def sit_down(connect: Connect) -> tuple[Table, Browser]:
    """A table of two in play, and the browser of the first, which shows it."""
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada)
    await browser.message()
    return table, browser


def leave_it_to_a_thread() -> None:
    """In place of the writer of the loop, which cannot do what must wait."""
    with suppress(RuntimeError):
        asyncio.get_running_loop()
        raise SynchronousOnlyOperation


async def test_a_choice_can_come_over_the_socket(connect: Connect) -> None:
    table, browser = await sit_down(connect)
    game = store.current(table.pk).game
    card = game.round.hands[0][3]
    await browser.send(kind="choose", card=str(card), version=str(table.version))
    await browser.version(table.version + 1)
    game = store.current(table.pk).game
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
    table, browser = await sit_down(connect)
    await browser.socket.send_to(text_data=frame)
    await browser.send(kind="choose", card="nonsense", version="2")
    assert 'role="alert"' in await browser.message()
    assert (await sync_to_async(store.load)(table.pk)).version == table.version


async def test_a_flood_of_commands_is_slowed_down(connect: Connect) -> None:
    table, browser = await sit_down(connect)
    game = store.current(table.pk).game
    hand = game.round.hands[0]
    for number in range(3 * COMMANDS_AT_ONCE):
        card = str(hand[number % len(hand)])
        await browser.send(kind="choose", card=card, version=str(table.version))
    while "very busy" not in await browser.message():
        pass
    written = (await sync_to_async(store.load)(table.pk)).version - table.version
    assert written < 2 * COMMANDS_AT_ONCE


async def test_bytes_are_not_a_command(connect: Connect) -> None:
    _table, browser = await sit_down(connect)
    await browser.socket.send_to(bytes_data=b"\xff\x00")
    assert await browser.socket.receive_nothing()


async def test_a_member_without_a_seat_cannot_play(
    connect: Connect, cleo: Player, table: Table
) -> None:
    browser = await connect(table, cleo)
    await browser.message()
    game = store.current(table.pk).game
    card = str(game.round.hands[0][0])
    await browser.send(kind="choose", card=card, version=str(table.version), seat=0)
    assert 'role="alert"' in await browser.message()
    assert (await sync_to_async(store.load)(table.pk)).version == table.version


async def test_the_seat_in_a_frame_is_not_believed(connect: Connect) -> None:
    table, browser = await sit_down(connect)
    game = store.current(table.pk).game
    theirs = str(game.round.hands[1][0])
    await browser.send(kind="choose", card=theirs, version=str(table.version), seat=1)
    assert 'role="alert"' in await browser.message()


async def test_nobody_plays_from_the_seat_they_had_before_the_seats_were_numbered_anew(
    connect: Connect,
) -> None:
    """Dealing takes free seats away; this process may not have heard of it yet."""
    ada, ben, cleo, dora = await members(4)
    table = await sync_to_async(open_table)(ada, ben, cleo, dora, seats=5)
    await sync_to_async(seating.leave)(table.pk, ben, timezone.now())
    before = await sync_to_async(store.load)(table.pk)
    browser = await connect(table, cleo)
    await browser.message()
    await sync_to_async(seating.start)(table.pk, ada, timezone.now())
    await browser.version(before.version + 1)
    dealt = await sync_to_async(store.load)(table.pk)
    assert dealt.game is not None
    assert (before.seat_of(cleo.pk), dealt.seat_of(dora.pk)) == (2, 2)
    for player in (dora, cleo):
        card = dealt.game.round.hands[dealt.own_seat(player.pk)][0]
        store.forget(table.pk)
        store.keep(before)
        await browser.send(kind="choose", card=str(card), version=str(dealt.version))
        answer = await browser.answer()
        assert ('data-result="done"' in answer) is (player is cleo)


async def test_who_was_erased_neither_sees_their_hand_nor_plays_it(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the message that closes their sockets is lost."""
    monkeypatch.setattr(publishing, "publish_end_of_sign_in", lambda _player_id: None)
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada)
    first = await sync_to_async(store.load)(table.pk)
    card = first.play.game.round.hands[0][0]
    assert 'name="card"' in await browser.message()
    await sync_to_async(privacy.erase)(ada)
    hand = await browser.region("hand")
    assert 'name="card"' not in hand
    await browser.send(kind="choose", card=str(card), version=str(first.version))
    assert 'role="alert"' in await browser.message()
    with pytest.raises(TableError):
        # Another process may not have heard of it yet.
        await sync_to_async(act)(table.pk, ChooseCard(0, card), first.version, timezone.now())
    left = await sync_to_async(store.load)(table.pk)
    assert left.away[0]


async def test_a_choice_that_comes_in_time_counts_although_it_waits_for_a_thread(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player
) -> None:
    table = await start(ada, ben, time_per_choice=30)
    browser = await connect(table, ada)
    await browser.message()
    snapshot = await sync_to_async(store.load)(table.pk)
    assert snapshot.deadline is not None
    deadline, card = snapshot.deadline, snapshot.game.round.hands[0][3]
    with time_machine.travel(deadline - timedelta(seconds=1), tick=False) as clock:
        write_at = executor.write_at

        async def write_later(*work: Any) -> Any:
            clock.move_to(deadline + timedelta(seconds=1))
            return await write_at(*work)

        monkeypatch.setattr(store, "writer_here", leave_it_to_a_thread)
        monkeypatch.setattr(executor, "write_at", write_later)
        await browser.send(kind="choose", card=str(card), version=str(table.version))
        await browser.version(table.version + 1)
    line = await sync_to_async(ActionLog.objects.get)()
    assert (line.by, line.at) == (ActionLog.By.PLAYER, deadline - timedelta(seconds=1))


async def test_a_round_is_dealt_where_its_last_card_arrives(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write_in_thread(*_args: Any) -> None:
        raise AssertionError

    ada, ben = await members(2)
    table = await start(ada, ben)
    browsers = [await connect(table, player) for player in (ada, ben)]
    monkeypatch.setattr(executor, "write_at", write_in_thread)
    number = 0
    current = sync_to_async(store.current)
    while (snapshot := await current(table.pk)).game.round.number == 1:
        game = snapshot.game
        assert game is not None
        seat = game.decision.seats[0]
        number += 1
        await browsers[seat].send(
            **action_to_json(legal_actions(game, seat)[0])
            | {"version": snapshot.version, "id": f"page.{number}"}
        )
        await browsers[seat].version(snapshot.version + 1)


async def test_a_command_that_cannot_be_stored_is_refused_with_a_sentence_and_one_line_in_the_log(
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    disk_full: DiskFull,
) -> None:
    table, browser = await sit_down(connect)
    game = store.current(table.pk).game
    card = game.round.hands[0][3]

    def fail(*args: Any) -> bool:
        raise disk_full()

    with monkeypatch.context() as full:
        full.setattr(store, "writer_here", leave_it_to_a_thread)
        full.setattr(store, "write", fail)
        await browser.send(kind="choose", card=str(card), version=str(table.version))
        assert "the server’s disk is full" in await browser.message()
    assert [(line.message, line.exc_info) for line in caplog.records] == [
        ("a command could not be stored: the disk is full", None)
    ]
    await browser.send(kind="choose", card=str(card), version=str(table.version))
    await browser.version(table.version + 1)


async def test_a_socket_that_breaks_over_a_command_leaves_its_room(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, browser = await sit_down(connect)

    def fail(*args: Any) -> None:
        raise OperationalError("the database went away")

    monkeypatch.setattr(playing, "act", fail)
    await browser.send(kind="choose", card="1", version=str(table.version))
    with pytest.raises(OperationalError):
        await browser.socket.wait(PATIENCE)
    assert table.pk not in HUBS.here().rooms
