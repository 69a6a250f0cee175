"""Copy, hash and flush files, with a bar where somebody sees it."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from tqdm import tqdm

PIECE = 1024 * 1024


def bar(total: int | None, words: str, unit: str = "B") -> "tqdm[Any]":
    """A bar of bytes, or of other things, on the error stream of a terminal."""
    return tqdm(total=total, desc=words, unit=unit, unit_scale=True, disable=None, leave=False)


def files_in(folder: Path) -> dict[str, Path]:
    """Everything below a folder that is no folder, by its path in it."""
    found = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return {path.relative_to(folder).as_posix(): path for path in sorted(found)}


def sha256_of(file: Path, shown: "tqdm[Any]") -> str:
    """The SHA-256 of a file, in hex."""
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        for piece in pieces(stream):
            digest.update(piece)
            shown.update(len(piece))
    return digest.hexdigest()


def copy(source: Path, target: Path) -> None:
    """A copy that its owner alone may read, and that survives a power cut."""
    with source.open("rb") as stream, new_file(target) as out:
        for piece in pieces(stream):
            out.write(piece)
        flush(out)


def write(target: Path, text: str) -> None:
    """A new file with this text, as `copy` makes one."""
    with new_file(target) as out:
        out.write(text.encode())
        flush(out)


def new_file(file: Path) -> IO[bytes]:
    """A file that was not there, for its owner alone."""
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def pieces(stream: IO[bytes]) -> Iterator[bytes]:
    while piece := stream.read(PIECE):
        yield piece


def flush(stream: IO[bytes]) -> None:
    """Let the disk have it."""
    stream.flush()
    os.fsync(stream.fileno())


def flush_path(path: Path) -> None:
    """The same for a file that is closed, or for the names in a folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
