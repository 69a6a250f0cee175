"""An address as a QR code."""

import io
from functools import lru_cache

import segno

KEPT_CODES = 500


@lru_cache(maxsize=KEPT_CODES)
def qr_svg(address: str) -> bytes:
    """The SVG file of a QR code that a phone reads from a screen across a room.

    Dark on light whatever the theme: not all cameras read the inverse.
    """
    file = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        file, kind="svg", omitsize=True, dark="#1b1815", light="#ffffff", xmldecl=False
    )
    return file.getvalue()
