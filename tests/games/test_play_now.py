""" "Play now" seats a member at a table with people, or deals one with bots, once."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.models import Seat, Table, new_code
from games.play import watching
from games.rules.options import Ending, Options, Variant
from games.seats.forms import USUAL
from games.seats.inviting import invite
from games.seats.opening import next_seat
from games.seats.seating import leave, sit
from games.table import store
from tests.pages.tables import words
from tests.support.clients import signed_in
from tests.support.races import at_once
from tests.support.tables import open_table, people, start_table

pytestmark = pytest.mark.django_db(transaction=True)


def play_now(player: Player, code: str = "") -> str:
    answer = signed_in(player).post(reverse("games:play"), {"code": code or new_code()})
    return str(answer.headers["Location"])


def test_it_seats_one_where_most_people_wait() -> None:
    ada, ben, cleo, dora = people(4)
    open_table(ada, seats=4)
    better = open_table(ben, cleo, seats=4)
    assert play_now(dora) == better.get_absolute_url()
    assert better.seats.filter(player=dora).exists()


def test_the_lobby_says_where_it_leads(ada: Player, ben: Player, cleo: Player) -> None:
    client = signed_in(cleo)
    page = client.get(reverse("games:lobby"))
    assert "Play now against bots" in words(page.content.decode())
    open_table(ada, seats=4, visibility="private", name="Whispers")
    table = open_table(ben, seats=4, name="Coffee")
    newer = client.get(reverse("games:lists"), {"mark": page.context["mark"]})
    assert "at Coffee" in words(newer.content.decode())
    assert play_now(cleo) == table.get_absolute_url()
    # Who waits there already is led back.
    assert "Play now at Coffee" in words(client.get(reverse("games:lobby")).content.decode())


def test_without_an_open_table_a_game_against_bots_begins(ada: Player) -> None:
    address = play_now(ada)
    table = Table.objects.get()
    assert address == table.get_absolute_url()
    assert table.status == Table.Status.PLAYING
    assert table.visibility == Table.Visibility.PRIVATE
    assert [bool(seat.bot) for seat in table.seats.order_by("index")] == [False, True, True, True]


@pytest.mark.parametrize(
    "unfit",
    [
        "private",
        "full",
        "draft",
        "elimination",
        "special cards",
        "fan card",
        "old",
        "deserted",
        "started",
    ],
)
def test_a_table_that_does_not_fit_is_left_alone(
    unfit: str, ada: Player, ben: Player, cleo: Player
) -> None:
    match unfit:
        case "private":
            open_table(ada, seats=3, visibility="private")
        case "full":
            sit(open_table(ada, seats=2).pk, ben)
        case "draft":
            open_table(ada, seats=3, options=Options(draft=True))
        case "elimination":
            open_table(ada, seats=3, options=Options(ending=Ending.ELIMINATION))
        case "special cards":
            open_table(ada, seats=3, options=Options(variant=Variant.SPECIAL))
        case "fan card":
            open_table(ada, seats=3, options=Options(flip=True))
        case "old":
            table = open_table(ada, seats=3)
            long_ago = timezone.now() - timedelta(hours=3)
            Table.objects.filter(pk=table.pk).update(created_at=long_ago)
        case "deserted":
            leave(open_table(ada, seats=3).pk, ada, timezone.now())
        case "started":
            start_table(ada, ben)
    play_now(cleo)
    table = Seat.objects.get(player=cleo).table
    assert table.seats.exclude(bot="").count() == 3


def test_a_kept_seat_is_that_of_the_invited(ada: Player, ben: Player, cleo: Player) -> None:
    now = timezone.now()
    table = open_table(ada, seats=2)
    invite(table.pk, ada, ben.pk, now)
    assert next_seat(ben, USUAL, now) == table
    assert next_seat(cleo, USUAL, now) is None
    # It is kept for a while only.
    assert next_seat(cleo, USUAL, now + timedelta(minutes=6)) == table
    larger = open_table(ben, seats=3)
    invite(larger.pk, ben, ada.pk, now)
    assert next_seat(cleo, USUAL, now) == larger
    assert play_now(cleo) == larger.get_absolute_url()


def test_a_game_of_another_length_fits(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=3, options=Options(limit=33, max_rounds=2))
    assert play_now(ben) == table.get_absolute_url()


def test_an_old_table_fits_while_somebody_has_its_page_open(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=3)
    Table.objects.filter(pk=table.pk).update(created_at=timezone.now() - timedelta(hours=3))
    store.current(table.pk)
    assert watching.is_tracked_at(table.pk)
    watching.note_open_page(table.pk, ada.pk)
    assert play_now(ben) == table.get_absolute_url()


def test_a_second_tap_leads_to_the_same_game(ada: Player) -> None:
    code = new_code()
    first = play_now(ada, code)
    open_table(*people(1), seats=4)
    assert play_now(ada, code) == first
    assert Seat.objects.filter(player=ada).count() == 1


def test_who_waits_at_a_table_is_led_back_there(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=4)
    for player in (ben, ben, ada):
        assert play_now(player) == table.get_absolute_url()
    assert Table.objects.count() == 1


def test_without_a_code_it_works_too(ada: Player) -> None:
    assert "/tables/" in str(signed_in(ada).post(reverse("games:play")).headers["Location"])
    assert Table.objects.count() == 1


@pytest.mark.parametrize("code", ["\x00", "../admin", "x" * 500])
def test_what_is_no_code_counts_as_none(code: str, ada: Player) -> None:
    assert "/tables/" in play_now(ada, code)
    assert Table.objects.count() == 1


def test_the_lobby_offers_it_with_a_code_of_its_own(ada: Player) -> None:
    page = signed_in(ada).get(reverse("games:lobby"))
    code = page.context["code"]
    assert f'<input type="hidden" name="code" value="{code}">' in page.content.decode()
    assert signed_in(ada).get(reverse("games:lobby")).context["code"] != code


def test_two_taps_at_the_same_moment_begin_one_game(ada: Player) -> None:
    code = new_code()
    addresses = at_once(*[lambda: play_now(ada, code)] * 4)
    assert len(set(addresses)) == 1
    assert Table.objects.count() == 1


def test_a_last_seat_is_given_once(ada: Player, ben: Player, cleo: Player) -> None:
    table = open_table(ada, seats=2)
    addresses = at_once(lambda: play_now(ben), lambda: play_now(cleo))
    assert addresses.count(table.get_absolute_url()) == 1
    assert Table.objects.count() == 2
