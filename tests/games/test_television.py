"""The screens of the club room: one table, and all that is played."""

from datetime import UTC, datetime, timedelta
from http import HTTPStatus

import pytest
import time_machine
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.lobby.lists import LONGEST_LIST, LobbyTable
from games.lobby.tv import BOARDS_AT_ONCE, SECONDS_EACH, Wall, wall_at, wall_mark
from games.models import ActionLog, Table
from games.rules.cards import FanFace
from games.rules.options import Options
from games.rules.state import Row
from games.seats import seating
from games.seats.rematch import open_rematch
from games.table import store
from tests.games.addresses import url
from tests.pages.tables import words
from tests.support.clients import signed_in
from tests.support.tables import (
    open_table,
    people,
    play_first,
    play_to_the_end,
    play_turn,
    start_table,
)

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)


# --- One table -------------------------------------------------------------------------


@pytest.mark.parametrize("visibility", ["public", "club", "private"])
def test_who_may_see_a_table_may_put_it_on_a_screen(
    visibility: str, ada: Player, ben: Player, cleo: Player
) -> None:
    table = start_table(ada, ben, visibility=visibility)
    assert signed_in(cleo).get(url("table_tv", table)).status_code == HTTPStatus.OK
    stranger = signed_in(None).get(url("table_tv", table))
    if visibility == "public":
        assert stranger.status_code == HTTPStatus.OK
    else:
        assert reverse("account_login") in stranger.headers["Location"]


def test_a_table_that_does_not_exist_is_on_no_screen(ada: Player) -> None:
    address = reverse("games:table_tv", args=["nosuchcode"])
    assert signed_in(ada).get(address).status_code == HTTPStatus.NOT_FOUND
    assert signed_in(None).get(address).status_code == HTTPStatus.FOUND


def test_the_screen_of_a_player_shows_what_a_spectator_sees(ada: Player, table: Table) -> None:
    play_first(table, 0)
    game = store.fresh(table.pk).game
    page = signed_in(ada).get(url("table_tv", table))
    html = page.content.decode()
    for card in (*game.round.hands[0], *game.round.hands[1]):
        assert f'#c{card}"' not in html
    assert 'name="card"' not in html
    assert page.context["viewer"].seat is None
    assert "watch=1" in page.context["ws_url"]
    assert url("qr", table) in html


def test_a_screen_follows_to_the_next_game_once_its_cards_are_dealt(
    ada: Player, ben: Player, cleo: Player
) -> None:
    table = start_table(ada, ben, options=Options(max_rounds=1), visibility="club")
    screen, path = signed_in(cleo), url("next_on_tv", table)
    assert path in screen.get(url("table_tv", table)).content.decode()
    play_to_the_end(table)
    following = open_rematch(table.pk, ada, NOW)
    waiting = screen.get(path)
    assert waiting.status_code == HTTPStatus.NO_CONTENT
    assert "HX-Redirect" not in waiting.headers
    seating.sit(following.pk, ben)
    assert screen.get(path).headers["HX-Redirect"] == url("table_tv", following)
    assert signed_in(None).get(path).status_code == HTTPStatus.NOT_FOUND
    Table.objects.filter(pk=table.pk).update(visibility="public")
    store.forget()
    # A stranger is not led to a table they may not see.
    refused = signed_in(None).get(path)
    assert refused.status_code == HTTPStatus.NOT_FOUND
    assert following.code not in refused.content.decode()


# --- All tables ------------------------------------------------------------------------


def test_strangers_see_public_tables_only(ada: Player, ben: Player) -> None:
    for visibility in ("public", "club", "private"):
        start_table(ada, ben, visibility=visibility)
    assert wall_at(None, NOW).count == 1
    assert wall_at(people(1)[0], NOW).count == 2
    assert "tv-board" in signed_in(None).get(reverse("games:tv")).content.decode()


def test_a_board_shows_the_rows_and_the_standing(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, visibility="public")
    game = play_turn(table).game
    html = signed_in(None).get(reverse("games:tv")).content.decode()
    for row in game.round.rows:
        for card in row.cards:
            assert f'#c{card}"' in html
    for hand in game.round.hands:
        for card in hand:
            assert f'#c{card}"' not in html
    assert "Round 1" in words(html)
    assert ada.name in html


