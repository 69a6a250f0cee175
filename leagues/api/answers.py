"""How the API is asked and refuses: tokens, limits, problems (RFC 9457) in the asker's language."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.functional import Promise
from django.utils.http import parse_etags
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt

from accounts.made_once import RETRY_AFTER_SECONDS as WHEN_BUSY
from accounts.made_once import BusyError, TooManyMadeError
from accounts.rate_limit import RETRY_AFTER_SECONDS, RateLimit, visitor_of
from accounts.security.factors import SecondFactorFirst
from games.whole_numbers import whole_number
from leagues.api import bodies, idempotency
from leagues.api.declared import Endpoint
from leagues.api.idempotency import NO_HEADERS
from leagues.models import ApiToken
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.access import SignInFirst
from leagues.pages.shared import View, refusal_text, status_of
from leagues.tokens.views import TooManyTokensTriedError, WrongTokenError, token_of, user_of

BY_VISITOR = RateLimit("api", 240, 60)
# What is written holds the lock of a season each time.
WRITES = RateLimit("api_write", 60, 60)
PROBLEM = "application/problem+json"
READING = frozenset({"GET", "HEAD"})
# A key is kept for a day, so there is no use in asking again soon.
RETRY_KEYS_SECONDS = 3600


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
    "wrong_method",
    HTTPStatus.METHOD_NOT_ALLOWED,
    _("This address does not know this method: see the header Allow."),
)
TOO_MANY = Problem("too_many", HTTPStatus.TOO_MANY_REQUESTS, _("Too many requests: wait a minute."))
BUSY = Problem(
    "busy", HTTPStatus.SERVICE_UNAVAILABLE, _("The site is busy: try again in a moment.")
)
PROBLEMS = (BAD_QUERY, WRONG_TOKEN, FORBIDDEN, NOT_FOUND, WRONG_METHOD, TOO_MANY, BUSY)

NO_TOKEN = Problem("no_token", HTTPStatus.UNAUTHORIZED, _("Writing needs a token."))
WRONG_SCOPE = Problem(
    "wrong_scope", HTTPStatus.FORBIDDEN, _("This token may not write this: make another one.")
)
NOT_JSON = Problem("not_json", HTTPStatus.BAD_REQUEST, _("What was sent is no JSON."))
BAD_KEY = Problem(
    "bad_key",
    HTTPStatus.BAD_REQUEST,
    _("An Idempotency-Key has 1 to 255 visible characters of ASCII."),
)
CONFLICT = Problem("conflict", HTTPStatus.CONFLICT, _("What is stored does not allow it."))
KEY_AT_WORK = Problem(
    "key_at_work", HTTPStatus.CONFLICT, _("A request with this key is just being done.")
)
CHANGED = Problem(
    "changed",
    HTTPStatus.PRECONDITION_FAILED,
    _("Somebody has changed this since you read it: read it again."),
)
TOO_LARGE = Problem(
    "too_large", HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _("More was sent than is read here.")
)
NOT_CALLED_JSON = Problem(
    "not_called_json",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    _("Send JSON, with the header Content-Type: application/json."),
)
INVALID = Problem("invalid", HTTPStatus.UNPROCESSABLE_ENTITY, _("What was sent cannot be right."))
KEY_OF_ANOTHER = Problem(
    "key_of_another",
    HTTPStatus.UNPROCESSABLE_ENTITY,
    _("Another request was done with this key."),
)
NO_MATCH_SENT = Problem(
    "no_match_sent",
    HTTPStatus.PRECONDITION_REQUIRED,
    _("Send the ETag of what you have read in the header If-Match."),
)
PROBLEMS_OF_WRITING = (
    NO_TOKEN,
    WRONG_SCOPE,
    NOT_JSON,
    BAD_KEY,
    CONFLICT,
    KEY_AT_WORK,
    CHANGED,
    TOO_LARGE,
    NOT_CALLED_JSON,
    INVALID,
    KEY_OF_ANOTHER,
    NO_MATCH_SENT,
)


class RefusedError(Exception):
    """A problem, with what else is told of it."""

    def __init__(
        self, found: Problem, detail: str = "", headers: Mapping[str, str] = NO_HEADERS
    ) -> None:
        super().__init__(found.code)
        self.found, self.detail, self.headers = found, detail, headers


def problem(found: Problem, detail: str = "", **more: Any) -> HttpResponse:
    """The answer of a refusal; its type is the address of the page's sentence about it."""
    body: dict[str, Any] = {
        "type": f"{reverse('api:page')}#{found.code}",
        "title": str(found.title),
        "status": found.status.value,
        "code": found.code,
    }
    if detail:
        body["detail"] = detail
    return JsonResponse(body | more, status=found.status, content_type=PROBLEM)


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
_EXPECTED: dict[type[Exception], tuple[Problem, dict[str, str]]] = {
    WrongTokenError: (WRONG_TOKEN, {"WWW-Authenticate": "Bearer"}),
    # A stranger learns nothing about what there is for members.
    **dict.fromkeys((Http404, SignInFirst, ObjectDoesNotExist), (NOT_FOUND, {})),
    **dict.fromkeys((PermissionDenied, SecondFactorFirst), (FORBIDDEN, {})),
    **dict.fromkeys((TooManyMadeError, TooManyTokensTriedError), (TOO_MANY, WAIT)),
    BusyError: (BUSY, {"Retry-After": str(WHEN_BUSY)}),
    bodies.NotJsonError: (NOT_JSON, {}),
    bodies.TooLargeError: (TOO_LARGE, {}),
    bodies.WrongTypeError: (NOT_CALLED_JSON, {}),
    idempotency.BadKeyError: (BAD_KEY, {}),
    idempotency.KeyAtWorkError: (KEY_AT_WORK, {}),
    idempotency.KeyOfAnotherError: (KEY_OF_ANOTHER, {}),
    idempotency.TooManyKeysError: (TOO_MANY, {"Retry-After": str(RETRY_KEYS_SECONDS)}),
}


