"""What is costly to make is made once for all who ask for it, and kept for those who come later.

One thread makes a thing while others who ask for the same wait for it. Few make things at once, so
that plays do not wait behind pages. Each process keeps its own.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar

from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from accounts.rate_limit import RateLimit, too_many, visitor_of

Made = TypeVar("Made", str, bytes)
View = Callable[..., HttpResponseBase]

MOST_BYTES = 40_000_000
MOST_BYTES_OF_FILES = 24_000_000
# Of pages and of files; another one would take as much of the interpreter again from the plays.
MAKERS = 1
PATIENCE_SECONDS = 15
RETRY_AFTER_SECONDS = 10
# Only what has to be made counts: a class that reads the same pages from one address makes few.
BY_VISITOR = RateLimit("made", 120, 60)


class BusyError(Exception):
    """A thing was not made in the time that somebody waits for it."""


class TooManyMadeError(Exception):
    """A visitor has had too many things made."""


class MadeOnce:
    """Keeps the newest texts and files that were made, up to so many bytes.

    makers: how many are made at once. patience: the seconds after which who waits is refused.
    """

    def __init__(self, most_bytes: int, makers: int, patience: float) -> None:
        self._most_bytes = most_bytes
        self._patience = patience
        self._makers = threading.BoundedSemaphore(makers)
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._bytes = 0
        self._making: dict[Hashable, Future[Any]] = {}

    def get(self, key: Hashable, make: Callable[[], Made], may_make: Callable[[], bool]) -> Made:
        """What is kept for a key or being made; else it is made, if `may_make` says so.

        All who wait for a thing that fails get its error, and nothing is kept. `make` must not ask
        for another thing. Raises BusyError, TooManyMadeError, and what `make` raises.
        """
        if self._is_new(key) and not may_make():
            raise TooManyMadeError
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                kept: Made = self._kept[key]
                return kept
            mine: Future[Made] = Future()
            making: Future[Made] = self._making.setdefault(key, mine)
        if not connection.in_atomic_block:
            # That to PostgreSQL goes back to the pool: others need it meanwhile.
            connection.close_if_unusable_or_obsolete()
        if making is mine:
            return self._make(key, make, mine)
        try:
            return making.result(self._patience)
        except TimeoutError:
            raise BusyError from None

    def forget(self) -> None:
        """Drop all that is kept."""
        with self._lock:
            self._kept.clear()
            self._bytes = 0

    def _is_new(self, key: Hashable) -> bool:
        with self._lock:
            return key not in self._kept and key not in self._making

    def _make(self, key: Hashable, make: Callable[[], Made], mine: Future[Made]) -> Made:
        try:
            with self._a_turn():
                made = make()
        except BaseException as error:
            with self._lock:
                del self._making[key]
            mine.set_exception(error)
            raise
        with self._lock:
            del self._making[key]
            self._keep(key, made)
        mine.set_result(made)
        return made

    @contextmanager
    def _a_turn(self) -> Iterator[None]:
        if not self._makers.acquire(timeout=self._patience):
            raise BusyError
        try:
            yield
        finally:
            self._makers.release()

    def _keep(self, key: Hashable, made: str | bytes) -> None:
        self._kept[key] = made
        self._bytes += len(made)
        while self._bytes > self._most_bytes:
            _key, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest)


MADE = MadeOnce(MOST_BYTES, MAKERS, PATIENCE_SECONDS)
# Files that take seconds, which nobody who asks for a page waits for.
FILES = MadeOnce(MOST_BYTES_OF_FILES, MAKERS, PATIENCE_SECONDS)


def made_once(
    request: HttpRequest, key: Hashable, make: Callable[[], Made], things: MadeOnce | None = None
) -> Made:
    """A text or file for this visitor, from `MADE` or `FILES`.

    key: all that it depends on, so that nobody is given what was made for others: of what, in which
    version, in which language, for which rights. The visitor's right to it is checked before.
    """
    return (things or MADE).get(key, make, lambda: BY_VISITOR.is_allowed(visitor_of(request)))


def may_be_busy(view: View) -> View:
    """Decorate a view that has things made: 503 while much is made, 429 for who asks too much."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except TooManyMadeError:
            return too_many(request)
        except BusyError:
            return too_busy(request)

    return wrapped


def too_busy(request: HttpRequest) -> HttpResponse:
    """The page for who is to come back in a moment."""
    response = render(request, "busy.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
    response["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response
