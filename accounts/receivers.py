"""What begins a sign-in, and what ends it: signing out, a new password, a closed login."""

from typing import Any

from allauth.account.signals import password_changed
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import post_save, pre_delete
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import presence
from accounts.club import usual
from accounts.club.kept import KeptForm
from accounts.models import Player, User
from accounts.push import service as push
from accounts.security import notes, reset_links, sign_ins
from accounts.sessions import announce_end

HELD_BY = {"password", "is_active"}


def connect() -> None:
    """Listen, once for each process; and let the club choose how long something is kept."""
    usual.PARTS["kept"] = usual.Part(_("How long something is kept"), KeptForm)
    user_logged_in.connect(signed_in, dispatch_uid="accounts.signed_in")
    password_changed.connect(signed_in_anew, dispatch_uid="accounts.signed_in_anew")
    user_logged_out.connect(signed_out, dispatch_uid="accounts.signed_out")
    post_save.connect(saved, sender=User, dispatch_uid="accounts.saved")
    notes.connect()
    pre_delete.connect(deleted, sender=User, dispatch_uid="accounts.deleted")


def signed_in(request: HttpRequest, user: User, **_told: Any) -> None:
    """Somebody signs in here, all steps taken."""
    sign_ins.note(request, user)
    reset_links.end(user)
    notes.tell(request, user)


def signed_in_anew(request: HttpRequest, user: User, **_told: Any) -> None:
    """A new password gave this browser another session."""
    sign_ins.note(request, user)


def signed_out(request: HttpRequest, user: User | None, **_told: Any) -> None:
    """Somebody signs out here."""
    push.forget_browser(request.session.session_key)
    # Django says so before it does this, and whoever hears of it looks whether the session stands.
    request.session.delete()
    if user:
        presence.end(user.pk)
        _announce(user)


def saved(
    instance: User, created: bool, update_fields: frozenset[str] | None, **_told: Any
) -> None:
    """A login was changed, perhaps in what its sign-ins stand by."""
    if not created and (update_fields is None or not HELD_BY.isdisjoint(update_fields)):
        push.forget_others(instance)
        _announce(instance)


def deleted(instance: User, **_told: Any) -> None:
    """A login goes; its player is known only until then."""
    _announce(instance)


def _announce(user: User) -> None:
    for player_id in Player.objects.filter(user=user).values_list("pk", flat=True):
        announce_end(player_id)
