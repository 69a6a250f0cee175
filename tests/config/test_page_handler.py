"""Requests and their threads: each has one of its own, which keeps its database connection."""

import asyncio
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.urls import path

from config.page_handler import MOST_IDLE, PageHandler

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls(__name__)]

meeting = threading.Barrier(2, timeout=10)
may_end = threading.Event()


@login_not_required
def where(request: HttpRequest) -> JsonResponse:
    """The thread and the connection of this request."""
    connection.ensure_connection()
    return JsonResponse({"thread": threading.get_ident(), "connection": id(connection.connection)})


@login_not_required
def meet(request: HttpRequest) -> JsonResponse:
    """Wait for the other request."""
    meeting.wait()
    return where(request)


@login_not_required
def linger(request: HttpRequest) -> JsonResponse:
    """Go on although the visitor may have left."""
    may_end.wait(timeout=10)
    return where(request)


urlpatterns = [path("where/", where), path("meet/", meet), path("linger/", linger)]


@pytest.fixture
def handler() -> Iterator[PageHandler]:
    handler = PageHandler()
    yield handler
    for thread in handler._idle:
        # A lambda: that thread must look up its own connection.
        thread.submit(lambda: connection.close()).result()
        thread.shutdown()


def ask(handler: PageHandler, address: str) -> ApplicationCommunicator:
    scope = {
        "type": "http",
        "method": "GET",
        "path": address,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ["127.0.0.1", 1],
    }
    return ApplicationCommunicator(handler, scope)


async def get(handler: PageHandler, address: str) -> dict[str, Any]:
    """The JSON of a page."""
    visitor = ask(handler, address)
    await visitor.send_input({"type": "http.request"})
    start = await visitor.receive_output(timeout=10)
    assert start["status"] == 200
    body = await visitor.receive_output(timeout=10)
    await visitor.wait()
    await asyncio.sleep(0.05)  # the thread says that it is free
    found: dict[str, Any] = json.loads(body["body"])
    return found


async def test_the_next_request_has_the_same_thread(handler: PageHandler) -> None:
    first, second = await get(handler, "/where/"), await get(handler, "/where/")
    assert first["thread"] == second["thread"] != threading.get_ident()
    assert len(handler._idle) == 1


async def test_sqlite_stays_open_and_postgresql_goes_back_to_its_pool(handler: PageHandler) -> None:
    await get(handler, "/where/")
    kept = handler._idle[0].submit(lambda: connection.connection is not None).result()
    assert kept == (connection.vendor == "sqlite")


async def test_requests_at_once_have_threads_of_their_own(handler: PageHandler) -> None:
    pages = await asyncio.gather(get(handler, "/meet/"), get(handler, "/meet/"))
    assert pages[0]["thread"] != pages[1]["thread"]
    assert pages[0]["connection"] != pages[1]["connection"]


async def test_nobody_waits_for_the_page_of_a_visitor_who_left(handler: PageHandler) -> None:
    may_end.clear()
    visitor = ask(handler, "/linger/")
    await visitor.send_input({"type": "http.request"})
    await asyncio.sleep(0.1)
    await visitor.send_input({"type": "http.disconnect"})
    await asyncio.wait_for(get(handler, "/where/"), timeout=5)
    assert len(handler._idle) == 1
    may_end.set()
    await visitor.wait()
    await asyncio.sleep(0.1)
    assert len(handler._idle) == 2


async def test_a_crowd_leaves_few_threads(handler: PageHandler) -> None:
    await asyncio.gather(*(get(handler, "/where/") for _visitor in range(3 * MOST_IDLE)))
    assert 0 < len(handler._idle) <= MOST_IDLE
