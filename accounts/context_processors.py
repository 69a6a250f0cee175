"""What every page knows of who looks at it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest

from accounts import mail_queue
from accounts.access import is_organizer, known_player
from accounts.addresses import address_of
from accounts.club.current import club
from accounts.models import Deck, Theme, User


def site(request: HttpRequest) -> dict[str, Any]:
    """viewer (Player or None), viewer_is_organizer, viewer_theme, viewer_deck, club (its
    settings), two about mails, for strangers sign_in_url and for the staff the release.

    An error page may be rendered before anybody is known: that viewer is a stranger.
    """
    user = getattr(request, "user", None)
    known = user if isinstance(user, User) else None
    return {
        "viewer": known_player(known) if known else None,
        "viewer_is_organizer": known is not None and is_organizer(known),
        "viewer_theme": known.theme if known else Theme.AUTO,
        "viewer_deck": (known.deck if known else "") or Deck.BULLS,
        "sign_in_url": "" if known else _sign_in_url(request),
        "email_is_sent": settings.EMAIL_IS_SENT,
        # Called by the pages that promise a mail, and by no other.
        "mails_are_late": mail_queue.is_late,
        "club": club(),
        "release": settings.RELEASE if known and known.is_staff else "",
    }


def _sign_in_url(request: HttpRequest) -> str:
    """The sign-in that leads back to this page, or to where a page of an account leads."""
    sign_in = address_of("account_login")
    match = request.resolver_match
    is_of_account = match is not None and (
        match.route.startswith("account/") or match.namespace == "accounts"
    )
    # A token that stands in the address of a page is repeated nowhere.
    has_token = match is not None and "token" in match.kwargs
    following = _next_of(request) if is_of_account or has_token else request.get_full_path()
    is_home = following in {"", address_of("games:home")}
    return sign_in if is_home else f"{sign_in}?{urlencode({'next': following})}"


def _next_of(request: HttpRequest) -> str:
    return request.POST.get("next", "") or request.GET.get("next", "")
