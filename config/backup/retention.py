"""Which backups are deleted: never one that this site did not make."""

import os
import re
import shutil
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from config.backup.errors import BackupError
from config.backup.making import PREFIX, UNFINISHED, only_one, site_id
from config.backup.manifest import read_manifest

NAME = re.compile(re.escape(PREFIX) + r"\d{8}T\d{6}\.\d{6}Z")


class OwnBackup(NamedTuple):
    made_at: datetime
    path: Path


class Backups(NamedTuple):
    """own: of this site, the newest first. others: how many are of another site, or key."""

    own: list[OwnBackup]
    others: int


def backups_in(folder: Path) -> Backups:
    """The backups in a folder; those made under a key of SECRET_KEY_FALLBACKS are our own."""
    own, others = [], 0
    ids = {site_id(), *map(site_id, settings.SECRET_KEY_FALLBACKS)}
    for path in folder.iterdir():
        if NAME.fullmatch(path.name) and path.is_dir() and not path.is_symlink():
            try:
                manifest = read_manifest(path)
            except BackupError:
                continue
            if manifest.site in ids:
                own.append(OwnBackup(manifest.made_at, path))
            else:
                others += 1
    return Backups(sorted(own, reverse=True), others)


def no_longer_kept(
    backups: Sequence[OwnBackup], keep: int | None, keep_days: int | None, now: datetime
) -> list[OwnBackup]:
    """The backups, newest first, that neither rule keeps; without a rule all are kept.

    The newest one is always kept.
    """
    if keep is None and keep_days is None:
        return []
    kept = set(backups[: max(keep or 0, 1)])
    if keep_days is not None:
        oldest = now - timedelta(days=keep_days)
        kept |= {backup for backup in backups if backup.made_at >= oldest}
    return [backup for backup in backups if backup not in kept]


def delete_old(folder: Path, keep: int | None, keep_days: int | None, now: datetime) -> list[Path]:
    """Delete the backups that no rule keeps, and say which. Raises BackupError, OSError."""
    with only_one(folder):
        old = no_longer_kept(backups_in(folder).own, keep, keep_days, now)
        for backup in old:
            # Half of a backup must not be called one.
            going = folder / (UNFINISHED + backup.path.name)
            os.rename(backup.path, going)  # noqa: PTH104 - it must not replace anything
            shutil.rmtree(going)
    return [backup.path for backup in old]
