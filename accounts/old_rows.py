"""What accounts delete in time: ended sign-ins, old invitations, old lines of the admin log."""

from datetime import datetime, timedelta

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session

from accounts.models import Invitation
from accounts.portions import delete_some

INVITATIONS_KEPT = timedelta(days=90)
ADMIN_LOG_KEPT = timedelta(days=730)


def forget_sign_ins(now: datetime) -> int:
    """Delete a portion of the sign-ins that have ended; how many."""
    return delete_some(Session.objects.filter(expire_date__lt=now).order_by("expire_date"))


def forget_invitations(now: datetime) -> int:
    """Delete a portion of the invitations whose last day was long ago, used or not; how many."""
    over = Invitation.objects.filter(expires_at__lt=now - INVITATIONS_KEPT)
    return delete_some(over.order_by("expires_at"))


def forget_admin_log(now: datetime) -> int:
    """Delete a portion of the old lines of the admin pages' log; how many."""
    return delete_some(LogEntry.objects.filter(action_time__lt=now - ADMIN_LOG_KEPT).order_by("pk"))
