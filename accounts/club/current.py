"""The settings of the club that count now, without a statement for each page."""

from __future__ import annotations

from time import monotonic

from django.db import DatabaseError, connection

from accounts.club.models import ClubSettings

# So long another process may still show what was chosen before.
READ_AGAIN_AFTER_SECONDS = 3


class Known:
    """What this process knows. until: when a request reads it again, by the process's own clock."""

    def __init__(self) -> None:
        self.settings = ClubSettings()
        self.until = 0.0


known = Known()


def club() -> ClubSettings:
    """The settings as they were last read; never a statement, so sockets may ask too.

    They are shared by all threads: change nothing in them.
    """
    return known.settings


def read_again() -> ClubSettings:
    """The settings as they are in the database; this process knows them from now on."""
    # Before the statement: the other threads of this process need not read as well.
    known.until = monotonic() + READ_AGAIN_AFTER_SECONDS
    known.settings = ClubSettings.objects.first() or ClubSettings()
    return known.settings


def refresh() -> None:
    """Read them again; where they cannot be read, those known go on to count.

    Raises DatabaseError without a connection: the page would only wait for one once more.
    """
    try:
        read_again()
    except DatabaseError:
        if connection.connection is None:
            raise
