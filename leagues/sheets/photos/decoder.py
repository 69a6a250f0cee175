"""Draws a sent picture anew, in a process of its own, which picture.py starts.

A decoder may be made to compute for hours, to take all memory, or to run code of whoever sent the
picture. So it is started with nothing but the picture: no environment, no Django, no secrets.

Reads the file from the standard input and writes a JPEG to the standard output. What is stored is
drawn from the pixels alone: neither the place where it was taken nor anything that hides in the
file survives.
"""

import re
import resource
import sys
from io import BytesIO
from warnings import simplefilter

from PIL import Image

FORMATS = ("JPEG", "PNG", "WEBP")
LONGEST_SIDE = 2000
# What a phone takes at most; of other formats than JPEG all pixels are in memory at once.
MOST_PIXELS = {"JPEG": 110_000_000, "PNG": 30_000_000, "WEBP": 30_000_000}
# Of a JPEG with several scans all pixels are in memory too, and each scan walks over all of them.
MOST_PIXELS_OF_SCANS = 50_000_000
# Encoders write about ten.
MOST_SCANS = 60
QUALITY = 82
# How to turn a picture upright, by what its EXIF data say of its orientation.
ORIENTATION = 0x0112
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}

# The exit code for a file that is no picture of FORMATS, is damaged, or would cost too much.
REFUSED = 3
# Of a processor; the largest photo that is allowed took 1.3 s.
MOST_SECONDS = 5
# The largest photo that is allowed took 560 MB.
MOST_MEMORY = 800_000_000

START_OF_SCAN, END_OF_IMAGE = 0xDA, 0xD9
# Pixels follow a scan's header up to the next marker; those of a restart (D0 to D7) are in them.
MARKER = re.compile(rb"\xff+([\x01-\xcf\xd8-\xfe])")


class TooCostlyError(Exception):
    """The picture would cost more than any photo does."""


def drawn_anew(data: bytes) -> bytes:
    """An upright JPEG of at most LONGEST_SIDE pixels a side. Raises anything for what is none."""
    with Image.open(BytesIO(data), formats=FORMATS) as opened:
        # MPO is a JPEG with further pictures behind the first, as many phones take it.
        kind = "JPEG" if opened.format == "MPO" else opened.format or ""
        width, height = opened.size
        scans = scans_of(data) if kind == "JPEG" else 1
        most_pixels = MOST_PIXELS[kind] if scans == 1 else MOST_PIXELS_OF_SCANS
        if scans > MOST_SCANS or width * height > most_pixels:
            raise TooCostlyError
        # A JPEG is read at half or a quarter of its size where that is enough.
        opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        opened.load()
        picture: Image.Image = opened
        has_alpha = "A" in picture.getbands() or "transparency" in picture.info
        if kind != "JPEG":
            picture = picture.convert("RGBA" if has_alpha else "RGB")
        picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        upright = _upright(picture)
        paper = Image.new("RGB", upright.size, "white")
        paper.paste(upright, mask=upright if upright.mode == "RGBA" else None)
        file = BytesIO()
        paper.save(file, "JPEG", quality=QUALITY, optimize=True)
        return file.getvalue()


def scans_of(data: bytes) -> int:
    """How many scans the first picture of a JPEG has, without decoding any; one more than
    MOST_SCANS for all that are more.

    Segments are left out by their length: a preview in the EXIF data has scans of its own.
    """
    scans, at = 0, 2
    while scans <= MOST_SCANS and (found := MARKER.search(data, at)):
        marker, at = found[1][0], found.end()
        if marker == END_OF_IMAGE:
            break
        scans += marker == START_OF_SCAN
        # The length counts its own two bytes; TEM (01) and a second start (D8) have none.
        if marker not in {0x01, 0xD8}:
            at += max(2, int.from_bytes(data[at : at + 2]))
    return scans


def _upright(picture: Image.Image) -> Image.Image:
    """The picture as it was held. ImageOps.exif_transpose fails where EXIF data are damaged."""
    turn = TURNS.get(picture.getexif().get(ORIENTATION, 1))
    return picture if turn is None else picture.transpose(turn)


def _limit() -> None:
    """End this process where it takes more than any photo needs; it writes no file."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> int:
    _limit()
    simplefilter("error", Image.DecompressionBombWarning)
    data = sys.stdin.buffer.read()
    try:
        made = drawn_anew(data)
    # For damaged files Pillow also raises struct.error, SyntaxError, KeyError and others.
    except Exception:  # noqa: BLE001 - whatever it is, it is no photo
        return REFUSED
    sys.stdout.buffer.write(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
