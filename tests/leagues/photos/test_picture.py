"""What becomes of a file that claims to be a photo."""

import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageOps

from leagues.sheets.photos import decoder, picture
from leagues.sheets.photos.decoder import LONGEST_SIDE, MOST_SCANS, drawn_anew, scans_of
from leagues.sheets.photos.picture import NotAPhoto, photo_of
from tests.support import hostile_pictures
from tests.support.hostile_pictures import png, with_a_preview, with_scans

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
        png(size=(6000, 6000), pixels=b"x"),
        png(size=(50_000, 50_000), pixels=b"x"),
        png(size=(2**31 - 1, 2**31 - 1), pixels=b"x"),
        png(size=(0, 0), pixels=b"x"),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_what_is_no_photo_is_refused(data: bytes) -> None:
    with pytest.raises(NotAPhoto):
        photo_of(data)


# --- What would cost too much ----------------------------------------------------------


@pytest.mark.parametrize(
    "make", hostile_pictures.REFUSED.values(), ids=hostile_pictures.REFUSED.keys()
)
def test_a_picture_that_would_cost_too_much_is_refused_before_it_is_read(
    make: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_arguments: object) -> None:
        pytest.fail("its pixels were read")

    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", read)
    with pytest.raises((decoder.TooCostlyError, ValueError, Image.DecompressionBombError)):
        drawn_anew(make())


@pytest.mark.parametrize(
    "make", hostile_pictures.COSTLY.values(), ids=hostile_pictures.COSTLY.keys()
)
def test_a_picture_that_costs_much_is_a_photo_or_none(make: Callable[[], bytes]) -> None:
    data = make()
    with suppress(NotAPhoto):
        assert opened(photo_of(data)).format == "JPEG"


@pytest.mark.parametrize("count", [10, MOST_SCANS])
def test_a_photo_may_have_as_many_scans_as_an_encoder_writes(count: int) -> None:
    data = with_scans(count)
    assert scans_of(data) == count
    assert opened(photo_of(data)).size == (64, 48)


def test_scans_of_a_preview_do_not_count() -> None:
    assert scans_of(with_a_preview()) == 1
    assert opened(photo_of(with_a_preview())).size == (64, 48)


def test_scans_behind_the_end_do_not_count() -> None:
    assert scans_of(file_of((40, 30)) + with_scans(5000)) == 1


def run_instead(monkeypatch: pytest.MonkeyPatch, folder: Path, program: str) -> None:
    """Let this program be run in place of the decoder."""
    file = folder / "other.py"
    file.write_text(program)
    monkeypatch.setattr(picture, "DECODER", file)


@pytest.mark.parametrize(
    "end", ["import time; time.sleep(60)", "import os; os.abort()", "import sys; sys.exit(3)"]
)
def test_a_picture_whose_decoder_fails_or_does_not_end_is_no_photo(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, end: str
) -> None:
    run_instead(monkeypatch, tmp_path, f"import sys; sys.stdin.buffer.read(); {end}")
    monkeypatch.setattr(picture, "MOST_SECONDS", 2.0)
    with pytest.raises(NotAPhoto):
        photo_of(file_of((40, 30)))


def test_a_decoder_that_cannot_start_is_an_error_and_not_the_fault_of_a_photo(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run_instead(monkeypatch, tmp_path, "import no_such_package")
    with pytest.raises(RuntimeError, match="no_such_package"):
        photo_of(b"")


def test_the_decoder_knows_no_secrets_and_no_django(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_KEY", "s3cret")
    told = f"""
import os, runpy, sys
runpy.run_path({str(decoder.__file__)!r})
print(set(os.environ) - {{"LC_CTYPE"}}, os.getcwd(), "django" in sys.modules)
"""
    run_instead(monkeypatch, tmp_path, told)
    assert photo_of(b"").decode() == "set() / False\n"


def test_the_decoder_has_so_much_time_and_memory_and_writes_no_file(tmp_path: Path) -> None:
    program = f"""
import resource as r, runpy
decoder = runpy.run_path({str(decoder.__file__)!r})
decoder["_limit"]()
print([r.getrlimit(each)[0] for each in (r.RLIMIT_CPU, r.RLIMIT_AS, r.RLIMIT_FSIZE)])
bytearray(decoder["MOST_MEMORY"])
"""
    command = [sys.executable, "-I", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == f"[{decoder.MOST_SECONDS}, {decoder.MOST_MEMORY}, 0]\n"
    assert done.stderr.endswith("MemoryError\n")
