"""Requests and their threads: each has one of its own, which keeps its database connection."""

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import LazySettings
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.utils import timezone

from config import page_handler
from config.page_handler import MOST_IDLE, PageHandler
from config.visitor_limits import AT_ONCE, VisitorLimit
from tests.support.sockets import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls(__name__)]

meeting = threading.Barrier(2, timeout=PATIENCE)
has_begun = threading.Event()
may_end = threading.Event()


class Handler(PageHandler):
    """Says when a thread is free."""

    def __init__(self) -> None:
        super().__init__()
        self.released = asyncio.Event()

    def _release(self, thread: ThreadPoolExecutor, scope: Any) -> None:
        super()._release(thread, scope)
        self.released.set()


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
    has_begun.set()
    may_end.wait(timeout=PATIENCE)
    return where(request)


@login_not_required
def when(request: HttpRequest) -> JsonResponse:
    """When the request had come."""
    return JsonResponse({"arrived": request.arrived_at})  # type: ignore[attr-defined]


urlpatterns = [
    path("where/", where), path("meet/", meet), path("linger/", linger), path("when/", when),
]  # fmt: skip


@pytest.fixture
def handler() -> Iterator[Handler]:
    handler = Handler()
    yield handler
    for thread in handler._idle:
        # A lambda: that thread must look up its own connection.
        thread.submit(lambda: connection.close()).result()
        thread.shutdown()


def ask(
    handler: Handler, address: str, client: str = "127.0.0.1", **further: Any
) -> ApplicationCommunicator:
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": address,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": [client, 1],
        **further,
    }
    return ApplicationCommunicator(handler, scope)


async def at_work(handler: Handler, threads: int) -> None:
    """Wait until no more threads than these are at work."""
    async with asyncio.timeout(PATIENCE):
        while handler._busy > threads:
            handler.released.clear()
            await handler.released.wait()


async def get(
    handler: Handler, address: str, client: str = "127.0.0.1", *, others: int = 0
) -> dict[str, Any]:
    """The JSON of a page, once its thread is free again; others: threads that work on."""
    visitor = ask(handler, address, client)
    await visitor.send_input({"type": "http.request"})
    start = await visitor.receive_output(timeout=PATIENCE)
    assert start["status"] == 200
    body = await visitor.receive_output(timeout=PATIENCE)
    await visitor.wait()
    await at_work(handler, others)
    return json.loads(body["body"])


async def test_the_next_request_has_the_same_thread(handler: Handler) -> None:
    first, second = await get(handler, "/where/"), await get(handler, "/where/")
    assert first["thread"] == second["thread"] != threading.get_ident()
    assert len(handler._idle) == 1


async def test_too_many_fields_are_refused_also_before_there_is_a_request(
    handler: Handler, settings: LazySettings
) -> None:
    fields = b"a&" * (settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)
    headers = [(b"host", b"localhost"), (b"content-type", b"text/plain; charset=utf-8")]
    visitor = ask(handler, "/where/", query_string=fields, headers=headers)
    await visitor.send_input({"type": "http.request"})
    assert (await visitor.receive_output(timeout=PATIENCE))["status"] == 400
    await visitor.receive_output(timeout=PATIENCE)
    await visitor.wait()
    await at_work(handler, 0)


async def test_sqlite_stays_open_and_postgresql_goes_back_to_its_pool(handler: Handler) -> None:
    await get(handler, "/where/")
    kept = handler._idle[0].submit(lambda: connection.connection is not None).result()
    assert kept == (connection.vendor == "sqlite")


async def test_requests_at_once_have_threads_of_their_own(handler: Handler) -> None:
    pages = await asyncio.gather(get(handler, "/meet/"), get(handler, "/meet/"))
    assert pages[0]["thread"] != pages[1]["thread"]
    assert pages[0]["connection"] != pages[1]["connection"]


async def test_nobody_waits_for_the_page_of_a_visitor_who_left(handler: Handler) -> None:
    has_begun.clear()
    may_end.clear()
    visitor = ask(handler, "/linger/")
    await visitor.send_input({"type": "http.request"})
    assert await asyncio.to_thread(has_begun.wait, PATIENCE)
    await visitor.send_input({"type": "http.disconnect"})
    await asyncio.wait_for(get(handler, "/where/", others=1), timeout=PATIENCE)
    assert len(handler._idle) == 1
    may_end.set()
    await visitor.wait()
    await at_work(handler, 0)
    assert len(handler._idle) == 2


async def test_one_address_has_few_pages_made_at_once_and_others_do_not_wait(
    handler: Handler,
) -> None:
    may_end.clear()
    school = "192.0.2.7"
    crowd = [asyncio.create_task(get(handler, "/linger/", school)) for _ in range(AT_ONCE)]
    await asyncio.sleep(0)
    late = asyncio.create_task(get(handler, "/where/", school))
    await get(handler, "/where/", "192.0.2.1", others=AT_ONCE + 1)
    await get(handler, "/where/", others=AT_ONCE + 1)
    assert not late.done()
    gone = asyncio.create_task(get(handler, "/where/", school))
    await asyncio.sleep(0)
    gone.cancel()
    may_end.set()
    await asyncio.gather(late, *crowd)


async def test_a_request_that_has_to_wait_knows_when_it_came(handler: Handler) -> None:
    may_end.clear()
    school = "192.0.2.7"
    crowd = [asyncio.create_task(get(handler, "/linger/", school)) for _ in range(AT_ONCE)]
    await asyncio.sleep(0)
    late = asyncio.create_task(get(handler, "/when/", school))
    await get(handler, "/where/", "192.0.2.1", others=AT_ONCE + 1)
    before_it_is_its_turn = timezone.now()
    may_end.set()
    arrived = datetime.fromisoformat((await late)["arrived"])
    assert arrived < before_it_is_its_turn
    await asyncio.gather(*crowd)


async def test_a_crowd_leaves_few_threads(handler: Handler) -> None:
    await asyncio.gather(*(get(handler, "/where/") for _visitor in range(3 * MOST_IDLE)))
    assert 0 < len(handler._idle) <= MOST_IDLE


@pytest.mark.parametrize(("work", "passed", "counted"), [(1.0, 3.0, 3.0), (0.1, 30.0, 1.0)])
async def test_time_in_which_a_page_waits_counts_up_to_ten_times_its_work(
    handler: Handler, monkeypatch: pytest.MonkeyPatch, work: float, passed: float, counted: float
) -> None:
    taken: list[float] = []
    monkeypatch.setattr(VisitorLimit, "end", lambda _limit, _used, seconds: taken.append(seconds))
    working, passing = iter((0.0, work)), iter((0.0, passed))
    clock = SimpleNamespace(thread_time=lambda: next(working), monotonic=lambda: next(passing))
    monkeypatch.setattr(page_handler, "time", clock)
    await get(handler, "/where/", "192.0.2.7")
    assert taken == [counted]
