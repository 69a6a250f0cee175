"""Where the files of photos lie: one private folder, shared by all processes of the site."""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

ENDING = ".jpg"


def write(data: bytes) -> str:
    """Keep a photo under a new name that nobody can guess; only the site's user can read it."""
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = secrets.token_hex(16) + ENDING
    descriptor = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    return name


def read(name: str) -> bytes | None:
    """A photo; None where its file is gone."""
    try:
        return (_folder() / name).read_bytes()
    except FileNotFoundError:
        return None


def is_there(name: str) -> bool:
    """Whether a photo has its file."""
    return (_folder() / name).is_file()


def delete(name: str) -> None:
    """Delete a photo, if it is still there."""
    (_folder() / name).unlink(missing_ok=True)


def written_before(moment: float) -> Iterator[str]:
    """The names of all files that are older than this moment (seconds since 1970)."""
    folder = _folder()
    if not folder.is_dir():
        return
    for file in folder.iterdir():
        if file.suffix == ENDING and file.stat().st_mtime < moment:
            yield file.name


def _folder() -> Path:
    return Path(settings.PHOTOS)
