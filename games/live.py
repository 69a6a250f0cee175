"""Telling every process what has changed, from any thread, after the commit.

Only id and version travel on the channel layer, so no hand ever does. A message is a hint to
look at the database, never the truth: a lost one is made good by the next, or by `Hub.sweep`.
"""

import asyncio
import logging
import threading
from concurrent.futures import Future
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer
from django.core.exceptions import ImproperlyConfigured

logger = logging.getLogger(__name__)

# What a change is about, unless it says otherwise.
TABLES = "table"
# The group in which all processes hear of sign-ins that end.
SIGN_INS = "sign-ins"

_server: dict[str, asyncio.AbstractEventLoop] = {}
_server_lock = threading.Lock()


def publish(subject_id: int, version: int, topic: str = TABLES) -> None:
    """Tell every process that a table (or what the topic names) has a new version."""
    message = {"type": "changed", "subject": subject_id, "version": version}
    _send_to(group_name(subject_id, topic), message)


def publish_end_of_sign_in(player_id: int) -> None:
    """Tell every process that a sign-in of somebody does not stand any more."""
    _send_to(SIGN_INS, {"type": "signed_out", "player": player_id})


def _send_to(group: str, message: dict[str, Any]) -> None:
    send = layer().group_send
    loop = _serving_loop()
    if loop is None:
        async_to_sync(send)(group, message)
        return
    # Through the server's own loop: a loop made for one message delays the in-memory layer.
    future = asyncio.run_coroutine_threadsafe(send(group, message), loop)
    future.add_done_callback(_report)


def layer() -> BaseChannelLayer:
    """The channel layer; the settings always name one."""
    found = get_channel_layer()
    if found is None:
        raise ImproperlyConfigured("no channel layer is configured")
    return found


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Name the loop that serves this process; `publish` sends through it."""
    with _server_lock:
        _server["loop"] = loop


def _serving_loop() -> asyncio.AbstractEventLoop | None:
    with _server_lock:
        loop = _server.get("loop")
    return loop if loop is not None and loop.is_running() else None


def _report(future: "Future[None]") -> None:
    if not future.cancelled() and (error := future.exception()):
        # A hint that was not sent is made good by the sweep of the rooms.
        logger.warning("a change was not announced: %s", type(error).__name__)


def group_name(subject_id: int, topic: str = TABLES) -> str:
    """The group of a table, or of what else the topic names, on the channel layer."""
    return f"{topic}.{subject_id}"
