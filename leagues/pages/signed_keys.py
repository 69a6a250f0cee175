"""Secrets of addresses that are derived and not stored.

The same address can be shown and printed again, and a copy of the database opens none.
"""

from base64 import urlsafe_b64encode

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

SIGNED_BYTES = 20


def signature(purpose: str, *what: object, secret_key: str | None = None) -> str:
    """160 bits that only the site's SECRET_KEY can make of these values, as an address has them.

    purpose: keeps what is signed for one kind of address from opening another. secret_key: by
    default the one of now.
    """
    text = ":".join(map(str, what))
    made = salted_hmac(f"leagues.{purpose}", text, secret_key, algorithm="sha256")
    digest = made.digest()
    return urlsafe_b64encode(digest[:SIGNED_BYTES]).decode().rstrip("=")


def is_signature(given: str, purpose: str, *what: object) -> bool:
    """Whether a text is the signature of these values, by the key of now or one of before."""
    return any(
        constant_time_compare(given, signature(purpose, *what, secret_key=key))
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    )
