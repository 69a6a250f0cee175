"""Refuse requests that no browser sends, before anything else reads them."""

from collections.abc import Callable

from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.multipartparser import MultiPartParserError

GetResponse = Callable[[HttpRequest], HttpResponseBase]


NOT_OF_A_BROWSER = "This is no request of a browser.\n"


class WellFormedMiddleware:
    """Answers 400 or 413 with one line of text, and one line in the log.

    Stands first. Django would read the host and the form later, some of them in the pages of
    errors again: a form it cannot read would fail there once more and log a traceback each time.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            check(request)
        except RequestDataTooBig:
            return refusal("The form is too long.\n", 413)
        except (BadRequest, MultiPartParserError, SuspiciousOperation):
            return refusal(NOT_OF_A_BROWSER, 400)
        return self.get_response(request)


def check(request: HttpRequest) -> None:
    """Read the host, the encoding and the form. Raises what Django raises over them."""
    request.get_host()
    # Set from the Content-Type; pages are UTF-8, so browsers send no other one.
    if (request.encoding or "utf-8").lower() != "utf-8":
        raise BadRequest
    if request.method == "POST":
        # Kept: the check of the CSRF token reads it for every POST anyway.
        _ = request.POST


def refusal(text: str, status: int) -> HttpResponse:
    """An answer of one line."""
    headers = {"X-Content-Type-Options": "nosniff"}
    return HttpResponse(text, "text/plain", status, headers=headers)
