"""The private link: who makes it, what it gives, and when it no longer works."""

from datetime import timedelta
from http import HTTPStatus

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player
from games.models import Seat, Table
from games.seats import seating
from games.seats.models import GuestLink
from games.table.access import COOKIE
from monitoring.redaction import hide_secrets
from tests.factories import PASSWORD
from tests.games.addresses import url
from tests.guests.guests import invite, seat_guest, sit_down
from tests.support.clients import html_of, signed_in
from tests.support.tables import open_table, people, start_table

pytestmark = pytest.mark.django_db(transaction=True)


def names(table: Table) -> list[str]:
    return [str(seat.name) for seat in table.seats.order_by("index") if seat.name]


@pytest.fixture
def table(ada: Player) -> Table:
    """One with a seat for a guest."""
    return open_table(ada, seats=3)


@pytest.fixture
def path(table: Table, ada: Player) -> str:
    """The link to it."""
    return invite(table, ada)


def test_whoever_opens_the_link_gives_a_name_and_is_seated(ada: Player) -> None:
    table = open_table(ada, seats=3, visibility="private")
    browser = Client()
    path = invite(table, ada)
    assert 'name="name"' in browser.get(path).content.decode()
    answer = browser.post(path, {"name": "Zoé"})
    assert answer.headers["Location"] == table.get_absolute_url()
    assert names(table) == [ada.name, "Zoé"]
    assert browser.get(url("table", table)).status_code == HTTPStatus.OK


def test_the_cookie_of_a_seat_is_hidden_from_scripts_and_other_sites(ada: Player) -> None:
    browser, _guest = seat_guest(open_table(ada, seats=3), ada)
    cookie = browser.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not browser.cookies.get("sessionid")


def test_neither_token_nor_key_is_stored(path: str) -> None:
    browser = sit_down(path)
    link = GuestLink.objects.get()
    stored = {link.token_hash, link.browser_hash}
    assert not stored & {path.split("/")[-2], browser.cookies[COOKIE].value}


def test_who_signs_in_from_the_page_of_a_link_is_led_to_its_seat() -> None:
    ada, bea = people(2)
    table = open_table(ada, seats=3, visibility="private")
    browser, path = Client(), invite(table, ada)
    sign_in_url = browser.get(path).context["sign_in_url"]
    assert path.split("/")[-2] not in sign_in_url
    answer = browser.post(sign_in_url, {"login": bea.user.email, "password": PASSWORD})
    assert answer.headers["Location"] == reverse("games:guest_seat")
    assert f"Sit down as {bea.name}" in browser.get(answer.headers["Location"]).content.decode()
    seated = browser.post(answer.headers["Location"])
    assert seated.headers["Location"] == table.get_absolute_url()
    assert names(table) == [ada.name, bea.name]
    assert browser.post(answer.headers["Location"]).status_code == HTTPStatus.NOT_FOUND


def test_who_came_by_no_link_finds_no_seat() -> None:
    ada, bea = people(2)
    invite(open_table(ada, seats=3), ada)
    seat = reverse("games:guest_seat")
    assert signed_in(bea).get(seat).status_code == HTTPStatus.NOT_FOUND
    assert signed_in(bea).post(seat).status_code == HTTPStatus.NOT_FOUND
    assert Client().get(seat).status_code == HTTPStatus.FOUND


def test_the_pages_and_the_log_of_a_link_do_not_repeat_its_token(ada: Player) -> None:
    path = invite(open_table(ada, seats=3), ada)
    token = path.split("/")[-2]
    assert token not in Client().get(path).content.decode()
    assert token not in hide_secrets(f"Not Found: {path}")


def test_a_link_that_is_opened_twice_seats_one_person(ada: Player) -> None:
    table = open_table(ada, seats=4)
    path = invite(table, ada)
    browser = sit_down(path)
    for other in (Client().get(path), Client().post(path, {"name": "Bob"})):
        assert other.status_code == HTTPStatus.NOT_FOUND
    assert browser.get(path).headers["Location"] == table.get_absolute_url()
    assert names(table) == [ada.name, "Zoé"]


