"""Pictures that are small as files and cost much to read, each by a way of its own."""

import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from typing import Any

from PIL import Image

SCAN, END = b"\xff\xda", b"\xff\xd9"


def jpeg(size: tuple[int, int] = (64, 48), **more: Any) -> bytes:
    file = BytesIO()
    Image.new("RGB", size, "gray").save(file, "JPEG", **more)
    return file.getvalue()


def with_scans(count: int, between: bytes = b"", **more: Any) -> bytes:
    """A progressive JPEG of so many scans; between: what stands before each that was added."""
    data = jpeg(progressive=True, **more)
    last = data[data.rfind(SCAN) : -2]
    return data[:-2] + (between + last) * (count - data.count(SCAN)) + END


def with_scans_of_a_baseline(count: int) -> bytes:
    """A JPEG that is not progressive and has its one scan again and again."""
    data = jpeg()
    return data[:-2] + data[data.rfind(SCAN) : -2] * (count - 1) + END


def with_a_preview() -> bytes:
    """An honest photo, whose EXIF data hold a preview of many scans that nobody reads."""
    preview = with_scans(200)
    return jpeg(exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0" + preview)


def many_segments() -> bytes:
    return jpeg()[:2] + b"\xff\xfe\0\2" * 300_000 + jpeg()[2:]


def chunk(kind: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def png(*chunks: bytes, size: tuple[int, int] = (8, 8), pixels: bytes | None = None) -> bytes:
    """A PNG with chunks before its pixels."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0))
    if pixels is None:
        pixels = zlib.compress(b"\0" * (size[0] * 3 + 1) * size[1])
    return b"".join(
        (b"\x89PNG\r\n\x1a\n", head, *chunks, chunk(b"IDAT", pixels), chunk(b"IEND", b""))
    )


def bomb(megabytes: int) -> bytes:
    """So many megabytes of zeros, a thousandth of the size."""
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(bytes(1_000_000)) for _one in range(megabytes)) + packer.flush()


def animated(kind: str, frames: int, size: tuple[int, int]) -> bytes:
    pictures = [Image.new("RGB", size, (n % 256, n // 256, 0)) for n in range(frames)]
    file = BytesIO()
    pictures[0].save(file, kind, save_all=True, append_images=pictures[1:])
    return file.getvalue()


def exif(directories: bytes) -> bytes:
    return jpeg(exif=b"Exif\0\0MM\0*" + directories)


# What must be refused before any pixel is read.
REFUSED: dict[str, Callable[[], bytes]] = {
    "thousands of scans": lambda: with_scans(5000),
    "one scan too many": lambda: with_scans(61),
    "scans behind filled markers": lambda: with_scans(61, between=b"\xff" * 50),
    "scans behind comments": lambda: with_scans(61, between=b"\xff\xfe\0\x04\xff\xd9"),
    "scans with restarts": lambda: with_scans(61, restart_marker_blocks=1),
    "scans behind other bytes": lambda: with_scans(61, between=b"\xff\x00\xff\x00"),
    "scans that are not progressive": lambda: with_scans_of_a_baseline(3000),
    "scans over too many pixels": lambda: jpeg((8000, 7000), progressive=True),
    "text of a gigabyte in a PNG": lambda: png(*[chunk(b"zTXt", b"k\0\0" + bomb(50))] * 20),
    "pixels of a PNG that are a claim": lambda: png(size=(50_000, 50_000), pixels=bomb(1)),
}
# What may be read, or not, but at no great cost.
COSTLY: dict[str, Callable[[], bytes]] = {
    "many segments": many_segments,
    "a long text in a PNG": lambda: png(chunk(b"zTXt", b"k\0\0" + bomb(200))),
    "an international text in a PNG": lambda: png(chunk(b"iTXt", b"k\0\1\0\0\0" + bomb(200))),
    "a colour profile in a PNG": lambda: png(chunk(b"iCCP", b"k\0\0" + bomb(200))),
    "more pixels than a PNG has": lambda: png(pixels=bomb(500)),
    "many chunks in a PNG": lambda: png(chunk(b"tEXt", b"k\0v") * 100_000),
    "an animated PNG": lambda: animated("PNG", 300, (60, 40)),
    "an animated WebP": lambda: animated("WEBP", 300, (60, 40)),
    "a directory that is its own next one": lambda: exif(b"\0\0\0\x08\0\0\0\0\0\x08"),
    "a directory of too many entries": lambda: exif(b"\0\0\0\x08\xff\xff" + b"\1\x12\0\3" * 9000),
    "a photo of two pictures": lambda: animated("MPO", 2, (60, 40)),
}
