"""A new password without mail: an organizer makes a link, the member uses it once.

It changes the password only. A second factor stays: whoever was handed the link still needs it.
"""

from __future__ import annotations

from datetime import datetime

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import Player, User
from accounts.security import notes, sign_ins
from accounts.security.models import ResetLink, SecurityNote
from accounts.signals import has_role
from accounts.tokens import hash_of, new_token

# Words of the admin log, which is kept in English.
MADE = "Made a link for a new password."
USED = "Changed the password with a link."


class LinkUnusableError(Exception):
    """It was used, replaced or ended meanwhile."""


def may_make(by: User, player: Player) -> bool:
    """Whether somebody may start a reset for this player.

    A link is the way into an account, so nobody gets one for an account that may do what they may
    not: superusers for everybody but themselves, administrators for all but administrators,
    organizers for members without any role in the club or in a league.
    """
    user = player.user
    if user is None or not user.is_active or user == by:
        return False
    if by.is_superuser:
        return True
    if user.is_staff or user.is_superuser:
        return False
    if by.is_staff:
        return True
    return not (player.is_organizer or has_role(player))


def make(by: Player, user: User, now: datetime) -> str:
    """A new link's token, which is written nowhere: show it now. Earlier ones end."""
    token = new_token()
    fields = {
        "token_hash": hash_of(token),
        "sign_in_hash": user.get_session_auth_hash(),
        "created_by": by,
        "expires_at": now + ResetLink.LIFETIME,
    }
    with transaction.atomic():
        ResetLink.objects.filter(expires_at__lte=now).delete()
        ResetLink.objects.update_or_create(user=user, defaults=fields)
        notes.write(user, SecurityNote.Kind.LINK_MADE, by)
        log(by, user, MADE)
    return token


def find(token_hash: str, now: datetime) -> ResetLink | None:
    """The usable link with this hash; None for every other one, whatever the reason."""
    found = ResetLink.objects.select_related("user", "created_by").filter(
        token_hash=token_hash, expires_at__gt=now, user__is_active=True
    )
    link = found.first()
    if link and constant_time_compare(link.sign_in_hash, link.user.get_session_auth_hash()):
        return link
    return None


def use(link: ResetLink, password: str) -> None:
    """Set the password, use the link up, and sign the member out everywhere.

    Raises LinkUnusableError if somebody was faster.
    """
    user = link.user
    # Before the transaction: the hash takes its time, and plays must not wait for it.
    hashed = make_password(password)
    with transaction.atomic():
        deleted, _each = ResetLink.objects.filter(
            pk=link.pk, token_hash=link.token_hash, expires_at__gt=timezone.now()
        ).delete()
        if not deleted:
            raise LinkUnusableError
        user.password = hashed
        user.save(update_fields=["password"])
        sign_ins.end_all(user)
        notes.write(user, SecurityNote.Kind.LINK_USED, link.created_by)
        if link.created_by:
            log(link.created_by, user, USED)


def end(user: User) -> None:
    """Whoever signs in needs no link: an open one ends."""
    ResetLink.objects.filter(user=user).delete()


def log(by: Player, user: User, message: str) -> None:
    """Write into the admin log what an organizer did with a login."""
    if by.user is None:
        return
    LogEntry.objects.create(
        user=by.user,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(user.pk),
        object_repr=str(user)[:200],
        action_flag=CHANGE,
        change_message=message,
    )
