"""What the site writes to its log, as JSON."""

import json
import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest

from monitoring.logs import CONTEXT, JsonFormatter
from tests.live.conftest import connect, fresh_store

__all__ = ["connect", "fresh_store"]


class Log:
    """The lines that were written so far."""

    def __init__(self) -> None:
        self.stream = StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    def of(self, logger: str) -> list[dict[str, Any]]:
        """The lines of one logger."""
        return [line for line in self.lines if line["logger"] == logger]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    """The log of a site with LOG_FORMAT=json and LOG_LEVEL=DEBUG."""
    written = Log()
    root = logging.getLogger()
    console = next(each for each in root.handlers if each.name == "console")
    monkeypatch.setattr(console, "stream", written.stream)
    monkeypatch.setattr(console, "formatter", JsonFormatter())
    monkeypatch.setattr(root, "level", logging.DEBUG)
    # Loggers remember for which levels they are enabled.
    root.manager._clear_cache()  # type: ignore[attr-defined]
    token = CONTEXT.set({})
    yield written
    CONTEXT.reset(token)
    monkeypatch.undo()
    root.manager._clear_cache()  # type: ignore[attr-defined]
