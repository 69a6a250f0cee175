"""The lock of the data folder: processes of the site share it, a restore holds it alone."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

LOCK = "in-use"
# This file exists while a restore replaces the data, and after one that was killed meanwhile.
MARK = "restoring"

_held: dict[Path, IO[str]] = {}


class DataInUse(Exception):
    """The data folder cannot be had now; the message is a sentence for the operator."""


def hold(folder: Path) -> None:
    """Share the data folder for as long as this process lives. Raises DataInUse."""
    if folder not in _held:
        _held[folder] = _shared(folder)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Lock the data folder exclusively. Raises DataInUse while a process of the site uses it."""
    with _open(folder) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DataInUse(
                f"The site runs on the data in {folder}: stop its processes, also the keeper."
            ) from None
        yield


@contextmanager
def shared(folder: Path) -> Iterator[None]:
    """Share the data folder for a while, so that no restore begins. Raises DataInUse."""
    with _shared(folder):
        yield


def _shared(folder: Path) -> IO[str]:
    lock = _open(folder)
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        _require_whole(folder)
    except BlockingIOError:
        lock.close()
        raise DataInUse(f"A backup is being restored to {folder}: wait for its end.") from None
    except DataInUse:
        lock.close()
        raise
    return lock


def _open(folder: Path) -> IO[str]:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    return os.fdopen(descriptor, "r+")


def _require_whole(folder: Path) -> None:
    if (folder / MARK).exists():
        raise DataInUse(
            f"A restore to {folder} did not come to its end. Run it again, with --replace."
        )
