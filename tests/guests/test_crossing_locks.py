"""Two changes of a guest's seats that meet at any of their locks: PostgreSQL breaks neither off."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps

import pytest
from django.db import connection
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from accounts.tokens import hash_of
from games.models import HeldSeat, Seat, Table
from games.rules.options import Options
from games.seats import guests, rematch, seating
from games.seats.opening import play_now
from games.seats.seating import TablePlan
from games.table.errors import TableError
from tests.support.races import Work, crossed
from tests.support.tables import open_table, people

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one lock for all rows"),
]

Pair = Callable[[], tuple[Work, Work]]


def guest_at(table: Table, host: Player) -> tuple[str, Player]:
    """The browser's key of a new guest at a table, and the guest."""
    now = timezone.now()
    key = guests.seat_guest(guests.invite(table.pk, host, now), "Zoé", "", now)
    return key, Player.every.get(pk=guests.guests_of(key)[0])


def ended(host: Player) -> tuple[Table, str, Player]:
    """A table at which a host and a guest have played."""
    table = open_table(host, seats=2)
    key, guest = guest_at(table, host)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    return table, key, guest


def if_allowed(work: Work) -> Work:
    """What is refused with a sentence was not broken off."""

    @wraps(work)
    def tried() -> None:
        with suppress(TableError):
            work()

    return tried


def claiming_and_sitting() -> tuple[Work, Work]:
    """In one tab the guest plays again, in another the member whom they became claims the game."""
    ada, ben = people(2)
    table, key, guest = ended(ada)
    following = rematch.play_again(table.pk, ada, timezone.now())
    # A seat more, which is held for nobody.
    Seat.objects.create(table=following, index=2)
    return (
        lambda: guests.claim(key, ben),
        lambda: rematch.play_again(table.pk, guest, timezone.now()),
    )


def claiming_and_opening() -> tuple[Work, Work]:
    """The host opens the next table, at which a seat is held for the guest."""
    ada, ben = people(2)
    table, key, _guest = ended(ada)
    return (
        lambda: guests.claim(key, ben),
        lambda: rematch.play_again(table.pk, ada, timezone.now()),
    )


def claiming_and_starting() -> tuple[Work, Work]:
    ada, ben = people(2)
    table = open_table(ada, seats=3)
    key, _guest = guest_at(table, ada)
    return lambda: guests.claim(key, ben), lambda: seating.start(table.pk, ada, timezone.now())


def claiming_and_standing_up() -> tuple[Work, Work]:
    ada, ben = people(2)
    table = open_table(ada, seats=3)
    key, guest = guest_at(table, ada)
    return lambda: guests.claim(key, ben), lambda: seating.leave(table.pk, guest, timezone.now())


def forgetting_and_sitting() -> tuple[Work, Work]:
    (ada,) = people(1)
    table, key, guest = ended(ada)
    rematch.play_again(table.pk, ada, timezone.now())
    return (
        lambda: guests.forget_browser(key, timezone.now()),
        lambda: rematch.play_again(table.pk, guest, timezone.now()),
    )


def forgetting_and_opening() -> tuple[Work, Work]:
    (ada,) = people(1)
    table, key, _guest = ended(ada)
    return (
        lambda: guests.forget_browser(key, timezone.now()),
        lambda: rematch.play_again(table.pk, ada, timezone.now()),
    )


def erasing_and_sitting_by_a_link() -> tuple[Work, Work]:
    """A member who is erased follows the link of a guest at that moment."""
    ada, ben = people(2)
    table = open_table(ada, seats=3)
    token = guests.invite(table.pk, ada, timezone.now())
    return (
        lambda: privacy.erase(ben),
        lambda: guests.seat_member(hash_of(token), ben, timezone.now()),
    )


def erasing_and_claiming() -> tuple[Work, Work]:
    ada, ben = people(2)
    _table, key, _guest = ended(ada)
    return lambda: privacy.erase(ben), lambda: guests.claim(key, ben)


def erasing_and_opening() -> tuple[Work, Work]:
    """The next table holds a seat for somebody who is erased."""
    ada, ben = people(2)
    table = open_table(ada, ben, seats=2)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    return lambda: privacy.erase(ben), lambda: rematch.play_again(table.pk, ada, timezone.now())


def erasing_and_playing_now() -> tuple[Work, Work]:
    (ada,) = people(1)
    plan = TablePlan(name="", options=Options(), seat_count=2)
    return lambda: privacy.erase(ada), lambda: play_now(ada, plan, timezone.now())


PAIRS = [
    erasing_and_claiming, erasing_and_opening, erasing_and_playing_now,
    claiming_and_sitting, claiming_and_opening, claiming_and_starting, claiming_and_standing_up,
    forgetting_and_sitting, forgetting_and_opening, erasing_and_sitting_by_a_link,
]  # fmt: skip


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("make", PAIRS)
def test_neither_is_broken_off_and_nobody_sits_who_is_gone(make: Pair, is_turned: bool) -> None:
    def pair() -> tuple[Work, Work]:
        first, second = map(if_allowed, make())
        return (second, first) if is_turned else (first, second)

    assert crossed(pair) == []
    gone = Player.every.exclude(erased_at=None)
    assert not Seat.objects.filter(player__in=gone, table__status=Table.Status.OPEN).exists()
    assert not HeldSeat.objects.filter(player__in=gone).exists()
