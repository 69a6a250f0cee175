"""Each command over the socket is answered: what became of it, and why it was refused."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import ActionLog, Table
from games.page.consumer import HUBS
from games.play import commands
from games.play.commands import COMMANDS_AT_ONCE, LIMIT, SLOWEST_SECONDS, execute_here
from games.table import store
from games.table.errors import TableError, TableErrorCode
from tests.live.browsers import Browser, Connect, members, play, start
from tests.support.sockets import until
from tests.support.tables import people, start_table

pytestmark = pytest.mark.django_db(transaction=True)

TIME = re.compile(r'data-now="(\d+)"')
ANSWER = re.compile(r'<i id="answer" data-command="([^"]*)" data-result="([^"]*)"')


@pytest.fixture(autouse=True)
def _fresh_limit() -> None:
    LIMIT.reset()


async def sit_down(connect: Connect, query: str = "") -> tuple[Table, Browser]:
    """A table of two in play, and the browser of the first, which shows it."""
    ada, ben = await members(2)
    table = await start(ada, ben)
    browser = await connect(table, ada, query)
    await browser.message()
    return table, browser


async def answer_to(browser: Browser, **fields: Any) -> tuple[str, str, str]:
    """What the page sends, and how it is answered: the id, the result, the whole message."""
    await browser.send(**fields)
    while True:
        text = await browser.message()
        if found := ANSWER.search(text):
            return found[1], found[2], text


async def choice(table: Table, seat: int = 0, card: int = 0, **more: Any) -> dict[str, Any]:
    """What a page sends to choose a card of this seat's hand."""
    snapshot = await sync_to_async(store.fresh)(table.pk)
    number = str(snapshot.game.round.hands[seat][card])
    return {"kind": "choose", "card": number, "version": str(snapshot.version)} | more


async def version_of(table: Table) -> int:
    return await sync_to_async(store.stored_version)(table.pk)


async def test_a_command_is_answered_as_done_and_its_copy_as_repeated(connect: Connect) -> None:
    table, browser = await sit_down(connect)
    sent = await choice(table, id="tab.1")
    assert (await answer_to(browser, **sent))[:2] == ("tab.1", "done")
    assert (await answer_to(browser, **sent))[:2] == ("tab.1", "repeated")
    assert await ActionLog.objects.acount() == 1


async def test_a_command_without_an_id_is_answered_too(connect: Connect) -> None:
    table, browser = await sit_down(connect)
    assert (await answer_to(browser, **await choice(table)))[:2] == ("", "done")


async def test_a_withdrawal_is_answered_and_the_late_command_refused(connect: Connect) -> None:
    table, browser = await sit_down(connect)
    sent = await choice(table, id="tab.1")
    assert (await answer_to(browser, kind="withdraw", id="tab.1"))[:2] == ("tab.1", "withdrawn")
    command_id, result, text = await answer_to(browser, **sent)
    assert (command_id, result) == ("tab.1", "refused")
    assert "You have chosen something else since." in text
    assert not await ActionLog.objects.aexists()


async def test_a_withdrawal_that_comes_too_late_says_that_the_command_was_done(
    connect: Connect,
) -> None:
    table, browser = await sit_down(connect)
    await answer_to(browser, **await choice(table, id="tab.1"))
    assert (await answer_to(browser, kind="withdraw", id="tab.1"))[:2] == ("tab.1", "done")


async def test_a_refused_command_is_answered_with_its_sentence(connect: Connect) -> None:
    table, browser = await sit_down(connect)
    now = timezone.now().timestamp()
    slow = str(int((now - SLOWEST_SECONDS - 1) * 1000))
    refusals: list[tuple[dict[str, Any], str]] = [
        (await choice(table, seat=1, id="tab.1"), "You do not hold that card."),
        (await choice(table, id="tab.2", sent=slow), "Your choice arrived too late"),
        (await choice(table, id="no id"), "The table did not understand that."),
        ({"kind": "withdraw", "id": "tab.0"}, "The table did not understand that."),
        ({"kind": "withdraw"}, "The table did not understand that."),
        ({"kind": "dance", "id": "tab.3", "version": "2"}, "The table did not understand that."),
        ({"id": "tab.4"}, "The table did not understand that."),
        (await choice(table, id="tab.5", version=str(table.version + 9)), "Too late"),
    ]
    for fields, sentence in refusals:
        command_id, result, text = await answer_to(browser, **fields)
        assert (command_id, result) == (fields.get("id", ""), "refused")
        assert sentence in text
        assert 'role="alert"' in text
    assert await version_of(table) == table.version


