"""Another game with the same people: seats are held, and the last one back deals."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from accounts.signals import personal_data_asked
from games import store
from games.errors import TableError, TableErrorCode
from games.models import HeldSeat, Table
from games.rematch import service
from games.rules.options import Options
from games.services import leaving, seating
from games.signals import tidying
from tests.games.addresses import url
from tests.pages.tables import HOST, private_text, words
from tests.support.clients import signed_in
from tests.support.tables import open_table, people, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)

ONE_ROUND = Options(max_rounds=1)


def ended_table(*players: Player, bots: int = 0) -> Table:
    table = start_table(*players, bots=bots, options=ONE_ROUND)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    store.forget()
    return table


def ask(table: Table, player: Player) -> Table:
    return seating.open_rematch(table.pk, player, timezone.now())


def held_at(table: Table) -> set[Player]:
    return {held.player for held in HeldSeat.objects.filter(table=table)}


def status(table: Table) -> str:
    return Table.objects.values_list("status", flat=True).get(pk=table.pk)


def refused(table: Table, player: Player) -> TableErrorCode:
    with pytest.raises(TableError) as refusal:
        seating.sit(table.pk, player)
    return refusal.value.code


def test_seats_are_held_for_the_others() -> None:
    ada, ben, cleo = people(3)
    following = ask(ended_table(ada, ben, cleo, bots=1), ben)
    assert held_at(following) == {ada, cleo}
    assert refused(following, people(1)[0]) is TableErrorCode.SEAT_HELD
    with pytest.raises(TableError) as refusal:
        seating.add_bot(following.pk, ben, "gap")
    assert refusal.value.code is TableErrorCode.SEAT_HELD


def test_the_last_one_back_deals_the_cards() -> None:
    ada, ben, cleo = people(3)
    old = ended_table(ada, ben, cleo)
    following = ask(old, ben)
    seating.sit(following.pk, cleo)
    assert status(following) == Table.Status.OPEN
    seating.sit(following.pk, ada)
    assert status(following) == Table.Status.PLAYING
    assert held_at(following) == set()
    snapshot = store.fresh(following.pk)
    assert [seat.player_id for seat in snapshot.seats] == [ben.pk, cleo.pk, ada.pk]


def test_a_full_table_that_is_no_rematch_waits_for_its_host() -> None:
    ada, ben = people(2)
    table = open_table(ada, seats=2)
    seating.sit(table.pk, ben)
    assert status(table) == Table.Status.OPEN


def test_against_bots_alone_the_cards_are_dealt_at_once() -> None:
    (ada,) = people(1)
    assert ask(ended_table(ada, bots=2), ada).status == Table.Status.PLAYING


def test_who_declines_leaves_a_seat_to_anybody() -> None:
    ada, ben, cleo, stranger = people(4)
    old = ended_table(ada, ben, cleo)
    following = ask(old, ada)
    signed_in(ben).post(url("decline", old))
    assert held_at(following) == {cleo}
    seating.sit(following.pk, stranger)
    assert refused(following, ben) is TableErrorCode.SEAT_HELD
    seating.sit(following.pk, cleo)
    assert status(following) == Table.Status.PLAYING


def test_to_decline_twice_or_as_a_stranger_changes_nothing() -> None:
    ada, ben, stranger = people(3)
    old = ended_table(ada, ben)
    assert signed_in(ben).post(url("decline", old)).status_code == 302
    following = ask(old, ada)
    signed_in(stranger).post(url("decline", old))
    assert held_at(following) == {ben}
    for _time in range(2):
        signed_in(ben).post(url("decline", old))
    assert held_at(following) == set()


def test_the_host_alone_stops_waiting_for_somebody() -> None:
    ada, ben, cleo = people(3)
    following = ask(ended_table(ada, ben, cleo), ada)
    refused_answer = signed_in(ben).post(
        url("release", following), {"player": str(cleo.pk)}, headers={"hx-request": "true"}
    )
    assert refused_answer.status_code == 403
    assert held_at(following) == {ben, cleo}
    signed_in(ada).post(url("release", following), {"player": str(cleo.pk)})
    signed_in(ada).post(url("release", following), {"player": "everybody"})
    assert held_at(following) == {ben}


def test_after_some_minutes_the_seats_are_anybodys() -> None:
    ada, ben, stranger = people(3)
    following = ask(ended_table(ada, ben), ada)
    tidying.send(sender=Table)
    assert held_at(following) == {ben}
    HeldSeat.objects.update(until=timezone.now() - timedelta(seconds=1))
    version = store.fresh(following.pk).version
    tidying.send(sender=Table)
    assert held_at(following) == set()
    assert store.fresh(following.pk).version > version
    seating.sit(following.pk, stranger)


def test_a_seat_held_too_long_is_free_before_anybody_tidies() -> None:
    ada, ben, stranger = people(3)
    following = ask(ended_table(ada, ben), ada)
    HeldSeat.objects.update(until=timezone.now() - timedelta(seconds=1))
    seating.sit(following.pk, stranger)
    assert refused(following, ben) is TableErrorCode.NOT_OPEN


def test_the_host_deals_without_those_who_do_not_answer() -> None:
    ada, ben, cleo = people(3)
    old = ended_table(ada, ben, cleo)
    following = ask(old, ada)
    seating.sit(following.pk, cleo)
    seating.start(following.pk, ada, timezone.now())
    assert held_at(following) == set()
    assert [seat.player_id for seat in store.fresh(following.pk).seats] == [ada.pk, cleo.pk]
    answer = signed_in(ben).post(url("rematch", old))
    assert answer.headers["Location"] == following.get_absolute_url()
    assert store.fresh(following.pk).seat_of(ben.pk) is None


def test_if_everybody_leaves_the_next_table_another_one_is_opened() -> None:
    ada, ben = people(2)
    old = ended_table(ada, ben)
    first = ask(old, ada)
    seating.leave(first.pk, ada, timezone.now())
    assert held_at(first) == set()
    assert "Play again" in private_text(store.fresh(old.pk), HOST)
    second = ask(old, ben)
    assert second.pk != first.pk
    assert held_at(second) == {ada}


def test_the_host_who_leaves_is_followed_by_the_next_one() -> None:
    ada, ben, cleo = people(3)
    old = ended_table(ada, ben, cleo)
    following = ask(old, ada)
    seating.sit(following.pk, ben)
    seating.leave(following.pk, ada, timezone.now())
    snapshot = store.fresh(old.pk)
    assert snapshot.next_table is not None
    assert snapshot.next_table.host == ben.name
    # Ada may come back while a seat is free that is held for nobody.
    seating.sit(following.pk, ada)


def test_no_seat_is_held_for_a_former_member() -> None:
    ada, ben, cleo = people(3)
    old = ended_table(ada, ben, cleo)
    leaving.erase(cleo, cleo.name, timezone.now())
    following = ask(old, ada)
    assert held_at(following) == {ben}
    seating.sit(following.pk, ben)
    assert status(following) == Table.Status.PLAYING


def test_who_is_erased_meanwhile_is_not_waited_for() -> None:
    ada, ben = people(2)
    old = ended_table(ada, ben)
    following = ask(old, ada)
    leaving.erase(ben, ben.name, timezone.now())
    assert held_at(following) == set()


def test_a_held_seat_is_among_ones_personal_data() -> None:
    ada, ben = people(2)
    following = ask(ended_table(ada, ben), ada)
    data: dict[str, Any] = {}
    personal_data_asked.send(sender=Player, player=ben, data=data)
    (held,) = data["held_seats"]
    assert held["table"] == following.code


def test_the_old_table_tells_who_wants_to_play_again() -> None:
    ada, ben = people(2)
    old = start_table(ada, ben, options=ONE_ROUND)
    play_to_the_end(old)
    version = store.fresh(old.pk).version
    following = ask(old, ada)
    assert store.fresh(old.pk).version > version
    page = words(signed_in(ben).get(url("table", old)).content.decode())
    assert f"{ada.name} wants to play again." in page
    assert "No, thanks" in page
    asking = words(signed_in(ada).get(url("table", old)).content.decode())
    assert "To the next game" in asking
    assert "wants to play again" not in asking
    stranger = words(signed_in(people(1)[0]).get(url("table", old)).content.decode())
    assert "wants to play again" not in stranger
    there = words(signed_in(ada).get(url("table", following)).content.decode())
    assert f"kept free for {ben.name}" in there
    assert f"Do not wait for {ben.name}" in there
    service.decline(old.pk, ben)
    assert "To the next game" in words(signed_in(ben).get(url("table", old)).content.decode())
