"""How long a browser may keep a page that strangers see too, and what tells two editions apart."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import (
    add_never_cache_headers,
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)

View = Callable[..., HttpResponseBase]
KEPT = {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}


def cached_for_strangers(view: View) -> View:
    """Strangers' browsers keep the page but ask each time whether it has changed; members' do not.

    All strangers get the same bytes, so ConditionalGetMiddleware answers with 304 until something
    has changed. A page with a CSRF token or a message is somebody's own and is never kept.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        let_strangers_keep(request, response)
        return response

    return wrapped


def let_strangers_keep(request: HttpRequest, response: HttpResponseBase) -> None:
    """Say in a response how long it may be kept, as `cached_for_strangers`."""
    if response.status_code in KEPT and _is_same_for_all_strangers(request):
        patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ("Cookie",))
    else:
        add_never_cache_headers(response)


def etag_of(*parts: object) -> str:
    """The weak ETag of an answer that follows from these values; each has a repr of its own."""
    return f'W/"{sha256(repr(parts).encode()).hexdigest()[:32]}"'


def unless_kept(
    request: HttpRequest, etag: str, make: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """An answer with this ETag; a browser that keeps it already gets 304, and nothing is made."""
    response: HttpResponseBase = get_conditional_response(request, etag=etag) or make()
    response.headers["ETag"] = etag
    return response


def _is_same_for_all_strangers(request: HttpRequest) -> bool:
    has_csrf_token = "CSRF_COOKIE_NEEDS_UPDATE" in request.META
    has_messages = getattr(get_messages(request), "used", False)
    return not (request.user.is_authenticated or has_csrf_token or has_messages)
