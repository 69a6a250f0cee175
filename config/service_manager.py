"""Tell systemd how the start of this process goes (sd_notify(3))."""

import asyncio
import logging
import os
import socket

from django.urls import get_resolver

from config import health

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 0.2
# What may be amiss when a process begins to serve: pages are shown without.
NOT_NEEDED = frozenset({"layer", "keeper", "disk", *health.WARNINGS})


def notify(state: str) -> None:
    """Send a line such as READY=1; nothing where no service manager asked for it."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.connect(f"\0{address[1:]}" if address.startswith("@") else address)
        sender.sendall(state.encode())


async def tell_when_ready() -> None:
    """Say READY=1 once pages can be served; until then log and say what is missing."""
    if "NOTIFY_SOCKET" not in os.environ:
        return
    # The first visitor does not wait until all pages are loaded.
    await asyncio.to_thread(lambda: get_resolver().url_patterns)
    said = ""
    while missing := await asyncio.to_thread(_missing):
        if missing != said:
            said = missing
            logger.warning("not ready: %s", missing)
            notify(f"STATUS=Not ready: {missing}")
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
    notify("READY=1\nSTATUS=Serving")


def _missing() -> str:
    found = health.findings()
    wrong = {name: said for name, said in found.items() if said != health.OK}
    return ", ".join(f"{name}: {said}" for name, said in wrong.items() if name not in NOT_NEEDED)
