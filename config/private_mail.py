"""Mails as files, where a club has no mail server: links in them let their reader in."""

import os
from pathlib import Path
from typing import Any

from django.core.mail.backends import filebased


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
