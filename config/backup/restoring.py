"""Put a backup back: everything is checked and made ready before anything is touched.

What was there is set aside, never deleted. The new database takes the place of the old one in one
step: a rename on SQLite, a transaction on PostgreSQL.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, connections
from django.utils import timezone

from config import data_lock, env
from config.backup import postgresql, sqlite
from config.backup.errors import BackupError
from config.backup.files import copy, files_in, flush_path
from config.backup.manifest import (
    PHOTOS,
    SECRET_KEY,
    Manifest,
    kept_files,
    read_manifest,
    require_unchanged,
)
from config.migration_names import TOO_OLD, is_too_old, known_migrations, own_migrations
from config.private_files import COMPANIONS

ASIDE, READY = "replaced-", "restoring-"
CLOSING_SECONDS = 2.0


class Restored(NamedTuple):
    """What was done. aside: where the old data are, None where there were none. notes: for the
    operator."""

    manifest: Manifest
    aside: str | None
    notes: tuple[str, ...]


def check_backup(backup: Path) -> Manifest:
    """The manifest of a backup that is whole and that this code can read. Raises BackupError."""
    manifest = read_manifest(backup)
    require_unchanged(backup, manifest)
    if manifest.database != connection.vendor:
        raise BackupError(
            f"It is a backup of {manifest.database}, and this site uses {connection.vendor}:"
            " DATABASE_URL must name such a database."
        )
    file = backup / manifest.database_file
    if manifest.database == "sqlite":
        sqlite.require_sound(file)
        if sqlite.migrations_in(file) != manifest.migrations:
            raise BackupError("The database of the backup is not the one its manifest speaks of")
    else:
        postgresql.require_readable(file)
    _require_known(manifest)
    _require_key(backup / SECRET_KEY)
    return manifest


def restore(backup: Path, *, replace: bool) -> Restored:
    """Put a backup in the place of the site's data.

    replace: whether data that are there may be set aside. Raises BackupError, DataInUse, OSError;
    unless the message says otherwise, all is then as it was.
    """
    manifest = check_backup(backup)
    var = Path(settings.VAR_DIR)
    with data_lock.alone(var):
        if _has_data() and not replace:
            raise BackupError(
                "There are data already. With --replace they are set aside, and the backup takes"
                " their place."
            )
        _require_nobody_connected()
        stamp = timezone.now().strftime("%Y%m%dt%H%M%S")
        with _new_folder(f"{READY}{stamp}") as ready:
            _make_ready(backup, manifest, ready)
            aside = var / f"{ASIDE}{stamp}"
            with _marked(var):
                _exchange(manifest, backup, ready, aside)
        return Restored(manifest, str(aside) if aside.exists() else None, _notes(backup, aside))


def _require_key(file: Path) -> None:
    """Refuse a key with which anybody could sign."""
    try:
        is_empty = not file.read_text().strip()
    except UnicodeDecodeError as error:
        raise BackupError(f"{file.name} of the backup is no text") from error
    if is_empty:
        raise BackupError(f"{file.name} of the backup is empty")


def _require_known(manifest: Manifest) -> None:
    """Refuse the database of a newer release, or of one too old: this code cannot read it."""
    if is_too_old(_had(manifest)):
        raise BackupError(TOO_OLD)
    unknown = sorted(f"{app}.{name}" for app, name in _had(manifest) - known_migrations())
    if unknown:
        raise BackupError(
            "The backup was made by a newer release: this one does not know"
            f" {', '.join(unknown[:3])}. Install that release first."
        )


def _migrate_if_older(manifest: Manifest) -> None:
    """Bring the database of an older release up to date."""
    if not _had(manifest) >= own_migrations():
        call_command("migrate", interactive=False, verbosity=0)


def _had(manifest: Manifest) -> set[tuple[str, str]]:
    """The migrations that the database of a backup has had."""
    return {(app, name) for app, names in manifest.migrations.items() for name in names}


def _database_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _has_data() -> bool:
    if (Path(settings.VAR_DIR) / data_lock.MARK).exists():
        return True
    if connection.vendor == "sqlite":
        file = _database_file()
        return file.exists() and file.stat().st_size > 0
    return postgresql.has_tables()


def _require_nobody_connected() -> None:
    """Refuse while another program has the database open, such as a site of an older release."""
    connections.close_all()
    if connection.vendor == "sqlite":
        file = _database_file()
        if file.exists() and not sqlite.is_free(file):
            raise BackupError(f"Another program has {file} open: stop it.")
        return
    connection.close_pool()  # type: ignore[attr-defined]
    # PostgreSQL knows a connection for a moment after it was closed, also those of this process.
    ends_at = monotonic() + CLOSING_SECONDS
    while (others := postgresql.others_connected()) and monotonic() < ends_at:
        sleep(0.05)
    if others:
        raise BackupError(
            f"The database is in use, from {', '.join(others[:5])}: stop the site, also the keeper"
            " and the processes of other machines."
        )


@contextmanager
def _new_folder(name: str) -> Iterator[Path]:
    """A folder on the disk of the database, which is gone after the block."""
    beside = _database_file().parent if connection.vendor == "sqlite" else Path(settings.VAR_DIR)
    for left in beside.glob(f"{READY}*"):
        shutil.rmtree(left)
    folder = beside / name
    folder.mkdir(mode=0o700, parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _marked(var: Path) -> Iterator[None]:
    """Mark the data as incomplete inside the block; no site starts while the mark is there."""
    mark = var / data_lock.MARK
    mark.touch(mode=0o600)
    flush_path(var)
    yield
    mark.unlink()
    flush_path(var)


def _make_ready(backup: Path, manifest: Manifest, ready: Path) -> None:
    """Copy and check all data beside the present ones: this takes time, and may fill the disk."""
    copy(backup / SECRET_KEY, ready / SECRET_KEY)
    if manifest.database == "sqlite":
        file = ready / manifest.database_file
        copy(backup / manifest.database_file, file)
        with _connected_to(file):
            _migrate_if_older(manifest)
        if not sqlite.is_free(file):
            raise BackupError(f"Another program has {file} open")
        sqlite.require_sound(file)
        flush_path(file)
    flush_path(ready)
    _add_photos(backup, manifest)


def _add_photos(backup: Path, manifest: Manifest) -> None:
    """Copy the photos that are missing; pages show only those that a row names."""
    photos = Path(settings.PHOTOS)
    photos.mkdir(mode=0o700, parents=True, exist_ok=True)
    there = {f"{PHOTOS}/{name}": file for name, file in kept_files(photos).items()}
    for name, file in manifest.files.items():
        folder, _, photo = name.partition("/")
        if folder == PHOTOS and there.get(name) != file:
            half = photos / f".{READY}{photo}"
            half.unlink(missing_ok=True)
            copy(backup / name, half)
            half.replace(photos / photo)
    flush_path(photos)


@contextmanager
def _connected_to(file: Path) -> Iterator[None]:
    """Inside the block Django's database is that file."""
    usual = connection.settings_dict["NAME"]
    connections.close_all()
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connections.close_all()
        connection.settings_dict["NAME"] = usual


