"""What becomes of a guest's games: an account's, or nobody's."""

from contextlib import AbstractContextManager
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.models import Seat, Table
from games.seats import guests, seating
from games.seats.models import GuestLink
from games.signals import tidying
from games.table import store
from games.table.access import COOKIE
from games.table.announce import changing
from tests.games.addresses import url
from tests.guests.guests import invite, seat_guest, sit_down
from tests.support.clients import signed_in
from tests.support.races import at_once
from tests.support.tables import open_table, play_first, play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)

CLAIM, FORGET, OWN = (
    reverse(f"games:{name}") for name in ("claim_guest_games", "forget_guest", "guest_games")
)


def finished(ada: Player, name: str = "Zoé") -> tuple[Table, Client]:
    """A finished game with a guest, and the guest's browser."""
    table = open_table(ada, seats=2)
    browser, _guest = seat_guest(table, ada, name)
    seating.start(table.pk, ada, timezone.now())
    play_to_the_end(table)
    return table, browser


def sign_in(browser: Client, player: Player) -> None:
    assert player.user
    browser.force_login(player.user)


def test_who_signs_in_later_makes_the_game_their_own(ada: Player, ben: Player) -> None:
    table, browser = finished(ada)
    result = Seat.objects.get(table=table, index=1)
    sign_in(browser, ben)
    assert OWN in browser.get(reverse("games:lobby")).content.decode()
    assert "Zoé" in browser.get(OWN).content.decode()
    browser.post(CLAIM)
    seat = Seat.objects.get(table=table, index=1)
    assert (seat.player, str(seat.name)) == (ben, ben.name)
    assert (seat.rank, seat.heads) == (result.rank, result.heads)
    assert not Player.every.filter(name="Zoé").exists()
    assert not GuestLink.objects.exists()
    assert not browser.cookies[COOKIE].value
    assert table.code in browser.get(reverse("games:past")).content.decode()


def test_a_game_is_claimed_once(ada: Player, ben: Player, cleo: Player) -> None:
    table, browser = finished(ada)
    key = browser.cookies[COOKIE].value
    sign_in(browser, ben)
    browser.post(CLAIM)
    late = signed_in(cleo)
    late.cookies[COOKIE] = key
    late.post(CLAIM)
    assert Seat.objects.get(table=table, index=1).player == ben


def test_of_two_who_claim_at_the_same_moment_one_gets_the_game(
    ada: Player, ben: Player, cleo: Player
) -> None:
    table, browser = finished(ada)
    claimers = [signed_in(ben), signed_in(cleo)]
    for claimer in claimers:
        claimer.cookies[COOKIE] = browser.cookies[COOKIE].value
    at_once(*(partial(claimer.post, CLAIM) for claimer in claimers))
    assert Seat.objects.get(table=table, index=1).player in {ben, cleo}
    assert Seat.objects.filter(table=table).count() == 2


def test_another_browser_claims_nothing(ada: Player, ben: Player) -> None:
    table, _browser = finished(ada)
    signed_in(ben).post(CLAIM)
    assert str(Seat.objects.get(table=table, index=1).name) == "Zoé"


def test_a_game_at_which_the_account_plays_too_stays_with_the_guest(ada: Player) -> None:
    table, browser = finished(ada)
    sign_in(browser, ada)
    browser.post(CLAIM)
    assert [seat.player == ada for seat in table.seats.order_by("index")] == [True, False]
    assert browser.cookies[COOKIE].value


def test_a_game_in_play_goes_on_with_the_account_in_the_seat(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=2)
    browser, _guest = seat_guest(table, ada)
    seating.start(table.pk, ada, timezone.now())
    hand = store.fresh(table.pk)
    sign_in(browser, ben)
    browser.post(CLAIM)
    command = {"kind": "choose", "card": hand.game.round.hands[1][0], "version": hand.version + 1}
    browser.post(url("act", table), command)
    after = store.fresh(table.pk)
    assert after.seats[1].name == ben.name
    assert after.game.round.choices[1] == hand.game.round.hands[1][0]


def test_all_games_of_a_browser_are_claimed_together(ada: Player, ben: Player) -> None:
    _table, browser = finished(ada)
    second = open_table(ada, seats=3)
    sit_down(invite(second, ada), "Zo", browser)
    sign_in(browser, ben)
    browser.post(CLAIM)
    assert ben.seats.count() == 2


