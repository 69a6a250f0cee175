"""Note every request: one line in the log, and how long it took."""

import logging
import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from monitoring.logs import CONTEXT
from monitoring.metrics import REQUEST_SECONDS

logger = logging.getLogger(__name__)

GetResponse = Callable[[HttpRequest], HttpResponseBase]
REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
# Monitors ask every few seconds.
UNLOGGED_VIEWS = {"healthz", "readyz", "metrics"}
# Static files, and addresses that do not exist.
NO_VIEW = "none"


class RequestsMiddleware:
    """Gives each request an id, which all lines about it have; the answer names it.

    Stands first, so that the time of all other middleware counts.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        # A trusted proxy may have given it one.
        is_behind_proxy = settings.ALLAUTH_TRUSTED_PROXY_COUNT
        request_id = request.headers.get("X-Request-ID", "") if is_behind_proxy else ""
        if not REQUEST_ID.fullmatch(request_id):
            request_id = secrets.token_hex(8)
        # Not reset, as Django logs a refusal after all middleware; the next request sets its own.
        CONTEXT.set({"request_id": request_id})
        response = self.get_response(request)
        response["X-Request-ID"] = request_id
        seconds, status = time.perf_counter() - begun, response.status_code
        match = request.resolver_match
        view = match.view_name if match else NO_VIEW
        REQUEST_SECONDS.labels(view, status).observe(seconds)
        if logger.isEnabledFor(logging.INFO) and view not in UNLOGGED_VIEWS:
            is_table = match is not None and match.route.startswith("tables/")
            logger.info(
                "%s %s %s",
                request.method,
                request.path,
                status,
                extra={
                    "method": request.method,
                    "path": request.path,
                    "view": view,
                    "status": status,
                    "duration_ms": round(seconds * 1000, 1),
                    "table": match.kwargs.get("code") if match is not None and is_table else None,
                },
            )
        return response
