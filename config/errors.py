"""The page for an error of the server, which says so where the database cannot be reached."""

import logging
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views.defaults import ERROR_500_TEMPLATE_NAME

from monitoring.metrics import DATABASE_ERRORS

logger = logging.getLogger(__name__)

RETRY_AFTER_SECONDS = 5
# Of psycopg's pool: no connection was to be had in settings.SECONDS_FOR_A_CONNECTION.
NO_CONNECTION = "PoolTimeout"


def server_error(
    request: HttpRequest, template_name: str = ERROR_500_TEMPLATE_NAME
) -> HttpResponse:
    """500, or 503 over the database. Django calls it while it handles the exception.

    Reads no form and no row: either may be what failed.
    """
    error = sys.exception()
    if not isinstance(error, OperationalError | InterfaceError):
        return HttpResponse(loader.get_template(template_name).render(), status=500)
    DATABASE_ERRORS.labels("page").inc()
    page = loader.get_template("503.html").render()
    response = HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})
    if type(error.__cause__).__name__ == NO_CONNECTION:
        # Every page says so while PostgreSQL is away: one line each instead of a traceback.
        logger.error("the database does not answer: %s", request.path)
        response._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001 - Django's mark
    return response
