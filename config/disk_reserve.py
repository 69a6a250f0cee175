"""A little room for a start while the disk is full: SQLite opens no database without any."""

import os
from contextlib import suppress
from pathlib import Path

from monitoring.outages import LEAST_BYTES

NAME = "reserve"
BYTES = 1_000_000


def release(folder: Path) -> None:
    """Give the room to the process that starts, if the disk has none left."""
    file = folder / NAME
    if file.exists() and _free_bytes(folder) < BYTES:
        file.unlink()


def keep(folder: Path) -> None:
    """Take the room aside for the next start, where the disk has enough of it."""
    file = folder / NAME
    if _free_bytes(folder) >= LEAST_BYTES and not (file.exists() and file.stat().st_size == BYTES):
        # A quota may end earlier than the disk.
        with suppress(OSError):
            file.write_bytes(bytes(BYTES))


def _free_bytes(folder: Path) -> int:
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize
