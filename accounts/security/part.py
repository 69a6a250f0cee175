"""The part of the page of one's account about signing in: for mfa/security.html."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.flows import view_recovery_codes
from django.http import HttpRequest

from accounts import access
from accounts.models import User
from accounts.security import factors, notes, sign_ins
from accounts.security.forms import AddPasskeyForm, RenamePasskeyForm, SetUpAppForm

# Where an organizer was led away from, to set up a second factor.
BACK = "second_factor_for"
# What `?open=` of the page shows once it is sure who asks: the anchors of these parts.
APP, PASSKEY, CODES = "app", "passkey", "codes"


def security_context(request: HttpRequest, refused: dict[str, Any]) -> dict[str, Any]:
    """Second factors, where one is signed in, and what changed lately.

    `refused` holds a form that was sent and refused, by its name in the template. Raises
    ReauthenticationRequired where a part is to be opened that needs the password first.
    """
    user = access.current_user(request)
    rows = Authenticator.objects.filter(user=user).order_by("type", "pk")
    found = {kind: list(of) for kind, of in groupby(rows, lambda each: each.type)}
    (app,) = found.get(Authenticator.Type.TOTP, [None])
    (codes,) = found.get(Authenticator.Type.RECOVERY_CODES, [None])
    passkeys = [
        (each.wrap(), _form_to_rename(each, refused.get("rename_form")))
        for each in found.get(Authenticator.Type.WEBAUTHN, [])
    ]
    return {
        "app": app.wrap() if app else None,
        "passkeys": passkeys,
        "has_factor": factors.has_second_factor(user),
        "codes_left": len(codes.wrap().get_unused_codes()) if codes else 0,
        "is_led_here": BACK in request.session,
        "back": _back_of(request, user),
        "sign_ins": [(each, sign_ins.device(each)) for each in sign_ins.listed(user)],
        "session_key": request.session.session_key,
        "notes": [
            notes.sentence(each) for each in user.security_notes.select_related("by")[: notes.SHOWN]
        ],
        **_opened(request, user),
    }


def _opened(request: HttpRequest, user: User) -> dict[str, Any]:
    """What is set up or shown just now, by its name in the template."""
    wanted = request.GET.get("open")
    if wanted not in {APP, PASSKEY, CODES}:
        return {}
    raise_if_reauthentication_required(request, app="allauth.mfa")
    if wanted == APP:
        return {"app_form": SetUpAppForm(user=user)}
    if wanted == PASSKEY:
        return {"passkey_form": AddPasskeyForm(user=user)}
    codes, are_new = view_recovery_codes(request)
    if codes is None:
        return {}
    return {"codes_are_gone": not are_new, "codes": codes.get_unused_codes() if are_new else []}


def _form_to_rename(passkey: Authenticator, refused: RenamePasskeyForm | None) -> RenamePasskeyForm:
    if refused is not None and refused.instance == passkey:
        return refused
    return RenamePasskeyForm(instance=passkey)


def _back_of(request: HttpRequest, user: User) -> str:
    """Where an organizer who has a second factor now was led away from; empty elsewhere."""
    if BACK not in request.session or not factors.has_second_factor(user):
        return ""
    return str(request.session.pop(BACK))
