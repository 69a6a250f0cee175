"""What is done for every request: its language, and for a signed-in person pages nobody keeps, and
where they are signed in."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts import presence
from accounts.club.current import known, refresh
from accounts.made_once import BusyError, too_busy
from accounts.models import User
from accounts.security import sign_ins
from accounts.security.factors import SecondFactorFirst
from accounts.security.part import BACK

GetResponse = Callable[[HttpRequest], HttpResponseBase]

# They answer without the database, or say that it is away.
WITHOUT_SETTINGS = {"/healthz", "/readyz", "/metrics"}


class VisitMiddleware:
    """Speaks a language of the club, notes where somebody is signed in, knows their browser then.

    Stands after LocaleMiddleware, which chose from the cookie and the browser's wishes. It also
    leads organizers to a second factor they must have, and keeps the club's settings new.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if monotonic() >= known.until and request.path_info not in WITHOUT_SETTINGS:
            refresh()
        is_chosen = known.settings.languages or known.settings.language
        language = _language_of_club(request) if is_chosen else ""
        session, is_due = request.session.session_key, False
        if isinstance(request.user, User):
            language = language or request.user.language
            is_due = monotonic() >= sign_ins.due_at.get(session or "", 0)
            if is_due:
                sign_ins.note(request, request.user)
            if monotonic() >= presence.due_at.get(request.user.pk, 0):
                presence.note(request.user.pk)
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        response = self.get_response(request)
        # A sign-in, or a new password, gives the browser another session.
        if is_due or request.session.session_key != session:
            sign_ins.remember(request, response)
        # Who uses the same computer next would see it with the button "back".
        if request.user.is_authenticated and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponseBase | None:
        """Answer SecondFactorFirst with the page of one's sign-in, which leads back.

        And BusyError, since any form with a password may have to wait (accounts/passwords.py).
        """
        if isinstance(exception, BusyError):
            return too_busy(request)
        if not isinstance(exception, SecondFactorFirst):
            return None
        messages.warning(
            request,
            _("This club asks organizers for a second step when they sign in. Set it up first."),
        )
        request.session[BACK] = _page_of(request)
        if getattr(request, "htmx", False):
            return HttpResponse(headers={"HX-Redirect": reverse("mfa_index")})
        return redirect("mfa_index")


def _language_of_club(request: HttpRequest) -> str:
    """Of the languages that the club offers that of the account, of the cookie or of the browser,
    else its main one."""
    offered = dict(known.settings.offered)
    wishes = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    wished = [
        getattr(request.user, "language", ""),
        request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""),
        *(wish.partition("-")[0] for wish, _weight in wishes),
    ]
    return next((one for one in wished if one in offered), known.settings.main_language)


def _page_of(request: HttpRequest) -> str:
    """The page somebody was on: this one, or the one whose form or part this is."""
    if request.method in {"GET", "HEAD"} and not getattr(request, "htmx", False):
        return request.get_full_path()
    page = urlsplit(request.headers.get("Referer", ""))
    if page.netloc != request.get_host():
        return reverse("games:home")
    return urlunsplit(("", "", page.path or "/", page.query, ""))
