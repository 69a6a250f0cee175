"""The secrets of a session's live tables, fixed when it is planned, and what they promise.

All are made of one; the page of the session shows the fingerprint of their commitments.
"""

import hmac
from functools import lru_cache
from hashlib import sha256

from django.http import HttpRequest, HttpResponse

from games.rules.deal import commitment
from leagues.models import Session
from leagues.pages.access import get_session
from leagues.pages.shared import moved, open_page

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


@lru_cache(maxsize=64)
def fingerprint(session_secret: bytes) -> str:
    """The SHA-256 of that file, in hex: short enough to be noted before a session.

    Each page of a session shows it, and 1.4 ms are many for one.
    """
    return sha256(list_text(session_secret).encode()).hexdigest()


def next_secret(session: Session) -> bytes:
    """The secret of the table that is opened now; no other table ever gets it.

    session: as it was read under the lock of its season.
    """
    session.tables_opened += 1
    session.save(update_fields=["tables_opened"])
    return secret_of(bytes(session.deal_secret), session.tables_opened)


deals = moved("session#deals")


@open_page
def deal_list(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """The commitments, one on each line, in the order in which tables are opened."""
    found = get_session(request, slug, number, session)
    return HttpResponse(
        list_text(bytes(found.deal_secret)), content_type="text/plain; charset=utf-8"
    )
