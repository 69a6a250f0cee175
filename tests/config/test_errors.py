"""Pages for errors of the server: they say so where the database cannot be reached."""

import errno
import json
import os
import subprocess
import sys
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.decorators import login_not_required
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from psycopg_pool import PoolTimeout

from config.database_pool import ServerHangs
from tests.support.outages import DiskFull, disk_full
from tests.support.project import ROOT

__all__ = ["disk_full"]

pytestmark = pytest.mark.urls(__name__)

handler500 = "config.errors.server_error"


@login_not_required
def broken(request: HttpRequest) -> HttpResponse:
    raise ValueError("a fault of ours")


failures: list[Exception] = []


@login_not_required
def fail(request: HttpRequest) -> HttpResponse:
    raise failures.pop()


urlpatterns = [path("broken/", broken), path("fail/", fail)]


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


def fail_with(client: Client, error: Exception) -> Any:
    """The answer of a page over which this error is raised."""
    failures.append(error)
    return client.get("/fail/")


@pytest.mark.parametrize("cause", [PoolTimeout, ServerHangs])
def test_a_database_that_is_away_is_said_on_the_page_and_in_one_line_of_the_log(
    client: Client, log: StringIO, cause: type[Exception]
) -> None:
    error = OperationalError("no connection in time")
    error.__cause__ = cause()
    answer = fail_with(client, error)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "cannot be reached" in answer.content.decode()
    assert log.getvalue().count("\n") == 1
    assert "Service Unavailable: /fail/: the database does not answer" in log.getvalue()


@pytest.mark.parametrize("writes", ["rows", "a file"])
def test_a_full_disk_is_said_on_the_page_and_in_one_line_of_the_log(
    client: Client,
    log: StringIO,
    disk_full: DiskFull,
    writes: str,
) -> None:
    no_room = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "photo.jpg")
    answer = fail_with(client, disk_full() if writes == "rows" else no_room)
    assert answer.status_code == 503
    assert "could not be saved" in answer.content.decode()
    assert log.getvalue().count("\n") == 1
    assert "Service Unavailable: /fail/: the disk is full" in log.getvalue()


def test_another_trouble_of_the_database_has_its_traceback_too(
    client: Client, log: StringIO
) -> None:
    error = OperationalError("database disk image is malformed")
    answer = fail_with(client, error)
    assert answer.status_code == 503
    assert "cannot be reached" in answer.content.decode()
    assert "Traceback" in log.getvalue()


def test_a_fault_of_ours_is_an_error_with_its_traceback(client: Client, log: StringIO) -> None:
    answer = client.get("/broken/")
    assert answer.status_code == 500
    assert "cannot be reached" not in answer.content.decode()
    assert "a fault of ours" in log.getvalue()


ASK = """
import json, sys, django
django.setup()
from unittest import mock
from psycopg_pool import ConnectionPool
from django.test import Client
client = Client(headers={"Host": "localhost"}, raise_request_exception=False)
client.get("/leagues/")
getconn = ConnectionPool.getconn
with mock.patch.object(ConnectionPool, "getconn", autospec=True, side_effect=getconn) as waits:
    page = client.get("/leagues/")
told = {"status": page.status_code, "waits": waits.call_count}
told["page"], told["health"] = page.content.decode(), client.get("/readyz").status_code
json.dump(told, sys.stdout)
"""


def test_without_postgresql_a_page_says_so_within_two_seconds() -> None:
    own = {
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
        # Nobody listens there.
        "TEST_DATABASE_URL": "postgres://sixieme@127.0.0.1:1/sixieme",
    }
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env=os.environ | own,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["status"], told["health"]) == (503, 503)
    assert "cannot be reached" in told["page"]
    # For SECONDS_FOR_A_CONNECTION.
    assert told["waits"] == 1
    assert "Traceback" not in done.stderr
