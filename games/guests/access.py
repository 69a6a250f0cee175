"""Who asks for a table: a member, the guest who holds a seat there, or a stranger."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest

from accounts.access import player_or_none
from accounts.models import Player
from games.guests.models import GuestLink

# The cookie with the key of a browser. It is no session: signing in or out leaves it alone.
COOKIE = "guest"


def guest_at(cookies: Mapping[str, str], code: str) -> Player | None:
    """The guest whom this browser seated at this table; None if there is none.

    A guest who was sent away, has stood up, or was erased holds no seat and is a stranger.
    """
    key = cookies.get(COOKIE)
    if not key or not settings.GUEST_SEATS:
        return None
    links = GuestLink.objects.of_browser(key).filter(player__seats__table__code=code)
    link = links.select_related("player").first()
    return link.player if link else None


def has_left(cookies: Mapping[str, str], code: str) -> bool:
    """Whether this browser has used a link to this table, whose guest holds no seat there now."""
    key = cookies.get(COOKIE)
    if not key or not settings.GUEST_SEATS:
        return False
    used = GuestLink.objects.of_browser(key).filter(table__code=code)
    return used.exists() and guest_at(cookies, code) is None


def player_at(request: HttpRequest, code: str) -> Player | None:
    """The member who is signed in, or else the table's guest in this browser; None for a stranger.

    An account comes first: a member is never taken for a guest.
    """
    return player_or_none(request) or guest_at(request.COOKIES, code)