def test_looking_at_a_link_does_not_use_it_up(ada: Player) -> None:
    path = invite(open_table(ada, seats=3), ada)
    assert [Client().get(path).status_code for _time in range(2)] == [200, 200]


def test_a_revoked_link_seats_nobody(ada: Player, table: Table, path: str) -> None:
    link = GuestLink.objects.get()
    signed_in(ada).post(reverse("games:revoke_guest_link", args=[table.code, link.pk]))
    assert Client().post(path, {"name": "Zoé"}).status_code == HTTPStatus.NOT_FOUND
    assert names(table) == [ada.name]


def test_a_link_ends_with_its_last_day_and_with_the_start_of_the_game(ada: Player) -> None:
    late, started = open_table(ada, seats=3), open_table(ada, bots=1, seats=3)
    paths = invite(late, ada), invite(started, ada)
    seating.start(started.pk, ada, timezone.now())
    assert Client().get(paths[1]).status_code == HTTPStatus.NOT_FOUND
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert Client().get(paths[0]).status_code == HTTPStatus.NOT_FOUND


def test_the_link_of_a_table_that_was_closed_says_so(ada: Player, table: Table, path: str) -> None:
    seating.leave(table.pk, ada, timezone.now())
    answer = Client().get(path)
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert "the table was closed" in answer.content.decode()


def test_a_used_link_cannot_be_revoked_and_the_links_of_others_neither(
    ada: Player, ben: Player
) -> None:
    table, other = open_table(ada, seats=3), open_table(ben, seats=3)
    seat_guest(table, ada)
    invite(other, ben)
    for link in GuestLink.objects.all():
        signed_in(ada).post(reverse("games:revoke_guest_link", args=[table.code, link.pk]))
    assert GuestLink.objects.count() == 2


def test_the_name_of_somebody_at_the_table_is_refused_and_the_link_still_works(
    ada: Player, table: Table, path: str
) -> None:
    for name in (ada.name.upper(), f"{ada.name}\u0301", "\u2800", "a|b", ""):
        answer = Client().post(path, {"name": name})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    sit_down(path)
    assert names(table) == [ada.name, "Zoé"]


def test_at_a_full_table_the_guest_is_told_and_the_link_still_works(
    ada: Player, ben: Player
) -> None:
    table = open_table(ada, seats=2)
    path = invite(table, ada)
    seating.sit(table.pk, ben)
    assert "No seat is free" in Client().post(path, {"name": "Zoé"}).content.decode()
    seating.leave(table.pk, ben, timezone.now())
    sit_down(path)
    assert names(table) == [ada.name, "Zoé"]


def test_one_browser_holds_one_seat_at_a_table(ada: Player) -> None:
    table = open_table(ada, seats=4)
    first, second = invite(table, ada), invite(table, ada)
    browser = sit_down(first)
    assert "at this table already" in browser.post(second, {"name": "Bob"}).content.decode()
    assert names(table) == [ada.name, "Zoé"]


def test_a_second_table_gives_the_browser_a_new_key_for_both_seats(ada: Player) -> None:
    one, two = open_table(ada, seats=3), open_table(ada, seats=3)
    browser, _guest = seat_guest(one, ada)
    planted = browser.cookies[COOKIE].value
    sit_down(invite(two, ada), browser=browser)
    assert browser.cookies[COOKIE].value != planted
    for table in (one, two):
        assert browser.get(url("table", table)).status_code == HTTPStatus.OK
    thief = Client()
    thief.cookies[COOKIE] = planted
    assert thief.get(url("record", two)).status_code == HTTPStatus.NOT_FOUND
    assert thief.get(url("table", one)).status_code == HTTPStatus.FOUND


def test_a_member_who_opens_the_link_sits_with_their_account_and_uses_it_up(
    ada: Player, ben: Player, table: Table
) -> None:
    path, browser = invite(table, ada), signed_in(ben)
    assert ben.name in browser.get(path).content.decode()
    browser.post(path, {"name": "Zoé"})
    assert Seat.objects.get(table=table, index=1).player == ben
    assert COOKIE not in browser.cookies
    assert Client().get(path).status_code == HTTPStatus.NOT_FOUND


