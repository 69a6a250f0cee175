"""Django's ASGI handler, on threads that outlive a request."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

# How many idle threads are kept. More may work at once; they end with their request.
MOST_IDLE = 8


class PageHandler(ASGIHandler):
    """Runs each request on one thread, and keeps the thread for another request.

    A database connection belongs to a thread. Django's own handler starts a thread for each
    request, which would open SQLite each time, whatever CONN_MAX_AGE says. Views and middleware are
    all synchronous: a request moves to its thread once, not once for each of them.
    """

    def __init__(self) -> None:
        super().__init__()
        self._idle: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # The one used last first, so that at quiet times one connection serves all.
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, "page")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
        finally:
            # The view of a visitor who has left may still run; the thread is free after it.
            loop = asyncio.get_running_loop()
            done = thread.submit(lambda: None)
            done.add_done_callback(lambda _: loop.call_soon_threadsafe(self._release, thread))

    def _release(self, thread: ThreadPoolExecutor) -> None:
        if len(self._idle) < MOST_IDLE:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response)(request)
