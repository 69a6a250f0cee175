"""The examples of deploy/ agree with the code and with each other."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from config.daphne_server import LONGEST_BODY
from config.management.commands.serve import LONGEST_MESSAGE
from tests.deploy.units import PYTHON, UNITS, setting
from tests.support.project import ROOT

DEPLOY = ROOT / "deploy"
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))


def test_nginx_refuses_the_bodies_that_serve_refuses() -> None:
    text = (DEPLOY / "nginx/sixieme.conf").read_text()
    assert re.findall(r"client_max_body_size (\w+);", text) == [str(LONGEST_BODY)]


def test_caddy_refuses_the_bodies_that_serve_refuses() -> None:
    text = (DEPLOY / "caddy/Caddyfile").read_text()
    found = re.search(r"header_regexp Content-Length (\S+)", text)
    assert found
    assert re.match(found[1], str(LONGEST_BODY))
    assert not re.match(found[1], str(LONGEST_BODY - 1))
    assert f"max_size {LONGEST_BODY // 1_000_000}MB" in text


@pytest.mark.parametrize("name", ["systemd/sixieme@.service", "Dockerfile"])
def test_processes_take_messages_as_long_as_those_of_serve(name: str) -> None:
    words = re.sub(r'[",\\]', " ", (DEPLOY / name).read_text()).split()
    assert words[words.index("--websocket-max-message-size") + 1] == str(LONGEST_MESSAGE)


def test_the_site_runs_on_what_the_image_holds() -> None:
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    kept = {line.removeprefix("!").split("/")[0] for line in lines if line.startswith("!")}
    ours = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"bench"}
    assert ours | {"manage.py", "templates", "static", "locale", "requirements"} == kept


@pytest.mark.parametrize("unit", SERVICES)
def test_a_unit_is_one_that_systemd_understands(unit: str, tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("missing here - systemd: apt-get install systemd")
    # A program that is there, and a template made an instance of.
    copy = tmp_path / unit.replace("@", "@8001")
    copy.write_text((UNITS / unit).read_text().replace(PYTHON, "/bin/true"))
    shutil.copy(UNITS / "sixieme.target", tmp_path)
    done = subprocess.run(
        [analyze, "verify", "--man=no", copy], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if "sixieme" in line]
    # curl waits for the answer at the start; the machine of the tests need not have it.
    assert [line for line in complaints if "curl" not in line] == []


@pytest.mark.parametrize("unit", SERVICES)
def test_no_unit_can_write_outside_its_folder(unit: str) -> None:
    assert setting(unit, "User") == ["sixieme"]
    assert setting(unit, "StateDirectory") == ["sixieme"]
    assert setting(unit, "ProtectSystem") == ["strict"]
    assert setting(unit, "NoNewPrivileges") == ["yes"]
