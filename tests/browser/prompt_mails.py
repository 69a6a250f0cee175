"""Reminders of a running site that wait for nobody."""

from datetime import timedelta

from allauth.account.models import EmailAddress

from accounts.models import User
from games.play import keeper, watching
from games.reminders import sending


def remind_at_once() -> None:
    """Send them to everybody, whose addresses are confirmed."""
    keeper.TIDY_SECONDS = 0.5
    sending.TURN_AFTER = timedelta()
    sending.PAGE_OPEN = timedelta()
    watching.REMEMBERED_SECONDS = 1
    for user in User.objects.all():
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
