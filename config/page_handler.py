"""Django's ASGI handler, on threads that outlive a request."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from accounts.rate_limit import address_in
from config.middleware import NOT_OF_A_BROWSER, refusal
from config.visitor_limits import VisitorLimits, take_work_elsewhere

# In the scope of a request until it has ended: its visitor's limit with the allowance that it uses,
# and the seconds it has taken.
LIMIT = "sixieme.limit"
SECONDS = "sixieme.seconds"
# On a busy machine a page waits for a processor, and plays for the interpreter that it holds: that
# counts too, up to so many times its work. What it waits for otherwise disturbs nobody.
MOST_WAITING = 10
# How many idle threads are kept. More may work at once; they end with their request.
MOST_IDLE = 8


class PageHandler(ASGIHandler):
    """Runs each request on one thread, and keeps the thread for another request.

    A database connection belongs to a thread. Django's own handler starts a thread for each
    request, which would open SQLite each time, whatever CONN_MAX_AGE says. Views and middleware are
    all synchronous: a request moves to its thread once, not once for each of them. A flood of
    requests leaves room for the plays of others (config/visitor_limits.py).
    """

    def __init__(self) -> None:
        super().__init__()
        self._idle: list[ThreadPoolExecutor] = []
        self._busy = 0
        self._visitors = VisitorLimits()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # The one used last first, so that at quiet times one connection serves all.
        self._busy += 1
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, "page")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
        finally:
            # The view of a visitor who has left may still run; the thread is free after it.
            loop = asyncio.get_running_loop()
            done = thread.submit(lambda: None)
            release = partial(self._release, thread, scope)
            done.add_done_callback(lambda _: loop.call_soon_threadsafe(release))

    async def finish(self) -> None:
        """Wait for the views that still run, also those of visitors who have left."""
        while self._busy:  # noqa: ASYNC110 - once, at the end of the process
            await asyncio.sleep(0.02)

    def _release(self, thread: ThreadPoolExecutor, scope: Any) -> None:
        if LIMIT in scope:
            limit, used = scope.pop(LIMIT)
            limit.end(used, scope.pop(SECONDS, 0.0))
        self._busy -= 1
        if len(self._idle) < MOST_IDLE:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)

    def create_request(self, scope: Any, body_file: Any) -> Any:
        """The request, or an answer without one, as in Django; 400 for too many fields as well.

        Where the Content-Type names a charset, the query is counted before any middleware could
        answer.
        """
        try:
            return super().create_request(scope, body_file)
        except SuspiciousOperation:
            return None, refusal(NOT_OF_A_BROWSER, 400)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        # Here the body has come: a slow phone keeps nobody of its address waiting. And what came in
        # time is in time, however long it waits from here on.
        request.arrived_at = timezone.now()  # type: ignore[attr-defined]
        scope = request.scope  # type: ignore[attr-defined] # an ASGIRequest
        session_key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        limit = self._visitors.limit_of(address_in(scope), session_key)
        scope[LIMIT] = limit, await limit.begin()
        return await sync_to_async(self._measured)(request, scope)

    def _measured(self, request: HttpRequest, scope: Any) -> HttpResponseBase:
        began, began_to_work = time.monotonic(), time.thread_time()
        try:
            return self.get_response(request)
        finally:
            worked = time.thread_time() - began_to_work
            waited = time.monotonic() - began
            scope[SECONDS] = min(waited, MOST_WAITING * worked + take_work_elsewhere())
            # What Django has looked up already; asking again would cost each static file a query.
            user = getattr(request, "_cached_user", None)
            session_key = request.session.session_key if user and user.is_authenticated else None
            if user and session_key:
                self._visitors.is_member(session_key, user.pk)
