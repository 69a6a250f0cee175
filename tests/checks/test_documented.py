"""What an operator may set and what the site stands on is written down, all of it."""

import ast
import json
import re
from pathlib import Path

from tests.support.project import ROOT

ENV_HELPERS = {"text", "flag", "choice", "number", "words", "networks"}


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
    asked |= set(json.loads((ROOT / "bench/boardgame/package.json").read_text())["dependencies"])
    reasons = (ROOT / "docs/dependencies.md").read_text()
    explained = set(re.findall(r"^\| `([\w.-]+)", reasons, re.MULTILINE))
    assert asked == explained
