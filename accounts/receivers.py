"""What ends a sign-in: signing out, a new password, a login that is closed."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_save, pre_delete
from django.http import HttpRequest

from accounts.models import Player, User
from accounts.sessions import announce_end

HELD_BY = {"password", "is_active"}


def connect() -> None:
    """Listen, once for each process."""
    user_logged_out.connect(signed_out, dispatch_uid="accounts.signed_out")
    post_save.connect(saved, sender=User, dispatch_uid="accounts.saved")
    pre_delete.connect(deleted, sender=User, dispatch_uid="accounts.deleted")


def signed_out(request: HttpRequest, user: User | None, **_told: Any) -> None:
    """Somebody signs out here."""
    # Django says so before it does this, and whoever hears of it looks whether the session stands.
    request.session.delete()
    if user:
        _announce(user)


def saved(
    instance: User, created: bool, update_fields: frozenset[str] | None, **_told: Any
) -> None:
    """A login was changed, perhaps in what its sign-ins stand by."""
    if not created and (update_fields is None or not HELD_BY.isdisjoint(update_fields)):
        _announce(instance)


def deleted(instance: User, **_told: Any) -> None:
    """A login goes; its player is known only until then."""
    _announce(instance)


def _announce(user: User) -> None:
    for player_id in Player.objects.filter(user=user).values_list("pk", flat=True):
        announce_end(player_id)
