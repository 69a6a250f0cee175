"""Strict reading of JSON values; each refusal is an InvalidRecord that says where."""

import re
from collections.abc import Callable, Set
from typing import TypeVar

from games.rules.errors import InvalidRecord
from games.rules.record import RecordCode

Value = TypeVar("Value")

_HASH = re.compile(r"[0-9a-fA-F]{64}")


def read_object(
    value: object, where: str, required: Set[str], optional: Set[str] = frozenset()
) -> dict[str, object]:
    """A JSON object with all of the required keys and no unknown one."""
    if not isinstance(value, dict):
        raise InvalidRecord(RecordCode.WRONG_TYPE, where=where, expected="an object")
    for key in value:
        if key not in required and key not in optional:
            raise InvalidRecord(RecordCode.UNKNOWN_KEY, where=where, key=key)
    for key in sorted(required):
        if key not in value:
            raise InvalidRecord(RecordCode.MISSING_KEY, where=where, key=key)
    return value


def read_array(value: object, where: str, size: int | None = None) -> list[object]:
    """A JSON array; of exactly `size` items unless that is None."""
    if not isinstance(value, list):
        raise InvalidRecord(RecordCode.WRONG_TYPE, where=where, expected="an array")
    if size is not None and len(value) != size:
        raise InvalidRecord(RecordCode.WRONG_SIZE, where=where, expected=size, claimed=len(value))
    return value


def read_list(
    value: object,
    where: str,
    read: Callable[[object, str], Value],
    size: int | None = None,
) -> tuple[Value, ...]:
    """A JSON array, each item read in turn with `read(item, where)`."""
    items = read_array(value, where, size)
    return tuple([read(item, f"{where}[{index}]") for index, item in enumerate(items)])


def read_number(value: object, where: str, least: int, most: int) -> int:
    """A whole number least..most; true is none, 1.0 is none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidRecord(RecordCode.WRONG_TYPE, where=where, expected="a whole number")
    if not least <= value <= most:
        raise InvalidRecord(RecordCode.OUT_OF_RANGE, where=where, least=least, most=most)
    return value


def read_text(value: object, where: str) -> str:
    """A text that UTF-8 can write (JSON can spell half a surrogate pair)."""
    if not isinstance(value, str):
        raise InvalidRecord(RecordCode.WRONG_TYPE, where=where, expected="a text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InvalidRecord(RecordCode.BAD_TEXT, where=where) from None
    return value


def read_hash(value: object, where: str) -> str:
    """32 bytes in hex, as lower case."""
    text = read_text(value, where)
    if not _HASH.fullmatch(text):
        raise InvalidRecord(RecordCode.BAD_HEX, where=where)
    return text.lower()
