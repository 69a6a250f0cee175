"""`backup` and `restore` on PostgreSQL, with its own programs."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError
from pytest_django import DjangoDbBlocker, Settings

from config.backup import postgresql
from tests.factories import PlayerFactory
from tests.support.commands import said_by
from tests.support.databases import new_database
from tests.support.migrated import TEMPLATE
from tests.support.other_database import other_database

pytestmark = pytest.mark.postgres

Manage = Callable[..., str]

ADD = "INSERT INTO games_pulse (at) VALUES (now())"


def names(url: str, schema: str = "public") -> list[str]:
    with psycopg.connect(url) as database:
        rows = database.execute(f"SELECT name FROM {schema}.accounts_player".encode())  # noqa: S608
        return sorted(name for (name,) in rows)


def schemas(url: str) -> list[str]:
    query = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'replaced%'"
    with psycopg.connect(url) as database:
        return [name for (name,) in database.execute(query)]


@pytest.fixture
def url(tmp_path: Path, postgres_url: str) -> str:
    """A database with all tables, and a password that PostgreSQL does not ask for."""
    address = new_database(postgres_url, tmp_path.name, TEMPLATE)
    return address.replace("sixieme@", "sixieme:open-sesame@")


@pytest.fixture
def manage(
    url: str,
    tmp_path: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[Manage]:
    """What a command says in this process, on the data of a site in which Ada plays."""
    folder = tmp_path / "var"
    folder.mkdir(mode=0o700)
    monkeypatch.delenv("SECRET_KEY", raising=False)
    settings.VAR_DIR, settings.PHOTOS = folder, folder / "photos"
    (folder / "secret_key").write_text(settings.SECRET_KEY)

    def manage(command: str, *arguments: object, fails: bool = False) -> str:
        if not fails:
            return said_by(command, *map(str, arguments))
        with pytest.raises(CommandError) as refused:
            said_by(command, *map(str, arguments))
        return str(refused.value)

    # The commands set it for good.
    umask = os.umask(0o022)
    with django_db_blocker.unblock(), other_database(url):
        PlayerFactory.create(name="Ada")
        yield manage
    os.umask(umask)


def test_a_dump_is_put_back_and_the_old_tables_are_set_aside(
    manage: Manage, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"
    manage("backup", kept)
    (made,) = kept.glob("sixieme-*")
    with psycopg.connect(url) as database:
        database.execute("UPDATE accounts_player SET name = 'Ben'")
        # Without --replace, then while this connection is open.
        assert "--replace" in manage("restore", made, fails=True)
        database.commit()
        said = manage("restore", made, "--replace", fails=True)
        assert "The database is in use, from 127.0.0.1" in said
    assert names(url) == ["Ben"]

    # A dump that ends too early changes nothing, and the site may start.
    with monkeypatch.context() as patch:
        patch.setattr(postgresql, "_started", cut_short)
        assert "pg_restore failed" in manage("restore", made, "--replace", fails=True)
    assert names(url) == ["Ben"]
    assert schemas(url) == []
    assert not (tmp_path / "var/restoring").exists()

    said = manage("restore", made, "--replace")
    assert names(url) == ["Ada"]
    (aside,) = schemas(url)
    assert f"in the schema {aside}" in said
    assert names(url, aside) == ["Ben"]
    # Its numbers go on, and the next backup leaves out what was set aside.
    with psycopg.connect(url) as database:
        database.execute(ADD)
    manage("backup", kept)
    newest = max(kept.glob("sixieme-*"))
    listed = subprocess.run(
        ["pg_restore", "--list", newest / "database.dump"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "accounts_player" in listed.stdout
    assert "replaced" not in listed.stdout


STARTED = postgresql._started


def cut_short(command: Sequence[str], **streams: Any) -> Any:
    """Start a program of PostgreSQL; a dump that is read ends too early."""
    if "--file=-" in command and "pg_restore" in command[0]:
        command = ["sh", "-c", '"$@" | head -c 60000; exit 1', "sh", *command]
    return STARTED(command, **streams)


def test_a_database_with_a_trigger_is_not_called_a_backup(
    manage: Manage, url: str, tmp_path: Path
) -> None:
    with psycopg.connect(url) as database:
        database.execute("CREATE RULE acts AS ON INSERT TO games_pulse DO ALSO NOTHING")
        database.commit()
    said = manage("backup", tmp_path / "kept", fails=True)
    assert "has a RULE public games_pulse acts sixieme, which no release makes" in said


def test_the_password_is_in_no_argument(
    manage: Manage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pg_dump of ours writes down what it was given."""
    programs = tmp_path / "programs"
    programs.mkdir()
    fake = programs / "pg_dump"
    note = tmp_path / "told"
    told = f"import os, sys; open({str(note)!r}, 'w').write(f'{{sys.argv}} {{os.environ}}')"
    fake.write_text(f"#!{sys.executable}\n{told}\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    # It dumps nothing.
    manage("backup", tmp_path / "kept", fails=True)
    arguments, _, environment = note.read_text().partition("] ")
    assert "'PGPASSWORD': 'open-sesame'" in environment
    assert "sixieme" in arguments
    assert "open-sesame" not in arguments
