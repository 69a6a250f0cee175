"""What tests of the site as a whole share."""

import logging
from io import StringIO

import pytest


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """What the site writes to its log."""
    written = StringIO()
    console = next(each for each in logging.getLogger().handlers if each.name == "console")
    monkeypatch.setattr(console, "stream", written)
    return written
