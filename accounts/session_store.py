"""Where it is stored who is signed in: as Django does, with the statement compiled once."""

from __future__ import annotations

from datetime import datetime

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from accounts.compiled_once import compiled_once


class SessionStore(db.SessionStore):
    """The session of a browser, by its key.

    Of Django's the name stays, too: it salts what is stored.
    """

    def _get_session_from_db(self) -> Session | None:
        found = next(iter(_sessions(self.session_key or "", timezone.now())), None)
        if found is None:
            self._session_key = None
        return found


@compiled_once
def _sessions(key: str, now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key, expire_date__gt=now)
