"""Bots that think to the end on a machine of any speed."""

from math import inf

import pytest

from games.bots import master, sampler


@pytest.fixture
def without_a_brake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices follow from the view and from chance alone: no clock ends them early."""
    for level in (master, sampler):
        monkeypatch.setattr(level, "LONGEST_SECONDS", inf)
