"""A federation for a file, and the folders that a proxy reads."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.deploy.federation import Federation
from tests.support.databases import new_database
from tests.support.migrated import TEMPLATE


@contextmanager
def passable_folder() -> Iterator[Path]:
    """A folder like that of the units: others pass through it, but see only what they know of."""
    with tempfile.TemporaryDirectory(prefix="sixieme-deploy-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        yield folder


@pytest.fixture(scope="module")
def proxy_folder() -> Iterator[Path]:
    with passable_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def federation_database(postgres_url: str) -> str:
    """The URL of a database with all tables."""
    return new_database(postgres_url, "federation", TEMPLATE)


@pytest.fixture(scope="module")
def federation(federation_database: str, redis_url: str) -> Iterator[Federation]:
    with passable_folder() as folder:
        federation = Federation(folder, federation_database, redis_url)
        try:
            federation.open()
            yield federation
        finally:
            federation.close()