async def test_a_page_is_told_the_time_when_its_choice_seems_slow_and_chooses_again(
    connect: Connect,
) -> None:
    table, browser = await sit_down(connect)
    sent = int((timezone.now().timestamp() - SLOWEST_SECONDS - 1) * 1000)
    slow = await choice(table, id="tab.1", sent=str(sent))
    _id, result, text = await answer_to(browser, **slow)
    assert result == "refused"
    (told,) = TIME.findall(text)
    assert sent + SLOWEST_SECONDS * 1000 < int(told) <= timezone.now().timestamp() * 1000
    again = await choice(table, id="tab.2", sent=told)
    assert (await answer_to(browser, **again))[1] == "done"


async def test_other_refusals_tell_no_time(connect: Connect) -> None:
    table, browser = await sit_down(connect)
    _id, result, text = await answer_to(browser, **await choice(table, seat=1, id="tab.1"))
    assert result == "refused"
    assert not TIME.search(text)


async def test_an_id_that_cannot_be_written_as_bytes_is_not_sent_back(connect: Connect) -> None:
    _table, browser = await sit_down(connect)
    command_id, result, text = await answer_to(browser, kind="withdraw", id="\ud800")
    assert (command_id, result) == ("", "refused")
    assert text.encode()


async def test_a_refusal_speaks_the_language_of_the_page(connect: Connect) -> None:
    table, browser = await sit_down(connect, "language=fr")
    _id, result, text = await answer_to(browser, **await choice(table, seat=1))
    assert result == "refused"
    assert "You do not hold" not in text


async def test_an_id_cannot_smuggle_elements_into_a_page(connect: Connect) -> None:
    table, browser = await sit_down(connect)
    _id, _result, text = await answer_to(browser, **await choice(table, id='"><b>'))
    assert "<b>" not in text


async def test_a_command_after_the_reveal_is_late(connect: Connect) -> None:
    table, browser = await sit_down(connect)
    late = await choice(table, id="tab.1")
    await play(table, 0)
    await play(table, 1)
    _id, result, text = await answer_to(browser, **late)
    assert result == "refused"
    assert "Too late" in text


async def test_a_page_that_asks_whether_the_connection_stands_is_answered(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the database, and at no cost to the limit of commands."""
    _table, browser = await sit_down(connect)
    monkeypatch.setattr(commands, "time", SimpleNamespace(monotonic=lambda: 0.0))
    for _ping in range(COMMANDS_AT_ONCE + 1):
        await browser.socket.send_to(text_data="ping")
        assert await browser.message() == "pong"


async def test_for_a_page_that_sends_and_does_not_read_no_answers_pile_up(
    connect: Connect,
) -> None:
    table, browser = await sit_down(connect)
    (socket,) = HUBS.here().rooms[table.pk].sockets
    flow = socket._flow  # type: ignore[attr-defined]
    flow.is_full = True
    sent = await choice(table, id="tab.1")
    for _try in range(3):
        await browser.socket.send_to(text_data="ping")
        await browser.send(**sent)
    await until(lambda: store.current(table.pk).version > table.version)
    assert await browser.socket.receive_nothing(timeout=0.3)
    flow.is_full = False
    flow.on_drained()
    assert (await answer_to(browser, **sent))[:2] == ("tab.1", "repeated")


async def test_frames_share_the_limit_of_forms(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, browser = await sit_down(connect)
    monkeypatch.setattr(commands, "time", SimpleNamespace(monotonic=lambda: 0.0))
    for _command in range(COMMANDS_AT_ONCE):
        LIMIT.count(table.host_id)
    _id, result, text = await answer_to(browser, **await choice(table, id="tab.1"))
    assert result == "refused"
    assert "very busy" in text
    assert await version_of(table) == table.version


def test_a_version_from_the_future_costs_one_small_statement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = start_table(*people(2), time_per_choice=30)
    snapshot = store.fresh(table.pk)
    card = str(snapshot.game.round.hands[0][0])
    fields = {"kind": "choose", "card": card, "version": "999999999", "id": "tab.1"}
    for _try in range(2):
        with (
            CaptureQueriesContext(connection) as captured,
            pytest.raises(TableError, match=TableErrorCode.LATE),
        ):
            execute_here(snapshot, table.host_id, fields, timezone.now())
        (statement,) = captured.captured_queries
        assert statement["sql"].startswith("SELECT")
        assert "state" not in statement["sql"]
    assert store.load(table.pk) == snapshot
