"""A photo as it is stored, made of whatever somebody sent; it knows no Django.

What is stored is drawn anew from the pixels alone: neither the place where it was taken nor
anything that hides in the file survives.
"""

from io import BytesIO
from threading import Lock
from warnings import catch_warnings, simplefilter

from PIL import Image

FORMATS = ("JPEG", "PNG", "WEBP")
LONGEST_SIDE = 2000
# What a phone takes at most; of other formats than JPEG all pixels are in memory at once.
MOST_PIXELS = {"JPEG": 110_000_000, "PNG": 30_000_000, "WEBP": 30_000_000}
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

# One at a time: a few large pictures at once would fill the memory of the process.
_decoding = Lock()


class NotAPhoto(ValueError):
    """The file is no picture of one of FORMATS, is damaged, or has too many pixels."""


def photo_of(data: bytes) -> bytes:
    """An upright JPEG of at most LONGEST_SIDE pixels a side. Raises NotAPhoto."""
    with _decoding, catch_warnings():
        simplefilter("error", Image.DecompressionBombWarning)
        try:
            return _drawn_anew(data)
        # For damaged files Pillow also raises struct.error, SyntaxError, KeyError and others.
        except Exception as error:
            raise NotAPhoto from error


def _drawn_anew(data: bytes) -> bytes:
    with Image.open(BytesIO(data), formats=FORMATS) as opened:
        # MPO is a JPEG with further pictures behind the first, as many phones take it.
        kind = "JPEG" if opened.format == "MPO" else opened.format or ""
        width, height = opened.size
        if width * height > MOST_PIXELS[kind]:
            raise NotAPhoto
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


def _upright(picture: Image.Image) -> Image.Image:
    """The picture as it was held. ImageOps.exif_transpose fails where EXIF data are damaged."""
    turn = TURNS.get(picture.getexif().get(ORIENTATION, 1))
    return picture if turn is None else picture.transpose(turn)
