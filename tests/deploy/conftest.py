"""A federation for each file, and the folders that a proxy reads."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.deploy.federation import Federation


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


@pytest.fixture(scope="module")
def federation(postgres_url: str, redis_url: str) -> Iterator[Federation]:
    with passable_folder() as folder:
        federation = Federation(folder, postgres_url, redis_url)
        try:
            federation.open()
            yield federation
        finally:
            federation.close()
