"""Another game with the same people: seats are held, and the last one back deals."""

import threading
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from accounts.signals import personal_data_asked
from games.models import HeldSeat, Table
from games.play import playing
from games.rules.options import Options
from games.seats import leaving, rematch, seating
from games.signals import tidying
from games.table import store
from games.table.errors import TableError, TableErrorCode
from tests.games.addresses import url
from tests.games.rematch.rematches import ask, held_at, status
from tests.pages.tables import HOST, private_text, words
from tests.support.clients import signed_in
from tests.support.races import at_once
from tests.support.tables import open_table, people, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)

ONE_ROUND = Options(max_rounds=1)


def ended_table(*players: Player, bots: int = 0) -> Table:
    table = start_table(*players, bots=bots, options=ONE_ROUND)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    store.forget()
    return table


def refused(table: Table, player: Player) -> TableErrorCode:
    with pytest.raises(TableError) as refusal:
        seating.sit(table.pk, player)
    return refusal.value.code


@pytest.fixture
def old(ada: Player, ben: Player, cleo: Player) -> Table:
    """The table at which three have played."""
    return ended_table(ada, ben, cleo)


def test_a_host_opens_no_more_tables_than_they_may_however_many_at_once(
    monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player
) -> None:
    monkeypatch.setattr(seating, "MOST_TABLES_HOSTED", 1)
    # Who has opened a table waits for somebody else to open one before this is committed.
    meeting, open_alone = threading.Barrier(2, timeout=1), seating.open_table

    def open_together(*args: Any) -> Table:
        opened = open_alone(*args)
        with suppress(threading.BrokenBarrierError):
            meeting.wait()
        return opened

    monkeypatch.setattr(seating, "open_table", open_together)
    tables = [ended_table(ada, ben) for _table in range(4)]
    opened = at_once(*[partial(ask, table, ada) for table in tables])
    refusals = [one.code for one in opened if isinstance(one, TableError)]
    assert refusals == [TableErrorCode.TOO_MANY_TABLES] * 3
    assert Table.objects.filter(status=Table.Status.OPEN).count() == 1


def test_seats_are_held_for_the_others(ada: Player, ben: Player, cleo: Player) -> None:
    following = ask(ended_table(ada, ben, cleo, bots=1), ben)
    assert held_at(following) == {ada, cleo}
    assert refused(following, people(1)[0]) is TableErrorCode.SEAT_HELD
    with pytest.raises(TableError) as refusal:
        seating.add_bot(following.pk, ben, "gap")
    assert refusal.value.code is TableErrorCode.SEAT_HELD


def test_the_last_one_back_deals_the_cards(
    ada: Player, ben: Player, cleo: Player, old: Table
) -> None:
    following = ask(old, ben)
    seating.sit(following.pk, cleo)
    assert status(following) == Table.Status.OPEN
    seating.sit(following.pk, ada)
    assert status(following) == Table.Status.PLAYING
    assert held_at(following) == set()
    snapshot = store.fresh(following.pk)
    assert [seat.player_id for seat in snapshot.seats] == [ben.pk, cleo.pk, ada.pk]


def test_a_full_table_that_is_no_rematch_waits_for_its_host(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=2)
    seating.sit(table.pk, ben)
    assert status(table) == Table.Status.OPEN


def test_against_bots_alone_the_cards_are_dealt_at_once(ada: Player) -> None:
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


def test_the_host_alone_stops_waiting_for_somebody(ada: Player, ben: Player, cleo: Player) -> None:
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


def test_the_host_deals_without_those_who_do_not_answer(
    ada: Player, ben: Player, cleo: Player, old: Table
) -> None:
    following = ask(old, ada)
    seating.sit(following.pk, cleo)
    seating.start(following.pk, ada, timezone.now())
    assert held_at(following) == set()
    assert [seat.player_id for seat in store.fresh(following.pk).seats] == [ada.pk, cleo.pk]
    answer = signed_in(ben).post(url("rematch", old))
    assert answer.headers["Location"] == following.get_absolute_url()
    assert store.fresh(following.pk).seat_of(ben.pk) is None


def test_if_everybody_leaves_the_next_table_another_one_is_opened(ada: Player, ben: Player) -> None:
    old = ended_table(ada, ben)
    first = ask(old, ada)
    seating.leave(first.pk, ada, timezone.now())
    assert held_at(first) == set()
    assert "Play again" in private_text(store.fresh(old.pk), HOST)
    second = ask(old, ben)
    assert second.pk != first.pk
    assert held_at(second) == {ada}


def test_a_next_table_that_its_host_abandons_asks_nobody_any_more(ada: Player, ben: Player) -> None:
    old = ended_table(ada, ben)
    following = ask(old, ada)
    assert store.fresh(old.pk).next_table is not None
    playing.abandon(following.pk, ada, timezone.now())
    assert held_at(following) == set()
    next_table = store.fresh(old.pk).next_table
    assert next_table.is_closed
    assert ask(old, ben) != following


def test_the_host_who_leaves_is_followed_by_the_next_one(
    ada: Player, ben: Player, old: Table
) -> None:
    following = ask(old, ada)
    seating.sit(following.pk, ben)
    seating.leave(following.pk, ada, timezone.now())
    snapshot = store.fresh(old.pk)
    assert snapshot.next_table.host == ben.name
    # Ada may come back while a seat is free that is held for nobody.
    seating.sit(following.pk, ada)


