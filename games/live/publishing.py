"""Telling everybody who looks that something has a new version, from any thread, after the commit.

The rooms of this process hear of it directly. Other processes hear of it over the channel layer, on
which only ids and versions travel: no hand ever does. A message there is a hint to look at the
database, never the truth: a lost one is made good by the next, or by `Hub.sweep`.
"""

import asyncio
import threading
from collections.abc import Callable
from typing import Any, Protocol
from weakref import WeakKeyDictionary, WeakSet

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer

from games.live.announcer import Announcer

# What a change is about, unless it says otherwise.
TABLES = "table"
# The group in which all processes hear of sign-ins that end.
SIGN_INS = "sign-ins"


class Listener(Protocol):
    """Who hears of changes in this process: a hub (games/live/hub.py)."""

    topic: str
    loop: asyncio.AbstractEventLoop

    def hint(self, subject_id: int, version: int) -> None:
        """Called in its loop: a subject may have a new version."""

    def end_sign_in(self, player_id: int) -> None:
        """Called in its loop: a sign-in of somebody has ended."""


_listeners: WeakSet[Listener] = WeakSet()
_server: dict[str, asyncio.AbstractEventLoop] = {}
_announcers: WeakKeyDictionary[asyncio.AbstractEventLoop, Announcer] = WeakKeyDictionary()
_lock = threading.Lock()


def publish(subject_id: int, version: int, topic: str = TABLES) -> None:
    """Tell everybody that a table (or what the topic names) has a new version."""
    for listener in _heard_by():
        if listener.topic == topic:
            _call(listener, listener.hint, subject_id, version)
    message = {"type": "changed", "subject": subject_id, "version": version}
    _send_to_others(group_name(subject_id, topic), message)


def publish_end_of_sign_in(player_id: int) -> None:
    """Tell every process that a sign-in of somebody does not stand any more."""
    for listener in _heard_by():
        _call(listener, listener.end_sign_in, player_id)
    _send_to_others(SIGN_INS, {"type": "signed_out", "player": player_id})


def listen(listener: Listener) -> None:
    """Let somebody hear of all changes from now on."""
    with _lock:
        _listeners.add(listener)


def stop_listening(listener: Listener) -> None:
    """The opposite of `listen`."""
    with _lock:
        _listeners.discard(listener)


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Name the loop that serves this process; other processes are told through it."""
    with _lock:
        _server["loop"] = loop


def serving_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that serves this process; None in one that serves nobody."""
    with _lock:
        loop = _server.get("loop")
    return loop if loop is not None and loop.is_running() else None


def shared_layer() -> BaseChannelLayer | None:
    """The channel layer that other processes hear too; None where this process is the only one."""
    layer = get_channel_layer()
    return None if isinstance(layer, InMemoryChannelLayer) else layer


def group_name(subject_id: int, topic: str = TABLES) -> str:
    """The group of a table, or of what else the topic names, on the channel layer."""
    return f"{topic}.{subject_id}"


def _heard_by() -> list[Listener]:
    with _lock:
        return list(_listeners)


def _call(listener: Listener, heed: Callable[..., None], *what: int) -> None:
    if _running_loop() is listener.loop:
        heed(*what)
    elif not listener.loop.is_closed():
        listener.loop.call_soon_threadsafe(heed, *what)


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
