"""Guests: inviting them, seating them, making their games a member's, and forgetting them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.club.kept import kept
from accounts.locks import lock_players, locked
from accounts.models import Player
from accounts.names import ERASED
from accounts.portions import AT_ONCE
from accounts.tokens import hash_of, new_token
from games.models import ActionLog, GuestLink, Seat, Table
from games.plain_text import plain
from games.seats import leaving, rematch, seating
from games.seats.seats import give_to, lock_person
from games.table.announce import changing
from games.table.errors import TableError, TableErrorCode

MOST_LINKS = 10
# For how long a guest's name is kept after the last move of a game without an end.
KEPT = timedelta(days=90)


def invite(table_id: int, host: Player, now: datetime) -> str:
    """A new link's token, which is stored nowhere: show it now or never.

    Raises TableError (NOT_OPEN, CLOSED, NOT_HOST, TOO_MANY_LINKS, ONLY_MEMBERS).
    """
    with transaction.atomic():
        table = _hosted(table_id, host)
        if table.is_rated:
            raise TableError(TableErrorCode.ONLY_MEMBERS)
        if GuestLink.objects.usable(now).filter(table=table).count() >= MOST_LINKS:
            raise TableError(TableErrorCode.TOO_MANY_LINKS)
        token = new_token()
        GuestLink.objects.create(
            table=table, token_hash=hash_of(token), expires_at=now + GuestLink.LIFETIME
        )
    return token


def revoke(table_id: int, host: Player, link_id: int) -> None:
    """Delete a link that nobody has used.

    Raises TableError (NOT_OPEN, CLOSED, NOT_HOST, LINK_UNUSABLE).
    """
    with transaction.atomic():
        links = GuestLink.objects.filter(table=_hosted(table_id, host), player=None)
        deleted, _by_model = links.filter(pk=link_id).delete()
        if not deleted:
            raise TableError(TableErrorCode.LINK_UNUSABLE)


def find_link(token_hash: str, now: datetime) -> GuestLink | None:
    """The link of a token with this hash; None if it cannot be used, whatever the reason."""
    links = GuestLink.objects.usable(now).select_related("table")
    return links.filter(token_hash=token_hash).first()


def seat_guest(token: str, name: str, browser_key: str, now: datetime) -> str:
    """Seat a new guest on the first free seat; returns the new key of their browser.

    browser_key: the one the browser holds, empty if it has none. Every seat brings a new key, so
    that nobody can give a browser a key they know. Raises TableError (LINK_UNUSABLE, NAME_TAKEN,
    SEATED_ALREADY, FULL, NOT_OPEN); nothing is written then.
    """
    key = new_token()
    with transaction.atomic():
        link = _use(hash_of(token), now)
        seats = Seat.objects.filter(table=link.table_id)
        own = GuestLink.objects.of_browser(browser_key)
        if own.filter(player__seats__table=link.table_id).exists():
            raise TableError(TableErrorCode.SEATED_ALREADY)
        if plain(name) in {plain(str(seat.name)) for seat in seats}:
            raise TableError(TableErrorCode.NAME_TAKEN)
        link.player = Player.every.create(name=name, is_table_guest=True)
        seating.sit(link.table_id, link.player)
        link.browser_hash = hash_of(key)
        link.save(update_fields=["player", "browser_hash"])
        own.update(browser_hash=hash_of(key))
    return key


def seat_member(token_hash: str, player: Player, now: datetime) -> None:
    """Seat a member who was sent a guest's link, with their account, and use up the link.

    Raises TableError as `seat_guest` does.
    """
    with transaction.atomic():
        lock_person(player)
        link = _use(token_hash, now)
        seating.sit(link.table_id, player)
        link.delete()


def guests_of(browser_key: str) -> list[int]:
    """The ids of the guests who played in the browser with this key, and are not erased."""
    links = GuestLink.objects.of_browser(browser_key)
    return list(Player.every.filter(guest_link__in=links).values_list("pk", flat=True))


def table_of_link(token: str, browser_key: str) -> Table | None:
    """The table at which this link has seated this very browser; None if it has not."""
    links = GuestLink.objects.of_browser(browser_key).filter(token_hash=hash_of(token))
    link = links.filter(player__seats__table=F("table")).select_related("table").first()
    return link.table if link else None


@dataclass(frozen=True, slots=True)
class Claimed:
    """How many games became a member's, and how many could not: the member played there too."""

    moved: int
    left: int


