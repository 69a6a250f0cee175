"""Read a command of the page, from a form or a frame, and execute it at most once."""

import asyncio
import json
import logging
import math
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from time import perf_counter
from typing import Any
from weakref import WeakValueDictionary

from django.core.exceptions import SynchronousOnlyOperation

from games.live import executor
from games.models import Table
from games.play import playing
from games.rules.actions import Action, action_from_json
from games.rules.errors import ErrorCode, IllegalAction
from games.table import store
from games.table.errors import TableError, TableErrorCode
from games.table.snapshot import CommandId, Snapshot
from monitoring.metrics import ARRIVED, COMMANDS

logger = logging.getLogger(__name__)

NUMBER_FIELDS = ("card", "row")
# A button has one value: "shift.45.2" is special, card and row; what a kind does not need is empty.
PLAY_FIELDS = ("special", "card", "row")
# Against the ox it may have an order too: "sort...44-15-14".
ORDER = "order"
LONGEST_NUMBER = 9
LONGEST_TIMESTAMP = 15
# The player no longer wants what a frame says that was on its way for longer.
SLOWEST_SECONDS = 10.0
# No connection lasts so long without an answer: the clock of the server was set meanwhile.
SET_CLOCK_SECONDS = 300.0
WITHDRAW = "withdraw"

# Prometheus looks for the counter of an outcome each time, under a lock.
_counted = cache(COMMANDS.labels)


# While the write of a command is on its way to PostgreSQL, the next one of its table would find the
# version taken. Only the event loop waits here.
_turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


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


def read_frame(text: str) -> tuple[dict[str, Any], str]:
    """The fields of a command and its id. Raises ValueError or RecursionError for no JSON."""
    fields = json.loads(text)
    if not isinstance(fields, dict):
        fields = {}
    given = str(fields.get("id", ""))
    # JSON may hold half of a surrogate pair, which cannot be sent back.
    return fields, given if given.isascii() else ""


def command_id_of(text: str) -> str:
    """The id in a frame; empty if there is none."""
    try:
        return read_frame(text)[1]
    except (ValueError, RecursionError):
        return ""


async def execute(
    snapshot: Snapshot,
    player_id: int | None,
    fields: Mapping[str, Any],
    now: datetime,
    writer: store.LoopWriter | None,
    arrived: float | None = None,
) -> Result:
    """Execute a command of a member; which seat acts follows from the member, never from fields.

    writer: see `playing.act`. arrived: when it came, by time.perf_counter(); None for just now.
    Raises IllegalAction, TableError (SLOW and those of `Snapshot.own_seat` and `playing.act`).
    """
    outcome = "failed"
    arrived = arrived or perf_counter()
    token = ARRIVED.set(arrived)
    try:
        result = await _execute(snapshot, player_id, fields, now, writer)
        outcome = result.value
    except SynchronousOnlyOperation:
        # It is not over: a thread will execute it.
        outcome = ""
        raise
    except (IllegalAction, TableError) as error:
        outcome = error.code.value
        raise
    finally:
        ARRIVED.reset(token)
        if outcome:
            _counted(outcome).inc()
        if outcome and logger.isEnabledFor(logging.INFO):
            _log(snapshot, fields, outcome, perf_counter() - arrived)
    return result


def execute_here(
    snapshot: Snapshot,
    player_id: int | None,
    fields: Mapping[str, Any],
    now: datetime,
    arrived: float | None = None,
) -> Result:
    """The same in the present thread; on the event loop only what waits for nothing.

    Raises SynchronousOnlyOperation as well.
    """
    writer = store.writer_here()
    if writer is not None and writer.waits:
        raise SynchronousOnlyOperation
    return playing.at_once(execute(snapshot, player_id, fields, now, writer, arrived))


async def execute_later(
    snapshot: Snapshot,
    player_id: int | None,
    fields: Mapping[str, Any],
    now: datetime,
    arrived: float,
) -> Result:
    """The same where the event loop must wait: for PostgreSQL, or for a thread."""
    command = snapshot, player_id, fields, now
    with suppress(SynchronousOnlyOperation):
        writer = store.writer_here()
        if writer is not None and writer.waits:
            async with _turns.setdefault(snapshot.table_id, asyncio.Lock()):
                return await execute(*command, writer, arrived)

    def execute_in_turn(_table_id: int) -> Result:
        return execute_here(*command, arrived)

    return await executor.write_at(execute_in_turn, snapshot.table_id)


