"""The secrets of a session's tables, all made of one, and the list of their commitments."""

import hmac
from hashlib import sha256

from games.rules.deal import commitment

# So many tables of a session are on its list; those opened after them follow in the same way.
LISTED = 200


def secret_of(session_secret: bytes, number: int) -> bytes:
    """The 32 bytes of the table that is opened as the session's first, second ... (from 1).

    Whoever sees it after the game learns nothing about those of other tables.
    """
    return hmac.digest(session_secret, f"sixieme|1|session|{number}".encode(), "sha256")


def commitments(session_secret: bytes) -> tuple[str, ...]:
    """What the tables of a session promise, in the order in which they are opened."""
    return tuple(commitment(secret_of(session_secret, number)) for number in range(1, LISTED + 1))


def list_text(session_secret: bytes) -> str:
    """The commitments as a file, one on each line."""
    return "".join(f"{each}\n" for each in commitments(session_secret))


def fingerprint(session_secret: bytes) -> str:
    """The SHA-256 of that file, in hex: short enough to be noted before a session."""
    return sha256(list_text(session_secret).encode()).hexdigest()