def claim(browser_key: str, member: Player) -> Claimed:
    """Make the games that guests played in this browser a member's; a second time finds none."""
    moved = left = 0
    with transaction.atomic():
        guests = _locked(guests_of(browser_key), member)
        for guest in guests:
            rematch.hand_over(guest, member)
            seats = Seat.objects.filter(player=guest)
            for table_id in list(seats.values_list("table_id", flat=True)):
                moved += _move(table_id, guest, member)
            left += seats.count()
        _delete_unseated(guests)
    return Claimed(moved, left)


def forget_browser(browser_key: str, now: datetime) -> None:
    """Erase the guests who played in this browser."""
    _forget(guests_of(browser_key), now)


def tidy(now: datetime) -> int:
    """Delete links that cannot be used any more, and erase a portion of the guests whose time is
    over; how many guests."""
    unused = GuestLink.objects.filter(player=None)
    unused.filter(~Q(table__status=Table.Status.OPEN) | Q(expires_at__lte=now)).delete()
    ids = list(old(now, kept("guests")).values_list("pk", flat=True)[:AT_ONCE])
    for guest in ids:
        # Each in a transaction of its own: other writers need not wait for all of them.
        _forget([guest], now)
    return len(ids)


def old(now: datetime, kept_after_game: timedelta) -> QuerySet[Player]:
    """The guests whose time is over."""
    wanted = Table.objects.filter(
        Q(ended_at=None) | Q(ended_at__gt=now - kept_after_game), seats__player=OuterRef("pk")
    )
    guests = Player.every.filter(is_table_guest=True, erased_at=None)
    played = ActionLog.objects.filter(
        table__status=Table.Status.PLAYING,
        table__seats__player=OuterRef("pk"),
        at__gt=now - KEPT,
    )
    is_old = Q(created_at__lte=now - KEPT) & ~Exists(played)
    return guests.filter(~Exists(wanted) | is_old)


def _hosted(table_id: int, host: Player) -> Table:
    """The locked row of an open table of this host.

    Raises TableError (NOT_OPEN, CLOSED, NOT_HOST).
    """
    table = locked(Table.objects.all()).get(pk=table_id)
    if table.host_id != host.pk:
        raise TableError(TableErrorCode.NOT_HOST)
    seating.require_open(table.status)
    return table


def _use(token_hash: str, now: datetime) -> GuestLink:
    """The link of a token with this hash, its table locked. Raises TableError(LINK_UNUSABLE)."""
    if found := find_link(token_hash, now):
        list(locked(Table.objects.filter(pk=found.table_id)))
        # Somebody may have used or revoked it, or started the game, before the lock.
        if link := find_link(token_hash, now):
            return link
    raise TableError(TableErrorCode.LINK_UNUSABLE)


def _locked(guest_ids: Iterable[int], heir: Player | None = None) -> list[Player]:
    """These guests, locked with the tables that change when they leave.

    heir: who gets their seats; there are none for one who is gone.
    """
    wanted = {*guest_ids}
    there = lock_players(wanted | ({heir.pk} if heir else set()))
    if heir and heir.pk not in there:
        return []
    guests = list(Player.every.filter(pk__in=there & wanted, is_table_guest=True).order_by("pk"))
    leaving.lock_tables(guests)
    return guests


def _delete_unseated(guests: Iterable[Player]) -> None:
    """The last that is done: what is deleted is named by other rows."""
    for guest in guests:
        if not Seat.objects.filter(player=guest).exists():
            guest.delete()


def _move(table_id: int, guest: Player, member: Player) -> bool:
    """Give a guest's seat to a member; False if the member has a seat at that table.

    False too if the guest has none any more: they may have stood up in another tab.
    """
    if Seat.objects.filter(table=table_id, player=member).exists():
        return False
    with changing(table_id) as table:
        seats = list(table.seats.all())
        seat = next((seat for seat in seats if seat.player_id == guest.pk), None)
        if seat is None:
            return False
        give_to(seat, member, seats)
        seat.save()
    return True


def _forget(guest_ids: Iterable[int], now: datetime) -> None:
    """Erase guests: their seats stay without a name, as those of members do who have left."""
    with transaction.atomic():
        guests = _locked(guest_ids)
        for guest in guests:
            leaving.leave_tables(guest, now)
            GuestLink.objects.filter(player=guest).delete()
            Player.every.filter(pk=guest.pk).update(name=ERASED, erased_at=now)
        _delete_unseated(guests)
