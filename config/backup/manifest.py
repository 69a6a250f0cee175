"""What a backup says about itself: manifest.json, written last."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from accounts.pictures.files import NAME
from config.backup.errors import BackupError
from config.backup.files import bar, files_in, sha256_of

FILE = "manifest.json"
FORMAT, VERSION = "sixieme-backup", 1
SECRET_KEY = "secret_key"  # noqa: S105 - the name of its file
PHOTOS = "photos"
PHOTO = re.compile(rf"{PHOTOS}/{NAME.pattern}")
# A picture takes 120 bytes of it.
MOST_BYTES = 100_000_000
# The database, by the vendor that Django calls it.
DATABASES = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file of a backup."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds.

    site: which site made it, as `site_id` says. database: "sqlite" or "postgresql". versions: of
    the programs that made it. migrations: those the database has had, by app. files: by their path
    in the backup, all but the manifest itself.
    """

    made_at: datetime
    site: str
    database: str
    versions: Mapping[str, str]
    migrations: Mapping[str, Sequence[str]]
    files: Mapping[str, KeptFile]

    @property
    def database_file(self) -> str:
        return DATABASES[self.database]

    def to_json(self) -> str:
        data = {"format": FORMAT, "version": VERSION, **asdict(self)}
        data["made_at"] = self.made_at.isoformat()
        return json.dumps(data, indent=1, sort_keys=True) + "\n"


def read_manifest(backup: Path) -> Manifest:
    """The manifest of a backup. Raises BackupError where there is none, or another one."""
    try:
        size = (backup / FILE).stat().st_size
        data: Any = json.loads((backup / FILE).read_text()) if size <= MOST_BYTES else None
    except (OSError, ValueError, RecursionError) as error:
        raise BackupError(f"{backup} is no backup: {FILE} cannot be read ({error})") from error
    try:
        return _manifest(data)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise BackupError(f"{backup} is no backup that this release can read: {error!r}") from error


def _manifest(data: dict[str, Any]) -> Manifest:
    if (data["format"], data["version"]) != (FORMAT, VERSION):
        raise ValueError(f"{data['format']} {data['version']}")
    manifest = Manifest(
        made_at=datetime.fromisoformat(data["made_at"]),
        site=str(data["site"]),
        database=str(data["database"]),
        versions=dict(data["versions"]),
        migrations={app: list(names) for app, names in data["migrations"].items()},
        files={
            name: KeptFile(int(file["bytes"]), str(file["sha256"]))
            for name, file in data["files"].items()
        },
    )
    if manifest.made_at.tzinfo is None:
        raise ValueError("a time without a zone")
    needed = {manifest.database_file, SECRET_KEY}
    if missing := needed - manifest.files.keys():
        raise KeyError(*missing)
    # A log beside the database, for one, would be taken for a part of it.
    if foreign := [name for name in manifest.files.keys() - needed if not PHOTO.fullmatch(name)]:
        raise ValueError(f"it holds {foreign[0]}")
    return manifest


def kept_files(folder: Path) -> dict[str, KeptFile]:
    """All files below a folder, with their checksums."""
    found = files_in(folder)
    sizes = {name: path.stat().st_size for name, path in found.items()}
    with bar(sum(sizes.values()), "Checksums") as shown:
        return {name: KeptFile(sizes[name], sha256_of(path, shown)) for name, path in found.items()}


def require_unchanged(backup: Path, manifest: Manifest) -> None:
    """Raise BackupError unless a backup holds exactly the files it was made with."""
    for name, path in files_in(backup).items():
        if path.is_symlink():
            raise BackupError(f"{name} is a link; a backup has none")
    found = kept_files(backup)
    found.pop(FILE, None)
    made = manifest.files
    wrong = [f"{name} is missing" for name in sorted(made.keys() - found.keys())]
    wrong += [f"{name} does not belong to it" for name in sorted(found.keys() - made.keys())]
    both = sorted(made.keys() & found.keys())
    wrong += [f"{name} has changed since" for name in both if made[name] != found[name]]
    if wrong:
        more = f", and {len(wrong) - 5} more" if len(wrong) > 5 else ""
        raise BackupError(f"{backup} is not as it was made: {', '.join(wrong[:5])}{more}")
