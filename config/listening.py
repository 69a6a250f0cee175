"""The listening socket of a server process, and Daphne on it."""

import os
import socket
from argparse import ArgumentParser

from daphne.cli import CommandLineInterface
from django.conf import settings
from django.core.management.base import CommandError

# Bytes of a message over a socket. It holds both ways: a command has a hundred, but the whole view
# of a draft more than fifty thousand, and a longer message would silently not be sent.
LONGEST_MESSAGE = 256 * 1024


def add_address(parser: ArgumentParser) -> None:
    """Let a command take --host and --port."""
    parser.add_argument("--host", default=settings.BIND)
    parser.add_argument("--port", type=int, default=8000)


def listen(host: str, port: int) -> socket.socket:
    """The listening socket, taken before anything is changed; a CommandError says why not."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=512)
    except (OSError, OverflowError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else error
        raise CommandError(
            f"Cannot listen on {host} port {port}: {reason}. Another one: make run PORT=8001",
            returncode=os.EX_CONFIG,
        ) from error


def serve(listener: socket.socket) -> None:
    """Run Daphne on our socket, without an access log or a name in the headers, to its end."""
    CommandLineInterface().run(
        [
            # Daphne closes it.
            *("--fd", str(listener.detach())),
            *("--verbosity", "0"),
            *("--websocket-max-message-size", str(LONGEST_MESSAGE)),
            "--no-server-name",
            "config.asgi:application",
        ]
    )
