import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config import data_lock
from config.listening import add_address, listen, serve


class Command(BaseCommand):
    help = "Serves pages and sockets: one of the web processes of a federation, after `prepare`."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_address(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        # Whatever is made from now on is for the owner of this process alone.
        os.umask(0o077)
        try:
            # As config/asgi.py, which would not say it in a sentence.
            data_lock.hold(settings.VAR_DIR)
            with listen(options["host"], options["port"]) as listener:
                serve(listener)
        except data_lock.DataInUse as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            raise CommandError("Stopped.", returncode=130) from None
