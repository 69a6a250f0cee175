"""Let programs in: by a private address, or by the token they send with each request."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables

from accounts.rate_limit import RateLimit, address_of
from leagues.access import Level, level_in
from leagues.tokens import service

View = Callable[..., HttpResponseBase]
WRONG_TOKENS = RateLimit("wrong_token", 30, 60)
BEARER = "bearer "


def by_private_address(view: View) -> View:
    """Decorate a view that gets a League instead of a private token.

    Whether the member is still in the club and may see the league is asked each time.
    """

    @login_not_required
    @never_cache
    @sensitive_variables("token")
    @wraps(view)
    def wrapped(request: HttpRequest, token: str) -> HttpResponseBase:
        found = service.find_address(token, timezone.now())
        user = service.member(found.player) if found else None
        if found is None or user is None or level_in(found.league, user) < Level.VIEWER:
            return _refused(request, HTTPStatus.NOT_FOUND)
        response = view(request, found.league)
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


def with_token(view: View) -> View:
    """Decorate a view that a program may ask for with `Authorization: Bearer` and its token.

    It then sees what the member sees who made the token. A wrong token is refused, even where
    everybody may look: a program is told rather than shown less.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        sent = request.headers.get("Authorization", "")
        if sent[: len(BEARER)].lower() != BEARER:
            return view(request, *args, **kwargs)
        user = service.user_of_token(sent[len(BEARER) :].strip(), timezone.now())
        if user is None:
            return _refused(request, HTTPStatus.UNAUTHORIZED)
        request.user = user
        return view(request, *args, **kwargs)

    return wrapped


def _refused(request: HttpRequest, status: HTTPStatus) -> HttpResponseBase:
    """Refuse a secret that is none, and those who try many."""
    allowed = WRONG_TOKENS.is_allowed(address_of(request))
    answer = HttpResponse(status=status if allowed else HTTPStatus.TOO_MANY_REQUESTS)
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
    return answer
