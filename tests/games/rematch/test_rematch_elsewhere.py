"""Seats that are held for another game: by correspondence, in the lobby, and for guests."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.lobby.lists import lobby_for, mark_of
from games.models import HeldSeat, Table
from games.rules.options import Options
from games.seats import guests, rematch, seating
from games.signals import tidying
from games.table import store
from games.table.time_limits import DAY
from tests.games.addresses import url
from tests.games.rematch.rematches import ask, held_at, status
from tests.guests.guests import invite, seat_guest, sit_down
from tests.pages.tables import words
from tests.support.clients import signed_in
from tests.support.tables import open_table, people, start_table

pytestmark = pytest.mark.django_db(transaction=True)

ONE_ROUND = Options(max_rounds=1)


@pytest.fixture(autouse=True)
def _guests_are_allowed(settings: LazySettings) -> None:
    settings.GUEST_SEATS = True


def end(table: Table) -> Table:
    Table.objects.filter(pk=table.pk).update(
        status=Table.Status.FINISHED, ended_at=timezone.now(), due_at=None
    )
    store.forget()
    return table


def joinable(player: Player) -> list[str]:
    return [table.code for table in lobby_for(player).joinable]


# --- By correspondence -----------------------------------------------------------------


def test_by_correspondence_a_seat_is_held_as_long_as_a_choice_may_take(
    ada: Player, ben: Player
) -> None:
    following = ask(end(start_table(ada, ben, time_per_choice=3 * DAY)), ada)
    held = HeldSeat.objects.get(table=following)
    assert held.until > timezone.now() + timedelta(days=2, hours=23)
    assert held.until < timezone.now() + timedelta(days=3, minutes=1)


def test_the_host_reads_until_when_seats_are_held_by_correspondence(
    ada: Player, ben: Player
) -> None:
    before = timezone.localtime() + timedelta(days=3)
    following = ask(end(start_table(ada, ben, time_per_choice=3 * DAY)), ada)
    page = words(signed_in(ada).get(following.get_absolute_url()).content.decode())
    after = timezone.localtime() + timedelta(days=3)
    ends = {f"{one:%a} {one.day} {one:%b}, {one:%H:%M}" for one in (before, after)}
    assert any(f"A seat is kept free for {ben.name} until {end}." in page for end in ends)
    assert "for a few minutes" not in page


def test_whose_seat_is_held_finds_the_table_in_the_lobby_also_a_private_one() -> None:
    ada, ben, stranger = people(3)
    old = end(start_table(ada, ben, time_per_choice=DAY, visibility="private"))
    mark = mark_of(ben)
    following = ask(old, ada)
    assert mark_of(ben) != mark
    assert joinable(ben) == [following.code]
    assert joinable(stranger) == []
    assert following.get_absolute_url() in (
        signed_in(ben).get(reverse("games:lobby")).content.decode()
    )
    rematch.decline(old.pk, ben)
    assert joinable(ben) == []


# --- "Play now" ------------------------------------------------------------------------


def play_now(player: Player) -> Table:
    signed_in(player).post(reverse("games:play"), {"code": ""})
    seat = player.seats.order_by("-pk").first()
    return seat.table


def test_play_now_seats_nobody_among_people_who_play_again() -> None:
    ada, ben, cleo, stranger = people(4)
    old = end(start_table(ada, ben, cleo))
    following = ask(old, ada)
    rematch.decline(old.pk, ben)
    assert play_now(stranger).pk != following.pk
    assert held_at(following) == {cleo}


def test_play_now_looks_past_tables_whose_seats_are_all_held() -> None:
    *hosts, ada, stranger = people(14)
    for first, second in zip(hosts[::2], hosts[1::2], strict=True):
        ask(end(start_table(first, second)), first)
    fitting = open_table(ada, seats=3)
    assert play_now(stranger).pk == fitting.pk


def test_play_now_finds_no_game_by_correspondence(ada: Player, ben: Player) -> None:
    slow = open_table(ada, seats=3, time_per_choice=DAY)
    assert play_now(ben).pk != slow.pk
    assert play_now(ada).pk != slow.pk


# --- Guests ----------------------------------------------------------------------------


def ended_with_guest(host: Player, *members: Player) -> tuple[Table, Client, Player]:
    table = open_table(host, *members, seats=2 + len(members), options=ONE_ROUND)
    browser, guest = seat_guest(table, host)
    seating.start(table.pk, host, timezone.now())
    return end(table), browser, guest


def test_the_guest_who_sits_down_last_deals(ada: Player, ben: Player) -> None:
    old, browser, guest = ended_with_guest(ada, ben)
    following = ask(old, ada)
    assert held_at(following) == {ben, guest}
    seating.sit(following.pk, ben)
    answer = browser.post(url("rematch", old))
    assert answer.headers["Location"] == following.get_absolute_url()
    assert status(following) == Table.Status.PLAYING
    assert browser.get(url("table", following)).status_code == 200


def test_a_guest_opens_no_table_and_is_never_its_host(ada: Player, ben: Player) -> None:
    old, browser, guest = ended_with_guest(ada, ben)
    browser.post(url("rematch", old))
    assert Table.objects.count() == 1
    following = ask(old, ada)
    browser.post(url("rematch", old))
    seating.leave(following.pk, ada, timezone.now())
    following.refresh_from_db()
    assert following.host is None
    assert following.status == Table.Status.ABANDONED
    assert held_at(following) == set()
    browser.post(url("rematch", old))
    assert Table.objects.count() == 2
    again = ask(old, ben)
    assert held_at(again) == {ada, guest}
    assert again.host == ben


def test_a_guest_who_declines_is_not_waited_for(ada: Player) -> None:
    old, browser, guest = ended_with_guest(ada)
    following = ask(old, ada)
    assert held_at(following) == {guest}
    browser.post(url("decline", old))
    assert held_at(following) == set()


def test_a_guest_who_gets_an_account_keeps_the_seat_that_is_held() -> None:
    ada, member = people(2)
    old, browser, _guest = ended_with_guest(ada)
    following = ask(old, ada)
    key = browser.cookies["guest"].value
    version = store.fresh(following.pk).version
    assert guests.claim(key, member).moved == 1
    assert held_at(following) == {member}
    assert store.fresh(following.pk).version > version
    signed_in(member).post(url("rematch", old))
    assert status(following) == Table.Status.PLAYING


def test_the_next_table_is_locked_before_the_one_that_led_to_it_as_by_who_sits_down() -> None:
    ada, ben, member = people(3)
    old, browser, _guest = ended_with_guest(ada, ben)
    following = ask(old, ada)
    with CaptureQueriesContext(connection) as sitting:
        seating.sit(following.pk, ben)
    with CaptureQueriesContext(connection) as claiming:
        guests.claim(browser.cookies["guest"].value, member)
    for statements in (sitting, claiming):
        assert first_locked(statements, old, following) == following


def first_locked(statements: CaptureQueriesContext, *tables: Table) -> Table:
    """Of these tables the one whose row is read first; elsewhere than on SQLite that locks it."""
    reads = [
        query["sql"]
        for query in statements.captured_queries
        if query["sql"].startswith('SELECT "games_table"."id"')
    ]
    return next(t for sql in reads for t in tables if f'"games_table"."id" = {t.pk} ' in sql)


def test_a_member_who_waits_there_already_takes_no_second_seat_from_their_guest(
    ada: Player, ben: Player
) -> None:
    old, browser, _guest = ended_with_guest(ada)
    following = ask(old, ada)
    HeldSeat.objects.create(
        table=following, player=ben, until=timezone.now() + timedelta(minutes=5)
    )
    guests.claim(browser.cookies["guest"].value, ben)
    assert held_at(following) == {ben}


def test_a_guest_who_is_forgotten_is_not_waited_for(ada: Player) -> None:
    old, browser, _guest = ended_with_guest(ada)
    following = ask(old, ada)
    browser.post(reverse("games:forget_guest"))
    assert held_at(following) == set()
    assert browser.get(url("table", following)).status_code == 302


def test_a_guest_whose_link_is_used_after_a_held_seat_gets_no_held_one(
    ada: Player, ben: Player
) -> None:
    following = ask(end(start_table(ada, ben)), ada)
    path = invite(following, ada)
    answer = Client().post(path, {"name": "Zoé"})
    assert answer.status_code == 422
    tidying.send(sender=Table)
    rematch.release(following.pk, ben.pk)
    sit_down(path)
    assert status(following) == Table.Status.PLAYING
