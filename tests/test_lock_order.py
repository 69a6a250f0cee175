"""What the recorder of locks finds, and what it does not take for a fault."""

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from django.db import connection, transaction

from accounts.locks import locked
from accounts.models import Player
from games.models import Table
from leagues.models import League, Season
from tests.factories import PlayerFactory
from tests.support.leagues import make_season
from tests.support.lock_order import TABLES, LockOrder
from tests.support.tables import open_table

pytestmark = pytest.mark.django_db


def faults_of(work: Callable[[], object]) -> list[str]:
    """The faults of a transaction, without what sent the statement."""
    order = LockOrder(own=re.compile(re.escape(__file__)))
    with connection.execute_wrapper(order), transaction.atomic():
        work()
    return [fault.partition("\n")[0] for fault in order.faults]


def test_the_order_is_that_of_the_document() -> None:
    assert TABLES[:3] == ["leagues_season", "leagues_game", "accounts_player"]
    assert TABLES[-2:] == ["games_table", "games_talk"]


def test_a_table_before_its_place_is_found() -> None:
    season, player = make_season(), PlayerFactory.create()

    def right() -> None:
        list(locked(Season.objects.all()))
        Player.objects.filter(pk=player.pk).update(name="Ada")
        list(locked(League.objects.all()))

    def wrong() -> None:
        Player.objects.filter(pk=player.pk).update(name="Ben")
        list(locked(Season.objects.all()))

    assert faults_of(right) == []
    assert faults_of(wrong) == [
        f"leagues_season {season.pk}: locked after accounts_player {player.pk}"
    ]


def test_rows_of_one_table_are_locked_by_id_and_live_tables_the_newest_first() -> None:
    one, other = PlayerFactory.create_batch(2)
    older, newer = open_table(one, seats=3), open_table(other, seats=3)
    by_name = Player.objects.select_for_update(no_key=True)
    assert faults_of(lambda: [by_name.get(pk=row.pk) for row in (one, other)]) == []
    assert faults_of(lambda: [by_name.get(pk=row.pk) for row in (other, one)]) == [
        f"accounts_player {one.pk}: locked after accounts_player {other.pk}"
    ]
    assert faults_of(lambda: list(locked(Table.objects.all()))) == [
        f"games_table {newer.pk}: locked after games_table {older.pk}"
    ]
    assert faults_of(lambda: list(locked(Table.objects.all()).order_by("-pk"))) == []


def test_what_changes_several_rows_locks_them_before() -> None:
    people = [player.pk for player in PlayerFactory.create_batch(2)]
    rows = Player.objects.filter(pk__in=people)
    assert faults_of(lambda: rows.update(name="Ada")) == [
        f"accounts_player {people}: not locked before they are changed"
    ]
    assert faults_of(lambda: [list(locked(rows)), rows.update(name="Ada")]) == []


def test_keys_are_not_locked_and_nothing_is_after_rows_were_deleted() -> None:
    gone, stays = PlayerFactory.create_batch(2)
    assert faults_of(lambda: Player.objects.select_for_update().get(pk=gone.pk)) == [
        f"accounts_player [{gone.pk}]: locked without no_key"
    ]
    assert faults_of(lambda: [gone.delete(), locked(Player.objects.all()).get(pk=stays.pk)]) == [
        f"accounts_player [{stays.pk}]: locked after rows of accounts_player were deleted"
    ]


def test_what_was_locked_before_a_step_was_taken_back_is_not_held() -> None:
    season, player = make_season(), PlayerFactory.create()

    def work() -> None:
        with suppress(Season.DoesNotExist), transaction.atomic():
            locked(Player.objects.all()).get(pk=player.pk)
            Season.objects.get(pk=0)
        locked(Season.objects.all()).get(pk=season.pk)

    assert faults_of(work) == []


def test_nobody_waits_for_a_row_that_was_just_made() -> None:
    player = PlayerFactory.create()

    def work() -> None:
        locked(Player.objects.all()).get(pk=player.pk)
        League.objects.create(name="Tuesdays", slug="tuesdays")
        Player.objects.filter(pk=Player.objects.create(name="Ada").pk).update(name="Ben")

    assert faults_of(work) == []
