"""The examples of deploy/ agree with the code and with each other."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.core.mail import EmailMessage
from django.core.management import call_command
from pytest_django import Settings

from config.connections import LONGEST_BODY, LONGEST_PHOTO, longest_body
from config.graceful_server import LAST_SECONDS, STOP_SECONDS
from monitoring.redaction import SECRET_PATHS
from tests.deploy.units import PYTHON, UNITS, setting
from tests.support.programs import SYSTEMD, require
from tests.support.project import ROOT

DEPLOY = ROOT / "deploy"
SCRIPTS = sorted(path for path in UNITS.glob("sixieme-*") if path.suffix in {"", ".sh"})
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))


def test_nginx_refuses_the_bodies_that_serve_refuses() -> None:
    text = (DEPLOY / "nginx/sixieme.conf").read_text()
    sizes = [str(LONGEST_BODY), str(LONGEST_PHOTO)]
    assert re.findall(r"client_max_body_size (\w+);", text) == sizes
    assert takes_photos(re.search(r"location ~ (\S+) \{\s+client_max", text))


def test_nginx_speaks_no_older_tls_than_1_2() -> None:
    text = (DEPLOY / "nginx/sixieme.conf").read_text()
    (versions,) = re.findall(r"^\s*ssl_protocols (.*);", text, re.MULTILINE)
    assert versions == "TLSv1.2 TLSv1.3"


def test_caddy_refuses_the_bodies_that_serve_refuses() -> None:
    text = (DEPLOY / "caddy/Caddyfile").read_text()
    lengths = re.findall(r"header_regexp Content-Length (\S+)", text)
    for found, longest in zip(lengths, (LONGEST_BODY, LONGEST_PHOTO), strict=True):
        assert re.match(found, str(longest))
        assert not re.match(found, str(longest - 1))
        assert f"max_size {longest // 1_000_000}MB" in text
    assert all(map(takes_photos, re.finditer(r"path_regexp (\^/\(leagues/\S+)", text)))


def takes_photos(found: re.Match[str] | None) -> bool:
    """Whether a pattern is for the addresses for which Daphne takes longer bodies."""
    photos = (
        "/leagues/score/1b-x_y/photo/",
        "/leagues/tuesdays-x/1/sessions/2/games/3/photos/add/",
        "/members/club/",
        "/members/profile/picture/",
    )
    others = (
        "/leagues/score/1b-x_y/",
        "/leagues/tuesdays-x/seasons/import/",
        "/account/login/",
        "/members/profile/",
        "/members/club/x",
    )
    assert found
    assert [longest_body(path.encode()) for path in photos + others] == [
        *[LONGEST_PHOTO] * len(photos),
        *[LONGEST_BODY] * len(others),
    ]
    matches = [bool(re.match(found[1], path)) for path in photos + others]
    return matches == [True] * len(photos) + [False] * len(others)


def test_nginx_logs_no_secret_of_an_address() -> None:
    text = (DEPLOY / "nginx/sixieme.conf").read_text()
    assert re.findall(r"access_log ([^;]+);", text) == [
        "off",
        "/var/log/nginx/access.log sixieme",
        "off",
    ]
    log_format = text[text.index("log_format") : text.index("upstream")]
    assert not re.search(r"\$(request|request_uri|uri|http_referer)\b", log_format)
    hidden = re.search(r'"~\*(\^\S+)" "\$before', text)
    assert hidden
    pattern = hidden[1].replace("?<before>", "?P<before>")
    for start in SECRET_PATHS:
        assert re.match(pattern, f"/{start}/"), start
        assert re.match(pattern, "//" + start.replace("/", "/./").upper() + "//", re.IGNORECASE)


@pytest.mark.parametrize("name", ["caddy/Caddyfile", "compose.yaml"])
def test_whoever_asks_a_process_leaves_it_its_work_while_others_are_away_or_the_disk_is_full(
    name: str,
) -> None:
    asked = re.findall(r"/(?:readyz|healthz|health)\S*", (DEPLOY / name).read_text())
    assert [address.partition('"')[0] for address in asked] == [
        "/readyz?exclude=layer&exclude=keeper&exclude=disk"
    ]


def test_proxies_name_each_request_and_pass_on_no_figures() -> None:
    nginx = (DEPLOY / "nginx/sixieme.conf").read_text()
    assert "proxy_set_header X-Request-ID $request_id;" in nginx
    assert re.search(r"location = /metrics \{\s+return 404;", nginx)
    caddy = (DEPLOY / "caddy/Caddyfile").read_text()
    assert "header_up X-Request-ID {http.request.uuid}" in caddy
    assert re.search(r"handle /metrics \{\s+respond 404", caddy)


def test_caddy_writes_no_access_log() -> None:
    text = (DEPLOY / "caddy/Caddyfile").read_text()
    assert not re.search(r"^\s*log\b", text, re.MULTILINE)


def test_the_site_runs_on_what_the_image_holds() -> None:
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    kept = {line.removeprefix("!").split("/")[0] for line in lines if line.startswith("!")}
    ours = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"bench", "drawing"}
    assert ours | {"manage.py", "templates", "static", "locale", "requirements"} == kept


@pytest.mark.parametrize("unit", SERVICES)
def test_a_unit_is_one_that_systemd_understands(unit: str, tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("missing here - systemd: apt-get install systemd")
    # A template is made an instance of.
    copy = tmp_path / unit.replace("@", "@8001")
    shutil.copy(UNITS / unit, copy)
    shutil.copy(UNITS / "sixieme.target", tmp_path)
    done = subprocess.run(
        [analyze, "verify", "--man=no", copy], capture_output=True, text=True, check=False
    )
    assert [line for line in done.stderr.splitlines() if "sixieme" in line] == []


@pytest.mark.parametrize("unit", SERVICES)
def test_no_unit_can_write_outside_its_folder(unit: str) -> None:
    assert setting(unit, "User") == ["sixieme"]
    assert setting(unit, "StateDirectory") == ["sixieme"]
    assert setting(unit, "ProtectSystem") == ["strict"]
    assert setting(unit, "NoNewPrivileges") == ["yes"]


@pytest.mark.parametrize("unit", SERVICES)
def test_what_a_unit_makes_is_for_its_user_alone(unit: str) -> None:
    """`prepare` lets a proxy read the static files by itself."""
    assert setting(unit, "UMask") == ["0077"]


@pytest.mark.parametrize("unit", SERVICES)
def test_a_unit_runs_from_the_folder_of_its_release_not_from_the_link(unit: str) -> None:
    """Else a process that runs would load files of the next release through the link."""
    assert setting(unit, "WorkingDirectory") == ["/opt/sixieme/current"]
    (command,) = setting(unit, "ExecStart")
    assert command.startswith(f"/bin/sh -c 'exec {PYTHON} manage.py ")


@pytest.mark.parametrize("unit", SERVICES)
def test_lines_of_the_log_name_the_unit(unit: str) -> None:
    """Not the shell that finds the folder."""
    assert setting(unit, "SyslogIdentifier") == ["%N"]


@pytest.mark.parametrize("unit", SERVICES)
def test_a_wrong_setting_ends_the_start_at_once_and_for_good(unit: str) -> None:
    is_started_again = setting(unit, "Restart") == ["always"]
    assert setting(unit, "RestartPreventExitStatus") == [str(os.EX_CONFIG)] * is_started_again
    # Nothing outside the process asks whether it answers, and so at an address that may be wrong.
    assert setting(unit, "ExecStartPost") == []


def test_the_image_dumps_the_postgresql_that_compose_runs() -> None:
    (version,) = re.findall(r"image: postgres:(\d+)", (DEPLOY / "compose.yaml").read_text())
    assert f"postgresql-client-{version} " in (DEPLOY / "Dockerfile").read_text()


def test_a_process_is_killed_only_after_it_has_given_up_itself() -> None:
    assert STOP_SECONDS < LAST_SECONDS
    compose = (DEPLOY / "compose.yaml").read_text()
    given = re.findall(r"stop_grace_period: (\d+)s", compose.split("services:")[0])
    given += [seconds for unit in SERVICES for seconds in setting(unit, "TimeoutStopSec")]
    assert len(given) == 4
    assert all(int(seconds) > LAST_SECONDS for seconds in given)


def test_processes_are_asked_to_end_by_the_signal_that_they_hear() -> None:
    """Python as process 1 of a container hears none while it starts, so something else is that."""
    compose = (DEPLOY / "compose.yaml").read_text()
    site = compose.split("services:")[0]
    assert "init: true" in site
    assert compose.count("stop_signal") == 1  # PostgreSQL's
    assert not any(setting(unit, "KillSignal") for unit in SERVICES)


@pytest.mark.parametrize("unit", ["sixieme.target", *SERVICES])
def test_systemd_finds_no_fault_in_the_units(unit: str, tmp_path: Path) -> None:
    (analyze,) = require(SYSTEMD)
    for path in UNITS.glob("sixieme*.*"):
        shutil.copy(path, tmp_path)
    instance = tmp_path / unit.replace("@", "@8001")
    found = subprocess.run(
        [analyze, "verify", "--man=no", instance], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


def test_a_nightly_backup_that_fails_is_told_to_somebody() -> None:
    (unit,) = setting("sixieme-backup.service", "OnFailure")
    assert (UNITS / unit.replace("%n", "")).exists()
    assert setting("sixieme-backup.timer", "Persistent") == ["yes"]
    (command,) = setting("sixieme-failed@.service", "ExecStart")
    assert command.endswith("manage.py tell_operator %i'")


def test_the_operator_is_told_by_mail_what_failed(
    settings: Settings, mailoutbox: list[EmailMessage], capsys: pytest.CaptureFixture[str]
) -> None:
    settings.OPERATOR_CONTACT = "ops@club.example"
    for settings.EMAIL_IS_SENT in (False, True):
        call_command("tell_operator", "sixieme-backup.service")
        assert "sixieme-backup.service has failed: journalctl" in capsys.readouterr().err
    (mail,) = mailoutbox
    assert mail.to == ["ops@club.example"]
    assert "sixieme-backup.service has failed" in mail.subject


@pytest.mark.parametrize(
    ("variables", "arguments", "says"),
    [
        (
            {"SIXIEME_VAR": "/srv/try"},
            ["restore", "x"],
            "SIXIEME_VAR is set here and would be ignored",
        ),
        ({"DATABASE_URL": "postgres://other/x"}, ["migrate"], "DATABASE_URL is set here"),
        ({}, ["--var", "/srv/try", "restore", "x"], "would use the live database"),
    ],
)
def test_a_command_never_aims_at_other_data_than_it_says(
    tmp_path: Path, variables: dict[str, str], arguments: list[str], says: str
) -> None:
    (tmp_path / "environment").write_text("DATABASE_URL=postgres://me:secret@db/live\n")
    script = (UNITS / "sixieme-manage").read_text()
    script = script.replace("/etc/sixieme/environment", str(tmp_path / "environment"))
    done = subprocess.run(
        ["sh", "-c", script, "sixieme-manage", *arguments],
        env={"PATH": os.environ["PATH"]} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == os.EX_USAGE
    assert says in done.stderr


@pytest.mark.parametrize("name", ["install", *(f"systemd/{path.name}" for path in SCRIPTS)])
def test_a_script_is_one_that_any_shell_reads(name: str) -> None:
    done = subprocess.run(["sh", "-n", DEPLOY / name], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["compose.yaml", "compose-small.yaml"])
def test_compose_files_are_read_by_debians_docker_compose(name: str, tmp_path: Path) -> None:
    compose = shutil.which("docker-compose")
    if compose is None:
        pytest.skip("missing here - docker-compose: apt-get install docker-compose")
    shutil.copy(DEPLOY / name, tmp_path)
    secrets = "SECRET_KEY=x\nPOSTGRES_PASSWORD=x\n"
    example = (DEPLOY / "compose.env.example").read_text()
    (tmp_path / ".env").write_text(
        re.sub(r"^(SECRET_KEY|POSTGRES_PASSWORD)=$", "", example) + secrets
    )
    done = subprocess.run(
        [compose, "-f", tmp_path / name, "config", "--quiet"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_guides_tell_to_install_what_their_lines_need() -> None:
    guide, runbook = (
        (ROOT / "docs" / name).read_text() for name in ("operations.md", "watching.md")
    )
    (line,) = re.findall(r"^    apt-get install --yes (.* caddy)$", guide, re.MULTILINE)
    (needed,) = re.findall(r"is missing: apt-get install (.*)\"", (DEPLOY / "install").read_text())
    assert set(needed.split()) <= set(line.split())
    assert "| jq " in runbook
    assert "and `jq` for some of the lines below" in runbook


def test_static_files_are_collected_before_nobody_is_served() -> None:
    upgrade = (UNITS / "sixieme-upgrade").read_text().rpartition("\nelse\n")[2]
    assert upgrade.index(" prepare\n") < upgrade.index("sixieme-restart\n")
    rollback = (UNITS / "sixieme-rollback").read_text()
    assert rollback.index(" prepare\n") < rollback.index("stop_all\n")
