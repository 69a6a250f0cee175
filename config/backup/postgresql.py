"""PostgreSQL: dumped and put back by its own programs, which read the password from their
environment: the arguments of a program can be read by everybody on its machine.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

import psycopg
from django.db import connection
from psycopg import sql

from config import picture_files
from config.backup.errors import BackupError
from config.backup.files import PIECE, bar, flush, new_file

SCHEMA = "public"
# What `pg_restore --list` calls the parts of a dump; nothing of it acts by itself.
PARTS = (
    "SCHEMA", "COMMENT", "ACL", "TABLE", "TABLE DATA", "DEFAULT", "SEQUENCE", "SEQUENCE SET",
    "SEQUENCE OWNED BY", "CONSTRAINT", "CHECK CONSTRAINT", "FK CONSTRAINT", "INDEX",
)  # fmt: skip
PART = re.compile(rf"\d+; \d+ \d+ (?:{'|'.join(PARTS)}) (?:-|{SCHEMA}) .*")
COLUMNS = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = %s"
# Debian keeps the programs of each version in a folder of its own.
FOLDERS = Path("/usr/lib/postgresql")


def dump(target: Path) -> tuple[Mapping[str, Sequence[str]], set[str]]:
    """Dump the database as of one moment; the migrations and the files of pictures of that moment.

    Raises BackupError.
    """
    with _connected() as database:
        database.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        snapshot = _column(database, "SELECT pg_export_snapshot()")[0]
        rows = database.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        migrations = {
            app: [name for _app, name in of_app] for app, of_app in groupby(rows, itemgetter(0))
        }
        columns = database.execute(COLUMNS, [SCHEMA]).fetchall()
        pictures = set(_column(database, picture_files.sql(columns)))
        command = _program("pg_dump", "--format=custom", "--no-owner", "--no-privileges")
        command += [f"--schema={SCHEMA}", f"--snapshot={snapshot}", "--no-password"]
        command += ["--dbname", _address()]
        with (
            _started(command, stdout=subprocess.PIPE) as dumping,
            new_file(target) as out,
            bar(None, "Database") as shown,
        ):
            assert dumping.stdout is not None  # noqa: S101 - a pipe was asked for
            while piece := dumping.stdout.read(PIECE):
                out.write(piece)
                shown.update(len(piece))
            flush(out)
            _require_success(dumping, "pg_dump")
    require_readable(target)
    return migrations, pictures


def require_readable(dumped: Path) -> None:
    """Raise BackupError unless pg_restore can list a dump, and nothing in it acts by itself."""
    done = subprocess.run(  # noqa: S603 - the program is PostgreSQL's own
        [*_program("pg_restore", "--list"), dumped], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupError(f"pg_restore cannot read {dumped.name}: {done.stderr.strip()}")
    for line in done.stdout.splitlines():
        if line and not line.startswith(";") and not PART.fullmatch(line):
            part = line.split(" ", 3)[-1]
            raise BackupError(f"{dumped.name} has a {part}, which no release makes: drop it")


def has_tables(schema: str = SCHEMA) -> bool:
    """Whether anything is in the database."""
    query = "SELECT 1 FROM pg_tables WHERE schemaname = %s LIMIT 1"
    with _connected() as database:
        return bool(_column(database, query, schema))


def drop(schema: str) -> None:
    """Delete a schema that has nothing in it."""
    with _connected() as database:
        database.execute(sql.SQL("DROP SCHEMA {}").format(sql.Identifier(schema)))


def others_connected() -> list[str]:
    """Who else has the database open, as far as PostgreSQL tells us."""
    query = (
        "SELECT coalesce(host(client_addr), 'this machine') || ' (process ' || pid || ')'"
        " FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    with _connected() as database:
        return _column(database, query)


def restore(dumped: Path, aside: str) -> None:
    """Put a dump in the place of the database, in one transaction.

    aside: the schema that what was there becomes; a later dump leaves it out. Raises BackupError,
    and then nothing has changed.
    """
    rename = sql.SQL("ALTER SCHEMA {} RENAME TO {}; CREATE SCHEMA {}").format(
        sql.Identifier(SCHEMA), sql.Identifier(aside), sql.Identifier(SCHEMA)
    )
    reading = _program("pg_restore", "--file=-", "--no-owner", "--no-privileges")
    reading += [f"--schema={SCHEMA}", str(dumped)]
    writing = _program("psql", "--no-psqlrc", "--quiet", "--no-password", "--single-transaction")
    writing += ["--set=ON_ERROR_STOP=1", "--output", os.devnull, "--dbname", _address()]
    writing += ["--command", rename.as_string(), "--file=-"]
    with (
        _started(reading, stdout=subprocess.PIPE) as script,
        _started(writing, stdin=subprocess.PIPE) as database,
        bar(None, "Database") as shown,
    ):
        assert script.stdout is not None  # noqa: S101 - pipes were asked for
        assert database.stdin is not None  # noqa: S101
        try:
            while piece := script.stdout.read(PIECE):
                database.stdin.write(piece)
                shown.update(len(piece))
            # Before psql reads the end, at which it would commit.
            _require_success(script, "pg_restore")
            database.stdin.close()
        except BrokenPipeError:
            script.kill()
        _require_success(database, "psql")


def put_back(aside: str) -> str:
    """The statement that puts back what `restore` has set aside."""
    statements = f"DROP SCHEMA {SCHEMA} CASCADE; ALTER SCHEMA {aside} RENAME TO {SCHEMA};"
    return f"BEGIN; {statements} COMMIT;"


def server_version() -> str:
    with _connected() as database:
        return str(_column(database, "SHOW server_version")[0])


def _parameters() -> dict[str, Any]:
    """How Django connects, as far as libpq knows the words."""
    known = {option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults()}
    given = connection.get_connection_params()
    return {name: value for name, value in given.items() if name in known}


def _address() -> str:
    """The same as one text, without the password."""
    without = {name: value for name, value in _parameters().items() if name != "password"}
    return psycopg.conninfo.make_conninfo(**without)


@contextmanager
def _connected() -> "Iterator[psycopg.Connection[Any]]":
    """A connection beside Django's pool."""
    try:
        with psycopg.connect(**_parameters()) as database:
            yield database
    except psycopg.Error as error:
        raise BackupError(f"PostgreSQL: {str(error).strip()}") from error


