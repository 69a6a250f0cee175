"""How an endpoint is declared; its address, the checks of what is asked, and OpenAPI follow."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.utils.functional import Promise

Schema = dict[str, Any]

WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
TIME: Schema = {"type": "string", "format": "date-time"}
URL: Schema = {"type": "string", "format": "uri"}
ANY_OBJECT: Schema = {"type": "object"}

# Of the parts of an address: the converter of Django, and the schema.
CONVERTERS: Mapping[str, tuple[str, Schema]] = {
    "league": ("slug", {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}),
    "season": ("int", {"type": "integer", "minimum": 0}),
    "session": ("int", {"type": "integer", "minimum": 0}),
    "code": ("slug", {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}),
}


def or_none(schema: Schema) -> Schema:
    """The same, or null."""
    return schema | {"type": [schema["type"], "null"]}


def one_of(*texts: str) -> Schema:
    """One of these texts."""
    return {"type": "string", "enum": list(texts)}


def record(fields: Mapping[str, Schema]) -> Schema:
    """An object that has all of these fields; new ones may be added."""
    return {"type": "object", "properties": dict(fields), "required": list(fields)}


def list_of(schema: Schema) -> Schema:
    """An array."""
    return {"type": "array", "items": schema}


def page_of(schema: Schema) -> Schema:
    """One page of a long list; next: the address of the page after it."""
    return record(
        {
            "items": list_of(schema),
            "page": WHOLE,
            "pages": WHOLE,
            "total": WHOLE,
            "next": or_none(URL),
        }
    )


@dataclass(frozen=True, slots=True)
class Query:
    """A whole number that may be asked for behind `?`; otherwise: what stands for its absence."""

    name: str
    about: Promise
    least: int
    most: int
    otherwise: int | None = None


@dataclass(frozen=True)
class Endpoint:
    """One address of the API, read with GET.

    path: with its variable parts in braces, each of CONVERTERS. answer: the schema of what the view
    gives back. view: takes the request, the parts of the path and the query by their names, and
    raises what views of pages raise.
    """

    name: str
    path: str
    about: Promise
    answer: Schema
    view: Callable[..., Any]
    query: tuple[Query, ...] = ()

    @cached_property
    def parts(self) -> list[str]:
        """The names of the variable parts of its path."""
        return [piece[1:-1] for piece in self.path.split("/") if piece.startswith("{")]

    @cached_property
    def route(self) -> str:
        """Its path as Django writes it."""
        route = self.path
        for name in self.parts:
            route = route.replace(f"{{{name}}}", f"<{CONVERTERS[name][0]}:{name}>")
        return route


def absolute(request: HttpRequest, path: str) -> str:
    """The whole address of a page."""
    return request.build_absolute_uri(path)
