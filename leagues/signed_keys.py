"""Secrets of addresses that are derived and not stored.

The same address can be shown and printed again, and a copy of the database opens none.
"""

from base64 import urlsafe_b64encode

from django.utils.crypto import constant_time_compare, salted_hmac

SIGNED_BYTES = 20


def signature(purpose: str, *what: object) -> str:
    """160 bits that only the site's SECRET_KEY can make of these values, as an address has them.

    purpose: keeps what is signed for one kind of address from opening another.
    """
    text = ":".join(map(str, what))
    digest = salted_hmac(f"leagues.{purpose}", text, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:SIGNED_BYTES]).decode().rstrip("=")


def is_signature(given: str, purpose: str, *what: object) -> bool:
    """Whether a text is the signature of these values."""
    return constant_time_compare(given, signature(purpose, *what))
