"""Who is on the site: noted in the cache that all processes share, and nowhere else.

Whoever has a page open that asks for news, or a socket, is on the site as well as who taps.
"""

from collections.abc import Iterable
from datetime import timedelta
from threading import Lock
from time import monotonic
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import Player, PresenceFor
from accounts.security.models import SignIn
from accounts.security.sign_ins import SECONDS_BETWEEN_NOTES

HERE_FOR = 120
SECONDS_BETWEEN = 30
# For so long a process answers by what it found.
KNOWN_FOR = 5
MOST_REMEMBERED = 20_000
MOST_LISTED = 1000
# Whoever is here has a sign-in that was noted within this time.
SIGNED_IN_SINCE = timedelta(seconds=2 * SECONDS_BETWEEN_NOTES)

# When this process is to note a login again, by its id: each request asks here first.
due_at: dict[int, float] = {}


class Here(NamedTuple):
    """A member who is on the site. audience: who may see it, a PresenceFor. picture: its file."""

    player_id: int
    name: str
    picture: str
    audience: str


class _Known(NamedTuple):
    until: float
    here: tuple[Here, ...]


_known = _Known(0.0, ())
_asking = Lock()


def note(user_id: int) -> None:
    """Note that a login is in use now, unless this process has just done so."""
    now = monotonic()
    if now < due_at.get(user_id, 0):
        return
    if len(due_at) >= MOST_REMEMBERED:
        due_at.clear()
    due_at[user_id] = now + SECONDS_BETWEEN
    cache.set(_key(user_id), True, HERE_FOR)


def note_all(user_ids: Iterable[int | None]) -> None:
    """The same of those who have a socket open; None is nobody."""
    for user_id in user_ids:
        if user_id is not None:
            note(user_id)


def end(user_id: int) -> None:
    """A login signs out: it is here no more, unless another browser of it says so."""
    due_at.pop(user_id, None)
    cache.delete(_key(user_id))
    forget_known()


def forget() -> None:
    """Forget what this process noted; tests begin with it."""
    due_at.clear()
    forget_known()


def forget_known() -> None:
    """Ask anew who is here: somebody has changed who may see it."""
    global _known
    _known = _Known(0.0, ())


def here() -> tuple[Here, ...]:
    """The members who are on the site and show it to anybody, by name; at most MOST_LISTED.

    Asked by every open lobby every few seconds, so a process looks once for all of them.
    """
    global _known
    known = _known
    if monotonic() < known.until:
        return known.here
    with _asking:
        if monotonic() >= _known.until:
            _known = _Known(monotonic() + KNOWN_FOR, _found())
        return _known.here


def is_here(user_id: int) -> bool:
    """Whether a login is in use now, whoever may see it."""
    return bool(cache.get(_key(user_id)))


def _found() -> tuple[Here, ...]:
    lately = SignIn.objects.filter(
        user=OuterRef("user"), last_seen_at__gt=timezone.now() - SIGNED_IN_SINCE
    )
    people = Player.objects.filter(Exists(lately), user__is_active=True).exclude(
        user__presence_for=PresenceFor.NOBODY
    )
    rows = list(
        people.order_by("name", "pk").values_list(
            "user_id", "pk", "name", "picture", "user__presence_for"
        )
    )
    noted = cache.get_many([_key(user_id) for user_id, *_rest in rows if user_id])
    return tuple(
        Here(pk, name, picture, audience)
        for user_id, pk, name, picture, audience in rows
        if user_id and _key(user_id) in noted
    )[:MOST_LISTED]


def _key(user_id: int) -> str:
    return f"here:{user_id}"
