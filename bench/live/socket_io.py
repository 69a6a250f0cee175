"""The text packets of Engine.IO and Socket.IO, version 4, as far as a client needs them.

A packet is a digit for Engine.IO; after its 4 (message) comes a digit for Socket.IO, a namespace
with a comma, and JSON.
"""

import json
from dataclasses import dataclass
from typing import Any

OPEN, CLOSE, PING, PONG, MESSAGE = "01234"
CONNECT, DISCONNECT, EVENT, _ACK, CONNECT_ERROR = "01234"


@dataclass(frozen=True, slots=True)
class Packet:
    """engine and kind: the two digits; data: what follows the namespace, not yet parsed."""

    engine: str
    kind: str = ""
    namespace: str = ""
    data: str = ""

    def event(self) -> tuple[str, list[Any]]:
        """The name and the arguments of an event."""
        name, *arguments = json.loads(self.data)
        return name, arguments


def read_packet(text: str) -> Packet:
    """The packet in a text message; ValueError if it is none."""
    if not text or text[0] not in "0123456":
        raise ValueError(f"no Engine.IO packet: {text[:40]!r}")
    if text[0] != MESSAGE:
        return Packet(text[0], data=text[1:])
    kind, rest = text[1:2], text[2:]
    namespace = ""
    if rest.startswith("/"):
        namespace, _, rest = rest.partition(",")
    return Packet(MESSAGE, kind, namespace, rest)


def connect_packet(namespace: str) -> str:
    return f"{MESSAGE}{CONNECT}{namespace},"


def event_packet(namespace: str, name: str, *arguments: Any) -> str:
    data = json.dumps([name, *arguments], separators=(",", ":"))
    return f"{MESSAGE}{EVENT}{namespace},{data}"
