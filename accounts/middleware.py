"""A signed-in person's own language comes before the browser's."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils import translation

from accounts.models import User

GetResponse = Callable[[HttpRequest], HttpResponseBase]


class PreferencesMiddleware:
    """Stands after LocaleMiddleware, which chose from the cookie and the browser's wishes."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)
