"""Keeps the tracebacks of refused requests out of the log."""

import logging
from http import HTTPStatus


class RefusalsInOneLine(logging.Filter):
    """Leaves a refusal (a status below 500) its message alone.

    Django logs each 403 and 400 with the traceback of the exception that said so. Nothing is
    broken, and anybody could fill a disk with them.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True: the record is changed, never dropped."""
        status = getattr(record, "status_code", None)
        if status is not None and status < HTTPStatus.INTERNAL_SERVER_ERROR:
            record.exc_info = record.exc_text = None
        return True
