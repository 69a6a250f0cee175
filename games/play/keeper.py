"""The keeper: makes the moves of bots and applies deadlines when they are due.

It runs as a task in each server process (config/asgi.py) or alone as `manage.py keeper`. A keeper
claims a due table in the database, so that of any number of keepers only one works on it.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from games.live import executor
from games.models import Table
from games.play import downtime, playing
from games.play.thinking import StillThinking
from games.rules.actions import Action
from games.signals import tidying

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.25
PULSE_SECONDS = 1.0
TIDY_SECONDS = 60.0
# A claimed table whose keeper died, or whose move failed, is due again after this.
LEASE = timedelta(seconds=10)
TABLES_AT_ONCE = 50
LONGEST_WORK = 1.0


def due_tables(now: datetime) -> Sequence[tuple[int, datetime]]:
    """Ids and due times of the tables with moves that are due, the longest due first."""
    due = Table.objects.filter(due_at__lte=now).order_by("due_at").values_list("pk", "due_at")
    return [(table_id, due_at) for table_id, due_at in due[:TABLES_AT_ONCE] if due_at]


def claim(table_id: int, due_at: datetime, now: datetime) -> bool:
    """Take the work on a table for the length of the lease; False if another keeper has it."""
    return bool(Table.objects.filter(pk=table_id, due_at=due_at).update(due_at=now + LEASE))


class Thinking(NamedTuple):
    """A slow bot that has not chosen yet, and until when its table is claimed."""

    choice: Future[Action]
    due_at: datetime


def look_after(table_id: int, due_at: datetime) -> Thinking | None:
    """Make the moves that are due at one table; if a bot must think first, none yet."""
    now = timezone.now()
    if not claim(table_id, due_at, now):
        return None
    try:
        snapshot = playing.tend(table_id, now)
    except StillThinking as thinking:
        return Thinking(thinking.choice, now + LEASE)
    except Exception:
        logger.exception("table %s could not be tended", table_id)
        return None
    # Where nothing was due after all, the claim must not delay what will be due.
    due_next = snapshot.play.due_at if snapshot.play else None
    Table.objects.filter(pk=table_id, version=snapshot.version).update(due_at=due_next)
    return None


async def look_after_thinking(table_id: int, thinking: Thinking | None) -> None:
    """Make the moves that are due at a table once its bots have chosen."""
    while thinking is not None:
        await asyncio.wait([asyncio.wrap_future(thinking.choice)])
        thinking = await executor.write_at(look_after, table_id, thinking.due_at)


def tidy() -> None:
    """Let every app make good what a crash left undone; the signal logs what goes wrong."""
    tidying.send_robust(sender=Table)


async def keep(stopping: asyncio.Event, longest_gap: timedelta = downtime.LONGEST_GAP) -> None:
    """Look for due tables, one after the other, until told to stop; now and then, tidy.

    longest_gap: how old the last pulse may be at the start before time counts as downtime.
    """
    tidied_at = pulse_at = float("-inf")
    thinking: set[asyncio.Task[None]] = set()
    while not stopping.is_set():
        try:
            if time.monotonic() - pulse_at >= PULSE_SECONDS:
                pulse_at = time.monotonic()
                await executor.write(downtime.beat, timezone.now(), longest_gap)
                longest_gap = downtime.LONGEST_GAP
            due = await executor.read(due_tables, timezone.now())
            for table_id, due_at in due:
                if stopping.is_set():
                    return
                # One that is locked goes on by itself, and holds up no other table.
                with suppress(TimeoutError):
                    work = executor.write_at(look_after, table_id, due_at)
                    if still := await asyncio.wait_for(work, LONGEST_WORK):
                        # Other tables go on meanwhile. What is left of it at the end is due again.
                        task = asyncio.create_task(look_after_thinking(table_id, still))
                        thinking.add(task)
                        task.add_done_callback(thinking.discard)
            if time.monotonic() - tidied_at >= TIDY_SECONDS:
                tidied_at = time.monotonic()
                executor.run_later(tidy)
        except Exception:
            logger.exception("the keeper failed; it goes on")
            await asyncio.sleep(1)
        await asyncio.sleep(POLL_SECONDS)
