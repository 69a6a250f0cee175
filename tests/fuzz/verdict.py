"""Send a request, and say what is wrong with its answer."""

import hashlib
import logging
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from asgiref.sync import async_to_sync
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import SuspiciousOperation
from django.db import connection, transaction
from django.http import SimpleCookie, StreamingHttpResponse
from django.test import Client
from django.utils import translation

from games.play.commands import LIMIT
from games.table import store
from leagues.people.teams import computing as team_standings
from leagues.standings import live_standings
from tests.fuzz.bad_requests import Request
from tests.fuzz.stage import Stage

# Of a processor; no page of the stage takes a tenth of it.
MOST_SECONDS = 5.0
WRITES = re.compile(
    r'\s*(?:INSERT\s+(?:OR \w+ )?INTO|UPDATE|DELETE\s+FROM)\s+"(\w+)"', re.IGNORECASE
)
# A refused sign-in may keep what a session or a message needs; that is no row of the club.
OF_BROWSERS = {"django_session"}
# Looking marks a notice as read, notes when an address or a token was used last, and (allauth) that
# who follows a link of a mail reads its address.
BY_LOOKING = OF_BROWSERS | {
    "leagues_notice", "leagues_feedaddress", "leagues_apitoken", "account_emailaddress",
}  # fmt: skip
# Whoever sends a form to the address of such a link has followed it, whatever the form holds.
LINK_OF_A_MAIL = "/account/password/reset/key/"
# What it always says here, since no keeper runs beside the stage.
NOT_READY = ("/readyz", HTTPStatus.SERVICE_UNAVAILABLE)


class Fault(AssertionError):
    """What is wrong with the answer to a request."""


class Collector(logging.Handler):
    """Records of errors, and those with a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it if it is one; a refusal may be logged as an error, in one line."""
        status = getattr(record, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR)
        is_error = record.levelno >= logging.ERROR
        if record.exc_info or (is_error and status >= HTTPStatus.INTERNAL_SERVER_ERROR):
            self.records.append(record)


@contextmanager
def collected_log() -> Iterator[Collector]:
    """All that the site logs inside the block; the console is left in peace."""
    root, collector = logging.getLogger(), Collector()
    # As a record is once the site's own filters have seen it.
    collector.filters = [each for handler in root.handlers for each in handler.filters]
    handlers, root.handlers = root.handlers, [collector]
    try:
        yield collector
    finally:
        root.handlers = handlers


class Judge:
    """Sends requests to a stage that is the same before each: what they write is taken back."""

    def __init__(self, stage: Stage, log: Collector) -> None:
        self._stage, self._log = stage, log
        self._client = Client(raise_request_exception=False)
        self._written: set[str] = set()
        self._digests: dict[str, str] = {}
        self.longest = (0.0, "")
        self.statuses: dict[int, int] = {}

    def judge(self, request: Request) -> None:
        """Raises Fault if the site did not answer as it should."""
        begun, secrets = time.thread_time(), self._stage.secrets
        self._log.records.clear()
        self._written.clear()
        # In one transaction, so that every request meets the same rows.
        with transaction.atomic():
            with connection.execute_wrapper(self._note):
                status, content = self.send(request)
            changed = self._written - _changed_by_nothing(request)
            must_stay = _is_safe(request) or status >= HTTPStatus.BAD_REQUEST
            after = {table: digest(table) for table in changed} if must_stay else {}
            transaction.set_rollback(True)
        self._forget()
        seconds = time.thread_time() - begun
        if seconds > self.longest[0]:
            self.longest = seconds, f"{request.method} {request.path[:200]}"
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if self._log.records:
            raise Fault(f"{status}, and in the log: {told_of(self._log.records[0])}")
        is_no_fault = (request.path, status) == NOT_READY
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR and not is_no_fault:
            raise Fault(f"status {status}")
        if seconds > MOST_SECONDS:
            raise Fault(f"took {seconds:.1f} s of a processor")
        for table, rows in after.items():
            if rows != self._before(table):
                raise Fault(f"status {status}, but {table} was changed")
        text = content.decode("utf-8", "replace")
        if any(secret in text for secret in secrets):
            raise Fault(f"status {status} with a secret in it")

    def look(self, request: Request) -> tuple[int, bytes]:
        """The answer, whatever it is; what it changed is taken back."""
        with transaction.atomic():
            answer = self.send(request)
            transaction.set_rollback(True)
        self._forget()
        return answer

    def send(self, request: Request) -> tuple[int, bytes]:
        """The status of the answer and its whole content."""
        client = self._client
        client.cookies = SimpleCookie()
        for name, morsel in self._stage.cookies[request.who].items():
            client.cookies[name] = morsel.value
        for name, value in request.cookies.items():
            client.cookies[name] = value
        headers: dict[str, Any] = {**request.headers}
        try:
            answer: Any = client.generic(
                request.method,
                request.path,
                request.body,
                request.kind,
                headers=headers,
                QUERY_STRING=request.query,
            )
        except (SuspiciousOperation, UnicodeError):
            # Of Django's WSGIRequest, while it is made; the site answers for itself over ASGI
            # (config/page_handler.py).
            return HTTPStatus.BAD_REQUEST, b""
        content = async_to_sync(_whole)(answer) if answer.streaming else answer.content
        return answer.status_code, content

    def _note(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if found := WRITES.match(sql):
            self._written.add(found[1])
        return execute(sql, params, many, context)

    def _before(self, table: str) -> str:
        """The digest of the rows before any request: they are the same again now."""
        if table not in self._digests:
            self._digests[table] = digest(table)
        return self._digests[table]

    def _forget(self) -> None:
        """Forget what the process remembers: counts, and rows that were taken back."""
        LIMIT.reset()
        cache.clear()
        mail.outbox = []
        translation.deactivate()
        if self._written:
            store.forget()
            live_standings.forget()
            team_standings.kept.clear()


async def _whole(answer: StreamingHttpResponse) -> bytes:
    return b"".join([part async for part in answer])


def digest(table: str) -> str:
    """A checksum of all rows of a table."""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')  # noqa: S608 - a name of ours
        rows = hashlib.sha256()
        for row in cursor:
            rows.update(repr(row).encode("utf-8", "replace"))
    return rows.hexdigest()


def digest_of_all() -> dict[str, str]:
    """The checksums of all tables but those of browsers."""
    tables = connection.introspection.table_names()
    return {table: digest(table) for table in tables if table not in OF_BROWSERS}


def _changed_by_nothing(request: Request) -> set[str]:
    """The tables whose rows may change though nothing is done."""
    if _is_safe(request):
        return BY_LOOKING
    is_followed = request.path.startswith(LINK_OF_A_MAIL)
    return OF_BROWSERS | ({"account_emailaddress"} if is_followed else set())


def _is_safe(request: Request) -> bool:
    return request.method.upper() in {"GET", "HEAD", "OPTIONS", "TRACE"}


def told_of(record: logging.LogRecord) -> str:
    """The message of a record, with the error and the place of ours where it came up."""
    message = record.getMessage()[:300]
    if not record.exc_info:
        return message
    error, traceback = record.exc_info[1], record.exc_info[2]
    places = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        places.append(f"{code.co_filename}:{traceback.tb_lineno}")
        traceback = traceback.tb_next
    ours = [place for place in places if "site-packages" not in place and sys.prefix not in place]
    where = " <- ".join(dict.fromkeys([*places[-1:], *reversed(ours[-2:])]))
    return f"{message}\n    {type(error).__name__}: {str(error)[:300]}\n    {where}"