def test_no_seat_is_held_for_a_former_member(
    ada: Player, ben: Player, cleo: Player, old: Table
) -> None:
    privacy.erase(cleo)
    following = ask(old, ada)
    assert held_at(following) == {ben}
    seating.sit(following.pk, ben)
    assert status(following) == Table.Status.PLAYING


def test_who_is_erased_meanwhile_is_not_waited_for(ada: Player, ben: Player) -> None:
    old = ended_table(ada, ben)
    following = ask(old, ada)
    leaving.erase(ben, ben.name, timezone.now())
    assert held_at(following) == set()


def test_a_held_seat_is_among_ones_personal_data(ada: Player, ben: Player) -> None:
    following = ask(ended_table(ada, ben), ada)
    data: dict[str, Any] = {}
    personal_data_asked.send(sender=Player, player=ben, data=data)
    (held,) = data["held_seats"]
    assert held["table"] == following.code


def test_the_old_table_tells_who_wants_to_play_again(ada: Player, ben: Player) -> None:
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
    rematch.decline(old.pk, ben)
    assert "To the next game" in words(signed_in(ben).get(url("table", old)).content.decode())


def test_who_declined_and_comes_back_to_held_seats_is_told_so() -> None:
    ada, ben, cleo, stranger = people(4)
    old = ended_table(ada, ben, cleo)
    following = ask(old, ada)
    signed_in(ben).post(url("decline", old))
    seating.sit(following.pk, stranger)
    answer = signed_in(ben).post(url("rematch", old), headers={"hx-request": "true"})
    assert answer.status_code == 409
    assert "HX-Redirect" not in answer.headers
    assert held_at(following) == {cleo}


# --- Sent away -------------------------------------------------------------------------


def play_again(old: Table, player: Player) -> int:
    answer = signed_in(player).post(url("rematch", old), headers={"hx-request": "true"})
    return answer.status_code


def is_seated(table: Table, player: Player) -> bool:
    return table.seats.filter(player=player).exists()


def test_for_whom_the_host_does_not_wait_play_again_seats_nobody(
    ada: Player, ben: Player, cleo: Player, old: Table
) -> None:
    following = ask(old, ada)
    for _time in range(2):
        rematch.release_for(following.pk, ada, ben.pk)
    assert play_again(old, ben) == 403
    assert not is_seated(following, ben)
    assert play_again(old, cleo) == 204
    page = words(signed_in(ben).get(url("table", old)).content.decode())
    assert "wants to play again" not in page
    # The table is open to the club, and so to Ben, who is not led there by the last game.
    seating.sit(following.pk, ben)
    assert is_seated(following, ben)


def test_who_is_removed_from_the_next_table_is_not_seated_there_again(
    ada: Player, ben: Player, cleo: Player, old: Table
) -> None:
    following = ask(old, ada)
    seating.sit(following.pk, ben)
    index = following.seats.get(player=ben).index
    seating.empty_seat(following.pk, ada, index)
    assert play_again(old, ben) == 403
    assert held_at(following) == {cleo}
    tidying.send(sender=Table)
    assert play_again(old, ben) == 403


def test_from_a_private_table_one_is_sent_away_for_good(ada: Player, ben: Player) -> None:
    old = start_table(ada, ben, options=ONE_ROUND, visibility="private")
    Table.objects.filter(pk=old.pk).update(status=Table.Status.FINISHED)
    store.forget()
    following = ask(old, ada)
    rematch.release_for(following.pk, ada, ben.pk)
    assert refused(following, ben) is TableErrorCode.SENT_AWAY
    assert not Table.objects.listed_for(ben).filter(pk=following.pk).exists()


def test_whose_seat_only_lapsed_may_play_again(ada: Player, ben: Player) -> None:
    old = ended_table(ada, ben)
    following = ask(old, ada)
    HeldSeat.objects.update(until=timezone.now() - timedelta(seconds=1))
    tidying.send(sender=Table)
    assert play_again(old, ben) == 204
    assert is_seated(following, ben)


def test_who_sat_down_before_the_host_stopped_waiting_is_not_sent_away(
    ada: Player, ben: Player, old: Table
) -> None:
    following = ask(old, ada)
    seating.sit(following.pk, ben)
    rematch.release_for(following.pk, ada, ben.pk)
    seating.leave(following.pk, ben, timezone.now())
    assert play_again(old, ben) == 204


def test_who_was_sent_away_is_forgotten_once_the_cards_are_dealt_or_they_are_erased() -> None:
    ada, ben, cleo, dora = people(4)
    following = ask(ended_table(ada, ben, cleo, dora), ada)
    rematch.release_for(following.pk, ada, ben.pk)
    rematch.release_for(following.pk, ada, cleo.pk)
    data: dict[str, Any] = {}
    personal_data_asked.send(sender=Player, player=ben, data=data)
    assert data["held_seats"][0]["sent_away"] is True
    leaving.erase(cleo, cleo.name, timezone.now())
    assert {held.player for held in following.held_seats.all()} == {ben, dora}
    seating.sit(following.pk, dora)
    seating.start(following.pk, ada, timezone.now())
    assert not following.held_seats.exists()


def test_play_now_leads_nobody_back_to_a_table_from_which_they_were_removed(
    ada: Player, ben: Player
) -> None:
    table = open_table(ada, seats=3)
    signed_in(ben).post(reverse("games:play"), {"code": ""})
    assert ben.seats.get().table == table
    seating.empty_seat(table.pk, ada, ben.seats.get().index)
    signed_in(ben).post(reverse("games:play"), {"code": ""})
    assert ben.seats.get().table != table
