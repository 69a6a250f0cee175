"""The lines of the log: text for people, or JSON for programs; both without secrets."""

import json
import logging
import time
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime

from monitoring.redaction import hide_secrets

# What the work is about that is being done: its fields are added to each line of JSON.
CONTEXT: ContextVar[Mapping[str, object]] = ContextVar("what a line is about", default={})  # noqa: B039 - never changed
# The fields that a line may have beside its message; nothing else that is passed as `extra` is
# written, as libraries pass whole requests there.
FIELDS = (
    "request_id",
    "method",
    "path",
    "view",
    "status",
    "table",
    "command",
    "result",
    "duration_ms",
)


class TextFormatter(logging.Formatter):
    """A line as people read it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, with the traceback of an error below it."""
        return hide_secrets(super().format(record))


class JsonFormatter(logging.Formatter):
    """One line of JSON for each event: time, level, logger, message, FIELDS and exception."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; text is made free of secrets before it is quoted."""
        about = CONTEXT.get()
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": hide_secrets(record.getMessage()),
        }
        for name in FIELDS:
            value = getattr(record, name, about.get(name))
            if isinstance(value, str) and name != "request_id":
                line[name] = hide_secrets(value)
            elif value is not None:
                line[name] = value
        if record.exc_info:
            line["exception"] = hide_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


class ReasonsOfOutages(logging.Filter):
    """Of what psycopg's pool says, why a connection fails; each reason once in a while."""

    SECONDS = 60

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written; while a server is away the pool tries each second."""
        if record.levelno >= logging.ERROR:
            return True
        text, now = record.getMessage(), time.monotonic()
        if not text.startswith("error connecting"):
            return False
        is_new = now - self._said.get(text, -self.SECONDS) >= self.SECONDS
        if is_new:
            self._said = {text: now}
        return is_new
