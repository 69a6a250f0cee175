"""Middleware: requests that no browser sends are refused, answers are compressed."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    DisallowedHost,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.multipartparser import MultiPartParserError
from django.middleware.gzip import GZipMiddleware

logger = logging.getLogger(__name__)

GetResponse = Callable[[HttpRequest], HttpResponseBase]


NOT_OF_A_BROWSER = "This is no request of a browser.\n"
# For whoever has just set up the site; the names themselves are in the log alone.
OTHER_HOST = (
    "This address is not one of the site's. Whoever runs the site adds its name to ALLOWED_HOSTS.\n"
    "Cette adresse n’est pas l’une de celles du site. Qui l’administre l’ajoute à ALLOWED_HOSTS.\n"
)


class WellFormedMiddleware:
    """Answers 400 or 413 with one line of text, and one line in the log.

    Stands first. Django would read the host and the form later, some of them in the pages of
    errors again: a form it cannot read would fail there once more and log a traceback each time.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            request.get_host()
            # Set from the Content-Type; pages are UTF-8, so browsers send no other one.
            if (request.encoding or "utf-8").lower() != "utf-8":
                return refusal(NOT_OF_A_BROWSER, 400)
            if request.method == "POST":
                # Kept: the check of the CSRF token reads it for every POST anyway.
                _ = request.POST
        except RequestDataTooBig:
            return refusal("The form is too long.\n", 413)
        except DisallowedHost:
            return self._refuse_host(request)
        except (BadRequest, MultiPartParserError, SuspiciousOperation):
            return refusal(NOT_OF_A_BROWSER, 400)
        return self.get_response(request)

    def _refuse_host(self, request: HttpRequest) -> HttpResponse:
        names = ", ".join(settings.ALLOWED_HOSTS)
        host = request.META.get("HTTP_HOST", "")[:100]
        logger.warning("Bad Request: the address %r is not one of ALLOWED_HOSTS (%s)", host, names)
        response = refusal(OTHER_HOST, 400)
        response._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001 - Django's mark
        return response


def refusal(text: str, status: int) -> HttpResponse:
    """An answer of one line."""
    headers = {"X-Content-Type-Options": "nosniff"}
    return HttpResponse(text, "text/plain; charset=utf-8", status, headers=headers)


class CompressionMiddleware(GZipMiddleware):
    """Django's compression, with random padding against BREACH, without streams and pictures.

    It stands after WhiteNoise, which serves files that are compressed already. Why it is safe is
    told in docs/architecture.md.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        # Django compresses each part of an asynchronous stream by itself, and browsers stop reading
        # at the end of the first one.
        if response.streaming or response.headers.get("Content-Type", "").startswith("image/"):
            return response
        return super().process_response(request, response)
