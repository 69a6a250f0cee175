"""Mails as files, where a club has no mail server: links in them let their reader in."""

import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail.backends import filebased

from accounts.portions import AT_ONCE

# The links in them work no longer than this.
KEPT = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)


class EmailBackend(filebased.EmailBackend):
    """Mails as files that the owner of the process alone may read."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Also of a folder that was there: it hides the files that were written before.
        Path(self.file_path).chmod(0o700)

    def open(self) -> bool:
        """Open the file of these mails; False if it is open already."""
        is_new = bool(super().open())
        if is_new:
            os.fchmod(self.stream.fileno(), 0o600)
        return is_new


def forget_old(now: datetime) -> int:
    """Delete a portion of the files that were written long ago; how many."""
    last = (now - KEPT).timestamp()
    files = Path(settings.EMAIL_FILE_PATH).glob("*.log")
    old = [file for file in files if file.stat().st_mtime < last][:AT_ONCE]
    for file in old:
        file.unlink(missing_ok=True)
    return len(old)
