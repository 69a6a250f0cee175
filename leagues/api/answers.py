"""How the API is asked and answers: tokens, limits, methods, versions of what is written."""

from collections.abc import Callable, Sequence
from functools import partial, wraps
from hashlib import sha256
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags
from django.views.decorators.csrf import csrf_exempt

from accounts.made_once import RETRY_AFTER_SECONDS as WHEN_BUSY
from accounts.made_once import BusyError, TooManyMadeError
from accounts.rate_limit import RETRY_AFTER_SECONDS, RateLimit, visitor_of
from accounts.security.factors import SecondFactorFirst
from games.whole_numbers import whole_number
from leagues.api import bodies, idempotency
from leagues.api.declared import Endpoint
from leagues.api.problems import (
    BAD_QUERY,
    BUSY,
    CHANGED,
    CONFLICT,
    FORBIDDEN,
    INVALID,
    NO_MATCH_SENT,
    NO_TOKEN,
    NOT_FOUND,
    TOO_MANY,
    WRONG_METHOD,
    WRONG_SCOPE,
    WRONG_TOKEN,
    RefusedError,
)
from leagues.exports.token_views import (
    TooManyTokensTriedError,
    WrongTokenError,
    sign_in_by_token,
)
from leagues.models import ApiToken
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.access import SignInFirst
from leagues.pages.shared import View, refusal_text, status_of

BY_VISITOR = RateLimit("api", 240, 60)
# What is written holds the lock of a season each time.
WRITES = RateLimit("api_write", 60, 60)
PROBLEM = "application/problem+json"
READING = frozenset({"GET", "HEAD"})


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


WAIT = {"Retry-After": str(RETRY_AFTER_SECONDS)}
_EXPECTED: dict[type[Exception], RefusedError] = {
    WrongTokenError: RefusedError(WRONG_TOKEN, headers={"WWW-Authenticate": "Bearer"}),
    # A stranger learns nothing about what there is for members.
    **dict.fromkeys((Http404, SignInFirst, ObjectDoesNotExist), RefusedError(NOT_FOUND)),
    **dict.fromkeys((PermissionDenied, SecondFactorFirst), RefusedError(FORBIDDEN)),
    **dict.fromkeys(
        (TooManyMadeError, TooManyTokensTriedError), RefusedError(TOO_MANY, headers=WAIT)
    ),
    BusyError: RefusedError(BUSY, headers={"Retry-After": str(WHEN_BUSY)}),
}