def test_only_the_host_of_an_open_table_makes_and_revokes_links(ada: Player, ben: Player) -> None:
    table = open_table(ada, ben, seats=3)
    address = reverse("games:guest_links", args=[table.code])
    revoke = reverse("games:revoke_guest_link", args=[table.code, 1])
    assert signed_in(ben).post(address).status_code == HTTPStatus.FORBIDDEN
    assert signed_in(ben).get(address).status_code == HTTPStatus.FORBIDDEN
    assert signed_in(ben).post(revoke).status_code == HTTPStatus.FORBIDDEN
    assert Client().post(address).status_code == HTTPStatus.FOUND
    started = start_table(ada, ben)
    again = reverse("games:guest_links", args=[started.code])
    page = html_of(signed_in(ada).post(again, follow=True))
    assert "The game has started already." in page
    assert 'id="invite"' not in page
    assert not GuestLink.objects.exists()


def test_whom_to_invite_is_shown_to_the_host_alone(ada: Player, ben: Player) -> None:
    table = open_table(ada, ben, seats=3)
    asked = f"{table.get_absolute_url()}?invite"
    browsers = (signed_in(ada), signed_in(ben), Client())
    shown = ['id="invite"' in browser.get(asked).content.decode() for browser in browsers]
    assert shown == [True, False, False]


def test_no_more_than_ten_links_wait_at_a_table(ada: Player, table: Table) -> None:
    for _link in range(10):
        invite(table, ada)
    address = reverse("games:guest_links", args=[table.code])
    answer = signed_in(ada).post(address, follow=True)
    assert "There are enough unused links: revoke one first." in html_of(answer)
    assert GuestLink.objects.count() == 10


def test_only_the_host_of_a_club_with_guests_is_offered_to_invite_one(
    settings: Settings, ada: Player, ben: Player
) -> None:
    table = open_table(ada, ben, seats=3)
    pages = [signed_in(each).get(url("table", table)).content.decode() for each in (ada, ben)]
    assert ["Invite members or guests" in page for page in pages] == [True, False]
    settings.GUEST_SEATS = False
    host = signed_in(ada)
    assert "members or guests" not in host.get(url("table", table)).text
    page = host.get(url("guest_links", table), follow=True).content.decode()
    assert "Friends and who is here" in page
    assert "without an account" not in page


def test_a_club_without_guests_has_none_of_their_pages(settings: Settings, ada: Player) -> None:
    table = open_table(ada, seats=3, visibility="private")
    path = invite(table, ada)
    browser, _guest = seat_guest(table, ada)
    settings.GUEST_SEATS = False
    host = signed_in(ada)
    answers = [
        browser.get(path),
        browser.post(path, {"name": "Bob"}),
        browser.get(reverse("games:guest_games")),
        browser.post(reverse("games:forget_guest")),
        host.post(reverse("games:claim_guest_games")),
        host.post(reverse("games:guest_links", args=[table.code])),
        host.post(reverse("games:revoke_guest_link", args=[table.code, 1])),
    ]
    assert {answer.status_code for answer in answers} == {HTTPStatus.NOT_FOUND}
    assert browser.get(url("table", table)).status_code == HTTPStatus.FOUND


def test_who_tries_many_links_must_wait() -> None:
    browser = Client()
    tried = [
        browser.get(reverse("games:guest_link", args=[f"guess{number}"])).status_code
        for number in range(31)
    ]
    assert tried == [HTTPStatus.NOT_FOUND] * 30 + [HTTPStatus.TOO_MANY_REQUESTS]


def test_another_site_can_neither_seat_a_guest_nor_forget_one(ada: Player) -> None:
    table = open_table(ada, seats=4)
    path, (guest, _player) = invite(table, ada), seat_guest(table, ada)
    elsewhere = Client(enforce_csrf_checks=True)
    elsewhere.cookies = guest.cookies
    for address in (path, reverse("games:forget_guest"), url("leave", table)):
        assert elsewhere.post(address, {"name": "Bob"}).status_code == HTTPStatus.FORBIDDEN
    assert names(table) == [ada.name, "Zoé"]
