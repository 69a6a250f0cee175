"""What a proxy, a supervisor or a monitor learns when it asks a process how it is."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from config import VERSION, health
from config.backup import last_backup
from games.models import Pulse
from games.play import downtime
from monitoring import outages
from tests.support.outages import DiskFull, disk_full
from tests.support.processes import free_port

__all__ = ["disk_full"]


@pytest.fixture
def _keeper() -> None:
    """A keeper has just given a sign of life."""
    downtime.beat(timezone.now())


@pytest.fixture(autouse=True)
def _probes_end() -> Iterator[None]:
    """No probe still uses the database when the test has ended."""
    yield
    for probe in health.PROBES:
        probe.start()
        probe.result(60)


def test_a_process_that_answers_is_alive_whatever_else_is_not() -> None:
    """This test may not touch the database: a query would fail it."""
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert answer["Content-Type"] == "text/plain"
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_keeper")
def test_a_process_is_ready_when_all_that_it_needs_answers() -> None:
    answer = Client().get("/readyz")
    everything = dict.fromkeys(("database", "migrations", "keeper", "layer", "disk"), "ok")
    assert answer.json() == {
        "ready": True,
        "release": VERSION,
        "checks": everything,
        "warnings": {"release": "ok", "backup": "this machine has made none", "mails": "ok"},
    }
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


@pytest.mark.django_db(transaction=True)
def test_it_is_not_ready_where_nobody_moves_the_bots() -> None:
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["keeper"] == "has never run"
    Pulse.objects.create(pk=Pulse.THE_ONE, at=timezone.now() - timedelta(minutes=3))
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["keeper"].startswith("last seen 18")
    # A proxy that left out all processes for it would help nobody.
    assert Client().get("/readyz?exclude=keeper&exclude=layer").status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_keeper")
def test_it_is_not_ready_on_the_tables_of_an_older_release() -> None:
    own = MigrationRecorder(connection).migration_qs.filter(app="leagues").order_by("-pk")
    newest = own.first()
    newest.delete()
    try:
        answer = Client().get("/readyz")
    finally:
        MigrationRecorder(connection).record_applied("leagues", newest.name)
    assert answer.status_code == 503
    assert answer.json()["checks"]["migrations"] == "1 not applied"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_keeper")
def test_it_is_not_ready_without_the_redis_that_other_processes_hear(settings: Settings) -> None:
    settings.REDIS_URLS = [f"redis://:password@127.0.0.1:{free_port()}/0"]
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"] == {
        "database": "ok",
        "migrations": "ok",
        "keeper": "ok",
        "layer": "does not answer",
        "disk": "ok",
    }


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_keeper")
@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_it_is_not_ready_while_a_disk_is_full(
    where: str, monkeypatch: pytest.MonkeyPatch, disk_full: DiskFull
) -> None:
    if where == "here":
        monkeypatch.setattr(outages, "LEAST_BYTES", 10**18)
    else:
        assert outages.outage(disk_full())
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["checks"]["disk"]) == (503, "full")
    # Pages that only read are shown.
    assert Client().get("/readyz?exclude=disk").status_code == 200
    monkeypatch.undo()
    assert Client().get("/readyz").status_code == 200


def test_a_check_that_hangs_holds_up_no_answer_and_is_not_begun_again() -> None:
    freed = threading.Event()
    begun = []

    def hang() -> health.Findings:
        begun.append(1)
        freed.wait(60)
        return {"database": health.OK}

    probe = health.Probe(["database"], hang)
    for _ask in range(3):
        probe.start()
        assert probe.result(0.01) == {"database": "does not answer"}
    freed.set()
    assert probe.result(60) == {"database": "ok"}
    assert len(begun) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_keeper")
def test_a_database_of_a_newer_release_is_a_warning_which_no_proxy_heeds() -> None:
    MigrationRecorder(connection).record_applied("leagues", "0999_of_tomorrow")
    try:
        answer = Client().get("/readyz")
        assert answer.status_code == 200
        newer = "the database is of a newer one: 1 migrations are unknown here"
        assert answer.json()["warnings"]["release"] == newer
        assert Client().get("/readyz?include=warnings").status_code == 503
    finally:
        MigrationRecorder(connection).record_unapplied("leagues", "0999_of_tomorrow")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_keeper")
def test_a_backup_that_is_two_nights_old_is_a_warning(settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    last_backup.note(timezone.now() - timedelta(hours=49))
    answer = Client().get("/readyz?include=warnings")
    assert answer.status_code == 503
    assert answer.json()["warnings"]["backup"] == "the last one is 49 h old"
    last_backup.note(timezone.now())
    assert Client().get("/readyz?include=warnings").json()["ready"]
