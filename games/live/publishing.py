"""Announce that a table, or something else that pages show, has a new version.

To be called after the commit, from any thread. The rooms of this process are told directly, other
processes over the channel layer, on which only ids and versions travel, never a hand. A message
there is a hint to read the database, not the truth; a lost one is made good by the next, or by
`Hub.sweep`.
"""

import asyncio
import threading
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer

from games.live.announcer import Announcer

# What a change is about, unless it says otherwise.
TABLES = "table"
# The rooms of this process that show what is said at a table (games/talk/live.py).
TALK = "talk"
# The group in which all processes are told of sign-ins that end.
SIGN_INS = "sign-ins"


# A function and the loop in which it is called. Its arguments: the new version of a subject, or for
# SIGN_INS the id of a player; and whether that is urgent.
Listener = tuple[asyncio.AbstractEventLoop, Callable[[int, bool], None]]

_listeners: dict[str, list[Listener]] = {}
_server: dict[str, asyncio.AbstractEventLoop] = {}
_announcers: WeakKeyDictionary[asyncio.AbstractEventLoop, Announcer] = WeakKeyDictionary()
_lock = threading.Lock()


def publish(subject_id: int, version: int, topic: str = TABLES, *, is_urgent: bool = True) -> None:
    """Announce the new version of a table, or of what the topic names.

    What is not urgent, such as that somebody has chosen, may be shown together with what follows.
    """
    group = group_name(subject_id, topic)
    _tell_here(group, version, is_urgent=is_urgent)
    message = {"type": "changed", "subject": subject_id, "version": version}
    _send_to_others(group, message | {"is_urgent": is_urgent})


def publish_talk(table_id: int, number: int) -> None:
    """Announce that the talk of a table has this number; what was said does not travel."""
    hear_talk(table_id, number)
    message = {"type": "talked", "subject": table_id, "version": number}
    _send_to_others(group_name(table_id), message)


def hear_talk(table_id: int, number: int) -> None:
    """Tell this process alone that the talk of a table has this number."""
    _tell_here(group_name(table_id, TALK), number, is_urgent=True)


def publish_watched(table_id: int, player_id: int, since: int) -> None:
    """Tell other processes that a player has watched the reveal (games/live/watching.py)."""
    message = {"type": "watched", "subject": table_id, "player": player_id, "version": since}
    _send_to_others(group_name(table_id), message)


def publish_end_of_sign_in(player_id: int) -> None:
    """Tell every process that a sign-in of a player has ended."""
    _tell_here(SIGN_INS, player_id, is_urgent=True)
    _send_to_others(SIGN_INS, {"type": "signed_out", "player": player_id})


def listen(group: str, listener: Listener) -> None:
    """Call a listener of this process for every message to a group."""
    with _lock:
        _listeners[group] = [*_listeners.get(group, ()), listener]


def stop_listening(group: str, listener: Listener) -> None:
    """Do not call this listener any more."""
    with _lock:
        left = [other for other in _listeners.get(group, ()) if other != listener]
        if left:
            _listeners[group] = left
        else:
            _listeners.pop(group, None)


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Set the loop that serves this process; it sends to other processes."""
    with _lock:
        _server["loop"] = loop


def serving_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that serves this process; None in one that serves no pages."""
    with _lock:
        loop = _server.get("loop")
    return loop if loop is not None and loop.is_running() else None


async def finish() -> None:
    """Wait until everything is sent that the running loop announces to other processes."""
    # What threads have handed over is announced first.
    await asyncio.sleep(0)
    if announcer := _announcers.get(asyncio.get_running_loop()):
        await announcer.finish()


def shared_layer() -> BaseChannelLayer | None:
    """The channel layer shared with other processes; None where this process is the only one."""
    layer = get_channel_layer()
    return None if isinstance(layer, InMemoryChannelLayer) else layer


def group_name(subject_id: int, topic: str = TABLES) -> str:
    """The group of a table, or of what else the topic names, on the channel layer."""
    return f"{topic}.{subject_id}"


def _tell_here(group: str, what: int, *, is_urgent: bool) -> None:
    with _lock:
        listeners = _listeners.get(group, ())
    for loop, listener in listeners:
        if _running_loop() is loop:
            listener(what, is_urgent)
        elif not loop.is_closed():
            loop.call_soon_threadsafe(listener, what, is_urgent)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _send_to_others(group: str, message: dict[str, Any]) -> None:
    layer = shared_layer()
    if layer is None:
        return
    loop = serving_loop()
    if loop is None:
        async_to_sync(layer.group_send)(group, message)
        return
    with _lock:
        announcer = _announcers.setdefault(loop, Announcer(layer))
    loop.call_soon_threadsafe(announcer.announce, group, message)
