"""What an error says about the machine: the database does not answer, or a disk is full."""

import errno
import os
import sqlite3
import time
from pathlib import Path

# Of psycopg: no connection in time, a server that hangs (config/database_pool.py), DISK_FULL.
NO_ANSWER = {"PoolTimeout", "ServerHangs"}
DISK_FULL_IN_POSTGRESQL = "53100"
# The second one: the index of the write-ahead log cannot grow.
DISK_FULL_IN_SQLITE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE}
NO_ROOM = {errno.ENOSPC, errno.EDQUOT}

DATABASE_AWAY = "the database does not answer"
DISK_FULL = "the disk is full"

# With less the disk counts as full: the write-ahead log alone may take as much.
LEAST_BYTES = 64_000_000
# So long after an error another disk, such as that of PostgreSQL, counts as full.
SECONDS_FULL = 60.0
_full_at = float("-inf")


def outage(error: BaseException | None) -> str:
    """DATABASE_AWAY or DISK_FULL if an error, or what caused it, says so; else empty."""
    while error is not None:
        if _says_full(error):
            global _full_at
            _full_at = time.monotonic()
            return DISK_FULL
        if type(error).__name__ in NO_ANSWER:
            return DATABASE_AWAY
        error = error.__cause__
    return ""


def has_room(folder: Path) -> bool:
    """Whether the disk of a folder has room, and no other one was full within the last minute."""
    disk = os.statvfs(folder)
    is_free = disk.f_bavail * disk.f_frsize >= LEAST_BYTES
    return is_free and time.monotonic() - _full_at > SECONDS_FULL


def _says_full(error: BaseException) -> bool:
    return (
        (isinstance(error, OSError) and error.errno in NO_ROOM)
        or getattr(error, "sqlite_errorcode", None) in DISK_FULL_IN_SQLITE
        or getattr(error, "sqlstate", None) == DISK_FULL_IN_POSTGRESQL
    )
