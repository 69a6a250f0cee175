"""What a table tells the floors above when its game is over."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.dispatch import Signal
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.play import keeper, playing
from games.rules.options import Options
from games.signals import game_abandoned, game_ended, round_ended, tidying
from games.table.errors import TableError
from tests.support.tables import people, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def heard(signal: Signal) -> Iterator[list[Any]]:
    """The table ids a signal is sent with inside the with block."""
    found: list[Any] = []

    def hear(**told: Any) -> None:
        found.append(told.get("table_id"))

    signal.connect(hear)
    yield found
    signal.disconnect(hear)


def test_the_end_of_a_game_is_told_once() -> None:
    table = start_table(*people(2), options=Options(max_rounds=1))
    with heard(game_ended) as ended, heard(game_abandoned) as abandoned:
        play_to_the_end(table)
    assert ended == [table.pk]
    assert abandoned == []


@pytest.mark.parametrize(("origin_url", "times"), [("/leagues/city/", 1), ("", 0)])
def test_the_end_of_a_round_is_told_where_the_game_belongs_to_something(
    origin_url: str, times: int
) -> None:
    options = Options(max_rounds=2, limit=1000)
    table = start_table(*people(2), options=options, origin_url=origin_url)
    with heard(round_ended) as ended:
        play_to_the_end(table)
    assert ended == [table.pk] * times


def test_a_game_broken_off_is_told_once(ada: Player, table: Table) -> None:
    with heard(game_ended) as ended, heard(game_abandoned) as abandoned:
        playing.abandon(table.pk, ada, timezone.now())
        with pytest.raises(TableError):
            playing.abandon(table.pk, ada, timezone.now())
    assert ended == []
    assert abandoned == [table.pk]


def test_a_receiver_that_fails_does_not_undo_what_was_broken_off(ada: Player, table: Table) -> None:

    def fail(**_told: Any) -> None:
        raise RuntimeError

    game_abandoned.connect(fail)
    playing.abandon(table.pk, ada, timezone.now())
    game_abandoned.disconnect(fail)
    table.refresh_from_db()
    assert table.has_ended


def test_the_keeper_calls_for_tidying_and_survives_who_fails_at_it() -> None:
    def fail(**_told: Any) -> None:
        raise RuntimeError

    tidying.connect(fail)
    with heard(tidying) as calls:
        keeper.tidy()
    tidying.disconnect(fail)
    assert calls == [None]
