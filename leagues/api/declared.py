"""How an endpoint is declared; its address, the checks of what is asked, and OpenAPI follow."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

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
    "game": ("int", {"type": "integer", "minimum": 0}),
    "person": ("int", {"type": "integer", "minimum": 0}),
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


# --- What is sent --------------------------------------------------------------------------

MOST_ID = 2**31 - 1


def whole(least: int, most: int) -> Schema:
    """A whole number within bounds."""
    return {"type": "integer", "minimum": least, "maximum": most}


def text_of(most: int, least: int = 0) -> Schema:
    """A text of so many characters."""
    return {"type": "string", "minLength": least, "maxLength": most}


def some_of(schema: Schema, most: int, least: int = 0) -> Schema:
    """An array of so many."""
    return {"type": "array", "items": schema, "minItems": least, "maxItems": most}


def sent(
    fields: Mapping[str, Schema], required: Sequence[str] = (), exactly_one: Sequence[str] = ()
) -> Schema:
    """An object with these fields and no others."""
    schema: Schema = {
        "type": "object",
        "properties": dict(fields),
        "required": list(required),
        "additionalProperties": False,
    }
    if exactly_one:
        schema["oneOf"] = [{"required": [name]} for name in exactly_one]
    return schema


class Query(NamedTuple):
    """A whole number that may be asked for behind `?`; otherwise: what stands for its absence."""

    name: str
    about: Promise
    least: int
    most: int
    otherwise: int | None = None


@dataclass(frozen=True)
class Endpoint:
    """What one method does at one address of the API.

    path: with its variable parts in braces, each of CONVERTERS. answer: the schema of what the view
    gives back. view: takes the request, the parts of the path and the query by their names, and
    raises what views of pages raise; one that writes gives back what `idempotency.Written` is.
    scope: what a token needs for it, empty for reading. body: the schema of what is sent, as the
    argument `body`. needs_match: the version of what the program has seen is sent in If-Match, as
    the argument `seen`. status: of an answer.
    """

    name: str
    path: str
    about: Promise
    answer: Schema
    view: Callable[..., Any]
    query: tuple[Query, ...] = ()
    method: str = "GET"
    scope: str = ""
    body: Schema | None = None
    needs_match: bool = False
    status: int = 200

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
