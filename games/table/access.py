"""Who may look at a table, and as what. A view fetches its table here, or is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase

from accounts.access import player_or_none
from accounts.club.current import club
from accounts.models import Player
from games.models import GuestLink, Table
from games.table import store
from games.table.snapshot import Snapshot


def may_watch(snapshot: Snapshot, player: Player | int | None) -> bool:
    """Whether this member (None: a stranger), who knows its address, may look at the table."""
    return player is not None or snapshot.visibility == Table.Visibility.PUBLIC


def get_table_for_viewer(code: str, player: Player | None) -> Snapshot:
    """The newest snapshot of a table that the player may look at; else Http404."""
    table_id = Table.objects.filter(code=code).values_list("pk", flat=True).first()
    if table_id is not None:
        snapshot = store.fresh(table_id)
        if may_watch(snapshot, player):
            return snapshot
    raise Http404


def sign_in_to_see(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a page: a stranger is led to the sign-in where it raises Http404.

    So a stranger learns nothing about which tables there are.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Http404:
            if request.user.is_authenticated:
                raise
            return redirect_to_login(request.get_full_path())

    return wrapped


@dataclass(frozen=True, slots=True)
class Viewer:
    """All that a table's page depends on beside the table, never the person: a crowd is one viewer.

    Without more, a stranger. seat: None for a spectator. is_member: signed in, or the table's
    guest, who may send commands. is_organizer: of the club.
    """

    seat: int | None = None
    is_member: bool = False
    is_host: bool = False
    is_organizer: bool = False
    language: str = "en"
    deck: str = "bulls"
    is_guest: bool = False


def viewer_at(
    snapshot: Snapshot,
    player_id: int | None,
    *,
    is_organizer: bool,
    language: str,
    deck: str,
    is_guest: bool = False,
) -> Viewer | None:
    """What a person (None: a stranger) is at a table; None if they may not look at it.

    A guest may do so for as long as they have a seat.
    """
    seat = snapshot.seat_of(player_id)
    if not may_watch(snapshot, player_id) or (is_guest and seat is None):
        return None
    return Viewer(
        seat=seat,
        is_member=player_id is not None,
        is_host=player_id is not None and snapshot.host_id == player_id,
        is_organizer=is_organizer,
        language=language,
        deck=deck or snapshot.deck,
        is_guest=is_guest,
    )


# The cookie with the key of a browser. It is no session: signing in or out leaves it alone.
COOKIE = "guest"


def guest_at(cookies: Mapping[str, str], code: str) -> Player | None:
    """The guest whom this browser seated at this table; None if there is none.

    A guest who was sent away, has stood up, or was erased holds no seat and is a stranger.
    """
    links = _links_of(cookies).filter(player__seats__table__code=code)
    link = links.select_related("player").first()
    return link.player if link else None


def has_left(cookies: Mapping[str, str], code: str) -> bool:
    """Whether this browser has used a link to this table, whose guest holds no seat there now."""
    used = _links_of(cookies).filter(table__code=code)
    return used.exists() and guest_at(cookies, code) is None


def _links_of(cookies: Mapping[str, str]) -> QuerySet[GuestLink]:
    """The links that were used in this browser; no statement is made for one without a key."""
    key = cookies.get(COOKIE, "") if club().has_guests else ""
    return GuestLink.objects.of_browser(key)


def player_at(request: HttpRequest, code: str) -> Player | None:
    """The member who is signed in, or else the table's guest in this browser; None for a stranger.

    An account comes first: a member is never taken for a guest.
    """
    return player_or_none(request) or guest_at(request.COOKIES, code)


def get_asked_table(request: HttpRequest, code: str) -> Snapshot:
    """The newest snapshot of a table for whoever asks, who may look at it; else Http404."""
    return get_table_for_viewer(code, player_at(request, code))
