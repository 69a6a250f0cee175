"""What is said reaches the pages of those who may read it, in every process."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import Player
from accounts.privacy import erase
from games.live import executor, publishing
from games.models import Table
from games.play import playing
from games.talk import live, presenter, reading, service
from games.talk.live import TalkRooms, rooms_here
from tests.live.browsers import Browser, Connect, members, shown_version, start
from tests.support.layers import FakeLayer
from tests.support.sockets import until
from tests.support.tables import play_first
from tests.talk.said import NOON
from tests.talk.said import say as say_now

pytestmark = pytest.mark.django_db(transaction=True)

say = sync_to_async(say_now)
Enter = Callable[..., Awaitable[Browser]]


@pytest.fixture
async def enter(connect: Connect) -> Enter:
    """A browser that has shown the table and all that was said so far."""

    async def open_page(
        table: Table, player: Player | None, language: str = "en", known: str = ""
    ) -> Browser:
        number = (await executor.read(reading.numbers, [table.pk])).get(table.pk, 0)
        is_apart = player is not None and await sync_to_async(reading.is_playing)(table.pk, player)
        shown = known or f"{number}.{int(is_apart)}"
        browser = await connect(table, player, f"language={language}&talk={shown}")
        while shown_version(await browser.message()) < table.version:
            pass
        if player is not None:
            room = rooms_here().rooms[table.pk]
            await until(lambda: room._number == number)
        return browser

    return open_page


async def news(browser: Browser) -> str:
    """The next message of the talk."""
    while 'id="talk-news"' not in (text := await browser.message()):
        pass
    return text


async def silent(browser: Browser) -> bool:
    return await browser.socket.receive_nothing(timeout=0.1)


async def test_a_reaction_reaches_players_and_spectators_in_their_language(
    enter: Enter,
    monkeypatch: pytest.MonkeyPatch,
    ada: Player,
    ben: Player,
    cleo: Player,
    table: Table,
) -> None:
    browsers = [
        await enter(table, ada), await enter(table, ben, "fr"), await enter(table, cleo),
    ]  # fmt: skip
    languages: list[tuple[str | None, bool]] = []
    frame_text = presenter.frame_text

    def noted(*args: Any, **kwargs: Any) -> str:
        languages.append((get_language(), kwargs["is_apart"]))
        return frame_text(*args, **kwargs)

    monkeypatch.setattr(live, "frame_text", noted)
    await sync_to_async(service.react)(table.pk, ada, "bravo", NOON)
    for browser in browsers:
        text = " ".join((await news(browser)).split())
        assert 'data-reaction="bravo" data-seat="0"' in text
    assert sorted(languages, key=str) == [("en", False), ("en", True), ("fr", True)]


async def test_players_get_no_byte_of_what_spectators_write(enter: Enter) -> None:
    ada, ben, cleo, dan = await members(4)
    table = await start(ada, ben)
    player = await enter(table, ada)
    spectators = [await enter(table, cleo), await enter(table, dan)]
    await say(table, cleo, "he should take row three")
    for spectator in spectators:
        assert "row three" in await news(spectator)
    await say(table, ben, "your turn")
    text = await news(player)
    assert "your turn" in text
    assert "row three" not in text
    assert await silent(player)


async def test_players_are_shown_what_spectators_wrote_at_the_end(
    enter: Enter, ada: Player, cleo: Player, table: Table
) -> None:
    player, spectator = await enter(table, ada), await enter(table, cleo)
    await say(table, cleo, "he should take row three")
    await news(spectator)
    await sync_to_async(playing.abandon)(table.pk, ada, timezone.now())
    text = await news(player)
    assert "row three" in text
    assert 'data-whole="1"' in text
    assert await silent(spectator) or "row three" not in await spectator.message()


async def test_strangers_get_nothing(enter: Enter, ada: Player, ben: Player) -> None:
    table = await start(ada, ben, visibility="public")
    stranger, player = await enter(table, None), await enter(table, ada)
    await say(table, ada, "Hello")
    await news(player)
    assert await silent(stranger)


async def test_a_page_that_comes_back_gets_what_it_missed(
    enter: Enter, ada: Player, ben: Player, table: Table
) -> None:
    await say(table, ada, "first")
    await say(table, ben, "second")
    browser = await enter(table, ben, known="1.1")
    text = await news(browser)
    assert 'data-whole="1"' in text
    assert "first" in text
    assert "second" in text


async def test_a_page_that_has_everything_gets_nothing(
    enter: Enter, ada: Player, ben: Player, table: Table
) -> None:
    await say(table, ada, "first")
    browser = await enter(table, ben)
    assert await silent(browser)


async def test_a_deletion_and_the_switch_are_shown(
    enter: Enter, ada: Player, ben: Player, table: Table
) -> None:
    said = await say(table, ben, "rude")
    browser = await enter(table, ben)
    await sync_to_async(service.delete)(table.pk, ada, said.number)
    text = await news(browser)
    assert f'id="said-{said.number}"' in text
    assert "Message deleted" in text
    assert "rude" not in text
    await sync_to_async(service.switch)(table.pk, ada, is_off=True)
    assert 'data-off="1"' in await news(browser)


async def test_erasing_a_person_takes_their_messages_from_open_pages(
    enter: Enter, cleo: Player, table: Table
) -> None:
    said = await say(table, cleo, "I live at 12 Main Street")
    browser = await enter(table, (await members(1))[0])
    await sync_to_async(erase)(cleo)
    text = await news(browser)
    assert f'id="said-{said.number}"' in text
    assert "Main Street" not in text


async def test_a_message_does_not_touch_the_views_of_the_table(
    enter: Enter, monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player, table: Table
) -> None:
    browser = await enter(table, ada)
    hints: list[int] = []
    monkeypatch.setattr(
        "games.live.publishing.Room.hint", lambda _room, *hint: hints.append(hint[0])
    )
    await say(table, ben, "Hello")
    await news(browser)
    assert hints == []
    assert await silent(browser)


async def test_a_crowd_costs_one_reading_and_one_rendering(
    enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, *crowd = await members(12)
    table = await start(ada, ben)
    browsers = [await enter(table, person) for person in crowd]
    # What they were looked for as they came is not counted.
    if task := rooms_here().rooms[table.pk].task:
        await task
    readings: list[int] = []
    read = reading.changes_since

    def counted(table_id: int, number: int) -> reading.Reading:
        readings.append(number)
        return read(table_id, number)

    monkeypatch.setattr(reading, "changes_since", counted)
    made: list[str] = []
    frame_text = presenter.frame_text

    def rendered(*args: Any, **kwargs: Any) -> str:
        made.append(frame_text(*args, **kwargs))
        return made[-1]

    monkeypatch.setattr(live, "frame_text", rendered)
    await say(table, ada, "Hello")
    assert {await news(browser) for browser in browsers} == set(made)
    assert (len(readings), len(made)) == (1, 1)


async def test_no_choice_and_no_reveal_reads_the_talk(
    enter: Enter, ada: Player, table: Table
) -> None:
    await enter(table, ada)
    statements: list[str] = []

    def play_watched(seat: int) -> None:
        with CaptureQueriesContext(connection) as queries:
            play_first(table, seat)
        statements.extend(query["sql"] for query in queries)

    for seat in (0, 1):
        await executor.write(play_watched, seat)
    assert statements
    words = ("talk", "message", "mute", "silence")
    assert [sql for sql in statements if any(f"games_{word}" in sql for word in words)] == []


# --- Other processes -----------------------------------------------------------------------


@pytest.fixture
async def layer(monkeypatch: pytest.MonkeyPatch) -> FakeLayer:
    """What two processes share, in place of Redis."""
    layer = FakeLayer()
    monkeypatch.setattr(publishing, "shared_layer", lambda: layer)
    publishing.serve_from(asyncio.get_running_loop())
    return layer


async def test_another_process_tells_a_number_and_no_word(
    layer: FakeLayer,
    enter: Enter,
    monkeypatch: pytest.MonkeyPatch,
    ada: Player,
    ben: Player,
    table: Table,
) -> None:
    browser = await enter(table, ada)
    sent: list[dict[str, Any]] = []
    group_send = layer.group_send

    async def noted(group: str, message: dict[str, Any]) -> None:
        sent.append(message)
        await group_send(group, message)

    monkeypatch.setattr(layer, "group_send", noted)
    # Nothing is heard in this process but from the layer.
    monkeypatch.setattr(publishing, "hear_talk", lambda *_news: None)
    await say(table, ben, "Hello")
    monkeypatch.undo()
    monkeypatch.setattr(publishing, "shared_layer", lambda: layer)
    await until(lambda: bool(sent))
    assert sent == [{"type": "talked", "subject": table.pk, "version": 1}]
    await group_send(publishing.group_name(table.pk), sent[0])
    assert "Hello" in await news(browser)


async def test_a_sweep_finds_what_no_process_told_of(
    enter: Enter, monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player, table: Table
) -> None:
    browser = await enter(table, ada)
    with monkeypatch.context() as silence:
        silence.setattr(publishing, "publish_talk", lambda *_news: None)
        await say(table, ben, "Hello")
    assert await silent(browser)
    await rooms_here().sweep()
    assert "Hello" in await news(browser)


async def test_a_socket_that_is_full_gets_everything_later(
    enter: Enter, monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player, table: Table
) -> None:
    browser = await enter(table, ada)
    (socket,) = rooms_here().rooms[table.pk].known
    flow = socket._flow  # type: ignore[attr-defined]
    flow.is_full = True
    await say(table, ben, "Hello")
    await until(lambda: rooms_here().rooms[table.pk].known[socket] == "")
    flow.is_full = False
    assert await silent(browser)
    await rooms_here().sweep()
    assert "Hello" in await news(browser)


async def test_the_last_page_closes_the_room(enter: Enter, ada: Player, table: Table) -> None:
    browser = await enter(table, ada)
    rooms: TalkRooms = rooms_here()
    assert table.pk in rooms.rooms
    await browser.close()
    await until(lambda: not rooms.rooms)
