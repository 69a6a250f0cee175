"""The page for an error of the server; it tells of a database that is away and of a full disk."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views.defaults import ERROR_500_TEMPLATE_NAME

from monitoring.metrics import DATABASE_ERRORS
from monitoring.outages import DISK_FULL, outage

RETRY_AFTER_SECONDS = 5


def server_error(
    _request: HttpRequest, template_name: str = ERROR_500_TEMPLATE_NAME
) -> HttpResponse:
    """500, or 503 over the database or a disk. Django calls it while it handles the exception.

    Reads no form and no row: either may be what failed.
    """
    error = sys.exception()
    what = outage(error)
    if not what and not isinstance(error, OperationalError | InterfaceError):
        return HttpResponse(loader.get_template(template_name).render(), status=500)
    DATABASE_ERRORS.labels("page").inc()
    page = loader.get_template("503.html").render({"is_disk_full": what == DISK_FULL})
    return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})
