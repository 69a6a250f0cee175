"""What the checking programs say about the whole project."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.project import ROOT

SCRIPTS = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        "ruff check .",
        "ruff format --check .",
        "djlint --check --lint --quiet templates",
        "lint-imports --no-cache",
        "python manage.py makemigrations --check --dry-run",
        "python manage.py check",
    ],
)
def test_the_tool_is_content(command: str) -> None:
    ask(command)


def test_mypy_is_content() -> None:
    ask("mypy")


def ask(command: str) -> None:
    """Fail with all that the program says if it is not content."""
    program, *arguments = command.split()
    done = subprocess.run(
        [SCRIPTS / program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.fail(f"{command}\n{done.stdout}{done.stderr}", pytrace=False)
