"""Keeps the secrets of links out of the log."""

from __future__ import annotations

import logging
import re

SECRET_PATHS = re.compile(
    r"(/members/join/|/guest/link/|/reminders/off/|/account/password/reset/key/"
    r"|/account/confirm-email/)[^/\s]+"
)


class HideTokens(logging.Filter):
    """Replaces the tokens of invitations, guests' links, mails and resets by dots."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True: the record is changed, never dropped."""
        message = record.getMessage()
        hidden = SECRET_PATHS.sub(r"\1…", message)
        if hidden != message:
            record.msg, record.args = hidden, None
        return True
