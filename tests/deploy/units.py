"""The systemd units of deploy/, as far as their commands can be run without systemd."""

import re
import shlex
import sys
from pathlib import Path

from tests.support.project import ROOT

UNITS = ROOT / "deploy/systemd"
PYTHON = "/opt/sixieme/current/.venv/bin/python"


def setting(unit: str, name: str) -> list[str]:
    """The values of a setting in the order of the unit's lines, continued lines joined."""
    text = (UNITS / unit).read_text().replace("\\\n", " ")
    return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)


def commands(unit: str, instance: str = "") -> list[list[str | Path]]:
    """What the unit starts, with this Python and with the unit's own umask."""
    (umask,) = setting(unit, "UMask")
    found: list[list[str | Path]] = []
    for line in setting(unit, "ExecStart"):
        words = shlex.split(line.replace("%i", instance))
        assert words[0] == PYTHON
        found.append(["sh", "-c", f'umask {umask}; exec "$@"', unit, sys.executable, *words[1:]])
    return found


def environment(unit: str) -> dict[str, str]:
    """The variables that the unit itself sets."""
    (line,) = setting(unit, "Environment")
    return dict(pair.split("=", 1) for pair in shlex.split(line))
