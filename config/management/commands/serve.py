"""`manage.py serve`: all of the set-up, then the site in this process. What `make run` calls."""

import fcntl
import os
import socket
from argparse import ArgumentParser
from contextlib import AbstractContextManager
from ipaddress import ip_address
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from config import data_lock, disk_reserve
from config.demo import has_demo_club
from config.listening import add_address, listen, serve

THIS_MACHINE = {"localhost", "127.0.0.1", "[::1]"}
DEMO_IS_REACHABLE = (
    "Others could sign in to the demo club of these data. Take an empty folder (SIXIEME_VAR=...), "
    "erase its people, or allow it: make run DEMO=1"
)


class Command(BaseCommand):
    help = "Prepares the database and the static files, then serves the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_address(parser)
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
        disk_reserve.release(settings.VAR_DIR)
        try:
            with hold_the_data(settings.VAR_DIR, address), listen(host, port) as listener:
                self.prepare(with_demo=options["demo"] or not is_reachable(listener))
                disk_reserve.keep(settings.VAR_DIR)
                self.stdout.write(f"\nSixième is at {address}  (Ctrl-C stops it)")
                self.stdout.flush()
                # The socket listens already: whoever opens the address now waits a moment.
                serve(listener)
        except KeyboardInterrupt:
            raise CommandError("Stopped.", returncode=130) from None

    def prepare(self, *, with_demo: bool) -> None:
        """Bring the database and the static files up to date; an empty database gets the demo.

        Raises CommandError for a demo club in the database where `with_demo` is false.
        """
        call_command("prepare", verbosity=0)
        try:
            if with_demo:
                call_command("demo", stdout=self.stdout)
            elif has_demo_club():
                raise CommandError(DEMO_IS_REACHABLE, returncode=os.EX_CONFIG)
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
        raise CommandError(
            f"Sixième already serves these data at {where}", returncode=os.EX_CONFIG
        ) from None
    lock.truncate(0)
    lock.write(address)
    lock.flush()
    return lock


def is_reachable(listener: socket.socket) -> bool:
    """Whether others than this machine can open the site, at its address or through a proxy."""
    address = ip_address(listener.getsockname()[0])
    return not address.is_loopback or not THIS_MACHINE.issuperset(settings.ALLOWED_HOSTS)
