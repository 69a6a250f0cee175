"""From an empty table to the first deal."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.play import playing
from games.rules.errors import InvalidOptions
from games.rules.options import Options
from games.seats import seating
from games.seats.rematch import open_rematch
from games.signals import tidying
from games.table import store
from games.table.errors import TableError, TableErrorCode
from tests.pages.tables import words
from tests.support.clients import signed_in
from tests.support.tables import open_table, people, start_table

pytestmark = pytest.mark.django_db


def refused(code: TableErrorCode) -> pytest.RaisesExc[TableError]:
    return pytest.raises(TableError, match=code.value)


def test_the_host_has_the_first_seat_and_bots_the_last(ada: Player) -> None:
    table = open_table(ada, bots=2, seats=5)
    seats = store.fresh(table.pk).seats
    assert [seat.player_id for seat in seats] == [ada.pk, None, None, None, None]
    assert [bool(seat.bot) for seat in seats] == [False, False, False, True, True]


def test_a_table_without_a_free_seat_starts_at_once(ada: Player) -> None:
    assert open_table(ada, bots=2).status == Table.Status.PLAYING


def test_nobody_hosts_more_tables_at_once_than_a_site_can_bear(
    monkeypatch: pytest.MonkeyPatch, ada: Player
) -> None:
    monkeypatch.setattr(seating, "MOST_TABLES_HOSTED", 3)
    waiting = open_table(ada, seats=3)
    open_table(ada, bots=2)
    open_table(ada, bots=2)
    with refused(TableErrorCode.TOO_MANY_TABLES):
        open_table(ada, bots=1)
    playing.abandon(waiting.pk, ada, timezone.now())
    open_table(ada, bots=1)


def test_games_that_wait_for_their_host_alone_do_not_count(
    monkeypatch: pytest.MonkeyPatch, ada: Player
) -> None:
    monkeypatch.setattr(seating, "MOST_TABLES_HOSTED", 1)
    table = open_table(ada, bots=2)
    table.refresh_from_db()
    assert table.due_at is not None
    playing.tend(table.pk, table.due_at)
    open_table(ada, bots=2)


def test_a_seat_is_taken_once(ada: Player, ben: Player, cleo: Player) -> None:
    table = open_table(ada, seats=3)
    seating.sit(table.pk, ben, 2)
    with refused(TableErrorCode.SEAT_TAKEN):
        seating.sit(table.pk, cleo, 2)
    assert store.fresh(table.pk).seats[2].player_id == ben.pk


def test_nobody_sits_twice(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=4)
    seating.sit(table.pk, ben)
    with refused(TableErrorCode.SEATED_ALREADY):
        seating.sit(table.pk, ben)


def test_a_full_table_has_no_seat(ada: Player, ben: Player, cleo: Player) -> None:
    table = open_table(ada, ben, seats=2)
    with refused(TableErrorCode.FULL):
        seating.sit(table.pk, cleo)


def test_people_of_one_name_are_told_apart() -> None:
    ada, other = people(2)
    other.name = ada.name
    table = open_table(ada, other, seats=2)
    assert [seat.name for seat in store.fresh(table.pk).seats] == [ada.name, f"{ada.name} (2)"]


def test_only_the_host_starts_and_two_are_needed(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=3)
    with refused(TableErrorCode.TOO_FEW):
        seating.start(table.pk, ada, timezone.now())
    seating.sit(table.pk, ben)
    with refused(TableErrorCode.NOT_HOST):
        seating.start(table.pk, ben, timezone.now())
    seating.start(table.pk, ada, timezone.now())
    assert store.fresh(table.pk).status == Table.Status.PLAYING


def test_free_seats_go_when_the_game_starts(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=6)
    seating.sit(table.pk, ben, 4)
    seating.start(table.pk, ada, timezone.now())
    snapshot = store.fresh(table.pk)
    assert [(seat.index, seat.player_id) for seat in snapshot.seats] == [(0, ada.pk), (1, ben.pk)]
    assert snapshot.game.player_count == 2


def test_nobody_sits_down_or_leaves_once_it_plays(ada: Player, ben: Player, cleo: Player) -> None:
    table = open_table(ada, ben, seats=2)
    seating.start(table.pk, ada, timezone.now())
    with refused(TableErrorCode.NOT_OPEN):
        seating.sit(table.pk, cleo)
    with refused(TableErrorCode.NOT_OPEN):
        seating.leave(table.pk, ben, timezone.now())
    with refused(TableErrorCode.NOT_OPEN):
        seating.start(table.pk, ada, timezone.now())


def test_when_the_host_leaves_the_next_person_is_host(ada: Player, ben: Player) -> None:
    table = open_table(ada, ben, seats=3)
    seating.leave(table.pk, ada, timezone.now())
    snapshot = store.fresh(table.pk)
    assert snapshot.host_id == ben.pk
    assert snapshot.seats[0].is_free


def test_a_table_that_its_last_person_leaves_is_cleared_away(ada: Player, ben: Player) -> None:
    table = open_table(ada, bots=2, seats=5)
    seating.leave(table.pk, ada, timezone.now())
    assert store.fresh(table.pk).status == Table.Status.ABANDONED
    with refused(TableErrorCode.CLOSED):
        seating.sit(table.pk, ben)


def test_a_table_that_has_waited_for_players_for_a_month_is_closed(
    ada: Player, ben: Player
) -> None:
    forgotten, younger = open_table(ada, seats=3), open_table(ada, seats=3)
    played = start_table(ada, ben)
    a_month_ago = timezone.now() - timedelta(days=31)
    Table.objects.exclude(pk=younger.pk).update(created_at=a_month_ago)
    Table.objects.filter(pk=younger.pk).update(created_at=a_month_ago + timedelta(days=2))
    tidying.send(sender=Table)
    statuses = [store.fresh(table.pk).status for table in (forgotten, younger, played)]
    assert statuses == [Table.Status.ABANDONED, Table.Status.OPEN, Table.Status.PLAYING]
    page = words(signed_in(ben).get(forgotten.get_absolute_url()).content.decode())
    assert "This table was closed before the first deal." in page


def test_the_host_adds_and_removes_bots_and_others(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=3)
    with refused(TableErrorCode.NOT_HOST):
        seating.add_bot(table.pk, ben, "gap")
    seating.add_bot(table.pk, ada, "random")
    assert store.fresh(table.pk).seats[1].bot == "random"
    seating.empty_seat(table.pk, ada, 1)
    assert store.fresh(table.pk).seats[1].is_free
    with refused(TableErrorCode.UNKNOWN_BOT):
        seating.add_bot(table.pk, ada, "grandmaster")
    with refused(TableErrorCode.NOT_SEATED):
        seating.empty_seat(table.pk, ada, 0)


def test_a_persons_own_text_enters_the_deal(ada: Player, ben: Player) -> None:
    table = open_table(ada, ben, seats=2)
    seating.change_client_seed(table.pk, ben, "  moo  ")
    assert [seat.client_seed for seat in store.fresh(table.pk).seats] == [ada.name, "moo"]
    with refused(TableErrorCode.BAD_SEED):
        seating.change_client_seed(table.pk, ben, "a|b")
    with refused(TableErrorCode.BAD_SEED):
        seating.change_client_seed(table.pk, ben, "x" * 65)
    with refused(TableErrorCode.BAD_SEED):
        seating.change_client_seed(table.pk, ben, "moo\0")
    assert store.fresh(table.pk).seats[1].client_seed == "moo"


def test_the_commitment_is_there_from_the_start_and_the_seed_is_not(
    ada: Player, ben: Player
) -> None:
    table = open_table(ada, ben, seats=2)
    opened = store.fresh(table.pk)
    seating.start(table.pk, ada, timezone.now())
    started = store.fresh(table.pk)
    assert opened.commitment == started.commitment
    assert opened.server_seed is started.server_seed is None


def test_more_players_than_the_rules_allow_are_refused(ada: Player) -> None:
    with pytest.raises(InvalidOptions):
        open_table(ada, seats=11)
    assert not Table.objects.exists()


def test_every_change_is_a_new_version(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=3)
    before = store.fresh(table.pk).version
    seating.sit(table.pk, ben)
    assert store.fresh(table.pk).version == before + 1


def test_a_rematch_seats_who_asks_and_is_opened_once() -> None:
    ada, ben, stranger = people(3)
    table = open_table(ada, ben, bots=1, options=Options(limit=30))
    with refused(TableErrorCode.NOT_ENDED):
        open_rematch(table.pk, ben, timezone.now())
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    with refused(TableErrorCode.NOT_SEATED):
        open_rematch(table.pk, stranger, timezone.now())
    first = open_rematch(table.pk, ben, timezone.now())
    second = open_rematch(table.pk, ada, timezone.now())
    assert first.pk == second.pk
    snapshot = store.fresh(first.pk)
    assert snapshot.host_id == ben.pk
    assert snapshot.options == Options(limit=30)
    assert [bool(seat.bot) for seat in snapshot.seats] == [False, False, True]
