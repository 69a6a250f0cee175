"""The page on which a person changes their email address."""

from typing import Any

from allauth.account.views import EmailView
from django.http import HttpRequest, HttpResponseBase


class MailAddressPage(EmailView):  # type: ignore[misc]
    """allauth's page, which is only looked at by GET."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Show the page; allauth would first write a row for an address that it does not know."""
        if request.method == "POST":
            return super().dispatch(request, *args, **kwargs)  # type: ignore[no-any-return]
        self._did_send_verification_email = False
        return super(EmailView, self).dispatch(request, *args, **kwargs)  # type: ignore[no-any-return]