def _column(database: "psycopg.Connection[Any]", query: str, *values: Any) -> list[Any]:
    return [row[0] for row in database.execute(query.encode(), values)]


def _program(name: str, *arguments: str) -> list[str]:
    """A program of PostgreSQL with its arguments. Raises BackupError where it is not installed."""
    versions = sorted(FOLDERS.glob("*/bin"), key=lambda folder: folder.parent.name, reverse=True)
    search = os.pathsep.join([*os.get_exec_path(), *map(str, versions)])
    found = shutil.which(name, path=search)
    if found is None:
        raise BackupError(f"{name} is not installed (Debian: apt-get install postgresql-client)")
    return [found, *arguments]


@contextmanager
def _started(
    command: Sequence[str], stdin: int | None = None, stdout: int | None = None
) -> "Iterator[subprocess.Popen[bytes]]":
    """A program that does not outlive the with block."""
    password = _parameters().get("password")
    environment = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    process = subprocess.Popen(  # noqa: S603 - the programs are PostgreSQL's own
        command,
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            _close(stream)


def _require_success(process: "subprocess.Popen[bytes]", name: str) -> None:
    assert process.stderr is not None  # noqa: S101 - a pipe was asked for
    said = process.stderr.read().decode(errors="replace").strip()
    if process.wait():
        raise BackupError(f"{name} failed: {said}")


def _close(stream: IO[bytes] | None) -> None:
    try:
        if stream is not None:
            stream.close()
    except BrokenPipeError:
        pass
