"""What lists and screens tell of games that stand still, and of people who were erased."""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from games.lobby.lists import LobbyTable, lobby_for, mark_of
from games.lobby.presenter import awaited_text
from games.lobby.tv import wall_at, wall_mark
from games.models import Table
from games.play import pausing, playing
from games.rules.options import Options
from games.table import store
from tests.support.clients import signed_in
from tests.support.tables import play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)


def paused_table(*players: Player) -> Table:
    table = start_table(*players, time_per_choice=30)
    now = timezone.now()
    for seat in range(len(players)):
        pausing.propose(table.pk, seat, now)
    return table


def shown_to(player: Player) -> LobbyTable:
    (shown,) = lobby_for(player).mine
    return shown


@pytest.mark.parametrize("is_stored", [False, True])
def test_in_a_pause_nobody_is_awaited(is_stored: bool, ada: Player, ben: Player) -> None:
    table = paused_table(ada, ben)
    assert not lobby_for(None).watchable
    if is_stored:
        store.forget()
    else:
        store.fresh(table.pk)
    shown = shown_to(ada)
    assert not shown.your_turn
    assert shown.is_paused
    assert awaited_text(shown) == "The game is paused."
    assert "The game is paused." in (signed_in(ada).get(reverse("games:lobby")).content.decode())
    now = timezone.now()
    pausing.go_on(table.pk, now)
    playing.tend(table.pk, now + timedelta(seconds=5))
    assert shown_to(ada).your_turn
    assert not shown_to(ada).is_paused


def test_a_pause_changes_what_a_lobby_and_a_screen_show(
    ada: Player, table: Table, now: datetime
) -> None:
    pausing.propose(table.pk, 0, now)
    marks = mark_of(ada), wall_mark(ada, now)
    pausing.agree(table.pk, 1, now)
    assert mark_of(ada) != marks[0]
    assert wall_mark(ada, now) != marks[1]


def test_a_proposal_stops_nobody(ben: Player, table: Table) -> None:
    pausing.propose(table.pk, 0, timezone.now())
    assert shown_to(ben).your_turn
    assert not shown_to(ben).is_paused


@pytest.mark.parametrize("reader", ["player", "other"])
def test_a_lobby_that_is_open_drops_the_name_of_who_is_erased(
    reader: str, ada: Player, ben: Player, cleo: Player
) -> None:
    play_to_the_end(start_table(ada, ben, options=Options(max_rounds=1)))
    me = ada if reader == "player" else cleo
    mark, wall = mark_of(me), wall_mark(me, timezone.now())
    privacy.erase(ben)
    assert mark_of(me) != mark
    page = signed_in(me).get(reverse("games:lists"), {"mark": mark})
    assert page.status_code == 200
    assert ben.name not in page.content.decode()
    assert wall_mark(me, timezone.now()) != wall


def test_the_screen_of_the_club_shows_no_private_table_of_who_switched_it_on(
    ada: Player, ben: Player
) -> None:
    start_table(ada, ben, visibility="private")
    club = start_table(ada, ben, visibility="club")
    assert [table.code for table in wall_at(ada, timezone.now()).tables] == [club.code]
