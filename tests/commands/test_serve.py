"""`manage.py serve`, which `make run` calls: the whole way from nothing to a page."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoDbBlocker, Settings

from tests.support.other_database import other_database
from tests.support.processes import free_port
from tests.support.site import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    site.start()
    yield site
    site.stop()


Serve = Callable[..., None]
People = list[tuple[object, ...]]


@pytest.fixture
def serve(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, django_db_blocker: DjangoDbBlocker
) -> Iterator[Serve]:
    """`serve` in this process, on the data of a folder, until the site would answer."""
    monkeypatch.setattr("config.management.commands.serve.serve", lambda _listener: None)
    monkeypatch.setattr("config.management.commands.prepare.collect", lambda: None)
    # The command sets it for good.
    umask = os.umask(0o022)

    def serve(folder: Path, port: int, host: str = "127.0.0.1", **flags: bool) -> None:
        settings.VAR_DIR, settings.DEMO_SIGN_INS = folder, folder / "demo.txt"
        with django_db_blocker.unblock(), other_database(f"sqlite:///{folder / 'sixieme.sqlite3'}"):
            call_command("serve", host=host, port=port, stdout=StringIO(), **flags)

    yield serve
    os.umask(umask)


def refusal(serve: Serve, folder: Path, port: int, host: str = "127.0.0.1") -> str:
    """What `serve` says instead of serving."""
    with pytest.raises(CommandError) as refused:
        serve(folder, port, host)
    assert refused.value.returncode == os.EX_CONFIG
    return str(refused.value)


def people_and_schema(site: Site) -> tuple[list[str], People]:
    """What a start could spoil; tables of bots go on playing by themselves."""
    with closing(sqlite3.connect(site.folder / "sixieme.sqlite3")) as database:
        schema = database.execute("SELECT sql FROM sqlite_master").fetchall()
        people = database.execute("SELECT * FROM accounts_player ORDER BY id").fetchall()
    return schema, people


def test_it_says_where_the_site_is(site: Site) -> None:
    assert site.url in site.log.read_text()


@pytest.fixture(scope="module")
def before_a_second_start(site: Site) -> tuple[list[str], People]:
    """The site is killed and started again, with static files that a proxy cannot read."""
    before = people_and_schema(site)
    site.kill()
    static = site.folder / "static"
    unreadable = [static, static / "css", static / "css/an-older-release.css"]
    unreadable[-1].write_text("")
    for path in unreadable:
        path.chmod(path.stat().st_mode & ~0o077)
    site.start()
    return before


def test_a_second_start_changes_nothing_that_is_there(
    site: Site, before_a_second_start: tuple[list[str], People]
) -> None:
    assert people_and_schema(site) == before_a_second_start


@pytest.mark.usefixtures("before_a_second_start")
def test_a_proxy_may_read_the_static_files_also_those_of_an_older_release(site: Site) -> None:
    static = site.folder / "static"
    for path in (static, *static.rglob("*")):
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path


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


def test_a_second_site_on_the_same_data_is_told_where_the_first_one_is(
    site: Site, serve: Serve
) -> None:
    said = refusal(serve, site.folder, free_port())
    assert f"already serves these data at {site.url}" in said


def test_a_taken_port_is_said_before_anything_is_touched(
    site: Site, tmp_path: Path, serve: Serve
) -> None:
    other = tmp_path / "other"
    assert "Address already in use" in refusal(serve, other, site.port)
    assert not (other / "sixieme.sqlite3").exists()


# --- The demo club ---------------------------------------------------------------------

EVERYWHERE = "0.0.0.0"  # noqa: S104 - a port of a test, on a machine of tests


def demo_logins(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "sixieme.sqlite3")) as database:
        query = "SELECT count(*) FROM accounts_user WHERE email LIKE '%@demo.example'"
        return int(database.execute(query).fetchone()[0])


@pytest.mark.parametrize(("demo", "logins"), [(False, 0), (True, 11)])
def test_a_site_that_others_reach_has_a_demo_club_only_if_asked(
    migrated: Path, tmp_path: Path, serve: Serve, demo: bool, logins: int
) -> None:
    shutil.copyfile(migrated, tmp_path / migrated.name)
    serve(tmp_path, free_port(), EVERYWHERE, demo=demo)
    assert demo_logins(tmp_path) == logins
    assert (tmp_path / "demo.txt").exists() == bool(logins)


@pytest.mark.parametrize(
    ("host", "names"), [(EVERYWHERE, ["localhost"]), ("127.0.0.1", ["club.example"])]
)
def test_a_demo_club_that_is_there_is_not_opened_to_others(
    site: Site, tmp_path: Path, serve: Serve, settings: Settings, host: str, names: list[str]
) -> None:
    assert demo_logins(site.folder) == 11
    with closing(sqlite3.connect(site.folder / "sixieme.sqlite3")) as database:
        database.execute("VACUUM INTO ?", [str(tmp_path / "sixieme.sqlite3")])
    settings.ALLOWED_HOSTS = names
    assert "sign in to the demo club" in refusal(serve, tmp_path, free_port(), host)


def test_an_interrupted_site_ends_without_a_trace(site: Site) -> None:
    site.stop()
    assert site.process.returncode == 0
    assert "Traceback" not in site.log.read_text()


def test_nobody_else_on_the_machine_can_read_what_it_made(site: Site) -> None:
    shown = {"log", "static"}
    private = [path for path in (site.folder, *site.folder.iterdir()) if path.name not in shown]
    assert [path.name for path in private if path.stat().st_mode & 0o077] == []
