"""Tells people what changed in how their login is entered: after a sign-in, and on their page."""

from __future__ import annotations

from typing import Any

from allauth.mfa import signals
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Player, User
from accounts.security.models import SecurityNote

Kind = SecurityNote.Kind
ADDED = {
    Authenticator.Type.TOTP: Kind.APP_ADDED,
    Authenticator.Type.WEBAUTHN: Kind.PASSKEY_ADDED,
}
REMOVED = {
    Authenticator.Type.TOTP: Kind.APP_REMOVED,
    Authenticator.Type.WEBAUTHN: Kind.PASSKEY_REMOVED,
}
# How many of the newest are shown and kept for each login.
SHOWN = 10


def connect() -> None:
    """Listen to allauth, once for each process."""
    signals.authenticator_added.connect(added, dispatch_uid="accounts.factor_added")
    signals.authenticator_removed.connect(removed, dispatch_uid="accounts.factor_removed")
    signals.authenticator_reset.connect(renewed, dispatch_uid="accounts.codes_renewed")


def write(user: User, kind: SecurityNote.Kind, by: Player | None = None) -> None:
    """Note a change; `by` is somebody else who made it. The oldest notes go."""
    SecurityNote.objects.create(user=user, kind=kind, by=by)
    newest = list(user.security_notes.values_list("pk", flat=True)[:SHOWN])
    user.security_notes.exclude(pk__in=newest).delete()


def added(user: User, authenticator: Authenticator, **_told: Any) -> None:
    """Note a new second factor; the recovery codes that come with the first one are not noted."""
    if authenticator.type in ADDED:
        write(user, ADDED[authenticator.type])


def removed(user: User, authenticator: Authenticator, **_told: Any) -> None:
    """Note a removed second factor."""
    if authenticator.type in REMOVED:
        write(user, REMOVED[authenticator.type])


def renewed(user: User, **_told: Any) -> None:
    """Note new recovery codes."""
    write(user, Kind.CODES_RENEWED)


def tell(request: HttpRequest, user: User) -> None:
    """Show somebody who just signed in what happened since their last sign-in."""
    untold = list(user.security_notes.filter(is_told=False).select_related("by").order_by("at"))
    if not untold:
        return
    for note in untold:
        messages.warning(request, sentence(note), fail_silently=True)
    user.security_notes.filter(pk__in=[note.pk for note in untold]).update(is_told=True)


def sentence(note: SecurityNote) -> str:
    """A note in the reader's language, with its time and with who did it."""
    when = date_format(timezone.localtime(note.at), "DATETIME_FORMAT")
    what = {"what": Kind(note.kind).label, "when": when}
    if note.by is None:
        return _("%(when)s: %(what)s") % what
    return _("%(when)s: %(what)s Done by %(name)s.") % {**what, "name": note.by.name}
