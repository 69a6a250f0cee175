"""Who has the page of a table open, and who has watched the last reveal.

Bots move once all have watched it, and at their own time at the latest. Each page says so for its
own player. Nothing of it is stored: where it was not said or not heard, bots move at the time that
the table has for them (games/table/transition.py). By correspondence, who has the page open needs
no mail about their turn; at an open table they wait for others.
"""

import asyncio
import logging
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol

from django.core.cache import cache
from django.utils import timezone

from games.live import executor, publishing
from games.models import Table
from games.play import playing
from games.play.thinking import StillThinking
from games.rules.actions import Action
from games.table import store
from games.table.snapshot import Play, Snapshot

logger = logging.getLogger(__name__)


class Watcher(Protocol):
    """A socket. watched: the decision before which its page has last shown a reveal to its end.

    A decision is named by the version at which it began (`Play.since`).
    """

    watched: int


@dataclass(frozen=True, slots=True)
class _Audience:
    """Of one table, sockets of this process with their players, and what was said in others."""

    sockets: dict[Watcher, int] = field(default_factory=dict)
    elsewhere: dict[int, int] = field(default_factory=dict)


_audiences: dict[int, _Audience] = {}
# Tasks that wait for bots to choose; the event loop itself would forget them.
_waiting: set[asyncio.Task[None]] = set()


def join(table_id: int, socket: Watcher, player_id: int) -> None:
    """From now on bots wait for this page too, as long as its player has a seat."""
    _audiences.setdefault(table_id, _Audience()).sockets[socket] = player_id


def leave(table_id: int, socket: Watcher) -> None:
    """Bots no longer wait for this page."""
    audience = _audiences.get(table_id)
    if audience is None:
        return
    audience.sockets.pop(socket, None)
    if not audience.sockets:
        del _audiences[table_id]


async def say(table_id: int, socket: Watcher, since: int) -> None:
    """A page has shown the reveal before this decision to its end."""
    audience, snapshot = _audiences.get(table_id), store.kept(table_id)
    play = snapshot.play if snapshot else None
    if audience is None or snapshot is None or play is None:
        return
    player_id = audience.sockets.get(socket)
    # Only news of the present decision leads to any work, so once for each of them.
    if snapshot.seat_of(player_id) is None or since != play.since or socket.watched >= since:
        return
    socket.watched = since
    if player_id is None or _is_behind(audience, {player_id}, since):
        return
    publishing.publish_watched(table_id, player_id, since)
    await _move_bots(audience, snapshot, play)


async def hear(table_id: int, player_id: int, since: int) -> None:
    """In another process all pages of a player have shown the reveal before this decision."""
    audience, snapshot = _audiences.get(table_id), store.kept(table_id)
    if audience is None:
        return
    audience.elsewhere[player_id] = since
    if snapshot is not None and snapshot.play is not None:
        await _move_bots(audience, snapshot, snapshot.play)


async def _move_bots(audience: _Audience, snapshot: Snapshot, play: Play) -> None:
    """Let bots move if everybody has watched."""
    if play.bots_at is None or not _have_all_watched(audience, snapshot, play):
        return
    if choice := await _try_to_move_bots(snapshot.table_id, play.since):
        # Whoever has watched may send a command meanwhile.
        task = asyncio.create_task(_move_bots_after(choice, snapshot.table_id, play.since))
        _waiting.add(task)
        task.add_done_callback(_waiting.discard)


async def _move_bots_after(choice: Future[Action] | None, table_id: int, since: int) -> None:
    """Let bots move once the slow ones among them have chosen."""
    while choice is not None:
        await asyncio.wait([asyncio.wrap_future(choice)])
        choice = await _try_to_move_bots(table_id, since)


async def _try_to_move_bots(table_id: int, since: int) -> Future[Action] | None:
    """Let bots move, unless one of them must think first: its choice is returned then."""
    try:
        await executor.write_at(playing.move_watched_bots, table_id, since, timezone.now())
    except StillThinking as thinking:
        return thinking.choice
    except Exception:
        # They move at their own time.
        logger.exception("bots could not move before their time")
    return None


def _have_all_watched(audience: _Audience, snapshot: Snapshot, play: Play) -> bool:
    """Whether no player's page is still busy with the reveal.

    Nobody knows which pages are open in other processes: if there are any, all who play and are
    not away must have said it.
    """
    players = {seat.player_id for seat in snapshot.seats if seat.player_id and not seat.is_former}
    here = players & set(audience.sockets.values())
    if _is_behind(audience, here, play.since):
        return False
    if publishing.shared_layer() is None:
        return True
    present = {snapshot.seats[seat].player_id for seat in snapshot.still_play(play)}
    return all(audience.elsewhere.get(player or 0, 0) >= play.since for player in present - here)


def _is_behind(audience: _Audience, players: set[int], since: int) -> bool:
    """Whether a page of one of these players has not said it here."""
    sockets = audience.sockets.items()
    return any(player in players and socket.watched < since for socket, player in sockets)


# Pages ping every 15 seconds; a page that was closed is forgotten after this.
REMEMBERED_SECONDS = 90


def note_open_page(table_id: int, player_id: int) -> None:
    """Remember that the page of a player is open."""
    cache.set(_key(table_id, player_id), True, REMEMBERED_SECONDS)


def is_tracked_at(table_id: int) -> bool:
    """Whether it matters who has this table's page open, as far as this process knows."""
    snapshot = store.kept(table_id)
    if snapshot is None:
        return False
    return snapshot.is_by_correspondence or snapshot.status == Table.Status.OPEN


def has_page_open(table_id: int, player_id: int | None) -> bool:
    """Whether a player has the page of a table open; False where that is not known."""
    return player_id is not None and bool(cache.get(_key(table_id, player_id)))


def _key(table_id: int, player_id: int) -> str:
    return f"games.page.{table_id}.{player_id}"
