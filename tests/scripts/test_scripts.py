"""The scripts of the pages: their types, their style and their own tests, which Node runs."""

import re
import subprocess

import pytest

from tests.support.project import ROOT

SCRIPTS = ROOT / "tests/scripts"
# A type in a comment that allows anything, or a line that is not checked.
OPEN_TYPE = re.compile(r"/\*\*(?:(?!\*/).)*\{[^}]*\bany\b|@ts-(?:ignore|expect-error)", re.DOTALL)


@pytest.fixture(autouse=True)
def node() -> None:
    """A test is skipped where Node is missing, or could not install what it needs."""
    if not (SCRIPTS / "node_modules/stamp").exists():
        pytest.skip("the scripts are not tested: make test needs node and npm to install that")


@pytest.mark.parametrize("what", ["types", "lint", "test"])
def test_the_scripts_of_the_pages_hold(what: str) -> None:
    done = subprocess.run(
        ["npm", "run", "--silent", what], cwd=SCRIPTS, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_script_is_checked_for_its_types() -> None:
    modules = sorted((ROOT / "static/js").glob("*.js"))
    unchecked = [one.name for one in modules if not one.read_text().startswith("// @ts-check\n")]
    assert modules
    assert unchecked == []


def test_no_script_leaves_a_type_open() -> None:
    modules = sorted((ROOT / "static/js").glob("*.js"))
    assert [one.name for one in modules if OPEN_TYPE.search(one.read_text())] == []