def _exchange(manifest: Manifest, backup: Path, ready: Path, aside: Path) -> None:
    """Set aside what is there, and put what was made ready in its place."""
    if manifest.database == "sqlite":
        old = _database_file()
        _exchange_file(old, ready / manifest.database_file, old.parent / aside.name)
    else:
        _exchange_tables(backup, manifest, _schema(aside))
    for name, path in files_in(Path(settings.PHOTOS)).items():
        if f"{PHOTOS}/{name}" not in manifest.files:
            (aside / PHOTOS).mkdir(mode=0o700, parents=True, exist_ok=True)
            shutil.move(path, aside / PHOTOS / name)
    if not env.text("SECRET_KEY"):
        key = Path(settings.VAR_DIR) / SECRET_KEY
        half = key.with_name(f".{READY}{SECRET_KEY}")
        half.unlink(missing_ok=True)
        copy(ready / SECRET_KEY, half)
        _exchange_file(key, half, aside)


def _exchange_tables(backup: Path, manifest: Manifest, schema: str) -> None:
    """On PostgreSQL: nothing of the old tables is copied, they get another schema."""
    had_tables = postgresql.has_tables()
    try:
        postgresql.restore(backup / manifest.database_file, schema)
    except BackupError:
        # The transaction has left everything as it was.
        (Path(settings.VAR_DIR) / data_lock.MARK).unlink()
        raise
    if not had_tables:
        postgresql.drop(schema)
    try:
        _migrate_if_older(manifest)
    except DatabaseError as error:
        raise BackupError(
            f"The backup is in the database, but its migrations failed: {error}. The tables of"
            f" before are in the schema {schema}. {postgresql.put_back(schema)}"
        ) from error
    finally:
        connections.close_all()
        connection.close_pool()  # type: ignore[attr-defined]


def _exchange_file(old: Path, new: Path, aside: Path) -> None:
    """Put a file in the place of another one; at no moment is there none."""
    there = [Path(f"{old}{ending}") for ending in ("", *COMPANIONS)]
    if any(file.exists() for file in there):
        aside.mkdir(mode=0o700, parents=True, exist_ok=True)
    for companion in there[1:]:
        # Beside a damaged or a deleted file only: the log of one file would spoil another.
        if companion.exists():
            companion.rename(aside / companion.name)
    if old.exists():
        try:
            (aside / old.name).hardlink_to(old)
        except OSError:
            copy(old, aside / old.name)
    new.replace(old)
    flush_path(old.parent)


def _schema(aside: Path) -> str:
    return aside.name.replace("-", "_")


def _notes(backup: Path, aside: Path) -> tuple[str, ...]:
    notes = []
    schema = _schema(aside)
    if connection.vendor == "postgresql" and postgresql.has_tables(schema):
        notes.append(
            f"The tables of before are in the schema {schema} of the database. To put them back:"
            f" {postgresql.put_back(schema)} To delete them: DROP SCHEMA {schema} CASCADE;"
        )
    if env.text("SECRET_KEY") and (backup / SECRET_KEY).read_text() != settings.SECRET_KEY:
        notes.append(
            f"SECRET_KEY of the environment is not the backup's, which is in {backup / SECRET_KEY}:"
            " with another one everybody has to sign in again, and links in mails end."
        )
    return tuple(notes)
