"""What becomes of a file that claims to be a picture."""

import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageOps

from accounts.pictures import decoder, drawing
from accounts.pictures.decoder import KINDS, MOST_SCANS, scans_of
from accounts.pictures.drawing import Kind, NotAPicture, drawn_anew
from tests.support import hostile_pictures
from tests.support.hostile_pictures import png, with_a_preview, with_scans

ORIENTATION, GPS, MAKER, WIDTH = 0x0112, 0x8825, 0x010F, 0x0100


def file_of(size: tuple[int, int], kind: str = "JPEG", mode: str = "RGB", **more: object) -> bytes:
    file = BytesIO()
    Image.new(mode, size, "red").save(file, kind, **more)
    return file.getvalue()


def photo_of(data: bytes) -> bytes:
    """What is stored of a photo of a sheet."""
    return drawn_anew(data, Kind.SHEET)


def opened(data: bytes) -> Image.Image:
    picture = Image.open(BytesIO(data))
    picture.load()
    return picture


def colour_at(picture: Image.Image, x: int, y: int) -> tuple[int, ...]:
    found = picture.getpixel((x, y))
    assert isinstance(found, tuple)
    return found


def where_it_is_black(picture: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageOps.invert(picture.convert("L").point([0] * 128 + [255] * 128)).getbbox()


def test_a_large_photo_is_made_smaller_and_keeps_its_shape() -> None:
    assert opened(photo_of(file_of((4000, 3000)))).size == (2000, 1500)


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
    with pytest.raises(NotAPicture):
        photo_of(data)


# --- Portraits and logos ----------------------------------------------------------------


def test_a_portrait_is_the_middle_of_a_picture() -> None:
    picture = Image.new("RGB", (900, 300), "red")
    picture.paste("blue", (300, 0, 600, 300))
    file = BytesIO()
    picture.save(file, "PNG")
    made = opened(drawn_anew(file.getvalue(), Kind.PORTRAIT))
    assert (made.format, made.mode, made.size) == ("WEBP", "RGB", (192, 192))
    # All of it is blue.
    assert all(colour_at(made, *at)[2] > 200 for at in ((4, 96), (96, 4), (187, 96), (96, 187)))


def test_a_small_portrait_is_not_made_larger() -> None:
    assert opened(drawn_anew(file_of((40, 30)), Kind.PORTRAIT)).size == (30, 30)


@pytest.mark.parametrize(("size", "expected"), [((960, 200), (480, 100)), ((800, 800), (160, 160))])
def test_a_logo_keeps_its_shape(size: tuple[int, int], expected: tuple[int, int]) -> None:
    assert opened(drawn_anew(file_of(size), Kind.LOGO)).size == expected


def test_what_can_be_seen_through_in_a_logo_stays_so_and_is_white_elsewhere() -> None:
    picture = Image.new("RGBA", (100, 100), (0, 0, 0, 0))
    picture.paste((200, 0, 0, 255), (0, 0, 50, 100))
    file = BytesIO()
    picture.save(file, "PNG")
    logo = opened(drawn_anew(file.getvalue(), Kind.LOGO))
    assert (logo.mode, colour_at(logo, 20, 50)[3], colour_at(logo, 80, 50)[3]) == ("RGBA", 255, 0)
    portrait = opened(drawn_anew(file.getvalue(), Kind.PORTRAIT))
    assert min(colour_at(portrait, 80, 50)) > 240


@pytest.mark.parametrize("kind", [Kind.PORTRAIT, Kind.LOGO])
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_nothing_but_pixels_is_left_of_a_portrait_or_a_logo(kind: Kind, mode: str) -> None:
    hidden = b"<script>alert(1)</script>"
    exif = Image.Exif()
    exif[MAKER] = "A phone"
    sent = file_of((40, 30), "WEBP", mode, exif=exif, icc_profile=hidden, xmp=hidden) + hidden
    assert sent.count(b"script") > 4
    made = drawn_anew(sent, kind)
    assert b"script" not in made
    assert b"A phone" not in made
    assert set(opened(made).info) <= {"background", "loop", "timestamp", "duration"}


@pytest.mark.parametrize("kind", [Kind.PORTRAIT, Kind.LOGO])
def test_of_a_picture_that_moves_the_first_moment_is_kept(kind: Kind) -> None:
    frames = [Image.new("RGB", (40, 40), colour) for colour in ("red", "blue")]
    file = BytesIO()
    frames[0].save(file, "WEBP", save_all=True, append_images=frames[1:], lossless=True)
    made = opened(drawn_anew(file.getvalue(), kind))
    assert getattr(made, "n_frames", 1) == 1
    assert colour_at(made.convert("RGB"), 20, 20)[0] > 200


@pytest.mark.parametrize("kind", Kind)
def test_20_000_by_20_000_pixels_are_no_picture(kind: Kind) -> None:
    with pytest.raises(NotAPicture):
        drawn_anew(png(size=(20_000, 20_000), pixels=b"x"), kind)


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
        decoder.drawn_anew(make(), KINDS[Kind.LOGO])


@pytest.mark.parametrize(
    "make", hostile_pictures.COSTLY.values(), ids=hostile_pictures.COSTLY.keys()
)
def test_a_picture_that_costs_much_is_a_photo_or_none(make: Callable[[], bytes]) -> None:
    data = make()
    with suppress(NotAPicture):
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
    monkeypatch.setattr(drawing, "DECODER", file)


@pytest.mark.parametrize(
    "end", ["import time; time.sleep(60)", "import os; os.abort()", "import sys; sys.exit(3)"]
)
def test_a_picture_whose_decoder_fails_or_does_not_end_is_no_photo(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, end: str
) -> None:
    run_instead(monkeypatch, tmp_path, f"import sys; sys.stdin.buffer.read(); {end}")
    monkeypatch.setattr(drawing, "MOST_SECONDS", 2.0)
    with pytest.raises(NotAPicture):
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
