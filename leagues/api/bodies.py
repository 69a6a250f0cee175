"""What a program sends: read within bounds, and held to the schema that is declared for it."""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext

from leagues.api.declared import Schema
from leagues.api.problems import INVALID, NOT_CALLED_JSON, NOT_JSON, TOO_LARGE, RefusedError

# A sheet of ten players and 200 rounds has 8 kB.
MOST_BYTES = 32_768

# A null, and half of a pair of surrogates that stands alone.
_NO_TEXT = re.compile("[\0\ud800-\udfff]")
KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


class Fault(NamedTuple):
    """What is wrong, in the reader's language; pointer: where, as JSON Pointer in a fragment."""

    pointer: str
    detail: str


class InvalidError(RefusedError):
    """It cannot be right; faults say where and why."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = list(faults)
        super().__init__(INVALID, errors=[each._asdict() for each in self.faults])


def read(request: HttpRequest) -> bytes:
    """What was sent with a request. Raises RefusedError(TOO_LARGE, NOT_CALLED_JSON)."""
    if request.headers.get("Content-Type") and request.content_type != "application/json":
        raise RefusedError(NOT_CALLED_JSON)
    sent: bytes = request.read(MOST_BYTES + 1)
    if len(sent) > MOST_BYTES:
        raise RefusedError(TOO_LARGE)
    return sent


def parse(sent: bytes, schema: Schema) -> Any:
    """What these bytes say. Raises RefusedError(NOT_JSON), InvalidError."""
    try:
        value = json.loads(sent)
    # Too deep, not UTF-8, a number of thousands of digits: ValueError is what most of these are.
    except (ValueError, RecursionError) as error:
        raise RefusedError(NOT_JSON) from error
    if faults := list(check(value, schema)):
        raise InvalidError(faults)
    return value


def check(value: Any, schema: Schema, pointer: str = "#") -> Iterator[Fault]:
    """What differs from a schema of `declared`."""
    kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    allowed = tuple(each for kind in kinds for each in KINDS[kind])
    if not isinstance(value, allowed) or (isinstance(value, bool) and "boolean" not in kinds):
        words = {"kinds": ", ".join(kinds)}
        yield Fault(pointer, gettext("It must be one of these: %(kinds)s.") % words)
    elif isinstance(value, dict):
        yield from _of_object(value, schema, pointer)
    elif isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema["maxItems"]:
            yield Fault(pointer, gettext("It has too few or too many entries."))
            return
        for index, each in enumerate(value):
            yield from check(each, schema["items"], f"{pointer}/{index}")
    elif isinstance(value, str):
        yield from _of_text(value, schema, pointer)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from _of_number(value, schema, pointer)


def _of_object(value: dict[str, Any], schema: Schema, pointer: str) -> Iterator[Fault]:
    fields = schema["properties"]
    if value.keys() - fields.keys():
        # Not its name: nobody knows what it is.
        yield Fault(pointer, gettext("There is a field that is not known here."))
    for name in schema.get("required", ()):
        if name not in value:
            yield Fault(f"{pointer}/{name}", gettext("This is missing."))
    names = [each["required"][0] for each in schema.get("oneOf", ())]
    if names and len(value.keys() & set(names)) != 1:
        words = {"names": ", ".join(names)}
        yield Fault(pointer, gettext("Give exactly one of these: %(names)s.") % words)
    for name, each in fields.items():
        if name in value:
            yield from check(value[name], each, f"{pointer}/{name}")


def _of_text(value: str, schema: Schema, pointer: str) -> Iterator[Fault]:
    if _NO_TEXT.search(value):
        yield Fault(pointer, gettext("It contains characters that no text may contain."))
    elif schema.get("format") == "date-time":
        if not _is_time(value):
            yield Fault(pointer, gettext("It must be a time with its zone (ISO 8601)."))
    elif not schema.get("minLength", 0) <= len(value) <= schema["maxLength"]:
        yield Fault(pointer, gettext("This text is too short or too long."))


def _of_number(value: int, schema: Schema, pointer: str) -> Iterator[Fault]:
    if not schema["minimum"] <= value <= schema["maximum"]:
        yield Fault(pointer, gettext("This number is out of bounds."))


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).utcoffset() is not None
    except ValueError:
        return False


def require_valid(form: BaseForm, fields: dict[str, str] | None = None, pointer: str = "#") -> None:
    """Raise InvalidError for a form with faults. fields: names in what was sent that differ.

    pointer: where in what was sent its fields stand.
    """
    if form.is_valid():
        return
    names = fields or {}
    raise InvalidError(
        Fault(pointer if name == "__all__" else f"{pointer}/{names.get(name, name)}", sentence)
        for name, errors in form.errors.items()
        for sentence in map(str, errors)
    )
