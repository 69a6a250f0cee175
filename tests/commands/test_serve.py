"""`manage.py serve`, which `make run` calls: the whole way from nothing to a page."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.support.processes import free_port
from tests.support.project import ROOT
from tests.support.site import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    site.start()
    yield site
    site.stop()


def refusal(site: Site, folder: Path, port: int, *flags: str, **env: str) -> str:
    """What a further `serve` says instead of serving."""
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(port), *flags],
        cwd=ROOT,
        env=site.environment | {"SIXIEME_VAR": str(folder)} | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == os.EX_CONFIG
    return done.stderr


def people_and_schema(site: Site) -> tuple[list[str], list[tuple[object, ...]]]:
    """What a start could spoil; tables of bots go on playing by themselves."""
    with closing(sqlite3.connect(site.folder / "sixieme.sqlite3")) as database:
        schema = database.execute("SELECT sql FROM sqlite_master").fetchall()
        people = database.execute("SELECT * FROM accounts_player ORDER BY id").fetchall()
    return schema, people


def test_it_says_where_the_site_is(site: Site) -> None:
    assert site.url in site.log.read_text()


def test_a_second_start_changes_nothing_that_is_there(site: Site) -> None:
    before = people_and_schema(site)
    site.kill()
    site.start()
    assert people_and_schema(site) == before


@pytest.mark.parametrize(
    "header", [("Content-Length", "1000000000"), ("Transfer-Encoding", "chunked")]
)
def test_a_body_without_end_is_cut_off(site: Site, header: tuple[str, str]) -> None:
    connection = HTTPConnection("127.0.0.1", site.port, timeout=10)
    connection.putrequest("POST", "/account/login/")
    connection.putheader(*header)
    connection.endheaders()
    with closing(connection), pytest.raises((BrokenPipeError, ConnectionResetError)):
        pour(connection, in_chunks=header[1] == "chunked")


def pour(connection: HTTPConnection, *, in_chunks: bool) -> None:
    """Send a body of 100 MB."""
    piece = b"x" * 100_000
    for _piece in range(1000):
        connection.send(b"186a0\r\n" + piece + b"\r\n" if in_chunks else piece)


def test_a_second_site_on_the_same_data_is_told_where_the_first_one_is(site: Site) -> None:
    assert f"already serves these data at {site.url}" in refusal(site, site.folder, free_port())


def test_a_taken_port_is_said_before_anything_is_touched(site: Site, tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert "Address already in use" in refusal(site, other, site.port)
    assert not (other / "sixieme.sqlite3").exists()


# --- The demo club ---------------------------------------------------------------------

EVERYWHERE = ("--host", "0.0.0.0")  # noqa: S104 - a port of a test, on a machine of tests


def demo_logins(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "sixieme.sqlite3")) as database:
        query = "SELECT count(*) FROM accounts_user WHERE email LIKE '%@demo.example'"
        return int(database.execute(query).fetchone()[0])


@pytest.mark.parametrize(("flags", "logins"), [(EVERYWHERE, 0), ((*EVERYWHERE, "--demo"), 11)])
def test_a_site_that_others_reach_has_a_demo_club_only_if_asked(
    migrated: Path, tmp_path: Path, flags: tuple[str, ...], logins: int
) -> None:
    site = Site(tmp_path)
    shutil.copyfile(migrated, tmp_path / migrated.name)
    site.flags = flags
    site.start()
    site.stop()
    assert demo_logins(tmp_path) == logins
    assert (tmp_path / "demo.txt").exists() == bool(logins)


@pytest.mark.parametrize(
    ("flags", "env"), [(EVERYWHERE, {}), ((), {"ALLOWED_HOSTS": "club.example"})]
)
def test_a_demo_club_that_is_there_is_not_opened_to_others(
    site: Site, tmp_path: Path, flags: tuple[str, ...], env: dict[str, str]
) -> None:
    assert demo_logins(site.folder) == 11
    with closing(sqlite3.connect(site.folder / "sixieme.sqlite3")) as database:
        database.execute("VACUUM INTO ?", [str(tmp_path / "sixieme.sqlite3")])
    assert "sign in to the demo club" in refusal(site, tmp_path, free_port(), *flags, **env)


def test_an_interrupted_site_ends_without_a_trace(site: Site) -> None:
    site.stop()
    assert site.process.returncode == 0
    assert "Traceback" not in site.log.read_text()


def test_nobody_else_on_the_machine_can_read_what_it_made(site: Site) -> None:
    shown = {"log", "static"}
    private = [path for path in (site.folder, *site.folder.iterdir()) if path.name not in shown]
    assert [path.name for path in private if path.stat().st_mode & 0o077] == []


def test_a_proxy_may_read_the_static_files_also_those_of_an_older_release(site: Site) -> None:
    static = site.folder / "static"
    unreadable = [static, static / "css", static / "css/an-older-release.css"]
    unreadable[-1].write_text("")
    for path in unreadable:
        path.chmod(path.stat().st_mode & ~0o077)
    site.start()
    site.stop()
    for path in (static, *static.rglob("*")):
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path
