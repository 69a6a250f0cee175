"""Browsers in which a member was signed in: strangers who try passwords do not lock these out.

The device cookies of OWASP: a browser that a member has used is counted apart from all others.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User

COOKIE = "browser"
LASTS = timedelta(days=365)


def remember(request: HttpRequest, response: HttpResponseBase) -> None:
    """Give the browser of a signed-in member its cookie, unless it has one."""
    user = request.user
    if not isinstance(user, User) or _is_of(user, request.COOKIES.get(COOKIE, "")):
        return
    named = f"{user.pk}.{secrets.token_urlsafe(12)}"
    response.set_cookie(
        COOKIE,
        f"{named}.{_signature(named, user)}",
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def known_browser(request: HttpRequest, email: str) -> str:
    """The cookie of a browser in which this login was signed in before; empty for any other."""
    cookie = request.COOKIES.get(COOKIE, "")
    pk = cookie.partition(".")[0]
    # A cookie of somebody's own making may hold any text.
    if not (pk.isascii() and pk.isdigit() and len(pk) < 10):
        return ""
    user = User.objects.filter(pk=pk).first()
    is_named = user is not None and user.email == email.strip().lower()
    return cookie if user and is_named and _is_of(user, cookie) else ""


def _is_of(user: User, cookie: str) -> bool:
    named, _dot, signature = cookie.rpartition(".")
    is_named = named.startswith(f"{user.pk}.")
    return is_named and constant_time_compare(signature, _signature(named, user))


def _signature(named: str, user: User) -> str:
    """It ends with the password, as the sessions do."""
    signed = f"{named}.{user.get_session_auth_hash()}"
    return salted_hmac("accounts.known_browser", signed, algorithm="sha256").hexdigest()
