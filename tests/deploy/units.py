"""The systemd units of deploy/, as far as their commands can be run without systemd."""

import re
import shlex
import sys
from pathlib import Path

from tests.support.project import ROOT

UNITS = ROOT / "deploy/systemd"
# The Python of the release in which the unit is started.
PYTHON = '"$$(pwd -P)/.venv/bin/python"'


def setting(unit: str, name: str) -> list[str]:
    """The values of a setting in the order of the unit's lines, continued lines joined."""
    text = (UNITS / unit).read_text().replace("\\\n", " ")
    return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)


def commands(unit: str, instance: str = "") -> list[list[str | Path]]:
    """What the unit starts, with this Python and the unit's own umask, in the project."""
    (umask,) = setting(unit, "UMask")
    found: list[list[str | Path]] = []
    for line in setting(unit, "ExecStart"):
        assert PYTHON in line
        shell, flag, text = shlex.split(
            line.replace("%i", instance).replace(PYTHON, sys.executable)
        )
        found.append([shell, flag, f"umask {umask}; {text}"])
    return found


def environment(unit: str) -> dict[str, str]:
    """The variables that the unit itself sets."""
    (line,) = setting(unit, "Environment")
    return dict(pair.split("=", 1) for pair in shlex.split(line))
