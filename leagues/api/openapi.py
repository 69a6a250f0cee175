"""The API described for programs (OpenAPI 3.1), and the page that is drawn of the same."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.page_cache import cached_for_strangers
from leagues.api.answers import PROBLEM, PROBLEMS, for_programs
from leagues.api.data import ENDPOINTS
from leagues.api.declared import CONVERTERS, TEXT, WHOLE, Endpoint, Schema, record

PROBLEM_SCHEMA = record({"type": TEXT, "title": TEXT, "status": WHOLE, "code": TEXT})


@for_programs
def openapi(request: HttpRequest) -> JsonResponse:
    """The description, in the language asked for."""
    return JsonResponse(document(request))


@login_not_required
@cached_for_strangers
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """All endpoints with what they are asked with and answer, and all problems."""
    endpoints = [
        {
            "name": each.name,
            "path": f"{reverse('api:page')}{each.path}",
            "about": each.about,
            "query": each.query,
            "fields": list(_fields(each.answer)),
        }
        for each in ENDPOINTS
    ]
    context = {"endpoints": endpoints, "problems": PROBLEMS}
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
            "responses": {each.code: _problem_response(str(each.title)) for each in PROBLEMS},
        },
        "paths": {f"/{each.path}": {"get": _operation(each)} for each in ENDPOINTS},
    }


def _problem_response(title: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": title, "content": {PROBLEM: {"schema": schema}}}


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    about = str(endpoint.about)
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
    refused = {
        str(each.status.value): {"$ref": f"#/components/responses/{each.code}"} for each in PROBLEMS
    }
    return {
        "operationId": endpoint.name,
        "summary": about,
        "parameters": parts + query,
        "responses": {"200": answer, "304": {"description": gettext("Unchanged.")}} | refused,
    }


def _fields(schema: Schema, before: str = "") -> Any:
    """(name, type) of each field of an answer, those within lists and objects below them."""
    for name, each in schema.get("properties", {}).items():
        kind = each["type"]
        yield f"{before}{name}", kind if isinstance(kind, str) else " | ".join(kind)
        mark = "[]." if kind == "array" else "."
        yield from _fields(each.get("items", each), f"{before}{name}{mark}")
