"""The lines of the log: one for each request and command, and what they leave out."""

import json
import logging
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from pytest_django import Settings

from accounts.models import Player
from games.models import Table
from games.play.commands import COMMANDS_AT_ONCE, CommandLimit
from games.table import store
from games.table.errors import TableError
from monitoring.logs import CONTEXT, JsonFormatter, ReasonsOfOutages, TextFormatter
from tests.live.browsers import Browser, Connect, play
from tests.monitoring.conftest import Log
from tests.support.clients import signed_in


def record_of(message: str, **extra: object) -> logging.LogRecord:
    record = logging.LogRecord("games", logging.ERROR, "", 0, message, (), None)
    vars(record).update(extra)
    return record


# --- Formats -----------------------------------------------------------------------------


def test_an_error_is_one_line_of_json_with_its_traceback() -> None:
    record = record_of("it failed")
    record.exc_info = (ValueError, ValueError("ada@club.example"), None)
    text = JsonFormatter().format(record)
    assert "\n" not in text
    line = json.loads(text)
    assert (line["level"], line["logger"], line["message"]) == ("ERROR", "games", "it failed")
    assert "ValueError: …" in line["exception"]
    assert "ada@" not in text


def test_the_text_hides_what_an_exception_says() -> None:
    record = record_of("it failed")
    record.exc_info = (ValueError, ValueError("/guest/link/s3cret/"), None)
    text = TextFormatter().format(record)
    assert "ValueError: /guest/link/…/" in text
    assert "s3cret" not in text


def test_a_line_has_what_its_request_is_about_and_nothing_unknown() -> None:
    token = CONTEXT.set({"request_id": "abc"})
    line = json.loads(JsonFormatter().format(record_of("x", table="t", hand="55, 104")))
    CONTEXT.reset(token)
    assert (line["request_id"], line["table"]) == ("abc", "t")
    assert "hand" not in line


# --- Requests ----------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_request_is_one_line_with_its_table(log: Log, ada: Player, table: Table) -> None:
    answer = signed_in(ada).get(f"/tables/{table.code}/")
    (line,) = log.of("monitoring.requests")
    assert line["level"] == "INFO"
    assert line["duration_ms"] > 0
    assert {name: line[name] for name in ("method", "path", "view", "status", "table")} == {
        "method": "GET",
        "path": f"/tables/{table.code}/",
        "view": "games:table",
        "status": 200,
        "table": table.code,
    }
    assert line["request_id"] == answer["X-Request-ID"]


@pytest.mark.django_db
def test_all_lines_of_a_request_have_its_id(client: Client, log: Log) -> None:
    client.get("/nowhere/")
    (warning,) = [line for line in log.of("django.request") if line["level"] == "WARNING"]
    (line,) = log.of("monitoring.requests")
    assert warning["request_id"] == line["request_id"]


@pytest.mark.parametrize(
    ("proxies", "given", "is_taken"),
    [
        (1, "0a1b2c3d-of-the-proxy", True),
        # Whoever asks without a proxy could write what they like.
        (0, "0a1b2c3d-of-the-proxy", False),
        (1, 'x" result="forged', False),
        (1, "x" * 65, False),
    ],
)
def test_a_proxy_may_name_the_request(
    client: Client, settings: Settings, proxies: int, given: str, *, is_taken: bool
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    answer = client.get("/healthz", headers={"X-Request-ID": given})
    assert (answer["X-Request-ID"] == given) is is_taken


@pytest.mark.django_db
def test_what_monitors_ask_is_not_logged(client: Client, log: Log) -> None:
    client.get("/healthz")
    assert log.of("monitoring.requests") == []


# --- Floods ---------------------------------------------------------------------------------


def test_a_flood_is_one_line_that_names_its_member(log: Log) -> None:
    limit = CommandLimit(COMMANDS_AT_ONCE, per_second=20)
    refused = 0
    for _command in range(3 * COMMANDS_AT_ONCE):
        try:
            limit.count(17)
        except TableError:
            refused += 1
    assert refused > 1
    assert [line["message"] for line in log.of("games.play.commands")] == [
        "player 17 sends more commands than are taken"
    ]


# --- Commands ----------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_command_by_form_is_a_line_of_its_request(log: Log, ada: Player, table: Table) -> None:
    snapshot = store.fresh(table.pk)
    card = snapshot.game.round.hands[0][0]
    fields: dict[str, Any] = {"kind": "choose", "card": card, "version": snapshot.version}
    signed_in(ada).post(f"/tables/{table.code}/act/", fields | {"id": "page.1"})
    (line,) = log.of("games.play.commands")
    assert (line["table"], line["command"], line["result"]) == (table.code, "page.1", "done")
    assert line["request_id"] == log.of("monitoring.requests")[-1]["request_id"]


@pytest.mark.django_db(transaction=True)
async def test_a_command_by_socket_is_a_line_and_tells_no_card(
    connect: Connect, log: Log, ada: Player, table: Table
) -> None:
    browser = await connect(table, ada)
    await browser.message()
    await play_by_socket(browser, table, "page.1")
    await play_by_socket(browser, table, "page.1")
    await play(table, 1)
    lines = log.of("games.play.commands")
    assert [(line["command"], line["result"]) for line in lines] == [
        ("page.1", "done"),
        ("page.1", "repeated"),
    ]
    assert all(line["table"] == table.code and line["duration_ms"] > 0 for line in lines)


@pytest.mark.django_db(transaction=True)
async def test_no_hand_and_no_seed_is_in_the_log_of_a_game(
    connect: Connect, log: Log, ada: Player, table: Table
) -> None:
    browser = await connect(table, ada)
    await browser.message()
    await play_by_socket(browser, table, "page.1")
    await play(table, 1)
    await browser.region("story")
    seed = bytes((await sync_to_async(Table.objects.get)(pk=table.pk)).server_seed)
    assert seed.hex() not in log.text
    assert repr(seed) not in log.text
    snapshot = await sync_to_async(store.fresh)(table.pk)
    for hand in snapshot.game.round.hands:
        assert str(tuple(hand)) not in log.text
        assert str(list(hand)) not in log.text
    # Not even the one that was played: before the reveal it is as secret as the others.
    assert "card" not in "".join(line["message"] for line in log.of("games.play.commands"))


async def play_by_socket(browser: Browser, table: Table, command: str) -> None:
    snapshot = await sync_to_async(store.fresh)(table.pk)
    card = snapshot.game.round.choices[0] or snapshot.game.round.hands[0][0]
    version = str(snapshot.version)
    await browser.send(kind="choose", card=str(card), version=version, id=command)
    await browser.answer()


def test_why_a_database_refuses_connections_is_written_once_in_a_while() -> None:
    written = ReasonsOfOutages()

    def is_written(text: str, level: int = logging.WARNING) -> bool:
        return written.filter(logging.LogRecord("psycopg.pool", level, "", 1, text, (), None))

    refused = "error connecting in 'pool-1': connection failed: FATAL: password"
    assert [is_written(refused) for _try in range(3)] == [True, False, False]
    assert is_written("error connecting in 'pool-1': connection refused")
    assert not is_written("discarding broken connection")
    assert is_written("worker failed", logging.ERROR)
