"""Draws a sent picture anew, in a process of its own, which drawing.py starts.

A decoder may be made to compute for hours, to take all memory, or to run code of whoever sent the
picture. So it is started with nothing but the picture: no environment, no Django, no secrets.

Reads the file from the standard input and writes another one to the standard output, as the kind
that is its argument says. What is stored is drawn from the pixels alone: neither the place where it
was taken nor anything that hides in the file survives.
"""

import math
import re
import resource
import sys
from dataclasses import dataclass
from io import BytesIO
from warnings import simplefilter

from PIL import Image

FORMATS = ("JPEG", "PNG", "WEBP")
# What a phone takes at most; of other formats than JPEG all pixels are in memory at once.
MOST_PIXELS = {"JPEG": 110_000_000, "PNG": 30_000_000, "WEBP": 30_000_000}
# Of a JPEG with several scans all pixels are in memory too, and each scan walks over all of them.
MOST_PIXELS_OF_SCANS = 50_000_000
# Encoders write about ten.
MOST_SCANS = 60
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


@dataclass(frozen=True, slots=True)
class Kind:
    """What is made of a picture. sides: the most pixels across and down.

    is_square: the middle of the picture alone. keeps_holes: what can be seen through stays so, else
    it is white. room: of a picture that is laid on the middle of a square of paper, enlarged where
    that is needed: how long its diagonal may be, in sides of the square.
    """

    sides: tuple[int, int]
    format: str
    quality: int
    is_square: bool = False
    keeps_holes: bool = False
    room: float = 0


# A portrait is shown at up to 64 pixels of CSS, a logo 32 high and on a screen of the club 72.
KINDS = {
    "sheet": Kind((2000, 2000), "JPEG", 82),
    "portrait": Kind((192, 192), "WEBP", 80, is_square=True),
    "logo": Kind((480, 160), "WEBP", 88, keeps_holes=True),
    "icon": Kind((192, 192), "PNG", 0, room=1.2),
    "large-icon": Kind((512, 512), "PNG", 0, room=1.2),
    # Systems cut off what is farther from the middle than 40 % of a side, and no more:
    # https://www.w3.org/TR/appmanifest/#icon-masks
    "maskable-icon": Kind((512, 512), "PNG", 0, room=0.8),
}
# As pages show a logo (static/css/layout.css).
PAPER = (252, 248, 239)
# Of a side, where the room would let it touch the edge.
WIDEST = 0.92

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


def drawn_anew(data: bytes, kind: Kind) -> bytes:
    """An upright picture of a kind, never larger than it was. Raises anything for what is none."""
    with Image.open(BytesIO(data), formats=FORMATS) as opened:
        # MPO is a JPEG with further pictures behind the first, as many phones take it.
        read = "JPEG" if opened.format == "MPO" else opened.format or ""
        width, height = opened.size
        scans = scans_of(data) if read == "JPEG" else 1
        most_pixels = MOST_PIXELS[read] if scans == 1 else MOST_PIXELS_OF_SCANS
        if scans > MOST_SCANS or width * height > most_pixels:
            raise TooCostlyError
        # A JPEG is read at half or a quarter of its size where that is enough.
        opened.draft("RGB", kind.sides)
        opened.load()
        picture: Image.Image = opened
        has_alpha = "A" in picture.getbands() or "transparency" in picture.info
        if read != "JPEG":
            picture = picture.convert("RGBA" if has_alpha else "RGB")
        if kind.is_square:
            picture = _middle(picture)
        picture.thumbnail(kind.sides)
        upright = _upright(picture)
        return _written(_on_paper(upright, kind) if kind.room else upright, kind)


def _middle(picture: Image.Image) -> Image.Image:
    """The largest square in the middle."""
    width, height = picture.size
    side = min(width, height)
    left, top = (width - side) // 2, (height - side) // 2
    return picture.crop((left, top, left + side, top + side))


def _on_paper(picture: Image.Image, kind: Kind) -> Image.Image:
    """The picture on a square of paper, as large as its room lets it be."""
    side = kind.sides[0]
    width, height = picture.size
    scale = side * min(WIDEST / max(width, height), kind.room / math.hypot(width, height))
    sides = max(1, round(width * scale)), max(1, round(height * scale))
    laid = picture.convert("RGBA").resize(sides, Image.Resampling.LANCZOS)
    paper = Image.new("RGBA", kind.sides, PAPER)
    paper.alpha_composite(laid, ((side - sides[0]) // 2, (side - sides[1]) // 2))
    return paper.convert("RGB")


def _written(picture: Image.Image, kind: Kind) -> bytes:
    """The file, of a new picture: one that was read still has what its file says beside pixels."""
    has_alpha = picture.mode == "RGBA"
    if has_alpha and kind.keeps_holes:
        paper = Image.new("RGBA", picture.size)
        paper.paste(picture)
    else:
        paper = Image.new("RGB", picture.size, "white")
        paper.paste(picture, mask=picture if has_alpha else None)
    file = BytesIO()
    paper.save(file, kind.format, quality=kind.quality, optimize=True)
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
    kind = KINDS[sys.argv[1]]
    simplefilter("error", Image.DecompressionBombWarning)
    data = sys.stdin.buffer.read()
    try:
        made = drawn_anew(data, kind)
    # For damaged files Pillow also raises struct.error, SyntaxError, KeyError and others.
    except Exception:  # noqa: BLE001 - whatever it is, it is no picture
        return REFUSED
    sys.stdout.buffer.write(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
