from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from accounts.push import service


class Command(BaseCommand):
    help = (
        "Makes the key by which push services know this site, so that members can get notices on"
        " their devices; it is kept in the database, encrypted with SECRET_KEY."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--remove", action="store_true", help="delete it, and forget the devices of everybody"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            service.remove_key()
            self.stdout.write("Removed: nothing is sent to devices any more.")
        elif service.make_key():
            self.stdout.write("Made: members can add devices on the page of their account.")
        else:
            self.stdout.write("There is a key already; nothing was changed.")
