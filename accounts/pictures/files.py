"""Where the files of pictures lie: one private folder, shared by all processes of the site."""

import os
import re
import secrets
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from accounts.pictures.drawing import Kind

# Each kind that is kept has an ending of its own: no address of one leads to a picture of another.
ENDINGS = {Kind.SHEET: ".jpg", Kind.PORTRAIT: ".webp", Kind.LOGO: "-logo.webp"}
NAME = re.compile(rf"[0-9a-f]{{32}}(?:{'|'.join(map(re.escape, ENDINGS.values()))})")


def is_logo(name: str) -> bool:
    """Whether a text is the name of the file of a logo; nothing is said of whether it is there."""
    return bool(NAME.fullmatch(name)) and name.endswith(ENDINGS[Kind.LOGO])


def write(data: bytes, kind: Kind) -> str:
    """Keep a picture under a new name that nobody can guess; only the site's user can read it."""
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = secrets.token_hex(16) + ENDINGS[kind]
    descriptor = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    return name


def read(name: str) -> bytes | None:
    """A picture; None where its file is gone."""
    try:
        return (_folder() / name).read_bytes()
    except FileNotFoundError:
        return None


@lru_cache(maxsize=64)
def webp_size(name: str) -> tuple[int, int] | None:
    """Pixels across and down of a WebP that the decoder wrote; None where its file is gone.

    https://developers.google.com/speed/webp/docs/riff_container: "VP8X" where one can see through.
    """
    head = (read(name) or b"")[:30]
    if head[12:16] == b"VP8X":
        return _number(head[24:27]) + 1, _number(head[27:30]) + 1
    if head[12:16] == b"VP8 ":
        # The two bits above tell how to scale it.
        return _number(head[26:28]) & 0x3FFF, _number(head[28:30]) & 0x3FFF
    return None


def _number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def is_there(name: str) -> bool:
    """Whether a picture has its file."""
    return (_folder() / name).is_file()


def keep_for_longer(name: str) -> bool:
    """Let a file count as new, so that it waits for its row as long again; False if it is gone."""
    try:
        os.utime(_folder() / name)
    except FileNotFoundError:
        return False
    return True


def delete(name: str) -> None:
    """Delete a picture, if it is still there."""
    (_folder() / name).unlink(missing_ok=True)


def written_before(moment: float) -> Iterator[str]:
    """The names of all files that are older than this moment (seconds since 1970)."""
    folder = _folder()
    if not folder.is_dir():
        return
    for file in folder.iterdir():
        if NAME.fullmatch(file.name) and file.stat().st_mtime < moment:
            yield file.name


def _folder() -> Path:
    return Path(settings.PHOTOS)
