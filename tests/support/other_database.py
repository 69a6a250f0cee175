"""This process with another database than that of the tests, such as one of earlier days."""

import copy
import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field
from pytest_django import DjangoDbBlocker

from config.settings import database
from games.table import store
from tests.support.databases import new_database


@contextmanager
def old_database(request: pytest.FixtureRequest, folder: Path, kept: Path) -> Iterator[None]:
    """Inside the block this process has a database as it was kept, not migrated.

    Its engine is the parameter of the fixture that asks. kept: the files that hold it in SQL for
    both, without what follows in their names. folder: a new one.
    """
    old = text_of(kept.with_name(f"{kept.name}.{request.param}.sql.gz"))
    if request.param == "postgresql":
        url = new_database(request.getfixturevalue("postgres_url"), folder.name)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(old.encode())
    else:
        url = f"sqlite:///{folder / 'sixieme.sqlite3'}"
        with closing(sqlite3.connect(folder / "sixieme.sqlite3")) as file:
            file.executescript(old)
    blocker: DjangoDbBlocker = request.getfixturevalue("django_db_blocker")
    with blocker.unblock(), other_database(url):
        yield


def text_of(file: Path) -> str:
    """What a compressed file says."""
    return gzip.decompress(file.read_bytes()).decode()


@contextmanager
def other_database(url: str) -> Iterator[None]:
    """Inside the block this process has the database of this URL, which migrates quickly."""
    usual = connections.databases[DEFAULT_DB_ALIAS]
    other = connections.configure_settings({DEFAULT_DB_ALIAS: database(url)})[DEFAULT_DB_ALIAS]
    _have(other)
    try:
        with quick_migrations():
            yield
    finally:
        _have(usual)


@contextmanager
def quick_migrations() -> Iterator[None]:
    """Inside the block fields of migrations are copied, which is half of what migrating takes.

    The databases that are kept in var/tests are migrated without it.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Field, "clone", copied)
        yield


def copied(field: "Field[Any, Any]") -> "Field[Any, Any]":
    """What Django's `clone` makes from the description of a field of a migration."""
    new = copy.deepcopy(field)
    # The order of columns.
    new.creation_counter = Field.creation_counter
    Field.creation_counter += 1
    return new


def _have(settings: dict[str, Any]) -> None:
    connection = connections[DEFAULT_DB_ALIAS]
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]
    connections.databases[DEFAULT_DB_ALIAS] = settings
    del connections[DEFAULT_DB_ALIAS]
    store.forget()
