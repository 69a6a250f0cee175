"""What is known of a person: given to them, or erased when they leave."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.admin_log import forget_in_admin_log
from accounts.locks import locked
from accounts.models import ClubSettings, Invitation, Player, QueuedMail, ResetLink, User
from accounts.names import ERASED, names_person, without, written
from accounts.pictures import files, portraits
from accounts.push import service as push
from accounts.sessions import announce_end, sessions_of
from accounts.signals import guests_asked, personal_data_asked, player_changing, player_erased


def erase(player: Player) -> None:
    """Delete the login and the name of somebody for good; their results stay, without a name.

    The guests who turned out to be them are erased first, each in a transaction of their own.
    Nothing is done where it was done before.
    """
    answers: list[Any] = guests_asked.send(sender=Player, player=player)
    for _receiver, guests in answers:
        for guest in guests:
            erase(guest)
    with transaction.atomic():
        player_changing.send(sender=Player, player=player)
        found = locked(Player.objects.all()).get(pk=player.pk)
        if found.erased_at:
            return
        name = written(found.name)
        user = locked(User.objects.filter(player=found)).first()
        _forget_invitations(found, user, name)
        forget_in_admin_log(found, user, name)
        portraits.forget(found)
        found.name = ERASED
        found.erased_at = timezone.now()
        found.is_organizer = False
        found.user = None
        found.save()
        _forget_waiting_mails(user, name)
        push.forget_named(name)
        player_erased.send(sender=Player, player=found, name=name)
        if user:
            for session in sessions_of(user):
                session.delete()
            user.delete()
            announce_end(found.pk)


def personal_data(player: Player) -> dict[str, Any]:
    """All that the site keeps about a person, for Django's JSON encoder."""
    data: dict[str, Any] = {
        "name": player.name,
        "since": player.created_at,
        "organizer": player.is_organizer,
        "picture": _picture_of(player),
        "invitations_made": [_told(one) for one in player.invitations.order_by("pk")],
        "changes_of_the_club_settings": list(
            player.club_changes.order_by("number").values("changed_at", *ClubSettings.CHOICES)
        ),
        "invitations_for_you": [_told(one) for one in player.invitations_received.order_by("pk")],
    }
    if player.user:
        data |= _login_data(player.user)
    personal_data_asked.send(sender=Player, player=player, data=data)
    return data


def _picture_of(player: Player) -> str:
    """The picture itself, as an address that browsers open; empty without one."""
    data = files.read(player.picture) if player.picture else None
    return f"data:image/webp;base64,{b64encode(data).decode()}" if data else ""


def _login_data(user: User) -> dict[str, Any]:
    used = Invitation.objects.filter(used_by=user)
    lines = LogEntry.objects.filter(user=user).select_related("content_type").order_by("pk")
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    return {
        "login": {
            "email": user.email,
            "joined": user.date_joined,
            "last_sign_in": user.last_login,
            "language": user.language,
            "theme": user.theme,
            "deck": user.deck,
            "reminders": user.reminders,
            "reveal_speed": user.reveal_speed,
            "ask_first": user.ask_first,
            "single_keys": user.single_keys,
            "profile_for": user.profile_for,
            "presence_for": user.presence_for,
            "invite_mails": user.invite_mails,
            "not_pushed": user.not_pushed,
            "hides_first_steps": user.hides_first_steps,
            "special_question": user.special_question,
            "may_use_the_admin_pages": user.is_staff,
        },
        "email_addresses": list(addresses.values("email", "verified", "primary")),
        "security": _security_of(user),
        "devices_for_notices": list(
            user.push_devices.values("browser", "system", "added_at", "used_at")
        ),
        "invitation_used": [_told(one) for one in used],
        # Not about whom: that is another person's.
        "admin_log": [
            {"at": line.action_time, "kind": line.action_flag, "what": str(line.content_type)}
            for line in lines
        ],
    }


def _security_of(user: User) -> dict[str, Any]:
    """How a login is entered, without its secrets."""
    return {
        "second_factors": list(
            Authenticator.objects.filter(user=user).values(
                "type", "created_at", "last_used_at", name=F("data__name")
            )
        ),
        "sign_ins": _sign_ins_of(user),
        "changes": list(user.security_notes.values("kind", "at")),
        "link_for_a_new_password_until": ResetLink.objects.filter(user=user)
        .values_list("expires_at", flat=True)
        .first(),
    }


def _sign_ins_of(user: User) -> list[dict[str, Any]]:
    """Until when somebody is signed in, and where as far as it is noted."""
    noted = {each.session_id: each for each in user.sign_ins.all()}
    told = ("browser", "system", "began_at", "last_seen_at")
    return [
        {field: getattr(noted.get(session.pk), field, None) for field in told}
        | {"until": session.expire_date}
        for session in sessions_of(user)
    ]


def _told(invitation: Invitation) -> dict[str, Any]:
    """An invitation without the name of anybody else but in its note."""
    return {
        "note": invitation.note,
        "created": invitation.created_at,
        "expires": invitation.expires_at,
        "for_so_many_people": invitation.limit,
        "used": invitation.used_at,
        "revoked": invitation.revoked_at,
    }


def _forget_invitations(player: Player, user: User | None, name: str) -> None:
    """No link lets anybody in as this person, and no note says for whom it was."""
    own = Q(for_player=player)
    if user:
        own |= Q(used_by=user)
    found = Invitation.objects.filter(own | ~Q(note=""))
    list(locked(found).only("pk"))
    now = timezone.now()
    Invitation.objects.usable(now).filter(for_player=player).update(revoked_at=now)
    Invitation.objects.filter(own).update(note="")
    for invitation in found.exclude(note="").select_related("for_player", "used_by__player"):
        note = without(invitation.note, name)
        if note != invitation.note and not _is_for_namesake(invitation, name):
            Invitation.objects.filter(pk=invitation.pk).update(note=note)


def _forget_waiting_mails(user: User | None, name: str) -> None:
    """Nobody is sent a mail after they left, nor is one sent that has their name."""
    for mail in QueuedMail.objects.all():
        is_theirs = user is not None and user.email in mail.to
        if is_theirs or any(without(text, name) != text for text in (mail.subject, mail.body)):
            mail.delete()


def _is_for_namesake(invitation: Invitation, name: str) -> bool:
    """Whether the invited is known to be somebody else of the same name."""
    invited = [invitation.for_player, getattr(invitation.used_by, "player", None)]
    return any(person and names_person(person.name, name) for person in invited)
