"""A picture as it is stored, made of whatever somebody sent; it knows no Django."""

import subprocess
import sys
from enum import StrEnum
from pathlib import Path

# Not imported: a program of its own, with Pillow in it.
DECODER = Path(__file__).with_name("decoder.py")
# What it ends with for a file that is no picture.
REFUSED = 3
# The decoder ends itself after its time of a processor (decoder.py); on a busy machine that is
# more by the clock.
MOST_SECONDS = 10.0


class Kind(StrEnum):
    """What a picture is for; the decoder has the size of each."""

    SHEET = "sheet"
    PORTRAIT = "portrait"
    LOGO = "logo"
    # Of a logo, for the programs of a system.
    ICON = "icon"
    LARGE_ICON = "large-icon"
    MASKABLE_ICON = "maskable-icon"


class NotAPicture(ValueError):
    """The file is no JPEG, PNG or WebP, is damaged, or would cost too much to read."""


def drawn_anew(data: bytes, kind: Kind) -> bytes:
    """An upright picture of a file in memory, with nothing but its pixels. Raises NotAPicture.

    A sheet becomes a JPEG of at most 2,000 pixels a side, a portrait a square WebP of at most 192,
    a logo a WebP of at most 480 by 160 through which one can see where one could before, an icon a
    square PNG with the picture on paper.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own program, and the file is its input
            # Isolated, and without an environment, which may hold the site's secrets.
            [sys.executable, "-I", DECODER, kind],
            input=data,
            capture_output=True,
            env={},
            cwd="/",
            timeout=MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotAPicture from None
    # Below 0: ended by a limit, or by a fault in a decoder's C.
    if done.returncode < 0 or done.returncode == REFUSED:
        raise NotAPicture
    if done.returncode:
        raise RuntimeError(f"{DECODER.name} failed: {done.stderr.decode(errors='replace')}")
    return done.stdout
