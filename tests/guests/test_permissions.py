"""What a guest may reach: their own table, and otherwise what every stranger may."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts.models import Player
from games.models import Seat, Table
from games.play import playing
from games.seats import seating
from games.seats.rematch import open_rematch
from games.table import store
from tests.games.addresses import url
from tests.guests.guests import invite, seat_guest, sit_down
from tests.support.clients import signed_in
from tests.support.tables import open_table, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)

# The commands and pages of a table that its guest has and a stranger has not.
OF_THEIR_TABLE = {
    "games:table", "games:record", "games:act", "games:leave", "games:seed", "games:away",
    "games:back", "games:rematch", "games:decline", "games:fast_forward", "games:pause",
    "games:pause_agree", "games:pause_refuse", "games:pause_end", "games:qr",
}  # fmt: skip
PAGES = {"games:table", "games:record", "games:qr"}
# A style sheet that is made of its address alone.
OF_ALL = {"accounts:colours"}
# They hold what differs from one answer to the next, or say who asks.
OF_THE_BROWSER = {"games:guest_games", "games:forget_guest", "set_language"}


def patterns(resolver: URLResolver, space: str = "") -> list[tuple[str, dict[str, Any]]]:
    """(name, converters of its arguments) of every named address of the site."""
    found: list[tuple[str, dict[str, Any]]] = []
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            inner = f"{space}{each.namespace}:" if each.namespace else space
            found += patterns(each, inner)
        elif each.name:
            found.append((space + each.name, dict(each.pattern.converters)))
    return found


def addresses(code: str) -> list[tuple[str, str]]:
    """(name, path) of every address, about this table where it is about one."""
    found = []
    for name, converters in patterns(get_resolver()):
        numbers = {"IntConverter"}
        arguments = {
            argument: 1 if type(converter).__name__ in numbers else code
            for argument, converter in converters.items()
        }
        try:
            found.append((name, reverse(name, kwargs=arguments)))
        except Exception:  # noqa: BLE001 - patterns with a regular expression
            assert name.startswith(("admin:", "account_")) or name in OF_ALL, name
    return found


def answer(browser: Client, method: str, path: str) -> tuple[int, str]:
    got = getattr(browser, method)(path)
    return got.status_code, got.headers.get("Location", "")


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_guest_reaches_nothing_a_stranger_does_not_but_their_own_table(
    method: str, ada: Player
) -> None:
    table = open_table(ada, seats=3, visibility="private")
    browser, _guest = seat_guest(table, ada)
    seating.start(table.pk, ada, timezone.now())
    walked = addresses(table.code)
    theirs = OF_THEIR_TABLE if method == "get" else OF_THEIR_TABLE - PAGES
    assert {name for name, _path in walked} >= theirs
    for name, path in walked:
        if name in OF_THE_BROWSER:
            continue
        differs = answer(browser, method, path) != answer(Client(), method, path)
        assert differs is (name in theirs), (name, path)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_guest_is_a_stranger_to_every_other_table(method: str, ada: Player, ben: Player) -> None:
    browser, _guest = seat_guest(open_table(ada, seats=3), ada)
    other = start_table(ada, ben)
    for name, path in addresses(other.code):
        if name not in OF_THE_BROWSER:
            assert answer(browser, method, path) == answer(Client(), method, path), name


def test_the_page_of_a_table_shows_a_guest_their_own_hand_and_no_way_into_the_club(
    ada: Player,
) -> None:
    table = open_table(ada, seats=3, visibility="private")
    browser, _guest = seat_guest(table, ada)
    seating.start(table.pk, ada, timezone.now())
    page = browser.get(url("table", table))
    text = page.content.decode()
    game = store.fresh(table.pk).game
    mine, others = game.round.hands[1], game.round.hands[0]
    assert all(f'id="card-{card}"' in text for card in mine)
    assert not any(f'id="card-{card}"' in text for card in others)
    assert f'href="{reverse("games:lobby")}"' not in text
    assert reverse("account_login") in text
    assert "no-store" in page.headers["Cache-Control"]


def test_a_guest_plays_steps_away_and_comes_back(ada: Player) -> None:
    table = open_table(ada, seats=3)
    browser, _guest = seat_guest(table, ada)
    browser.post(url("seed", table), {"client_seed": "my own words"})
    assert Seat.objects.get(table=table, index=1).client_seed == "my own words"
    seating.start(table.pk, ada, timezone.now())
    snapshot = store.fresh(table.pk)
    card = snapshot.game.round.hands[1][0]
    command = {"kind": "choose", "card": card, "version": snapshot.version}
    assert browser.post(url("act", table), command).status_code == HTTPStatus.FOUND
    chosen = store.fresh(table.pk).game
    assert chosen.round.choices[1] == card
    for name, is_away in (("away", True), ("back", False)):
        browser.post(url(name, table))
        assert store.fresh(table.pk).away[1] is is_away


def test_a_guest_who_stands_up_is_a_stranger_and_never_the_host(ada: Player) -> None:
    table = open_table(ada, seats=3, visibility="private")
    browser, _guest = seat_guest(table, ada)
    left = browser.post(url("leave", table))
    assert left.headers["Location"] == url("table", table)
    page = browser.get(url("table", table))
    assert page.status_code == HTTPStatus.FORBIDDEN
    assert "You have stood up." in page.content.decode()
    assert "You are no longer at this table" in page.content.decode()
    other = open_table(ada, seats=3, visibility="private")
    assert browser.get(url("table", other)).status_code == HTTPStatus.FOUND


def test_a_guest_who_stands_up_watches_a_public_table(ada: Player) -> None:
    table = open_table(ada, seats=3, visibility="public")
    browser, _guest = seat_guest(table, ada)
    page = browser.post(url("leave", table), follow=True)
    assert page.redirect_chain == [(url("table", table), HTTPStatus.FOUND)]
    assert page.status_code == HTTPStatus.OK
    assert page.context["viewer"].seat is None
    assert "You have stood up." in page.content.decode()


def test_a_table_at_which_only_guests_are_left_is_closed(ada: Player, ben: Player) -> None:
    table, other = open_table(ada, seats=3), open_table(ada, seats=4)
    for each in (table, other):
        seat_guest(each, ada)
    seating.sit(other.pk, ben)
    for each in (table, other):
        seating.leave(each.pk, ada, timezone.now())
        each.refresh_from_db()
    assert (table.status, table.host) == (Table.Status.ABANDONED, None)
    assert (other.status, other.host) == (Table.Status.OPEN, ben)


def test_the_host_frees_the_seat_of_a_guest_who_is_then_a_stranger(ada: Player) -> None:
    table = open_table(ada, seats=3, visibility="private")
    browser, _guest = seat_guest(table, ada)
    signed_in(ada).post(url("remove_seat", table), {"seat": "1"})
    assert browser.get(url("table", table)).status_code == HTTPStatus.FORBIDDEN
    assert browser.post(url("seed", table)).status_code == HTTPStatus.FOUND


def test_a_stolen_address_of_the_table_gives_nothing_without_the_cookie(ada: Player) -> None:
    table = open_table(ada, seats=3, visibility="private")
    seat_guest(table, ada)
    for browser in (Client(), Client(headers={"cookie": "guest="}), Client()):
        browser.cookies["guest"] = "guessed"
        assert browser.get(url("table", table)).status_code == HTTPStatus.FOUND


def test_a_guest_follows_to_the_next_game_that_a_member_opens_and_opens_none(ada: Player) -> None:
    table = open_table(ada, seats=2)
    browser, guest = seat_guest(table, ada)
    seating.start(table.pk, ada, timezone.now())
    playing.abandon(table.pk, ada, timezone.now())
    browser.post(url("rematch", table))
    assert Table.objects.count() == 1
    following = open_rematch(table.pk, ada, timezone.now())
    for _tap in range(2):
        led = browser.post(url("rematch", table))
        assert led.headers["Location"] == following.get_absolute_url()
    assert following.seats.filter(player=guest).count() == 1
    assert browser.get(url("table", following)).status_code == HTTPStatus.OK


def test_after_the_game_a_guest_may_look_at_it_and_take_its_record(ada: Player) -> None:
    table = open_table(ada, seats=2, visibility="private")
    browser, _guest = seat_guest(table, ada)
    seating.start(table.pk, ada, timezone.now())
    play_to_the_end(table)
    page = browser.get(url("table", table)).content.decode()
    assert reverse("games:guest_games") in page
    assert browser.get(url("record", table)).status_code == HTTPStatus.OK


def test_a_member_with_the_cookie_of_a_guest_is_a_member(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=3)
    browser, _guest = seat_guest(table, ada)
    assert ben.user
    browser.force_login(ben.user)
    assert 'form="do-sit"' in browser.get(url("table", table)).content.decode()


def test_guests_are_in_no_list_of_people(ada: Player) -> None:
    ada.is_organizer = True
    ada.save()
    table = open_table(ada, seats=3)
    sit_down(invite(table, ada), "Zoé the guest")
    assert not Player.objects.filter(name="Zoé the guest").exists()
    for page in ("accounts:people", "accounts:invitations", "leagues:new"):
        text = signed_in(ada).get(reverse(page)).content.decode()
        assert "Zoé the guest" not in text
