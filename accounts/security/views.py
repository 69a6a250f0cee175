"""What allauth does with second factors, asked for on the page of one's account; sign-ins."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar

from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.webauthn.views import AddWebAuthnView, EditWebAuthnView, RemoveWebAuthnView
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import access
from accounts.account_page import account_page, part
from accounts.security import sign_ins
from accounts.security.part import APP, CODES, PASSKEY

View = Callable[..., HttpResponseBase]


def or_security(view: View) -> View:
    """Decorate a view about a factor: one that is gone (an old tab) leads to the list."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Http404:
            messages.info(request, _("That is not there any more. Here is how it stands now."))
            return redirect("mfa_index")

    return wrapped


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Lead to that part of the page of one's account; allauth leads here."""
    access.current_user(request)
    return redirect(part("security"))


@require_safe
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Lead to new recovery codes, which are shown once; allauth leads here."""
    access.current_user(request)
    return redirect(part(CODES, is_open=True))


class PartOfAccount:
    """A view of allauth whose form is on the page of the account.

    `opens` is the part that shows the form, where it is not always there. `form_name` is what
    mfa/security.html calls the form; one without fields has its errors above all.
    """

    opens: ClassVar[str] = ""
    form_name: ClassVar[str] = "factor_form"
    request: HttpRequest

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST":
            return super().dispatch(request, *args, **kwargs)  # type: ignore[misc,no-any-return]
        access.current_user(request)
        return redirect(part(self.opens or "security", is_open=bool(self.opens)))

    def form_invalid(self, form: Any) -> HttpResponse:
        return account_page(self.request, 422, **{self.form_name: form})


class SetUpApp(PartOfAccount, ActivateTOTPView):  # type: ignore[misc]
    """An authenticator app is set up by a code that it shows."""

    opens, form_name = APP, "app_form"


class RemoveApp(PartOfAccount, DeactivateTOTPView):  # type: ignore[misc]
    """The authenticator app is removed."""


class MakeCodes(PartOfAccount, GenerateRecoveryCodesView):  # type: ignore[misc]
    """Ten new recovery codes take the place of the old ones."""


class AddPasskey(PartOfAccount, AddWebAuthnView):  # type: ignore[misc]
    """A passkey is added."""

    opens, form_name = PASSKEY, "passkey_form"


class RemovePasskey(PartOfAccount, RemoveWebAuthnView):  # type: ignore[misc]
    """A passkey is removed."""


class RenamePasskey(PartOfAccount, EditWebAuthnView):  # type: ignore[misc]
    """A passkey gets another name."""

    form_name = "rename_form"


@require_POST
def end_sign_in(request: HttpRequest, sign_in_id: int) -> HttpResponse:
    """Sign out in one other browser."""
    user = access.current_user(request)
    if sign_ins.end(user, sign_in_id, request.session.session_key):
        messages.success(request, _("You are signed out there."))
    else:
        messages.info(request, _("You were not signed in there any more."))
    return redirect("mfa_index")


@require_POST
def end_other_sign_ins(request: HttpRequest) -> HttpResponse:
    """Sign out everywhere but here."""
    sign_ins.end_all(access.current_user(request), but=request.session.session_key)
    messages.success(request, _("You are signed in here only."))
    return redirect("mfa_index")