def test_a_board_shows_all_that_lies_with_its_numbers() -> None:
    rows: tuple[Row, ...] = (
        Row((1, 2), cabriole=True),
        Row((3,), stopped=True),
        Row((4, 5), seven_takes=True),
    )
    rows += (Row((70, 64), fan=FanFace.UP), Row((91,), flipped=(91,)))
    board = LobbyTable("code", "Friday", Table.Status.PLAYING, Options(), (), None, rows=rows)
    shown = {"wall": Wall([board], 1, 1, 1, []), "now": NOW, "viewer": None}
    html = render_to_string("games/tv/boards.html", shown)
    goes_up = "Mountain: this row descends; the card goes up next"
    flipped = "19: the card 91, 1 bull head, flipped"
    for name in ("Cabriole", "Stop", "Seven takes", goes_up, flipped):
        assert html.count(f'aria-label="{name}"') == 1


def test_more_tables_than_fit_take_turns(ada: Player, ben: Player) -> None:
    codes = {start_table(ada, ben).code for _table in range(BOARDS_AT_ONCE + 1)}
    walls = [wall_at(ada, NOW + turn * timedelta(seconds=SECONDS_EACH)) for turn in range(2)]
    assert sorted(len(wall.tables) for wall in walls) == [1, BOARDS_AT_ONCE]
    assert {table.code for wall in walls for table in wall.tables} == codes
    assert {(wall.page, wall.pages) for wall in walls} == {(1, 2), (2, 2)}
    assert wall_mark(ada, NOW) != wall_mark(ada, NOW + timedelta(seconds=SECONDS_EACH))


def test_every_table_has_its_turn_however_many_are_played(ada: Player, ben: Player) -> None:
    codes = {start_table(ada, ben).code for _table in range(LONGEST_LIST + 2)}
    pages = wall_at(ada, NOW).pages
    walls = [wall_at(ada, NOW + turn * timedelta(seconds=SECONDS_EACH)) for turn in range(pages)]
    assert {table.code for wall in walls for table in wall.tables} == codes
    assert {wall.count for wall in walls} == {LONGEST_LIST + 2}


def test_the_table_where_somebody_acted_last_is_the_large_one_for_a_turn_of_the_screen(
    ada: Player, ben: Player
) -> None:
    tables = [start_table(ada, ben) for _table in range(3)]
    now = timezone.now()
    for minute, table in enumerate((tables[2], tables[0], tables[1])):
        play_first(table, 0)
        at = now - timedelta(minutes=3 - minute)
        ActionLog.objects.filter(table=table).update(at=at)
    assert wall_at(ada, now).tables[0].code == tables[1].code
    play_first(tables[0], 1)
    turn = timedelta(seconds=SECONDS_EACH)
    ActionLog.objects.filter(table=tables[0]).update(at=now + turn)
    assert wall_at(ada, now).tables[0].code == tables[1].code
    assert wall_at(ada, now + 2 * turn).tables[0].code == tables[0].code


def test_the_screen_names_open_tables_that_everybody_finds(ada: Player, ben: Player) -> None:
    start_table(ada, ben, visibility="public")
    open_table(ada, seats=4, visibility="public", name="Coffee")
    open_table(ada, seats=4, visibility="private", name="Whispers")
    page = words(signed_in(ada).get(reverse("games:tv")).content.decode())
    assert "Coffee 3 free seats" in page
    assert "Whispers" not in page


def test_where_nothing_is_played_the_screen_says_so(ada: Player, ben: Player) -> None:
    play_to_the_end(start_table(ada, ben, visibility="public", options=Options(max_rounds=1)))
    page = words(signed_in(None).get(reverse("games:tv")).content.decode())
    assert "No table is in play." in page


@time_machine.travel(NOW, tick=False)
def test_the_screen_is_told_nothing_until_something_changes(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben)
    client = signed_in(None)
    Table.objects.update(visibility=Table.Visibility.PUBLIC)
    mark = {"mark": client.get(reverse("games:tv")).context["mark"]}
    boards = reverse("games:tv_boards")
    assert client.get(boards, mark).status_code == HTTPStatus.NO_CONTENT
    play_first(table, 0)
    assert client.get(boards, mark).status_code == HTTPStatus.OK


def test_its_clock_goes_on_where_nothing_happens() -> None:
    assert wall_mark(None, NOW) == wall_mark(None, NOW + timedelta(seconds=SECONDS_EACH - 1))
    assert wall_mark(None, NOW) != wall_mark(None, NOW + timedelta(minutes=1))


def test_the_screen_costs_the_same_for_one_table_and_for_many(
    ada: Player, ben: Player, as_ada: Client
) -> None:
    start_table(ada, ben)

    def statements() -> int:
        as_ada.get(reverse("games:tv"))
        with CaptureQueriesContext(connection) as made:
            as_ada.get(reverse("games:tv"))
        return len(made)

    few = statements()
    for _table in range(5):
        start_table(ada, ben)
    assert statements() == few
