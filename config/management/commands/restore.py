import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from config.backup.errors import BackupError
from config.backup.restoring import check_backup, restore
from config.data_lock import DataInUse


class Command(BaseCommand):
    help = (
        "Puts a backup in the place of the site's data, while the site is stopped. Every checksum"
        " and the database are checked first; what was there is set aside, not deleted."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", type=Path, help="the folder that `backup` has made")
        parser.add_argument(
            "--replace", action="store_true", help="set aside the data that are there"
        )
        parser.add_argument(
            "--check", action="store_true", help="only check the backup; the site may run"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        os.umask(0o077)
        backup: Path = options["backup"]
        try:
            if options["check"]:
                manifest = check_backup(backup)
                self.stdout.write(f"{backup} is whole, and this release can restore it.")
                self.stdout.write(f"Made at {manifest.made_at:%Y-%m-%d %H:%M:%S %Z}")
                return
            done = restore(backup, replace=options["replace"])
        except (BackupError, DataInUse) as error:
            raise CommandError(str(error)) from error
        except (OSError, DatabaseError) as error:
            raise CommandError(f"The restore failed: {error}") from error
        made_at = f"{done.manifest.made_at:%Y-%m-%d %H:%M:%S %Z}"
        self.stdout.write(f"The site is as it was at {made_at}.")
        if done.aside:
            self.stdout.write(f"What was there is in {done.aside}; delete it when all is well.")
        for note in done.notes:
            self.stdout.write(note)
        self.stdout.write("Look it over before the site starts: manage.py check_integrity")
