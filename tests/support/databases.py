"""A PostgreSQL and a Redis of our own, in a temporary folder, thrown away afterwards."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import redis
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql

from tests.support.processes import Service, free_port
from tests.support.programs import POSTGRESQL, REDIS, require

# Nothing here has to survive a power cut.
POSTGRESQL_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "60",
}

# Content types and permissions. Django writes them anew whenever it has emptied the tables: 30 ms
# of a processor on SQLite, 66 on PostgreSQL, after each test that commits.
WRITTEN_BY_MIGRATING = {"django_content_type", "auth_permission"}


@contextmanager
def throw_away_postgresql(copied: Path | None = None) -> Iterator[str]:
    """The URL of an empty PostgreSQL that lives as long as the with block; or of such a copy."""
    with postgresql_service(copied=copied) as (url, _service):
        yield url


@contextmanager
def postgresql_service(
    settings: Mapping[str, str] | None = None,
    disk: Path | None = None,
    copied: Path | None = None,
) -> Iterator[tuple[str, Service]]:
    """The same, with the server itself: it keeps its data when it is stopped and started again.

    settings: others than POSTGRESQL_SETTINGS. disk: an empty folder for its data, such as a small
    file system; its log stays elsewhere. copied: the data of a stopped one to begin with.
    """
    initdb, postgres = require(POSTGRESQL)
    user = unprivileged_user()
    with tempfile.TemporaryDirectory(prefix="sixieme-postgresql-") as name:
        folder = Path(name)
        if user:
            shutil.chown(folder, user)
            if disk:
                shutil.chown(disk, user)
        data, log, port = (disk or folder) / "data", folder / "log", free_port()
        if copied:
            # With the owner and the rights that PostgreSQL insists on.
            make, maker = ["cp", "--archive", str(copied), str(data)], None
        else:
            make, maker = [initdb, "--pgdata", str(data), "--username=sixieme"], user
            make += ["--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"]
            if disk:
                # Megabytes for a file of the write-ahead log: a small disk holds several.
                make += ["--wal-segsize=1"]
        subprocess.run(make, check=True, capture_output=True, cwd=folder, user=maker)
        url = f"postgres://sixieme@127.0.0.1:{port}/postgres"
        options = POSTGRESQL_SETTINGS | {
            "port": str(port),
            "unix_socket_directories": str(folder),
            **(settings or {}),
        }
        flags = [part for key, value in options.items() for part in ("-c", f"{key}={value}")]
        command: list[str | Path] = [postgres, "-D", data, *flags]
        answers = partial(postgresql_answers, url)
        # SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for clients to leave.
        service = Service(command, log, answers, user=user, ending=signal.SIGINT)
        with service.running():
            yield url, service


def new_database(server: str, name: str, template: str = "template1") -> str:
    """The URL of a new database in a PostgreSQL, a copy of another one there."""
    create = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(create.format(sql.Identifier(name), sql.Identifier(template)))
    return server.rpartition("/")[0] + f"/{name}"


def emptied_by_deleting(_style: Any, connection: BaseDatabaseWrapper, **_how: bool) -> list[str]:
    """The statements that empty tables with few rows, whichever refers to which.

    On PostgreSQL TRUNCATE, Django's choice, makes new files for every table: a third of the time
    of a test.
    """
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    quoted = [connection.ops.quote_name(table) for table in set(tables) - WRITTEN_BY_MIGRATING]
    deletes = [f"DELETE FROM {table}" for table in sorted(quoted)]  # noqa: S608
    if connection.vendor == "postgresql":
        # One way to the server and back instead of one for each table.
        return ["; ".join(["SET LOCAL session_replication_role = replica", *deletes])]
    return deletes


def unprivileged_user() -> str | None:
    """Whom PostgreSQL runs as: it refuses root. None for ourselves."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def postgresql_answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def throw_away_redis() -> Iterator[str]:
    """The URL of an empty Redis that lives as long as the with block."""
    with redis_service() as (url, _service):
        yield url


@contextmanager
def redis_service() -> Iterator[tuple[str, Service]]:
    """The same, with the server itself; it is empty again when it was started again."""
    (server,) = require(REDIS)
    with tempfile.TemporaryDirectory(prefix="sixieme-redis-") as name:
        port = free_port()
        command = [server, "--port", str(port), "--bind", "127.0.0.1", "--dir", name]
        command += ["--save", "", "--appendonly", "no"]
        service = Service(command, Path(name) / "log", partial(redis_answers, port))
        with service.running():
            yield f"redis://127.0.0.1:{port}/0", service


def redis_answers(port: int) -> bool:
    with redis.Redis(port=port) as client:
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False
