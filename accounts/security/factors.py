"""The second factor of a login: whether there is one, who must have one, and its removal."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction

from accounts.models import Player, User
from accounts.security import notes
from accounts.security.models import SecurityNote

# Recovery codes stand in for one of these and are none by themselves.
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


class SecondFactorFirst(Exception):
    """An organizer must set up a second factor before they can do this."""


def has_second_factor(user: User) -> bool:
    """Whether a password alone does not sign this login in."""
    return bool(Authenticator.objects.filter(user=user, type__in=FACTORS).exists())


def lacks_second_factor(user: User) -> bool:
    """Whether this login, an organizer of the club or of a league, must have one and has none."""
    required_of = settings.REQUIRE_TWO_FACTOR_OF
    if required_of == "nobody" or (required_of == "administrators" and not user.is_staff):
        return False
    return not has_second_factor(user)


def require_second_factor(user: User) -> None:
    """Raise SecondFactorFirst for an organizer who lacks one."""
    if lacks_second_factor(user):
        raise SecondFactorFirst


def remove_all(user: User, by: Player) -> bool:
    """Remove the second factors and recovery codes of somebody who lost them; False if none."""
    with transaction.atomic():
        gone: int
        gone, _each = Authenticator.objects.filter(user=user).delete()
        if gone:
            notes.write(user, SecurityNote.Kind.FACTORS_REMOVED, by)
    return gone > 0
