"""How the API is asked and refuses: tokens, limits, problems (RFC 9457) in the asker's language."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt

from accounts.made_once import RETRY_AFTER_SECONDS as WHEN_BUSY
from accounts.made_once import BusyError, TooManyMadeError
from accounts.rate_limit import RETRY_AFTER_SECONDS, RateLimit, visitor_of
from accounts.security.factors import SecondFactorFirst
from games.whole_numbers import whole_number
from leagues.api.declared import Endpoint
from leagues.pages.access import SignInFirst
from leagues.pages.shared import View
from leagues.tokens.views import TooManyTokensTriedError, WrongTokenError, user_by_token

BY_VISITOR = RateLimit("api", 240, 60)
PROBLEM = "application/problem+json"


class Problem(NamedTuple):
    """A kind of refusal; its code is stable."""

    code: str
    status: HTTPStatus
    title: Promise


NOT_FOUND = Problem("not_found", HTTPStatus.NOT_FOUND, _("Not found, or not for you."))
BAD_QUERY = Problem(
    "bad_query", HTTPStatus.BAD_REQUEST, _("A number behind “?” is none, or out of bounds.")
)
WRONG_TOKEN = Problem(
    "wrong_token", HTTPStatus.UNAUTHORIZED, _("This token is wrong, revoked or out of date.")
)
FORBIDDEN = Problem("forbidden", HTTPStatus.FORBIDDEN, _("You may not do this."))
WRONG_METHOD = Problem(
    "wrong_method", HTTPStatus.METHOD_NOT_ALLOWED, _("This address can only be read, with GET.")
)
TOO_MANY = Problem("too_many", HTTPStatus.TOO_MANY_REQUESTS, _("Too many requests: wait a minute."))
BUSY = Problem(
    "busy", HTTPStatus.SERVICE_UNAVAILABLE, _("The site is busy: try again in a moment.")
)
PROBLEMS = (BAD_QUERY, WRONG_TOKEN, FORBIDDEN, NOT_FOUND, WRONG_METHOD, TOO_MANY, BUSY)


class BadQueryError(Exception):
    """A number of the query is none or out of bounds; its name is the argument."""


def problem(found: Problem, detail: str = "") -> HttpResponse:
    """The answer of a refusal; its type is the address of the page's sentence about it."""
    body: dict[str, Any] = {
        "type": f"{reverse('api:page')}#{found.code}",
        "title": str(found.title),
        "status": found.status.value,
        "code": found.code,
    }
    if detail:
        body["detail"] = detail
    return JsonResponse(body, status=found.status, content_type=PROBLEM)


def for_programs(view: View) -> View:
    """Decorate a view of the API: it is asked with a token or as a stranger, never with a cookie.

    So a page of another site can do nothing in the name of who is signed in, and needs no token of
    a form. Whoever asks too often is refused, and all refusals are problems.
    """

    @csrf_exempt
    @login_not_required
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        request.user = AnonymousUser()
        response = _answer(request, lambda: view(request, *args, **kwargs))
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ("Authorization",))
        return response

    return wrapped


def _answer(request: HttpRequest, view: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    try:
        user = user_by_token(request)
        if user is not None:
            request.user = user
        if not BY_VISITOR.is_allowed(visitor_of(request)):
            return _wait(TOO_MANY, RETRY_AFTER_SECONDS)
        if request.method not in {"GET", "HEAD"}:
            response = problem(WRONG_METHOD)
            response["Allow"] = "GET, HEAD"
            return response
        return view()
    except WrongTokenError:
        response = problem(WRONG_TOKEN)
        response["WWW-Authenticate"] = "Bearer"
        return response
    except BadQueryError as error:
        return problem(BAD_QUERY, str(error))
    # A stranger learns nothing about what there is for members.
    except (Http404, SignInFirst, ObjectDoesNotExist):
        return problem(NOT_FOUND)
    except (PermissionDenied, SecondFactorFirst):
        return problem(FORBIDDEN)
    except (TooManyMadeError, TooManyTokensTriedError):
        return _wait(TOO_MANY, RETRY_AFTER_SECONDS)
    except BusyError:
        return _wait(BUSY, WHEN_BUSY)


def _wait(found: Problem, seconds: int) -> HttpResponse:
    response = problem(found)
    response["Retry-After"] = str(seconds)
    return response


def view_of(endpoint: Endpoint) -> View:
    """The view of an endpoint: reads the query, answers in JSON."""

    @for_programs
    def answered(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        found = endpoint.view(request, **parts, **_query_of(request, endpoint))
        return found if isinstance(found, HttpResponseBase) else JsonResponse(found)

    return answered


def _query_of(request: HttpRequest, endpoint: Endpoint) -> dict[str, int | None]:
    asked = {}
    for query in endpoint.query:
        text = request.GET.get(query.name)
        number = query.otherwise if text is None else whole_number(text, -1)
        if text is not None and not (number is not None and query.least <= number <= query.most):
            raise BadQueryError(query.name)
        asked[query.name] = number
    return asked


@for_programs
def nothing_here(_request: HttpRequest, rest: str) -> HttpResponseBase:
    """Every other address of the API."""
    raise Http404(rest)
