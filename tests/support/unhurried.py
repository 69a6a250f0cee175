"""Bots that think to the end on a machine of any speed: here, and in the process beside."""

import runpy
import sys
from math import inf
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]


def take_the_brake_away(patch: pytest.MonkeyPatch) -> None:
    """Choices follow from the view and from chance alone: no clock ends them early."""
    from games.bots import master, sampler

    for level in (master, sampler):
        patch.setattr(level, "LONGEST_SECONDS", inf)


# The process in which slow bots think, started in place of games/bots/worker.py.
if __name__ == "__main__":
    sys.path.insert(0, str(PROJECT))
    take_the_brake_away(pytest.MonkeyPatch())
    runpy.run_path(str(PROJECT / "games" / "bots" / "worker.py"), run_name="__main__")
