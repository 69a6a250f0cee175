"""Whether a value is what a schema of the API declares; the words of JSON Schema that it uses."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def faults(value: Any, schema: dict[str, Any], where: str = "$") -> list[str]:
    """What differs from the schema; nothing where it is kept."""
    unknown = set(schema) - {"type", "properties", "required", "items", "enum", "format"}
    assert not unknown, f"{where}: this check does not know {unknown}"
    kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    allowed = tuple(each for kind in kinds for each in KINDS[kind])
    if not isinstance(value, allowed) or (isinstance(value, bool) and "boolean" not in kinds):
        return [f"{where}: {value!r} is no {kinds}"]
    if value is None:
        return []
    return [*_of_text(value, schema, where), *_within(value, schema, where)]


def _of_text(value: Any, schema: dict[str, Any], where: str) -> Iterator[str]:
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if schema.get("format") == "date-time" and datetime.fromisoformat(value).tzinfo is None:
        yield f"{where}: {value!r} has no time zone"
    if schema.get("format") == "uri" and not urlsplit(value).netloc:
        yield f"{where}: {value!r} is no whole address"


def _within(value: Any, schema: dict[str, Any], where: str) -> Iterator[str]:
    if isinstance(value, list):
        for index, each in enumerate(value):
            yield from faults(each, schema["items"], f"{where}[{index}]")
    if isinstance(value, dict):
        for name in set(schema.get("required", ())) - set(value):
            yield f"{where}.{name} is missing"
        for name, each in schema.get("properties", {}).items():
            if name in value:
                yield from faults(value[name], each, f"{where}.{name}")
