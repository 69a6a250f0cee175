"""Pictures that were sent: one is read at a time, and what is made of it is written into a file."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import connection
from django.utils.translation import gettext_lazy as _

from accounts.made_once import BusyError
from accounts.pictures.drawing import Kind, NotAPicture, drawn_anew
from config.visitor_limits import work_elsewhere

# Who has waited so long for the pictures of others is told to come back.
PATIENCE_SECONDS = 15

NOT_A_PICTURE = _("This file is not a picture: choose a JPEG, PNG or WebP image.")
TOO_LARGE = _("This picture is too large: choose a smaller one.")

# One at a time: a few large pictures at once would fill the memory of the machine.
_decoding = threading.Lock()


class PictureTooLarge(ValueError):
    """The file has more than settings.MOST_PHOTO_BYTES."""


def drawn(sent: "UploadedFile[Any] | None", kind: Kind) -> bytes:
    """The picture in a file that was sent. Raises NotAPicture, PictureTooLarge, BusyError."""
    if sent is None:
        raise NotAPicture
    if sent.size is None or sent.size > settings.MOST_PHOTO_BYTES:
        raise PictureTooLarge
    with _turn_to_decode():
        return drawn_anew(sent.read(), kind)


@contextmanager
def _turn_to_decode() -> Iterator[None]:
    """Wait for the pictures of others. What is done here counts as the visitor's work.

    Raises BusyError.
    """
    if not connection.in_atomic_block:
        # That to PostgreSQL goes back to the pool: others need it meanwhile.
        connection.close_if_unusable_or_obsolete()
    if not _decoding.acquire(timeout=PATIENCE_SECONDS):
        raise BusyError
    try:
        with work_elsewhere():
            yield
    finally:
        _decoding.release()
