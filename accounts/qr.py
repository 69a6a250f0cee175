"""A text as a QR code. Nothing is cached: some of these texts are secrets."""

import io
from base64 import b64encode

import segno

# Of the eight masks a code may have. To weigh all against each other takes three quarters of the
# time, and gains little for a code that is read at arm's length.
ANY_MASK = 3


def qr_svg(text: str, mask: int | None = None) -> bytes:
    """The SVG file of a QR code that a phone reads from a screen across a room.

    Dark on light whatever the theme: not all cameras read the inverse. mask: None for the best.
    """
    file = io.BytesIO()
    segno.make(text, error="m", micro=False, mask=mask).save(
        file, kind="svg", omitsize=True, dark="#1b1815", light="#ffffff", xmldecl=False
    )
    return file.getvalue()


def qr_uri(text: str, mask: int | None = None) -> str:
    """A QR code for the src of an image, for what must not stand in the address of a request."""
    return "data:image/svg+xml;base64," + b64encode(qr_svg(text, mask)).decode()
