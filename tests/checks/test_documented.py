"""What an operator may set and what the site stands on is written down, all of it."""

import ast
import json
import re
from pathlib import Path

from tests.support.project import ROOT

ENV_HELPERS = {
    "text",
    "flag",
    "choice",
    "number",
    "words",
    "networks",
    "hosts",
    "label",
    "origins",
    "site_url",
    "time_zone",
}


def variables_read(file: Path) -> set[str]:
    """The environment variables that `file` asks config.env for."""
    calls = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
    return {
        call.args[0].value
        for call in calls
        if called_name(call) in ENV_HELPERS
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def called_name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def test_every_variable_of_the_settings_is_in_the_operations_guide() -> None:
    read = variables_read(ROOT / "config/settings.py") | variables_read(ROOT / "config/env.py")
    documented = set(
        re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs/operations.md").read_text(), re.MULTILINE)
    )
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL"} <= read
    assert read == documented


def test_every_package_we_ask_for_has_its_reason() -> None:
    asked = {
        re.split(r"[\[~=<>]", line)[0]
        for name in ("base", "dev", "bench", "sentry")
        for line in (ROOT / f"requirements/{name}.in").read_text().splitlines()
        if line and not line.startswith(("#", "-r"))
    }
    for folder, kind in (("bench/boardgame", "dependencies"), ("tests/scripts", "devDependencies")):
        asked |= set(json.loads((ROOT / folder / "package.json").read_text())[kind])
    reasons = (ROOT / "docs/dependencies.md").read_text()
    explained = set(re.findall(r"^\| `([\w.@/-]+)", reasons, re.MULTILINE))
    assert asked == explained


# How many requirements each section of OWASP ASVS 5.0.0 has in levels 1 and 2. In the list of all,
# those of level 3 come last in their section. Chapters 10 and 17, of which nothing exists here, are
# left out.
ASVS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2,
    "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
    "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "9.1": 3, "9.2": 4,
    "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4,
    "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
    "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
}  # fmt: skip


def test_each_requirement_of_asvs_5_level_2_is_answered_once() -> None:
    rows = re.findall(r"^\| (\d[^|]*) \|", (ROOT / "docs/security.md").read_text(), re.MULTILINE)
    answered = [number for row in rows for number in re.findall(r"\d+\.\d+\.\d+", row)]
    asked = [f"{part}.{number}" for part, most in ASVS.items() for number in range(1, most + 1)]
    assert sorted(answered) == sorted(asked)


def test_what_an_operator_may_meet_is_held_by_tests_that_are_there() -> None:
    text = (ROOT / "docs/reliability.md").read_text().partition("## What an operator may meet")[2]
    named = set(re.findall(r"`(test_\w+)`", text))
    there = {
        name
        for file in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)\(", file.read_text())
    }
    assert len(named) > 15
    assert named - there == set()
