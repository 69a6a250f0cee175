"""What Prometheus reads: who may, what is counted, and what labels must not name."""

import asyncio
import time
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from accounts.models import Player
from config import env, metrics_page
from games.live import executor
from games.models import Table
from games.play import commands, downtime
from games.table import store
from leagues.models import Season
from tests.live.browsers import Browser, Connect
from tests.support.clients import html_of
from tests.support.leagues import make_season
from tests.support.tables import open_table, people

TOKEN = "a-token-of-the-operator"


# It is imported with the first request, of which some of these tests make none.
COLLECTOR = metrics_page.SiteCollector


def figure(name: str, **labels: str) -> float:
    """A figure of this process now; 0 before it was counted for the first time."""
    return REGISTRY.get_sample_value(f"sixieme_{name}", labels) or 0.0


read = sync_to_async(figure)


def read_metrics(settings: Settings) -> str:
    settings.METRICS_TOKEN = TOKEN
    return html_of(Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}))


# --- Who may read them ---------------------------------------------------------------------


@pytest.mark.django_db
def test_without_a_setting_nobody_may(client: Client) -> None:
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
def test_whoever_has_the_token_may(client: Client, settings: Settings) -> None:
    assert "sixieme_reveal_seconds_bucket" in read_metrics(settings)
    for wrong in ("", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}é"):
        answer = client.get("/metrics", headers={"Authorization": wrong})
        assert answer.status_code == 404, wrong
        assert b"sixieme_" not in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "forwarded", "status"),
    [
        ("10.1.2.3", None, 200),
        ("10.2.0.1", None, 404),
        # The proxy itself stands in the network, those it asks for do not.
        ("10.1.0.1", "203.0.113.5", 404),
        ("10.1.0.1", "10.1.2.3", 404),
    ],
)
def test_a_monitor_of_the_network_may_if_it_asks_directly(
    client: Client,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    forwarded: str | None,
    status: int,
) -> None:
    monkeypatch.setenv("METRICS_FROM", "10.1.0.0/16, ::1")
    settings.METRICS_FROM = env.networks("METRICS_FROM")
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    answer = client.get("/metrics", headers=headers, REMOTE_ADDR=address)
    assert answer.status_code == status


@pytest.mark.django_db
def test_no_label_names_a_person_or_a_table(
    client: Client, settings: Settings, table: Table
) -> None:
    client.get(f"/tables/{table.code}/")
    labels: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(read_metrics(settings)):
        for sample in family.samples:
            if sample.name.startswith("sixieme_"):
                for name, value in sample.labels.items():
                    labels.setdefault(name, set()).add(value)
    assert labels.keys() <= {"at", "le", "page", "queue", "result", "status", "version", "view"}
    assert table.code not in str(labels)
    assert "games:table" in labels["view"]


# --- Reveals and commands -------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
async def test_a_reveal_is_measured_once_and_other_choices_are_not(
    connect: Connect, ada: Player, ben: Player, cleo: Player, table: Table
) -> None:
    one, other, crowd = [await connect(table, player) for player in (ada, ben, cleo)]
    for browser in (one, other, crowd):
        await browser.message()
    before = await read("reveal_seconds_count"), await read("reveal_seconds_sum")
    await choose(one, table, 0)
    while "player is-chosen" not in await one.message():
        pass
    assert await read("reveal_seconds_count") == before[0]
    begun = asyncio.get_running_loop().time()
    await choose(other, table, 1)
    for browser in (one, other, crowd):
        await browser.region("story")
    took = asyncio.get_running_loop().time() - begun
    assert await read("reveal_seconds_count") == before[0] + 1
    # It began later than we did, and ended before the pages heard of it.
    assert 0 < await read("reveal_seconds_sum") - before[1] < took


@pytest.mark.django_db(transaction=True)
async def test_commands_are_counted_by_what_became_of_them(
    connect: Connect, ada: Player, table: Table
) -> None:
    browser = await connect(table, ada)
    await browser.message()
    names = ("done", "repeated", "late", "bad_action", "flood")
    before = {name: await read("commands_total", result=name) for name in names}
    card = await choose(browser, table, 0)
    await browser.answer()
    fresh = await sync_to_async(store.fresh)(table.pk)
    await browser.send(kind="choose", card=card, version=str(fresh.version), id="page.1")
    await browser.answer()
    await browser.send(kind="choose", card=card, version="0", id="page.2")
    await browser.answer()
    await browser.send(kind="choose", card="x", version="0", id="page.3")
    await browser.answer()
    commands.LIMIT._buckets[ada.pk] = commands.TokenBucket(0, 0)
    await browser.send(kind="choose", card=card, version="0", id="page.4")
    await browser.answer()
    commands.LIMIT.reset()
    after = {name: await read("commands_total", result=name) - before[name] for name in names}
    assert after == dict.fromkeys(names, 1)


async def choose(browser: Browser, table: Table, seat: int) -> str:
    snapshot = await sync_to_async(store.fresh)(table.pk)
    card = str(snapshot.game.round.hands[seat][0])
    await browser.send(kind="choose", card=card, version=str(snapshot.version), id="page.1")
    return card


@pytest.mark.django_db(transaction=True)
async def test_sockets_and_those_that_only_watch_are_counted(
    connect: Connect, ada: Player, cleo: Player, table: Table
) -> None:
    opened = [await connect(table, player) for player in (ada, cleo, cleo)]
    for browser in opened:
        await browser.message()
    sockets = await read("sockets", page="table")
    assert (sockets, await read("viewers")) == (3, 2)
    await opened[2].close()
    assert await read("sockets", page="table") == 2


# --- What waits -------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_keeper_that_has_never_run_is_late_since_this_process_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(metrics_page, "STARTED_AT", time.monotonic() - 120)
    assert 120 <= figure("keeper_lag_seconds") < 180


@pytest.mark.django_db
def test_it_shows_how_late_the_keeper_is() -> None:
    downtime.beat(timezone.now() - timedelta(minutes=2))
    assert 120 <= figure("keeper_lag_seconds") < 180
    assert figure("overdue_move_seconds") == 0
    table = open_table(*people(2))
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() - timedelta(minutes=5))
    assert 300 <= figure("overdue_move_seconds") < 360


@pytest.mark.django_db
def test_it_shows_since_when_standings_are_out_of_date() -> None:
    season = make_season()
    assert figure("oldest_work_seconds", queue="standings") == 0
    Season.objects.filter(pk=season.pk).update(outdated_standings={"since": None})
    assert figure("oldest_work_seconds", queue="standings") == 0
    assert figure("oldest_work_seconds", queue="standings") > 0
    Season.objects.filter(pk=season.pk).update(outdated_standings=None)
    assert figure("oldest_work_seconds", queue="standings") == 0


# --- Errors -----------------------------------------------------------------------------


@pytest.mark.django_db
def test_errors_of_the_database_are_counted() -> None:
    before = figure("database_errors_total", at="live")

    def fail() -> None:
        raise OperationalError("disk I/O error")

    with pytest.raises(OperationalError):
        executor.with_reconnect(fail)
    assert figure("database_errors_total", at="live") == before + 1


@pytest.mark.django_db
def test_without_the_database_the_figures_of_the_process_are_still_there(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_now: Any) -> None:
        raise OperationalError

    monkeypatch.setattr("config.metrics_page.pulse_age", fail)
    text = read_metrics(settings)
    assert "sixieme_database_up 0.0" in text
    assert "sixieme_reveal_seconds_count" in text
    assert "sixieme_keeper_lag_seconds" not in text
