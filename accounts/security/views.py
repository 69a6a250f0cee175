"""The page of one's own sign-in, and allauth's pages for second factors."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import groupby
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import ViewRecoveryCodesView
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import access
from accounts.security import factors, notes, sign_ins

# Where an organizer was led away from, to set up a second factor.
BACK = "second_factor_for"

View = Callable[..., HttpResponseBase]


def or_security(view: View) -> View:
    """Decorate a page about a factor: one that is gone (an old tab) leads to the list."""

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
    return redirect(f"{reverse('accounts:profile')}#security")


def security_context(request: HttpRequest) -> dict[str, Any]:
    """Second factors, where one is signed in, and what changed lately: for mfa/security.html."""
    user = access.current_user(request)
    rows = Authenticator.objects.filter(user=user).order_by("type", "pk")
    found = {kind: list(of) for kind, of in groupby(rows, lambda each: each.type)}
    (app,) = found.get(Authenticator.Type.TOTP, [None])
    (codes,) = found.get(Authenticator.Type.RECOVERY_CODES, [None])
    is_led_here = BACK in request.session
    return {
        "app": app.wrap() if app else None,
        "passkeys": [each.wrap() for each in found.get(Authenticator.Type.WEBAUTHN, [])],
        "has_factor": factors.has_second_factor(user),
        "codes_left": len(codes.wrap().get_unused_codes()) if codes else 0,
        "is_led_here": is_led_here,
        "back": back_of(request),
        "sign_ins": [(each, sign_ins.device(each)) for each in sign_ins.listed(user)],
        "session_key": request.session.session_key,
        "notes": [
            notes.sentence(each) for each in user.security_notes.select_related("by")[: notes.SHOWN]
        ],
    }


def back_of(request: HttpRequest) -> str:
    """Where an organizer who has a second factor now was led away from; empty elsewhere."""
    user = access.current_user(request)
    if BACK not in request.session or not factors.has_second_factor(user):
        return ""
    return str(request.session.pop(BACK))


class AddPasskey(AddWebAuthnView):  # type: ignore[misc]
    """Add a passkey that the device can find by itself, so that it signs in without an address."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        # allauth passes on neither the errors nor what was asked of the device.
        context["form"] = kwargs.get("form", context["form"])
        options = context["js_data"]["creation_options"]["publicKey"]
        options["authenticatorSelection"] = dict(options["authenticatorSelection"]) | {
            "residentKey": "required",
            "requireResidentKey": True,
        }
        context["options"] = options
        return context


class RecoveryCodes(ViewRecoveryCodesView):  # type: ignore[misc]
    """The recovery codes, shown once."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {
            "back": back_of(self.request),
            "file": "%0A".join(context["unused_codes"]),
        }


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
