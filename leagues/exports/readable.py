"""Texts for files that programs read, which refuse a whole file for one invisible character."""

import re

# What XML 1.0 (2.2) does not allow; and DEL, which calendars (RFC 5545, 3.1) do not either.
NOT_ALLOWED = re.compile("[^\t\n\r\x20-\x7e\x80-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def readable(text: str) -> str:
    """A text that somebody typed or imported, without what a feed or a calendar may not hold."""
    return NOT_ALLOWED.sub("", text)
