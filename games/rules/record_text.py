"""From the bytes of one line to a JSON value, whatever the bytes are."""

import json
from typing import NoReturn

from games.rules.errors import InvalidRecord
from games.rules.record import RecordCode

LONGEST_LINE = 4_000_000
"""Bytes; the longest game of ten players (100 rounds, drafted) takes less than 250,000."""
LONGEST_NUMBER = 20


def parse_json(line: bytes) -> object:
    """The JSON value of a line; InvalidRecord for anything that is not exactly one.

    Stricter than the json module: no NaN, no repeated key, no number of more than 20 digits.
    """
    if len(line) > LONGEST_LINE:
        raise InvalidRecord(RecordCode.TOO_LONG, most=LONGEST_LINE)
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise InvalidRecord(RecordCode.NOT_UTF8, position=error.start) from None
    try:
        value: object = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_number,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        raise InvalidRecord(RecordCode.NOT_JSON, position=error.pos, reason=error.msg) from None
    except RecursionError:
        raise InvalidRecord(RecordCode.TOO_DEEP) from None
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object; a repeated key would hide a claim from the reader."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidRecord(RecordCode.DUPLICATE_KEY, key=key)
        found[key] = value
    return found


def _number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise InvalidRecord(RecordCode.HUGE_NUMBER, most=LONGEST_NUMBER)
    return int(digits)


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidRecord(RecordCode.NOT_JSON, reason=f"{name} is no JSON")