def _answer(request: HttpRequest, view: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    try:
        token = token_of(request)
        vars(request)["api_token"] = token
        if token is not None:
            request.user = user_of(token)
        if not BY_VISITOR.is_allowed(visitor_of(request)):
            return _told(RefusedError(TOO_MANY, headers=WAIT))
        return view()
    except RefusedError as refused:
        return _told(refused)
    except tuple(_EXPECTED) as error:
        kind = next(each for each in _EXPECTED if isinstance(error, each))
        found, headers = _EXPECTED[kind]
        return _told(RefusedError(found, headers=headers))


def _told(refused: RefusedError) -> HttpResponse:
    response = problem(refused.found, refused.detail)
    for name, value in refused.headers.items():
        response[name] = value
    return response


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
        return _refused(error, endpoint)
    except bodies.InvalidError as error:
        return problem(INVALID, errors=[each._asdict() for each in error.faults])
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


def _refused(error: LeagueError, endpoint: Endpoint) -> HttpResponse:
    """A refusal of a service, with its sentence and its own code as the reason."""
    if error.code is LeagueErrorCode.LATE and endpoint.needs_match:
        return problem(CHANGED)
    if error.code is LeagueErrorCode.NAME_TAKEN:
        # Those of a list were looked at one by one before: there somebody was faster.
        place = "#/guest" if "guest" in (endpoint.body or {})["properties"] else "#"
        return problem(INVALID, errors=[bodies.Fault(place, refusal_text(error))._asdict()])
    found = INVALID if status_of(error) == INVALID.status else CONFLICT
    return problem(found, refusal_text(error), reason=error.code.value)


@for_programs
def nothing_here(_request: HttpRequest, rest: str) -> HttpResponseBase:
    """Every other address of the API."""
    raise Http404(rest)