def _answer(request: HttpRequest, view: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    try:
        vars(request)["api_token"] = sign_in_by_token(request)
        if not BY_VISITOR.is_allowed(visitor_of(request)):
            return _told(RefusedError(TOO_MANY, headers=WAIT))
        return view()
    except RefusedError as refused:
        return _told(refused)
    except tuple(_EXPECTED) as error:
        return _told(next(_EXPECTED[kind] for kind in _EXPECTED if isinstance(error, kind)))


def _told(refused: RefusedError) -> HttpResponse:
    """The answer of a refusal; its type is the address of the page's sentence about it."""
    found = refused.found
    body = {
        "type": f"{reverse('api:page')}#{found.code}",
        "title": str(found.title),
        "status": found.status.value,
        "code": found.code,
        **refused.more,
    }
    headers = dict(refused.headers)
    return JsonResponse(body, status=found.status, content_type=PROBLEM, headers=headers)


def view_of(endpoints: Sequence[Endpoint]) -> View:
    """The view of an address with these methods: reads what is asked, answers in JSON."""
    methods = {each.method: each for each in endpoints}
    allowed = ", ".join([*methods, *(["HEAD"] if "GET" in methods else [])])

    @for_programs
    def answered(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        method = "GET" if request.method == "HEAD" else request.method
        endpoint = methods.get(str(method))
        if endpoint is None:
            raise RefusedError(WRONG_METHOD, headers={"Allow": allowed})
        if endpoint.scope:
            return _written(request, endpoint, parts)
        found = endpoint.view(request, **parts, **_query_of(request, endpoint))
        return found if isinstance(found, HttpResponseBase) else JsonResponse(found)

    return answered


def _query_of(request: HttpRequest, endpoint: Endpoint) -> dict[str, int | None]:
    asked = {}
    for query in endpoint.query:
        text = request.GET.get(query.name)
        number = query.otherwise if text is None else whole_number(text, -1)
        if text is not None and not (number is not None and query.least <= number <= query.most):
            raise RefusedError(BAD_QUERY, query.name)
        asked[query.name] = number
    return asked


# --- Writing -------------------------------------------------------------------------------


def _written(request: HttpRequest, endpoint: Endpoint, parts: dict[str, Any]) -> HttpResponse:
    """Do what a program asks for, once for each Idempotency-Key."""
    token: ApiToken | None = vars(request)["api_token"]
    if token is None:
        raise RefusedError(NO_TOKEN, headers={"WWW-Authenticate": "Bearer"})
    if endpoint.scope not in token.scope_list:
        needed = f'Bearer error="insufficient_scope", scope="{endpoint.scope}"'
        raise RefusedError(WRONG_SCOPE, endpoint.scope, {"WWW-Authenticate": needed})
    if not WRITES.is_allowed(visitor_of(request)):
        raise RefusedError(TOO_MANY, headers=WAIT)
    try:
        sent = bodies.read(request)
        key = request.headers.get("Idempotency-Key")
        work = partial(_done, request, endpoint, parts, sent)
        if key is None:
            written = work()
        else:
            asked = b" ".join([str(request.method).encode(), request.path.encode(), sent])
            written = idempotency.once(token, key, asked, timezone.now(), work)
    except LeagueError as error:
        raise _refusal(error, endpoint) from error
    return JsonResponse(written.data, status=written.status, headers=dict(written.headers))


def _done(
    request: HttpRequest, endpoint: Endpoint, parts: dict[str, Any], sent: bytes
) -> idempotency.Written:
    asked = dict(parts)
    if endpoint.body is not None:
        asked["body"] = bodies.parse(sent, endpoint.body)
    if endpoint.needs_match:
        asked["seen"] = _seen(request)
    written: idempotency.Written = endpoint.view(request, **asked)
    return written


def _seen(request: HttpRequest) -> str | None:
    """The version that an ETag of `etag_with` names; None for `*`, whatever is stored."""
    tags = parse_etags(request.headers.get("If-Match", ""))
    if not tags:
        raise RefusedError(NO_MATCH_SENT)
    # Compression on the way makes an ETag a weak one; the version within it stays exact.
    version = tags[0].removeprefix("W/").strip('"').partition("-")[0]
    return None if tags[0] == "*" else version


def etag_with(version: object, *shown: object) -> str:
    """An ETag that begins with the version that a program sends back before it writes.

    shown: what else tells two answers apart.
    """
    return f'"{version}-{sha256(repr(shown).encode()).hexdigest()[:16]}"'


def _refusal(error: LeagueError, endpoint: Endpoint) -> RefusedError:
    """The refusal of a service, with its sentence and its own code as the reason."""
    if error.code is LeagueErrorCode.LATE and endpoint.needs_match:
        return RefusedError(CHANGED)
    if error.code is LeagueErrorCode.NAME_TAKEN:
        # Those of a list were looked at one by one before: there somebody was faster.
        place = "#/guest" if "guest" in (endpoint.body or {})["properties"] else "#"
        return bodies.InvalidError([bodies.Fault(place, refusal_text(error))])
    found = INVALID if status_of(error) == INVALID.status else CONFLICT
    return RefusedError(found, refusal_text(error), reason=error.code.value)


@for_programs
def nothing_here(_request: HttpRequest, rest: str) -> HttpResponseBase:
    """Every other address of the API."""
    raise Http404(rest)
