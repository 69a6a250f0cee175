"""A photo as it is stored, made of whatever somebody sent; it knows no Django."""

import subprocess
import sys
from pathlib import Path

# Not imported: a program of its own, with Pillow in it.
DECODER = Path(__file__).with_name("decoder.py")
# What it ends with for a file that is no photo.
REFUSED = 3
# The decoder ends itself after its time of a processor (decoder.py); on a busy machine that is
# more by the clock.
MOST_SECONDS = 10.0


class NotAPhoto(ValueError):
    """The file is no JPEG, PNG or WebP, is damaged, or would cost too much to read."""


def photo_of(data: bytes) -> bytes:
    """An upright JPEG of at most 2,000 pixels a side, of a file in memory. Raises NotAPhoto."""
    try:
        done = subprocess.run(  # noqa: S603 - our own program, and the file is its input
            # Isolated, and without an environment, which may hold the site's secrets.
            [sys.executable, "-I", DECODER],
            input=data,
            capture_output=True,
            env={},
            cwd="/",
            timeout=MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotAPhoto from None
    # Below 0: ended by a limit, or by a fault in a decoder's C.
    if done.returncode < 0 or done.returncode == REFUSED:
        raise NotAPhoto
    if done.returncode:
        raise RuntimeError(f"{DECODER.name} failed: {done.stderr.decode(errors='replace')}")
    return done.stdout
