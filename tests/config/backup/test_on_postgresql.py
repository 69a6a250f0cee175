"""`backup` and `restore` on PostgreSQL, with its own programs."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from pytest_django import DjangoDbBlocker

from tests.factories import PlayerFactory
from tests.support.databases import new_database
from tests.support.migrated import TEMPLATE
from tests.support.other_database import other_database
from tests.support.site import Site

pytestmark = pytest.mark.postgres

ADD = "INSERT INTO games_pulse (at) VALUES (now())"


def names(url: str, schema: str = "public") -> list[str]:
    with psycopg.connect(url) as database:
        rows = database.execute(f"SELECT name FROM {schema}.accounts_player".encode())  # noqa: S608
        return sorted(name for (name,) in rows)


def schemas(url: str) -> list[str]:
    query = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'replaced%'"
    with psycopg.connect(url) as database:
        return [name for (name,) in database.execute(query)]


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str, django_db_blocker: DjangoDbBlocker
) -> Site:
    """A site in a database of its own, with a password that PostgreSQL does not ask for."""
    site = Site(tmp_path_factory.mktemp("var"))
    address = new_database(postgres_url, "backups", TEMPLATE)
    site.environment["DATABASE_URL"] = address.replace("sixieme@", "sixieme:open-sesame@")
    with django_db_blocker.unblock(), other_database(address):
        PlayerFactory.create(name="Ada")
    return site


def test_a_dump_is_put_back_and_the_old_tables_are_set_aside(site: Site, tmp_path: Path) -> None:
    url = site.environment["DATABASE_URL"]
    kept = tmp_path / "kept"
    site.run("manage.py", "backup", str(kept))
    (made,) = kept.glob("sixieme-*")
    with psycopg.connect(url) as database:
        database.execute("UPDATE accounts_player SET name = 'Ben'")
        # Without --replace, then while this connection is open.
        assert "--replace" in site.run("manage.py", "restore", str(made), code=1)
        database.commit()
        said = site.run("manage.py", "restore", str(made), "--replace", code=1)
        assert "The database is in use, from 127.0.0.1" in said
    assert names(url) == ["Ben"]

    # A dump that ends too early changes nothing, and the site may start.
    said = site.run("-c", CUT_SHORT, str(made))
    assert "pg_restore failed" in said
    assert names(url) == ["Ben"]
    assert schemas(url) == []
    assert not (site.folder / "restoring").exists()

    said = site.run("manage.py", "restore", str(made), "--replace")
    assert names(url) == ["Ada"]
    (aside,) = schemas(url)
    assert f"in the schema {aside}" in said
    assert names(url, aside) == ["Ben"]
    # Its numbers go on, and the next backup leaves out what was set aside.
    with psycopg.connect(url) as database:
        database.execute(ADD)
    site.run("manage.py", "backup", str(kept))
    newest = max(kept.glob("sixieme-*"))
    listed = subprocess.run(
        ["pg_restore", "--list", newest / "database.dump"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "accounts_player" in listed.stdout
    assert "replaced" not in listed.stdout


def test_a_database_with_a_trigger_is_not_called_a_backup(site: Site, tmp_path: Path) -> None:
    with psycopg.connect(site.environment["DATABASE_URL"]) as database:
        acts = "CREATE RULE acts AS ON INSERT TO games_pulse DO ALSO NOTHING"
        database.execute(acts)
        database.commit()
        said = site.run("manage.py", "backup", str(tmp_path / "kept"), code=1)
        database.execute("DROP RULE acts ON games_pulse")
    assert "has a RULE public games_pulse acts sixieme, which no release makes" in said


CUT_SHORT = """
import sys, django; django.setup()
from pathlib import Path
from config.backup import postgresql, restoring
from config.backup.errors import BackupError
start = postgresql._started
def cut(command, **streams):
    if "--file=-" in command and "pg_restore" in command[0]:
        command = ["sh", "-c", '"$@" | head -c 60000; exit 1', "sh", *command]
    return start(command, **streams)
postgresql._started = cut
try:
    restoring.restore(Path(sys.argv[1]), replace=True)
except BackupError as error:
    print(error)
"""


def test_the_password_is_in_no_argument(site: Site, tmp_path: Path) -> None:
    """A pg_dump of ours writes down what it was given."""
    programs = tmp_path / "programs"
    programs.mkdir()
    fake = programs / "pg_dump"
    note = tmp_path / "told"
    told = f"import os, sys; open({str(note)!r}, 'w').write(f'{{sys.argv}} {{os.environ}}')"
    fake.write_text(f"#!{sys.executable}\n{told}\n")
    fake.chmod(0o755)
    usual = site.environment["PATH"]
    site.environment["PATH"] = f"{programs}:{usual}"
    # It dumps nothing.
    site.run("manage.py", "backup", str(tmp_path / "kept"), code=1)
    site.environment["PATH"] = usual
    arguments, _, environment = note.read_text().partition("] ")
    assert "'PGPASSWORD': 'open-sesame'" in environment
    assert "sixieme" in arguments
    assert "open-sesame" not in arguments
