"""Which sign-ins still stand; for connections that outlive the request they began with."""

from collections.abc import Iterable, Iterator

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from accounts.signals import sign_in_ended


def still_signed_in(session_keys: Iterable[str]) -> set[str]:
    """Those of these sessions that still sign somebody in; two statements for any number.

    A session falls by its end, by signing out, by a new password, and with its login.
    """
    sessions = Session.objects.filter(
        session_key__in=list(session_keys), expire_date__gt=timezone.now()
    )
    contents = {session.session_key: session.get_decoded() for session in sessions}
    wanted = [content[SESSION_KEY] for content in contents.values() if SESSION_KEY in content]
    users = {str(user.pk): user for user in User.objects.filter(pk__in=wanted, is_active=True)}
    return {
        key
        for key, content in contents.items()
        if (user := users.get(content.get(SESSION_KEY, "")))
        and constant_time_compare(content.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    }


def sessions_of(user: User) -> Iterator[Session]:
    """The stored sessions that sign somebody in: all have to be read, as each hides whose it is."""
    for session in Session.objects.order_by("expire_date").iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            yield session


def announce_end(player_id: int) -> None:
    """After the commit: say that a sign-in of somebody may have fallen."""
    transaction.on_commit(
        lambda: sign_in_ended.send_robust(sender=User, player_id=player_id), robust=True
    )
