"""Make a backup: one folder with the database, the pictures, the secret key and a manifest.

A folder and not an archive: it needs no second copy on the disk while it is made, every file in it
opens with the usual programs, and a copy elsewhere by rsync takes what is new alone.
"""

import fcntl
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import django
from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.crypto import salted_hmac

from config import data_lock
from config.backup import postgresql, sqlite
from config.backup.errors import BackupError
from config.backup.files import bar, copy, files_in, flush_path, new_file, write
from config.backup.manifest import (
    DATABASES,
    FILE,
    PHOTOS,
    SECRET_KEY,
    Manifest,
    kept_files,
)

PREFIX, UNFINISHED = "sixieme-", ".unfinished-"


def make_backup(folder: Path) -> tuple[Path, Manifest]:
    """Make a backup in a folder, while the site plays; where it is, and its manifest.

    It has another name until its last byte is on the disk. Raises BackupError, DataInUse, OSError.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made_at = timezone.now()
    name = PREFIX + made_at.strftime("%Y%m%dT%H%M%S.%fZ")
    with data_lock.shared(settings.VAR_DIR), only_one(folder):
        remove_unfinished(folder)
        unfinished = folder / (UNFINISHED + name)
        unfinished.mkdir(mode=0o700)
        try:
            manifest = fill(unfinished, made_at)
            os.rename(unfinished, folder / name)  # noqa: PTH104 - it must not replace anything
        except BaseException:
            shutil.rmtree(unfinished)
            raise
        flush_path(folder)
    return folder / name, manifest


def fill(backup: Path, made_at: datetime) -> Manifest:
    """Put everything into the folder of a backup, the manifest last."""
    photos = backup / PHOTOS
    photos.mkdir(mode=0o700)
    # The file of a photo is there before its row and after it: of those that are copied before and
    # after the database, none that a row of the copy names is missing.
    copy_photos(photos)
    migrations, named = copy_database(backup / DATABASES[connection.vendor])
    copy_photos(photos)
    for file in photos.iterdir():
        if file.name not in named:
            file.unlink()
    write(backup / SECRET_KEY, settings.SECRET_KEY)
    manifest = Manifest(
        made_at=made_at,
        site=site_id(),
        database=connection.vendor,
        versions=versions(),
        migrations=migrations,
        files=kept_files(backup),
    )
    flush_path(photos)
    write(backup / FILE, manifest.to_json())
    flush_path(backup)
    return manifest


def copy_database(target: Path) -> tuple[Mapping[str, Sequence[str]], set[str]]:
    """The database in one file; the migrations and the files of pictures that it names."""
    if connection.vendor == "sqlite":
        with new_file(target):
            pass
        sqlite.copy_database(Path(connection.settings_dict["NAME"]), target)
        flush_path(target)
        return sqlite.migrations_in(target), sqlite.pictures_in(target)
    return postgresql.dump(target)


def copy_photos(target: Path) -> None:
    """Copy the photos that are not copied yet; one that is deleted meanwhile is left out."""
    folder = Path(settings.PHOTOS)
    new = [name for name in files_in(folder) if not (target / name).exists()]
    with bar(len(new), "Photos", " photos") as shown:
        for name in new:
            try:
                copy(folder / name, target / name)
            except FileNotFoundError:
                (target / name).unlink(missing_ok=True)
            shown.update(1)


def site_id(secret_key: str | None = None) -> str:
    """An identifier of this site, which tells its backups from those of other sites.

    secret_key: by default the one of now.
    """
    made = salted_hmac("config.backup", "site", secret_key, algorithm="sha256")
    return made.hexdigest()[:16]


def versions() -> dict[str, str]:
    """The versions of the programs that read and write the data, by their names."""
    is_sqlite = connection.vendor == "sqlite"
    return {
        "python": sys.version.split()[0],
        "django": django.get_version(),
        connection.vendor: sqlite3.sqlite_version if is_sqlite else postgresql.server_version(),
    }


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Lock a folder, so that one backup at a time is made in it. Raises BackupError."""
    descriptor = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BackupError(f"Another backup to {folder} is being made") from None
        yield


def remove_unfinished(folder: Path) -> None:
    """Delete what killed backups have left; to be called under the lock of the folder."""
    for left in folder.glob(f"{UNFINISHED}{PREFIX}*"):
        if left.is_dir() and not left.is_symlink():
            shutil.rmtree(left)
