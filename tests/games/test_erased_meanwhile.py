"""Somebody is erased while others start or end a game at which they sit."""

from datetime import datetime

import pytest
from django.utils import timezone

from accounts.models import Player
from accounts.names import ERASED
from games.models import Table
from games.play import playing
from games.seats import leaving, seating
from tests.support.tables import open_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_host_starts_before_they_have_left(
    monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player
) -> None:
    table = open_table(ada, ben, seats=3)
    leave = seating.leave

    def late(table_id: int, player: Player, now: datetime) -> None:
        seating.start(table_id, ada, now)
        leave(table_id, player, now)

    monkeypatch.setattr(seating, "leave", late)
    leaving.erase(ben, ben.name, timezone.now())
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    assert table.seats.filter(player=ben, name=ERASED).exists()


def test_the_game_ends_before_the_bot_plays_for_them(
    monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player, table: Table
) -> None:
    step_away = playing.step_away

    def late(table_id: int, seat: int, now: datetime) -> None:
        playing.abandon(table_id, ada, now)
        step_away(table_id, seat, now)

    monkeypatch.setattr(playing, "step_away", late)
    leaving.erase(ben, ben.name, timezone.now())
    table.refresh_from_db()
    assert table.status == Table.Status.ABANDONED
    assert table.seats.filter(player=ben, name=ERASED).exists()
