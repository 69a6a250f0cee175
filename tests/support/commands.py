"""Commands of manage.py, run as a person runs them."""

import os
import subprocess
import sys
from io import StringIO
from typing import Any

from django.core.management import call_command

from tests.support.project import ROOT


def manage(*args: str, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run `manage.py` to its end; `env` is added to the environment."""
    return subprocess.run(
        [sys.executable, "manage.py", *args],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        env={**os.environ, **env},
        timeout=60,
        check=False,
    )


def said_by(command: str, *arguments: str, **options: Any) -> str:
    """What a command says, run in this process and on its database."""
    out = StringIO()
    call_command(command, *arguments, stdout=out, **options)
    return out.getvalue()
