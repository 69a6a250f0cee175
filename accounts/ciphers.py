"""Encrypt secrets that the site must read again: a copy of the database alone tells none."""

import base64
import hashlib
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from cryptography.fernet import Fernet


def encrypt(purpose: str, text: str) -> str:
    """A secret as it is stored; purpose: keeps what was stored for one use from serving another."""
    return _cipher(purpose, settings.SECRET_KEY).encrypt(text.encode()).decode()


def decrypt(purpose: str, stored: str) -> str | None:
    """A stored secret; None where its key is not known any more."""
    # Loaded where it is needed: most clubs never come here (docs/performance.md, memory).
    from cryptography.fernet import InvalidToken, MultiFernet

    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    try:
        known = MultiFernet([_cipher(purpose, key) for key in keys])
        return known.decrypt(stored.encode()).decode()
    except InvalidToken:
        return None


def _cipher(purpose: str, secret_key: str) -> "Fernet":
    from cryptography.fernet import Fernet

    key = hashlib.sha256((purpose + secret_key).encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))
