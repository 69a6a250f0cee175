"""`manage.py serve`: all of the set-up, then the site in this process. What `make run` calls."""

import fcntl
import os
import socket
from argparse import ArgumentParser
from contextlib import AbstractContextManager
from ipaddress import ip_address
from pathlib import Path
from typing import IO, Any

from daphne.cli import CommandLineInterface
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connections

from config import data_lock
from config.demo import has_demo_club
from config.private_files import NotPrivate, make_private

# Bytes of a message over a socket. It holds both ways: a command has a hundred, but the whole view
# of a draft more than fifty thousand, and a longer message would silently not be sent.
LONGEST_MESSAGE = 256 * 1024

THIS_MACHINE = {"localhost", "127.0.0.1", "[::1]"}
DEMO_IS_REACHABLE = (
    "Others could sign in to the demo club of these data. Take an empty folder (SIXIEME_VAR=...), "
    "erase its people, or allow it: make run DEMO=1"
)


class Command(BaseCommand):
    help = "Prepares the database and the static files, then serves the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--demo",
            action="store_true",
            help="Have the demo club although others than this machine can reach the site.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # Whatever is made from now on is for the owner of this process alone.
        os.umask(0o077)
        host, port = options["host"], options["port"]
        address = f"http://{host}:{port}"
        try:
            with hold_the_data(settings.VAR_DIR, address), listen(host, port) as listener:
                self.prepare(with_demo=options["demo"] or not is_reachable(listener))
                self.stdout.write(f"\nSixième is at {address}  (Ctrl-C stops it)")
                self.stdout.flush()
                # The socket listens already: whoever opens the address now waits a moment.
                CommandLineInterface().run(daphne_arguments(listener))
        except KeyboardInterrupt:
            raise CommandError("Stopped.", returncode=130) from None

    def prepare(self, *, with_demo: bool) -> None:
        """Bring the database and the static files up to date; an empty database gets the demo.

        Raises CommandError for data that others on this machine can read, and for a demo club in
        the database where `with_demo` is false.
        """
        try:
            make_private()
            call_command("migrate", interactive=False, verbosity=0)
            call_command("collectstatic", interactive=False, verbosity=0)
            if with_demo:
                call_command("demo", stdout=self.stdout)
            elif has_demo_club():
                raise CommandError(DEMO_IS_REACHABLE)
        except NotPrivate as error:
            raise CommandError(str(error)) from error
        except OperationalError as error:
            raise CommandError(f"The database does not answer: {error}") from error
        finally:
            connections.close_all()


def hold_the_data(folder: Path, address: str) -> AbstractContextManager[IO[str]]:
    """A lock on the data folder for as long as this process lives, with its address inside.

    A second site on the same data would not hear the first one's moves: a CommandError, as while a
    backup is restored.
    """
    try:
        data_lock.hold(folder)
    except data_lock.DataInUse as error:
        raise CommandError(str(error)) from error
    lock = (folder / "serving").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        where = lock.read().strip() or "another address"
        lock.close()
        raise CommandError(f"Sixième already serves these data at {where}") from None
    lock.truncate(0)
    lock.write(address)
    lock.flush()
    return lock


def listen(host: str, port: int) -> socket.socket:
    """The listening socket, taken before anything is changed; a CommandError says why not."""
    try:
        return socket.create_server((host, port), backlog=512)
    except (OSError, OverflowError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else error
        raise CommandError(
            f"Cannot listen on {host} port {port}: {reason}. Another one: make run PORT=8001"
        ) from error


def is_reachable(listener: socket.socket) -> bool:
    """Whether others than this machine can open the site, at its address or through a proxy."""
    address = ip_address(listener.getsockname()[0])
    return not address.is_loopback or not THIS_MACHINE.issuperset(settings.ALLOWED_HOSTS)


def daphne_arguments(listener: socket.socket) -> list[str]:
    """Daphne's command line: on our socket, without an access log or a name in the headers."""
    return [
        # Daphne closes it.
        *("--fd", str(listener.detach())),
        *("--verbosity", "0"),
        *("--websocket-max-message-size", str(LONGEST_MESSAGE)),
        "--no-server-name",
        "config.asgi:application",
    ]
