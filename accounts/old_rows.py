"""What accounts delete in time: sign-ins, invitations, the admin log, accounts nobody uses."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, F, ForeignObjectRel, OuterRef, QuerySet

from accounts.club.kept import kept
from accounts.locks import locked
from accounts.models import Invitation, Player, ResetLink, User
from accounts.portions import AT_ONCE, delete_some
from accounts.signals import has_role, player_changing

INVITATIONS_KEPT = timedelta(days=90)
UNCONFIRMED_ARE_KEPT = timedelta(days=30)


def forget_sign_ins(now: datetime) -> int:
    """Delete a portion of the sign-ins that have ended; how many."""
    return delete_some(Session.objects.filter(expire_date__lt=now).order_by("expire_date"))


def forget_invitations(now: datetime) -> int:
    """Delete a portion of the invitations whose last day was long ago, used or not; how many."""
    over = Invitation.objects.filter(expires_at__lt=now - INVITATIONS_KEPT)
    return delete_some(over.order_by("expires_at"))


def forget_admin_log(now: datetime) -> int:
    """Delete a portion of the old lines of the admin pages' log; how many."""
    return delete_some(old_admin_log(now, kept("logs")))


def old_admin_log(now: datetime, kept_for: timedelta) -> QuerySet[LogEntry]:
    """The lines whose time is over."""
    return LogEntry.objects.filter(action_time__lt=now - kept_for).order_by("pk")


def forget_unconfirmed(now: datetime) -> int:
    """Delete a portion of the accounts that nobody ever confirmed or used; how many."""
    found = list(_named_nowhere(now).values_list("pk", flat=True)[:AT_ONCE])
    if found:
        with transaction.atomic():
            list(locked(Player.every.filter(user__in=found)).only("pk"))
            users = list(locked(_named_nowhere(now).filter(pk__in=found)))
            list(locked(Invitation.objects.filter(used_by__in=users)).only("pk"))
            Player.every.filter(user__in=users).delete()
            User.objects.filter(pk__in=[user.pk for user in users]).delete()
    return len(found)


def give_back_players(now: datetime) -> int:
    """Delete a portion of the unconfirmed accounts that took over a player of before; how many.

    The player has no login again and can be invited anew. One who was given a role keeps the
    account.
    """
    took_over = list(_took_over(now).values_list("pk", flat=True)[:AT_ONCE])
    return sum(_give_back(user_id, now) for user_id in took_over)


def _give_back(user_id: int, now: datetime) -> bool:
    with transaction.atomic():
        player = Player.objects.filter(user=user_id).first()
        if player is None or has_role(player):
            return False
        player_changing.send(sender=Player, player=player)
        player = locked(Player.objects.filter(user=user_id)).first()
        user = locked(_took_over(now).filter(pk=user_id)).first()
        if player is None or user is None:
            return False
        player.user = None
        player.save(update_fields=["user"])
        user.delete()
    return True


def _unconfirmed(now: datetime) -> QuerySet[User]:
    """Accounts that people made long ago with an address that they never confirmed.

    Who ever signed in or runs the club is none of them. Nor are accounts that were made on the
    admin pages, which know no address to confirm.
    """
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    links = ResetLink.objects.filter(user=OuterRef("pk"), expires_at__gt=now)
    unconfirmed = User.objects.filter(
        Exists(addresses),
        ~Exists(addresses.filter(verified=True)),
        ~Exists(links),
        last_login=None,
        date_joined__lt=now - UNCONFIRMED_ARE_KEPT,
        is_active=True,
        is_staff=False,
        is_superuser=False,
    )
    return unconfirmed.exclude(player__is_organizer=True).order_by("pk")


def _took_over(now: datetime) -> QuerySet[User]:
    """Those of them that became, by their invitation, a player who was there before."""
    return _unconfirmed(now).filter(invitation__for_player=F("player"))


def _named_nowhere(now: datetime) -> QuerySet[User]:
    """Those of them whose players appear nowhere."""
    unused = _unconfirmed(now)
    for relation in Player._meta.get_fields(include_hidden=True):  # noqa: SLF001
        if isinstance(relation, ForeignObjectRel):
            rows = relation.related_model._base_manager.all()  # noqa: SLF001
            theirs = rows.filter(**{relation.field.name: OuterRef("player")})
            unused = unused.exclude(Exists(theirs))
    return unused