def _log(snapshot: Snapshot, fields: Mapping[str, Any], outcome: str, seconds: float) -> None:
    """One line about a command; what was chosen stays secret until the turn is revealed."""
    command_id = CommandId.parse(str(fields.get("id", "")))
    about = {
        "table": snapshot.code,
        "command": str(command_id) if command_id else None,
        "result": outcome,
        "duration_ms": round(seconds * 1000, 1),
    }
    logger.info("command at table %s: %s", snapshot.code, outcome, extra=about)


async def _execute(
    snapshot: Snapshot,
    player_id: int | None,
    fields: Mapping[str, Any],
    now: datetime,
    writer: store.LoopWriter | None,
) -> Result:
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
    if command.sent is not None:
        seconds = now.timestamp() - command.sent
        if SLOWEST_SECONDS < seconds < SET_CLOCK_SECONDS:
            raise TableError(TableErrorCode.SLOW)
    acted = await playing.act(
        snapshot.table_id, command.action, command.version, now, command.id, writer
    )
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
    if fields.get(ORDER):
        data[ORDER] = [_number(card, ORDER) for card in str(fields[ORDER]).split("-")]
    # A box that is ticked sends a text, one that is not sends nothing.
    if fields.get("flipped"):
        data["flipped"] = True
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
    if not len(PLAY_FIELDS) <= len(parts) <= len(PLAY_FIELDS) + 1:
        raise IllegalAction(ErrorCode.BAD_ACTION, field="play")
    return {"kind": fields.get("kind"), "version": fields.get("version")} | dict(
        zip((*PLAY_FIELDS, ORDER), parts, strict=False)
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
MOST_COUNTED = 10_000
# The log names whoever sends more, this many seconds apart.
TOLD_EVERY = 60.0
# All of a school come back at once after a restart. Who is refused comes back by themselves.
OPENED_AT_ONCE = 1000
OPENED_PER_SECOND = 20


class TokenBucket:
    """What somebody may use, in any unit: so much at once, and so much more each second.

    Not thread-safe.
    """

    def __init__(self, most: float, per_second: float) -> None:
        self._most = self._left = most
        self.per_second = per_second
        self._counted_at = time.monotonic()

    @property
    def left(self) -> float:
        """What may be used now; less than nothing where more was taken."""
        now = time.monotonic()
        self._left = min(self._left + (now - self._counted_at) * self.per_second, self._most)
        self._counted_at = now
        return self._left

    def take(self, amount: float) -> None:
        """Count what has been used, or is about to be."""
        self._left -= amount


class CommandLimit:
    """How much each member or address may send: so many at once, and so many more each second."""

    def __init__(self, at_once: int, per_second: int) -> None:
        self._allowed = (at_once, per_second)
        self._buckets: dict[int | str | None, TokenBucket] = {}
        self._told: dict[int | str | None, float] = {}
        self._lock = threading.Lock()

    def count(self, who: int | str | None) -> None:
        """Count what somebody does. Raises TableError(BUSY) if nothing is left."""
        now = time.monotonic()
        with self._lock:
            bucket = self._buckets.get(who)
            if bucket is None:
                if len(self._buckets) >= MOST_COUNTED:
                    self._buckets.clear()
                    self._told.clear()
                bucket = self._buckets[who] = TokenBucket(*self._allowed)
            if bucket.left >= 1:
                bucket.take(1)
                return
            is_news = now - self._told.get(who, -math.inf) > TOLD_EVERY
            if is_news:
                self._told[who] = now
        if is_news:
            # Addresses are in no log.
            sender = f"player {who}" if isinstance(who, int) else "an address"
            logger.warning("%s sends more commands than are taken", sender)
        _counted("flood").inc()
        raise TableError(TableErrorCode.BUSY)

    def reset(self) -> None:
        """Forget all commands counted so far."""
        with self._lock:
            self._buckets.clear()
            self._told.clear()


LIMIT = CommandLimit(COMMANDS_AT_ONCE, COMMANDS_PER_SECOND)
# All tabs of one browser, three times in a row, as when two processes are restarted.
OPENED_BY_BROWSER_AT_ONCE = 100
OPENED_BY_BROWSER_PER_SECOND = 1
# Opening a socket asks who somebody is, and renders what they see.
OPENINGS = CommandLimit(OPENED_AT_ONCE, OPENED_PER_SECOND)
OPENINGS_OF_BROWSERS = CommandLimit(OPENED_BY_BROWSER_AT_ONCE, OPENED_BY_BROWSER_PER_SECOND)
