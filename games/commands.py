"""A command of the page, from a form or a frame, as an action of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.actions import Action, action_from_json
from games.rules.errors import ErrorCode, IllegalAction

NUMBER_FIELDS = ("card", "row")
# One button says it all: "shift.45.2" is special, card and row; what a kind does not need is empty.
PLAY_FIELDS = ("special", "card", "row")
LONGEST_NUMBER = 9


@dataclass(frozen=True, slots=True)
class Command:
    """An action, and the version of the table its maker saw."""

    action: Action
    version: int


def read_command(fields: Mapping[str, Any], seat: int) -> Command:
    """The command of a seat; numbers may come as text, empty fields count as left out.

    `play` stands for special, card and row. Raises IllegalAction(BAD_ACTION).
    """
    fields = _unfolded(fields)
    data: dict[str, object] = {"seat": seat}
    for name in ("kind", "special"):
        if fields.get(name):
            data[name] = fields[name]
    for name in NUMBER_FIELDS:
        if fields.get(name) not in (None, ""):
            data[name] = _number(fields[name], name)
    return Command(action_from_json(data), _number(fields.get("version"), "version"))


def _unfolded(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    if not fields.get("play"):
        return fields
    parts = str(fields["play"]).split(".")
    if len(parts) != len(PLAY_FIELDS):
        raise IllegalAction(ErrorCode.BAD_ACTION, field="play")
    return {"kind": fields.get("kind"), "version": fields.get("version")} | dict(
        zip(PLAY_FIELDS, parts, strict=True)
    )


def _number(value: object, name: str) -> int:
    text = str(value)
    if isinstance(value, bool) or not (text.isascii() and text.isdigit()):
        raise IllegalAction(ErrorCode.BAD_ACTION, field=name)
    if len(text) > LONGEST_NUMBER:
        raise IllegalAction(ErrorCode.BAD_ACTION, field=name)
    return int(text)
