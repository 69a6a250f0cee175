"""Choices are in the log alone until the reveal: whoever reads a table adds them to its state."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import privacy
from accounts.models import Player
from games.lobby.lists import lobby_for
from games.models import ActionLog, Pulse, Table
from games.play import downtime, playing
from games.rules.actions import ChooseCard
from games.rules.options import Options
from games.table import store
from games.table.announce import show_to
from games.table.archive import record_of
from games.table.errors import TableError, TableErrorCode
from games.table.snapshot import CommandId, Snapshot
from games.table.transition import transition
from tests.support.tables import (
    act,
    first_action,
    people,
    play_first,
    play_to_the_end,
    play_turn,
    start_table,
)

pytestmark = pytest.mark.django_db(transaction=True)

TRANSACTION_WORDS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def stored_state(table: Table) -> str:
    return Table.objects.values_list("state", flat=True).get(pk=table.pk)


def choices(snapshot: Snapshot) -> tuple[int | None, ...]:
    return snapshot.game.round.choices


# --- What a play writes ----------------------------------------------------------------


def test_a_choice_stores_no_state_and_a_reveal_does() -> None:
    table = start_table(*people(3))
    before = stored_state(table)
    for seat in (0, 1, 0):
        snapshot = play_first(table, seat)
        assert stored_state(table) == before
    assert store.load(table.pk) == snapshot
    revealed = play_first(table, 2)
    assert stored_state(table) == revealed.play.to_json()


def test_who_changes_their_choice_for_hours_makes_no_table_slow_to_load(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    replayed = Mock(side_effect=transition)
    monkeypatch.setattr(store, "transition", replayed)
    table = start_table(*people(2))
    before = store.load(table.pk)
    cards, now = before.game.round.hands[0], timezone.now()
    for number in range(2 * store.MOST_REPLAYED + 7):
        choice = ChooseCard(0, cards[number % 2])
        last = act(table.pk, choice, before.version, now).snapshot
    assert last.play.logged - json.loads(stored_state(table))["logged"] == 7
    # As this process knows it, as one that fell behind does, and as one that has just started.
    for known in (last, before, None):
        store.forget()
        if known:
            store.keep(known)
        assert store.fresh(table.pk) == last
    assert replayed.call_count == 2 * 7


def test_no_play_writes_an_index_that_another_one_serves() -> None:
    """That of the log by table and number answers what one by table alone would."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, ActionLog._meta.db_table)
    indexes = [one["columns"] for one in found.values() if one["index"] or one["unique"]]
    assert sorted(filter(lambda columns: "table_id" in columns, indexes)) == [
        ["table_id", "number"]
    ]


@pytest.mark.parametrize("command", ["", "tab.1"])
def test_a_choice_costs_one_transaction_of_two_statements(command: str) -> None:
    table = start_table(*people(4), time_per_choice=30)
    snapshot = play_first(table, 0)
    choice, now = first_action(snapshot, 1), timezone.now()
    with CaptureQueriesContext(connection) as captured:
        act(table.pk, choice, snapshot.version, now, CommandId.parse(command))
    said = [query["sql"] for query in captured.captured_queries]
    words = [statement.split()[0] for statement in said]
    statements = [word for word in words if word not in TRANSACTION_WORDS]
    assert statements == ["UPDATE", "INSERT"]
    # PostgreSQL's driver begins by itself, and its BEGIN is not among them.
    assert words.count("BEGIN") <= 1
    assert not {"SAVEPOINT", "RELEASE"} & set(words)


# --- What changes in the middle of a turn keeps the choices made before ----------------


def abandon(table: Table, players: list[Player]) -> None:
    playing.abandon(table.pk, players[0], timezone.now())


def step_away(table: Table, players: list[Player]) -> None:
    playing.step_away(table.pk, 2, timezone.now())


def step_away_oneself(table: Table, players: list[Player]) -> None:
    playing.step_away(table.pk, 0, timezone.now())


def come_back(table: Table, players: list[Player]) -> None:
    playing.come_back(table.pk, 0, timezone.now())


def withdraw(table: Table, players: list[Player]) -> None:
    playing.withdraw(table.pk, 0, CommandId("tab", 9))


def erase_who_has_chosen(table: Table, players: list[Player]) -> None:
    privacy.erase(players[1])


def erase_who_has_not(table: Table, players: list[Player]) -> None:
    privacy.erase(players[2])


def be_down(table: Table, players: list[Player]) -> None:
    now = timezone.now()
    downtime.beat(now)
    downtime.beat(now + timedelta(minutes=10))


def show(table: Table, players: list[Player]) -> None:
    show_to(Table.objects.filter(pk=table.pk), Table.Visibility.PUBLIC)


