"""Keeps tracebacks out of the log where nothing in the code is wrong."""

import logging
from http import HTTPStatus

from monitoring.outages import outage


class InOneLine(logging.Filter):
    """Leaves a refusal (a status below 500) and an outage their message alone.

    Django logs each 403 and 400 with the traceback of the exception that said so, and anybody could
    fill a disk with them. While the database is away or a disk is full, all that is tried fails.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True: the record is changed, never dropped."""
        status = getattr(record, "status_code", None)
        if status is not None and status < HTTPStatus.INTERNAL_SERVER_ERROR:
            record.exc_info = record.exc_text = None
        elif record.exc_info and (what := outage(record.exc_info[1])):
            record.msg, record.args = f"{record.getMessage()}: {what}", ()
            record.exc_info = record.exc_text = None
        return True
