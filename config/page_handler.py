"""Django's ASGI handler, on threads that outlive a request."""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.rate_limit import address_in
from config.well_formed import NOT_OF_A_BROWSER, refusal

# How many requests of one address run at once; others of it wait. Plays share the interpreter with
# all that run. A whole club may have one address, and some of its requests wait for others.
AT_ONCE = 6
# The turn of a request, in its scope until its view has ended.
TURN = "sixieme.turn"
# How many idle threads are kept. More may work at once; they end with their request.
MOST_IDLE = 8


class PageHandler(ASGIHandler):
    """Runs each request on one thread, and keeps the thread for another request.

    A database connection belongs to a thread. Django's own handler starts a thread for each
    request, which would open SQLite each time, whatever CONN_MAX_AGE says. Views and middleware are
    all synchronous: a request moves to its thread once, not once for each of them. Few requests of
    one address run at once: a flood of them leaves room for the plays of others.
    """

    def __init__(self) -> None:
        super().__init__()
        self._idle: list[ThreadPoolExecutor] = []
        self._busy = 0
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

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
            release = partial(self._release, thread, scope.pop(TURN, None))
            done.add_done_callback(lambda _: loop.call_soon_threadsafe(release))

    async def finish(self) -> None:
        """Wait for the views that still run, also those of visitors who have left."""
        while self._busy:  # noqa: ASYNC110 - once, at the end of the process
            await asyncio.sleep(0.02)

    def _release(self, thread: ThreadPoolExecutor, turn: asyncio.Semaphore | None) -> None:
        if turn is not None:
            turn.release()
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
        # Here the body has come: a slow phone keeps nobody of its address waiting.
        scope = request.scope  # type: ignore[attr-defined] # an ASGIRequest
        turn = self._turn_of(address_in(scope))
        await turn.acquire()
        scope[TURN] = turn
        return await sync_to_async(self.get_response)(request)

    def _turn_of(self, address: str) -> asyncio.Semaphore:
        turn = self._turns.get(address)
        if turn is None:
            turn = asyncio.Semaphore(AT_ONCE if address else sys.maxsize)
            self._turns[address] = turn
        return turn
