"""What every page knows of who looks at it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.access import is_organizer
from accounts.models import Deck, Player, Theme, User


def site(request: HttpRequest) -> dict[str, Any]:
    """viewer (Player or None), viewer_is_organizer, viewer_theme, viewer_deck, and two settings.

    An error page may be rendered before anybody is known: that viewer is a stranger.
    """
    user = getattr(request, "user", None)
    known = user if isinstance(user, User) else None
    viewer: Player | None = getattr(known, "player", None)
    return {
        "viewer": viewer,
        "viewer_is_organizer": known is not None and is_organizer(known),
        "viewer_theme": known.theme if known else Theme.AUTO,
        "viewer_deck": (known.deck if known else "") or Deck.BULLS,
        "email_is_sent": settings.EMAIL_IS_SENT,
        "signup_is_open": settings.SIGNUP == "open",
    }
