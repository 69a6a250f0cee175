"""What is done for every request of a signed-in person: their language, pages nobody keeps, and
where they are signed in."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit, urlunsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from accounts.made_once import BusyError, too_busy
from accounts.models import User
from accounts.security import sign_ins
from accounts.security.factors import SecondFactorFirst
from accounts.security.views import BACK

GetResponse = Callable[[HttpRequest], HttpResponseBase]


class SignedInMiddleware:
    """Speaks the language somebody chose, notes where they are signed in, knows their browser then.

    Stands after LocaleMiddleware, which chose from the cookie and the browser's wishes. It also
    leads organizers to a second factor they must have.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if isinstance(request.user, User):
            if request.user.language:
                translation.activate(request.user.language)
                request.LANGUAGE_CODE = translation.get_language()
            sign_ins.note(request, request.user)
        response = self.get_response(request)
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


def _page_of(request: HttpRequest) -> str:
    """The page somebody was on: this one, or the one whose form or part this is."""
    if request.method in {"GET", "HEAD"} and not getattr(request, "htmx", False):
        return request.get_full_path()
    page = urlsplit(request.headers.get("Referer", ""))
    if page.netloc != request.get_host():
        return reverse("games:home")
    return urlunsplit(("", "", page.path or "/", page.query, ""))
