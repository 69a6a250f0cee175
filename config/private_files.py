"""Keep the data private: no other user of the machine may read sessions, seeds or mails."""

import stat
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection

# Others may pass through to the static files, which a proxy reads (deploy/), but list nothing.
FOLDERS = {0o700, 0o710, 0o711}
FILES = {0o400, 0o600}
OTHERS = 0o077
# What SQLite keeps beside a file in use, and which belongs to that very file.
COMPANIONS = ("-wal", "-shm", "-journal")


class NotPrivate(Exception):
    """Others can read a file of the site, and that could not be mended; a sentence says which."""


def make_private() -> None:
    """Let only their owner read the data, also those of an older release. Raises NotPrivate."""
    _mend(Path(settings.VAR_DIR), FOLDERS, 0o700)
    for folder in private_folders():
        _mend(folder, {0o700}, 0o700)
    for file in private_files():
        _mend(file, FILES, 0o600)


def make_database_private(name: str) -> None:
    """The same for the files of an SQLite database, which are made as the umask says."""
    for file in _files_of(name):
        _mend(file, FILES, 0o600)


def private_folders() -> Iterator[Path]:
    """The folders of the data that are there, beside that of the static files."""
    var = Path(settings.VAR_DIR)
    named = (Path(settings.PHOTOS), Path(settings.EMAIL_FILE_PATH), var / "backups")
    yield from filter(Path.is_dir, [*named, *var.glob("replaced-*")])


def private_files() -> Iterator[Path]:
    """The database and the secrets that are there."""
    var = Path(settings.VAR_DIR)
    named = [var / "secret_key", Path(settings.DEMO_SIGN_INS)]
    if connection.vendor == "sqlite":
        named += _files_of(connection.settings_dict["NAME"])
    yield from filter(Path.is_file, named)


def _files_of(name: str) -> list[Path]:
    return [Path(f"{name}{end}") for end in ("", *COMPANIONS)]


def _mend(path: Path, allowed: set[int], wanted: int) -> None:
    """Give a path the wanted mode unless it has an allowed one. Raises NotPrivate."""
    try:
        if _mode(path) in allowed:
            return
        path.chmod(wanted)
    except FileNotFoundError:
        # A log that was there a moment ago.
        return
    except OSError as error:
        reason = error.strerror
    else:
        if not _mode(path) & OTHERS:
            return
        reason = "its file system keeps no permissions"
    raise NotPrivate(
        f"Others on this machine can read {path}, and that cannot be changed ({reason}). Give it to"
        " the user of the site, or take a folder elsewhere: SIXIEME_VAR=..."
    )


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