CHANGES = [
    abandon, step_away, step_away_oneself, come_back, withdraw, erase_who_has_chosen,
    erase_who_has_not, be_down, show,
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("is_kept", [True, False])
def test_a_change_in_the_middle_of_a_turn_keeps_the_choices_made_before(
    change: Callable[[Table, list[Player]], None], is_kept: bool
) -> None:
    players = people(3)
    table = start_table(*players, time_per_choice=30)
    play_turn(table)
    play_first(table, 0)
    before = play_first(table, 1)
    assert before.play is not None
    if not is_kept:
        store.forget()
    change(table, players)
    after = store.load(table.pk)
    assert after.version > before.version
    assert choices(after) == choices(before)
    assert after.play.logged == before.play.logged == ActionLog.objects.count()


@pytest.mark.parametrize("change", [change for change in CHANGES if change is not abandon])
def test_after_a_change_in_the_middle_of_a_turn_the_game_goes_on_to_its_end(
    change: Callable[[Table, list[Player]], None],
) -> None:
    players = people(3)
    table = start_table(*players, time_per_choice=30, options=Options(max_rounds=1))
    play_first(table, 0)
    play_first(table, 1)
    change(table, players)
    now = timezone.now()
    while not store.load(table.pk).has_ended:
        now += timedelta(hours=1)
        Pulse.objects.update(at=now)
        playing.tend(table.pk, now)
    snapshot = store.load(table.pk)
    numbers = list(ActionLog.objects.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert snapshot.play.logged == len(numbers)


def test_a_game_broken_off_in_the_middle_of_a_turn_has_a_record() -> None:
    players = people(3)
    table = start_table(*players)
    play_turn(table)
    play_first(table, 0)
    playing.abandon(table.pk, players[0], timezone.now())
    record = record_of(store.load(table.pk), None)
    assert len(record["rounds"][0]["turns"]) == 1


# --- Who reads it ----------------------------------------------------------------------


def test_the_lobby_says_whose_turn_it_is_in_the_middle_of_a_turn() -> None:
    players = people(3)
    table = start_table(*players)
    expected = [True, True, True]
    for seat in (1, 1, 0):
        play_first(table, seat)
        expected[seat] = False
        shown = [lobby_for(player).mine[0].your_turn for player in players]
        assert shown == expected
    play_first(table, 2)
    snapshot = store.load(table.pk)
    assert snapshot.game.decision is not None
    shown = [lobby_for(player).mine[0].your_turn for player in players]
    assert shown == [seat in snapshot.game.decision.seats for seat in range(3)]


def test_the_lobby_looks_at_each_table_by_itself(ada: Player, ben: Player) -> None:
    one, other = start_table(ada, ben), start_table(ada, ben)
    play_turn(one)
    play_turn(one)
    play_first(other, 0)
    turns = {table.code: table.your_turn for table in lobby_for(ada).mine}
    assert turns == {one.code: True, other.code: False}


def test_who_knows_an_older_version_reads_the_log_alone(
    django_assert_num_queries: DjangoAssertNumQueries, table: Table
) -> None:
    older = store.load(table.pk)
    for seat in (0, 1):
        newest = play_first(table, seat)
    assert newest.version == older.version + 2
    with django_assert_num_queries(1):
        assert store.catch_up(older) == newest


def test_who_knows_an_older_version_reads_the_table_where_the_log_does_not_tell_all() -> None:
    table = start_table(*people(3))
    older = store.load(table.pk)
    playing.step_away(table.pk, 2, timezone.now())
    assert store.catch_up(older) is None
    play_first(table, 0)
    assert store.catch_up(older) is None
    store.forget()
    store.keep(older)
    assert store.fresh(table.pk).away == (False, False, True)


def test_a_load_while_somebody_writes_is_read_again(
    monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    """The row of one version with the log of another would make no sense."""
    play_first(table, 0)
    read, meanwhile = store.read, [lambda: play_first(table, 1), lambda: play_first(table, 0)]

    def read_late(row: Table) -> Snapshot:
        if meanwhile:
            meanwhile.pop(0)()
        return read(row)

    store.forget()
    monkeypatch.setattr(store, "read", read_late)
    loaded = store.load(table.pk)
    assert meanwhile == []
    monkeypatch.undo()
    store.forget()
    assert loaded == store.load(table.pk)
    assert loaded.version == store.stored_version(table.pk)


def test_a_snapshot_ahead_of_a_database_that_was_restored_is_read_again() -> None:
    table = start_table(*people(3))
    snapshot = store.fresh(table.pk)
    store.keep(replace(snapshot, version=snapshot.version + 5))
    act(table.pk, first_action(snapshot, 0), snapshot.version, timezone.now())
    assert store.kept(table.pk) == store.load(table.pk)
    assert store.stored_version(table.pk) == snapshot.version + 1


def test_a_load_that_never_rests_is_refused_as_busy(
    monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    play_first(table, 0)
    store.forget()
    versions = iter(range(1000, 2000))
    monkeypatch.setattr(store, "stored_version", lambda _table_id: next(versions))
    with pytest.raises(TableError, match=TableErrorCode.BUSY):
        store.load(table.pk)


def test_a_load_in_a_transaction_that_fails_leaves_nothing_behind() -> None:
    from django.db import transaction

    table = start_table(*people(2))
    before = store.load(table.pk)

    def choose_and_fail() -> None:
        with transaction.atomic():
            play_first(table, 0)
            store.forget()
            store.load(table.pk)
            raise ConnectionError

    with pytest.raises(ConnectionError):
        choose_and_fail()
    assert store.current(table.pk) == before


def test_times_are_read_back_to_the_microsecond() -> None:
    table = start_table(*people(3), time_per_choice=30)
    odd = datetime.fromisoformat("2026-03-01T20:15:30.123457+00:00")
    snapshot = store.fresh(table.pk)
    play = snapshot.play._replace(deadline=odd, bots_at=odd + timedelta(microseconds=1))
    Table.objects.filter(pk=table.pk).update(state=play.to_json())
    assert store.load(table.pk).play == play


def test_an_ended_game_is_read_as_it_was_stored() -> None:
    table = start_table(*people(2), options=Options(max_rounds=1))
    ended = play_to_the_end(table)
    stored = store.load(table.pk)
    assert stored.play == ended.play
    with CaptureQueriesContext(connection) as captured:
        store.load(table.pk)
    assert not any(ActionLog._meta.db_table in query["sql"] for query in captured.captured_queries)
