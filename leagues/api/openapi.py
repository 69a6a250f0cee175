"""All endpoints of the API, described for programs (OpenAPI 3.1) and on the page of the same."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.page_cache import cached_for_strangers
from leagues.api import data, session_data, session_writes, writes
from leagues.api.answers import PROBLEM, READING, for_programs
from leagues.api.declared import CONVERTERS, TEXT, WHOLE, Endpoint, Schema, list_of, record
from leagues.api.idempotency import LONGEST_KEY
from leagues.api.problems import PROBLEMS, PROBLEMS_OF_WRITING, WRONG_METHOD, Problem, RefusedError

ENDPOINTS: tuple[Endpoint, ...] = (
    *data.ENDPOINTS,
    *session_data.ENDPOINTS,
    *session_writes.WRITING,
    *writes.WRITING,
)


def by_path() -> Mapping[str, Sequence[Endpoint]]:
    """The endpoints of each address, reading first."""
    found: dict[str, list[Endpoint]] = {}
    for each in ENDPOINTS:
        found.setdefault(each.path, []).append(each)
    return found


_OF_ALL = {"type": TEXT, "title": TEXT, "status": WHOLE, "code": TEXT}
_OF_SOME = {
    "detail": TEXT,
    "reason": TEXT,
    "errors": list_of(record({"pointer": TEXT, "detail": TEXT})),
}
PROBLEM_SCHEMA = record(_OF_ALL) | {"properties": _OF_ALL | _OF_SOME}


@for_programs
def openapi(request: HttpRequest) -> JsonResponse:
    """The description, in the language asked for."""
    if request.method not in READING:
        raise RefusedError(WRONG_METHOD, headers={"Allow": "GET, HEAD"})
    return JsonResponse(document(request))


@login_not_required
@cached_for_strangers
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """All endpoints with what they are asked with and answer, and all problems."""
    endpoints = [
        {
            "name": each.name,
            "method": each.method,
            "path": f"{reverse('api:page')}{each.path}",
            "about": each.about,
            "query": each.query,
            "scope": each.scope,
            "needs_match": each.needs_match,
            "sent": list(_fields(each.body or {})),
            "fields": list(_fields(each.answer)),
        }
        for each in ENDPOINTS
    ]
    context = {"endpoints": endpoints, "problems": (*PROBLEMS, *PROBLEMS_OF_WRITING)}
    return render(request, "leagues/api/page.html", context)


def document(request: HttpRequest) -> dict[str, Any]:
    """The API as OpenAPI 3.1 describes it."""
    return {
        "openapi": "3.1.0",
        "info": {"title": gettext("The club, for programs"), "version": "1"},
        "servers": [{"url": request.build_absolute_uri(reverse("api:page")).rstrip("/")}],
        "security": [{}, {"token": []}],
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Problem": PROBLEM_SCHEMA},
        },
        "paths": {
            f"/{path}": {each.method.lower(): _operation(each) for each in found}
            for path, found in by_path().items()
        },
    }


# Of refusals, by their status.
_HEADERS = {
    HTTPStatus.UNAUTHORIZED: "WWW-Authenticate",
    HTTPStatus.METHOD_NOT_ALLOWED: "Allow",
    HTTPStatus.TOO_MANY_REQUESTS: "Retry-After",
    HTTPStatus.SERVICE_UNAVAILABLE: "Retry-After",
}


def _refusals(problems: Iterable[Problem]) -> dict[str, Any]:
    """The responses of these problems; those of one status are told in one."""
    titles: defaultdict[HTTPStatus, list[str]] = defaultdict(list)
    for each in problems:
        titles[each.status].append(f"{each.code}: {each.title}")
    content = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        str(status.value): {"description": " ".join(found), "content": content}
        | ({"headers": {_HEADERS[status]: {"schema": TEXT}}} if status in _HEADERS else {})
        for status, found in titles.items()
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    about = str(endpoint.about)
    is_read = endpoint.method in READING
    parts = [
        {"name": name, "in": "path", "required": True, "schema": CONVERTERS[name][1]}
        for name in endpoint.parts
    ]
    query = [
        {
            "name": each.name,
            "in": "query",
            "description": str(each.about),
            "schema": {"type": "integer", "minimum": each.least, "maximum": each.most}
            | ({} if each.otherwise is None else {"default": each.otherwise}),
        }
        for each in endpoint.query
    ]
    answer = {
        "description": about,
        "headers": {"ETag": {"schema": TEXT}},
        "content": {"application/json": {"schema": endpoint.answer}},
    }
    unchanged = {"304": {"description": gettext("Unchanged.")}} if is_read else {}
    operation = {
        "operationId": endpoint.name,
        "summary": about,
        "parameters": parts + query + _headers(endpoint),
        "responses": {str(endpoint.status): answer}
        | unchanged
        | _refusals(PROBLEMS if is_read else (*PROBLEMS, *PROBLEMS_OF_WRITING)),
    }
    if not is_read:
        operation["security"] = [{"token": [endpoint.scope]}]
    if endpoint.body is not None:
        content = {"application/json": {"schema": endpoint.body}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _headers(endpoint: Endpoint) -> list[dict[str, Any]]:
    """The headers that an endpoint takes which writes."""
    found: list[dict[str, Any]] = []
    if endpoint.needs_match:
        about = gettext("The ETag of what the program has read, or * for whatever is stored.")
        found.append({"name": "If-Match", "required": True, "schema": TEXT, "description": about})
    if endpoint.scope:
        about = gettext("Sent again with the same key within 24 hours, it is done once.")
        key = {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"}
        found.append({"name": "Idempotency-Key", "schema": key, "description": about})
    return [each | {"in": "header"} for each in found]


def _fields(schema: Schema, before: str = "") -> Any:
    """(name, type) of each field of an answer, those within lists and objects below them."""
    for name, each in schema.get("properties", {}).items():
        kind = each["type"]
        yield f"{before}{name}", kind if isinstance(kind, str) else " | ".join(kind)
        mark = "[]." if kind == "array" else "."
        yield from _fields(each.get("items", each), f"{before}{name}{mark}")
