"""The only writers of logins, players and invitations, one short transaction each."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Case, DateTimeField, F, Value, When
from django.utils import timezone

from accounts.locks import locked
from accounts.models import Invitation, Player, User
from accounts.signals import invitation_used, player_changing
from accounts.tokens import hash_of, new_token


class InvitationUnusableError(Exception):
    """Somebody used it first, or it was revoked, or its last day is over."""


def invite(
    by: Player,
    note: str = "",
    for_player: Player | None = None,
    *,
    limit: int = 1,
    expires_at: datetime | None = None,
) -> tuple[Invitation, str]:
    """A new invitation and its token, which is written nowhere: show it now or never.

    An invitation for a player without a login replaces the earlier ones for that player. limit:
    how many people may use it. expires_at: None for the usual time.
    """
    now = timezone.now()
    token = new_token()
    with transaction.atomic():
        if for_player:
            Invitation.objects.usable(now).filter(for_player=for_player).update(revoked_at=now)
        invitation = Invitation.objects.create(
            token_hash=hash_of(token),
            note=note,
            for_player=for_player,
            created_by=by,
            expires_at=expires_at or now + Invitation.LIFETIME,
            limit=limit,
        )
    return invitation, token


def revoke(invitation: Invitation) -> bool:
    """Take an invitation back; False when it was used, revoked or expired before."""
    now = timezone.now()
    usable = Invitation.objects.usable(now).filter(pk=invitation.pk)
    return usable.update(revoked_at=now) == 1


def use_up(invitation: Invitation) -> None:
    """Count one use of an invitation, as often as it allows; else InvitationUnusableError."""
    now = timezone.now()
    last = When(limit__lte=F("uses") + 1, then=Value(now, DateTimeField()))
    used = Invitation.objects.usable(now).filter(pk=invitation.pk)
    if not used.update(uses=F("uses") + 1, used_at=Case(last)):
        raise InvitationUnusableError


def register(user: User, name: str, invitation: Invitation | None) -> Player:
    """Save a new login with its player, and use up the invitation that let it in.

    Raises InvitationUnusableError, and IntegrityError when the address was registered meanwhile;
    nothing is written then.
    """
    with transaction.atomic():
        player = Player()
        if invitation and invitation.for_player_id:
            player = _without_login(invitation.for_player_id)
        if invitation:
            use_up(invitation)
        user.save()
        if invitation and invitation.limit == 1:
            Invitation.objects.filter(pk=invitation.pk).update(used_by=user)
        player.user, player.name = user, name
        player.save()
        if invitation:
            # Whatever else it lets them do must not fail their sign-up.
            transaction.on_commit(
                partial(invitation_used.send, Player, player=player, invitation=invitation),
                robust=True,
            )
        return player


def _without_login(player_id: int) -> Player:
    """Lock a player without a login, and what changes with them; else InvitationUnusableError."""
    player_changing.send(sender=Player, player=Player(pk=player_id))
    player = locked(Player.objects.filter(pk=player_id, user=None, erased_at=None)).first()
    if player is None:
        raise InvitationUnusableError
    return player


def rename(player_id: int, name: str) -> None:
    """Write a person's name, unless they were erased meanwhile."""
    with transaction.atomic():
        player_changing.send(sender=Player, player=Player(pk=player_id))
        player = locked(Player.objects.filter(pk=player_id, erased_at=None)).first()
        if player:
            player.name = name
            player.save(update_fields=["name"])


def choose_language(user: User, language: str) -> None:
    """Remember the language a signed-in person switched to."""
    User.objects.filter(pk=user.pk).update(language=language)
