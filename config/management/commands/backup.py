import os
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.backup import last_backup
from config.backup.errors import BackupError
from config.backup.making import make_backup
from config.backup.retention import backups_in, delete_old
from config.data_lock import DataInUse


class Command(BaseCommand):
    help = (
        "Makes a backup of the whole site while it runs: a folder with the database, the photos of"
        " score sheets, the secret key and the checksums of all files. `restore` puts it back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folder",
            nargs="?",
            type=Path,
            default=Path(settings.VAR_DIR) / "backups",
            help="where to make it (default: %(default)s)",
        )
        parser.add_argument(
            "--keep",
            type=from_one,
            metavar="N",
            help="delete older backups of this site in the folder, but for the newest N",
        )
        parser.add_argument(
            "--keep-days",
            type=from_one,
            metavar="D",
            help="the same, but for those of the last D days; with --keep, what either keeps stays",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        os.umask(0o077)
        folder: Path = options["folder"]
        try:
            backup, manifest = make_backup(folder)
            size = sum(file.bytes for file in manifest.files.values())
            self.stdout.write(f"{backup}: {len(manifest.files)} files, {size:,} bytes")
            last_backup.note(manifest.made_at)
            keep, keep_days = options["keep"], options["keep_days"]
            for old in delete_old(folder, keep, keep_days, timezone.now()):
                self.stdout.write(f"deleted {old}")
            others = backups_in(folder).others
            if others and (keep or keep_days):
                self.stderr.write(
                    f"{others} backups in {folder} are of another site, or of a SECRET_KEY that is"
                    " not in SECRET_KEY_FALLBACKS. They are never deleted here: look at them."
                )
        except (BackupError, DataInUse) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"The backup failed: {error}") from error
        except KeyboardInterrupt:
            raise CommandError("Stopped; there is no new backup.", returncode=130) from None


def from_one(text: str) -> int:
    """A whole number from 1; a wish to keep no backup at all would be a mistake."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)
