"""A site's data in a folder of their own, for commands that run in this process."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection, connections
from pytest_django import DjangoDbBlocker, Settings

from games.table import store

PHOTO = "0123456789abcdef0123456789abcdef.jpg"


@pytest.fixture
def var(
    tmp_path: Path,
    migrated: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[Path]:
    """The data folder of a site of SQLite, with all tables and nobody in it."""
    if connection.vendor != "sqlite":
        pytest.skip("needs SQLite")
    folder = tmp_path / "var"
    folder.mkdir(mode=0o700)
    file = folder / "sixieme.sqlite3"
    shutil.copyfile(migrated, file)
    monkeypatch.delenv("SECRET_KEY", raising=False)
    settings.VAR_DIR, settings.PHOTOS = folder, folder / "photos"
    (folder / "secret_key").write_text(settings.SECRET_KEY)
    with django_db_blocker.unblock():
        connections.close_all()
        usual = connection.settings_dict["NAME"]
        connection.settings_dict["NAME"] = str(file)
        store.forget()
        # The commands set it for good.
        umask = os.umask(0o022)
        yield folder
        os.umask(umask)
        connections.close_all()
        connection.settings_dict["NAME"] = usual
        store.forget()
