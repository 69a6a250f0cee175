"""Copy, hash and flush files, with a progress bar on a terminal."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from tqdm import tqdm

PIECE = 1024 * 1024


def bar(total: int | None, words: str, unit: str = "B") -> "tqdm[Any]":
    """A progress bar on the error stream, shown on a terminal only. unit: what `total` counts."""
    return tqdm(total=total, desc=words, unit=unit, unit_scale=True, disable=None, leave=False)


def files_in(folder: Path) -> dict[str, Path]:
    """All files and links below a folder, by their path in it."""
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
    """Copy a file; the copy is readable by its owner only, and flushed to the disk."""
    with source.open("rb") as stream, new_file(target) as out:
        for piece in pieces(stream):
            out.write(piece)
        flush(out)


def write(target: Path, text: str) -> None:
    """Write a text to a new file, readable by its owner only and flushed to the disk."""
    with new_file(target) as out:
        out.write(text.encode())
        flush(out)


def new_file(file: Path) -> IO[bytes]:
    """Create a file that only its owner may read. Raises FileExistsError."""
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def pieces(stream: IO[bytes]) -> Iterator[bytes]:
    while piece := stream.read(PIECE):
        yield piece


def flush(stream: IO[bytes]) -> None:
    """Flush a file to the disk."""
    stream.flush()
    os.fsync(stream.fileno())


def flush_path(path: Path) -> None:
    """Flush a closed file, or the list of names in a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