def test_a_stranger_is_led_to_sign_in_before_claiming(ada: Player) -> None:
    _table, browser = finished(ada)
    answer = browser.post(CLAIM)
    assert answer.headers["Location"].startswith(reverse("account_login"))
    assert f"{reverse('account_login')}?next={OWN}" in browser.get(OWN).content.decode()


def test_a_guest_who_wants_to_be_forgotten_is_at_once(ada: Player) -> None:
    table, browser = finished(ada)
    browser.post(FORGET)
    seat = Seat.objects.get(table=table, index=1)
    assert "Zoé" not in (str(seat.name), seat.client_seed)
    assert seat.rank
    assert not Player.every.filter(name="Zoé").exists()
    assert not browser.cookies[COOKIE].value
    assert "Zoé" not in signed_in(ada).get(url("table", table)).content.decode()


def test_forgetting_a_guest_frees_a_waiting_seat_and_leaves_a_running_one_to_the_bot(
    ada: Player,
) -> None:
    waiting, running = open_table(ada, seats=3), open_table(ada, seats=2)
    browser, _guest = seat_guest(waiting, ada)
    sit_down(invite(running, ada), "Zo", browser)
    seating.start(running.pk, ada, timezone.now())
    browser.post(FORGET)
    assert Seat.objects.get(table=waiting, index=1).is_free
    assert store.fresh(running.pk).away == (False, True)
    assert browser.get(url("table", running)).status_code == 302


def test_the_names_of_tables_and_of_others_do_not_change_with_a_guest(ada: Player) -> None:
    table, browser = finished(ada, "Friday")
    browser.post(FORGET)
    table.refresh_from_db()
    assert table.name == "Friday"


def test_a_guest_is_forgotten_thirty_days_after_the_game(ada: Player) -> None:
    table, browser = finished(ada)
    for days, is_known in ((29, True), (31, False)):
        with time_machine.travel(timezone.now() + timedelta(days=days)):
            tidying.send(sender=None)
        assert (str(Seat.objects.get(table=table, index=1).name) == "Zoé") is is_known
    assert browser.get(url("table", table)).status_code == 302


def test_a_guest_is_forgotten_ninety_days_after_sitting_down_at_the_latest(ada: Player) -> None:
    table = open_table(ada, seats=3)
    _browser, guest = seat_guest(table, ada)
    for days, is_forgotten in ((89, False), (91, True)):
        with time_machine.travel(timezone.now() + timedelta(days=days)):
            tidying.send(sender=None)
        guest.refresh_from_db()
        assert bool(guest.erased_at) is is_forgotten


def test_a_guest_is_kept_while_their_game_goes_on_however_long_it_takes(ada: Player) -> None:
    table = open_table(ada, seats=2)
    _browser, guest = seat_guest(table, ada)
    seating.start(table.pk, ada, timezone.now())
    now = timezone.now()
    for days, is_forgotten in ((60, False), (120, False), (149, False), (151, True)):
        with time_machine.travel(now + timedelta(days=days)):
            if days == 60:
                play_first(table, 0)
            tidying.send(sender=None)
        guest.refresh_from_db()
        assert bool(guest.erased_at) is is_forgotten


def test_a_guest_without_a_seat_and_a_link_without_use_are_deleted(ada: Player) -> None:
    table = open_table(ada, seats=4, bots=1)
    _browser, guest = seat_guest(table, ada)
    kept = seat_guest(table, ada, "Bob")[1]
    invite(table, ada)
    seating.empty_seat(table.pk, ada, 1)
    seating.start(table.pk, ada, timezone.now())
    tidying.send(sender=None)
    assert set(Player.every.filter(is_table_guest=True)) == {kept}
    assert [link.player for link in GuestLink.objects.all()] == [kept]
    assert guest != kept


def test_a_guest_who_stands_up_at_that_moment_leaves_nothing_to_claim(
    monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player
) -> None:
    table = open_table(ada, seats=3)
    browser, guest = seat_guest(table, ada)

    def too_late(table_id: int) -> AbstractContextManager[Table]:
        seating.leave(table_id, guest, timezone.now())
        return changing(table_id)

    monkeypatch.setattr(guests, "changing", too_late)
    sign_in(browser, ben)
    assert browser.post(CLAIM).status_code == 302
    assert not Seat.objects.filter(table=table, player__in=[guest.pk, ben.pk]).exists()
