"""Read a command of the page, from a form or a frame, and execute it at most once."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from games import store
from games.errors import TableError, TableErrorCode
from games.models import Table
from games.rules.actions import Action, action_from_json
from games.rules.errors import ErrorCode, IllegalAction
from games.services import playing
from games.snapshot import CommandId, Snapshot

NUMBER_FIELDS = ("card", "row")
# A button has one value: "shift.45.2" is special, card and row; what a kind does not need is empty.
PLAY_FIELDS = ("special", "card", "row")
LONGEST_NUMBER = 9
LONGEST_TIMESTAMP = 15
# The player no longer wants what a frame says that was on its way for longer.
SLOWEST_SECONDS = 10.0
WITHDRAW = "withdraw"


class Result(StrEnum):
    """The outcome of a command; a refusal is an exception instead."""

    DONE = "done"
    REPEATED = "repeated"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Command:
    """An action, the version of the table that the player saw, and the id that the page gave it.

    sent: when the page sent it, in seconds since 1970 by the server's clock; None if the page does
    not know that time.
    """

    action: Action
    version: int
    id: CommandId | None
    sent: float | None


def execute(
    snapshot: Snapshot, player_id: int | None, fields: Mapping[str, Any], now: datetime
) -> Result:
    """Execute a command of a member; which seat acts follows from the member, never from fields.

    Raises IllegalAction, TableError (SLOW and those of `Snapshot.own_seat` and `playing.act`).
    """
    if snapshot.status == Table.Status.OPEN:
        # Another process may have dealt.
        snapshot = store.fresh(snapshot.table_id)
    seat = snapshot.own_seat(player_id)
    if fields.get("kind") == WITHDRAW:
        command_id = _id(fields)
        if command_id is None:
            raise IllegalAction(ErrorCode.BAD_ACTION, field="id")
        is_withdrawn = playing.withdraw(snapshot.table_id, seat, command_id)
        return Result.WITHDRAWN if is_withdrawn else Result.DONE
    command = read_command(fields, seat)
    if command.sent is not None and now.timestamp() - command.sent > SLOWEST_SECONDS:
        raise TableError(TableErrorCode.SLOW)
    acted = playing.act(snapshot.table_id, command.action, command.version, now, command.id)
    return Result.REPEATED if acted.is_repeated else Result.DONE


def read_command(fields: Mapping[str, Any], seat: int) -> Command:
    """The command that the fields of a form or a frame make for a seat.

    Numbers may be text; an empty field is a missing one. `play` holds special, card and row.
    Raises IllegalAction(BAD_ACTION).
    """
    command_id, sent = _id(fields), fields.get("sent")
    fields = _with_play_fields(fields)
    data: dict[str, object] = {"seat": seat}
    for name in ("kind", "special"):
        if fields.get(name):
            data[name] = fields[name]
    for name in NUMBER_FIELDS:
        if fields.get(name) not in (None, ""):
            data[name] = _number(fields[name], name)
    return Command(
        action=action_from_json(data),
        version=_number(fields.get("version"), "version"),
        id=command_id,
        sent=_number(sent, "sent", LONGEST_TIMESTAMP) / 1000 if sent else None,
    )


def _id(fields: Mapping[str, Any]) -> CommandId | None:
    """The id of a command; None for a plain form, which has none."""
    if not fields.get("id"):
        return None
    command_id = CommandId.parse(str(fields["id"]))
    if command_id is None:
        raise IllegalAction(ErrorCode.BAD_ACTION, field="id")
    return command_id


def _with_play_fields(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields with `play`, if they have it, split into those it holds."""
    if not fields.get("play"):
        return fields
    parts = str(fields["play"]).split(".")
    if len(parts) != len(PLAY_FIELDS):
        raise IllegalAction(ErrorCode.BAD_ACTION, field="play")
    return {"kind": fields.get("kind"), "version": fields.get("version")} | dict(
        zip(PLAY_FIELDS, parts, strict=True)
    )


def _number(value: object, name: str, longest: int = LONGEST_NUMBER) -> int:
    text = str(value)
    if isinstance(value, bool) or not (text.isascii() and text.isdigit()):
        raise IllegalAction(ErrorCode.BAD_ACTION, field=name)
    if len(text) > longest:
        raise IllegalAction(ErrorCode.BAD_ACTION, field=name)
    return int(text)


# --- How many commands one member may send ----------------------------------------------

# Far more than a hand needs, far less than a server feels.
COMMANDS_AT_ONCE = 40
COMMANDS_PER_SECOND = 20
MEMBERS_COUNTED = 10_000


class CommandLimit:
    """A token bucket for each member: COMMANDS_AT_ONCE deep, filled at COMMANDS_PER_SECOND."""

    def __init__(self) -> None:
        self._buckets: dict[int | None, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def count(self, player_id: int | None) -> None:
        """Count a command of a member. Raises TableError(BUSY) if none is left."""
        now = time.monotonic()
        with self._lock:
            left, counted_at = self._buckets.get(player_id) or (COMMANDS_AT_ONCE, now)
            left = min(left + (now - counted_at) * COMMANDS_PER_SECOND, COMMANDS_AT_ONCE)
            is_allowed = left >= 1
            if len(self._buckets) >= MEMBERS_COUNTED:
                self._buckets.clear()
            self._buckets[player_id] = (left - is_allowed, now)
        if not is_allowed:
            raise TableError(TableErrorCode.BUSY)

    def reset(self) -> None:
        """Forget all commands counted so far."""
        with self._lock:
            self._buckets.clear()


LIMIT = CommandLimit()
