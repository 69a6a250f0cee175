"""What becomes of a file that claims to be a photo."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image, ImageOps

from leagues.photos.picture import LONGEST_SIDE, NotAPhoto, photo_of

ORIENTATION, GPS, MAKER, WIDTH = 0x0112, 0x8825, 0x010F, 0x0100


def file_of(size: tuple[int, int], kind: str = "JPEG", mode: str = "RGB", **more: object) -> bytes:
    file = BytesIO()
    Image.new(mode, size, "red").save(file, kind, **more)
    return file.getvalue()


def opened(data: bytes) -> Image.Image:
    picture = Image.open(BytesIO(data))
    picture.load()
    return picture


def where_it_is_black(picture: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageOps.invert(picture.convert("L").point([0] * 128 + [255] * 128)).getbbox()


def test_a_large_photo_is_made_smaller_and_keeps_its_shape() -> None:
    assert opened(photo_of(file_of((4000, 3000)))).size == (LONGEST_SIDE, LONGEST_SIDE * 3 // 4)


def test_a_photo_is_turned_upright_and_loses_where_it_was_taken() -> None:
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = 6, "A phone"
    exif.get_ifd(GPS)[1] = "N"
    exif[GPS] = {1: "N", 2: (48.0, 51.0, 30.0)}
    made = photo_of(file_of((300, 200), exif=exif))
    picture = opened(made)
    assert picture.size == (200, 300)
    assert not picture.getexif()
    assert b"A phone" not in made


@pytest.mark.parametrize("orientation", range(9))
def test_a_photo_is_upright_however_the_phone_was_held(orientation: int) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    picture = Image.new("RGB", (32, 16), "white")
    picture.paste("black", (0, 0, 16, 8))
    file = BytesIO()
    picture.save(file, "JPEG", quality=95, exif=exif)
    made, expected = opened(photo_of(file.getvalue())), opened(file.getvalue())
    ImageOps.exif_transpose(expected, in_place=True)
    assert (made.size, where_it_is_black(made)) == (expected.size, where_it_is_black(expected))


def test_a_photo_with_damaged_exif_data_is_turned_upright_all_the_same() -> None:
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = 6, "A phone"
    data = file_of((300, 200), exif=exif)
    # A text where a number belongs: it can be read, but not written.
    damaged = data.replace(
        struct.pack(">H", MAKER) + b"\0\2", struct.pack(">H", WIDTH) + b"\0\2", 1
    )
    assert damaged != data
    assert opened(photo_of(damaged)).size == (200, 300)


@pytest.mark.parametrize(
    ("kind", "mode"),
    [("PNG", "RGBA"), ("PNG", "P"), ("PNG", "L"), ("WEBP", "RGB"), ("JPEG", "CMYK")],
)
def test_other_pictures_become_jpeg(kind: str, mode: str) -> None:
    picture = opened(photo_of(file_of((40, 30), kind, mode)))
    assert (picture.format, picture.mode, picture.size) == ("JPEG", "RGB", (40, 30))


def test_of_a_photo_with_further_pictures_in_it_the_first_is_kept() -> None:
    more = [Image.new("RGB", (150, 100))]
    data = file_of((300, 200), "MPO", save_all=True, append_images=more)
    assert Image.open(BytesIO(data)).format == "MPO"
    assert opened(photo_of(data)).size == (300, 200)


def test_nothing_that_follows_the_pixels_survives() -> None:
    made = photo_of(file_of((40, 30)) + b"<script>alert(1)</script>PK\x03\x04")
    assert b"script" not in made
    assert b"PK" not in made


def test_a_picture_that_is_a_page_as_well_is_drawn_anew() -> None:
    comment = b"<html><script>alert(1)</script>"
    made = photo_of(file_of((40, 30), comment=comment))
    assert b"script" not in made


def png_of_size(width: int, height: int) -> bytes:
    """A PNG of a few bytes that claims to be huge."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not a picture",
        b'<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
        b"GIF89a\x01\x00\x01\x00\x00\x00\x00;",
        file_of((40, 30), "GIF"),
        file_of((40, 30), "BMP"),
        file_of((400, 300))[:800],
        file_of((400, 300), "PNG")[:100],
        png_of_size(6000, 6000),
        png_of_size(50_000, 50_000),
        png_of_size(2**31 - 1, 2**31 - 1),
        png_of_size(0, 0),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_what_is_no_photo_is_refused(data: bytes) -> None:
    with pytest.raises(NotAPhoto):
        photo_of(data)
