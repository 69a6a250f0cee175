"""What is known of a person: given to them, or erased when they leave."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model, Q
from django.utils import timezone

from accounts.models import Invitation, Player, User
from accounts.names import ERASED, written
from accounts.sessions import announce_end
from accounts.signals import personal_data_asked, player_changing, player_erased


def erase(player: Player) -> None:
    """Delete the login and the name of somebody for good; their results stay, without a name.

    Nothing is done where it was done before.
    """
    with transaction.atomic():
        player_changing.send(sender=Player, player=player)
        found = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
        if found.erased_at:
            return
        name, user = written(found.name), found.user
        _forget_invitations(found, user)
        _forget_in_admin_log(found, user)
        found.name = ERASED
        found.erased_at = timezone.now()
        found.is_organizer = False
        found.user = None
        found.save()
        if user:
            user.delete()
            announce_end(found.pk)
        player_erased.send(sender=Player, player=found, name=name)


def personal_data(player: Player) -> dict[str, Any]:
    """All that the site keeps about a person, for Django's JSON encoder."""
    data: dict[str, Any] = {"name": player.name, "since": player.created_at}
    if player.user:
        user = player.user
        data["login"] = {
            "email": user.email,
            "joined": user.date_joined,
            "last_sign_in": user.last_login,
            "language": user.language,
            "theme": user.theme,
            "deck": user.deck,
            "reminders": user.reminders,
            "reveal_speed": user.reveal_speed,
            "special_question": user.special_question,
        }
    personal_data_asked.send(sender=Player, player=player, data=data)
    return data


def _forget_invitations(player: Player, user: User | None) -> None:
    """No link lets anybody in as this person, and no note says for whom it was."""
    own = Q(for_player=player)
    if user:
        own |= Q(used_by=user)
    now = timezone.now()
    Invitation.objects.usable(now).filter(for_player=player).update(revoked_at=now)
    Invitation.objects.filter(own).update(note="")


def _forget_in_admin_log(player: Player, user: User | None) -> None:
    for gone in filter(None, (player, user)):
        _log_of(gone).update(object_repr="", change_message="")


def _log_of(row: Model) -> Any:
    kind = ContentType.objects.get_for_model(row)
    return LogEntry.objects.filter(content_type=kind, object_id=str(row.pk))
