"""The lobby of members, and the tables strangers find."""

from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.lobby.lists import LONGEST_LIST, Lobby, lobby_for, mark_of
from games.lobby.presenter import awaited_text, standing_text
from games.lobby.tv import wall_mark
from games.models import HeldSeat, Table
from games.play import playing
from games.rules.options import Options
from games.seats import inviting, seating
from games.table import store
from tests.games.addresses import url
from tests.pages.tables import words
from tests.support.clients import html_of, signed_in
from tests.support.tables import (
    open_table,
    people,
    play_first,
    play_to_the_end,
    play_turn,
    start_table,
)

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HX-Request": "true"}


def mark_on(page: Any) -> str:
    return str(page.context["mark"])


def newer_lists(client: Client, mark: str) -> Any:
    return client.get(reverse("games:lists"), {"mark": mark}, headers=HTMX)


def test_a_lobby_that_is_open_leads_to_the_sign_in_once_its_reader_is_signed_out(
    as_ada: Client,
) -> None:
    mark = mark_on(as_ada.get(reverse("games:lobby")))
    as_ada.logout()
    answer = newer_lists(as_ada, mark)
    assert answer.status_code == HTTPStatus.NO_CONTENT
    assert answer.headers["HX-Refresh"] == "true"


def test_the_lobby_lists_what_a_member_may_find(ada: Player, ben: Player, cleo: Player) -> None:
    mine = open_table(cleo, seats=3, visibility="private")
    joinable = open_table(ada, seats=3)
    hidden = open_table(ada, seats=3, visibility="private")
    secret = start_table(ada, ben, visibility="private")
    watchable = start_table(ada, ben)
    for address in (reverse("games:lobby"), reverse("games:lists")):
        page = signed_in(cleo).get(address).content.decode()
        for table in (mine, joinable, watchable):
            assert url("table", table) in page
        for table in (hidden, secret):
            assert url("table", table) not in page


def test_the_lobby_says_where_one_is_awaited(ada: Player, ben: Player, table: Table) -> None:
    assert [mine.your_turn for mine in lobby_for(ada).mine] == [True]
    play_first(table, 0)
    assert [mine.your_turn for mine in lobby_for(ada).mine] == [False]
    assert [mine.your_turn for mine in lobby_for(ben).mine] == [True]
    assert awaited_text(lobby_for(ada).mine[0]) == f"Waiting for {ben.name}"


def test_tables_that_wait_for_their_reader_come_first(ada: Player, ben: Player) -> None:
    awaited = start_table(ada, ben)
    other = open_table(ada, seats=3)
    assert lobby_for(ada).mine[0].code == awaited.code
    page = signed_in(ada).get(reverse("games:lobby")).content.decode()
    places = [page.index(text) for text in (url("table", awaited), "play-now", url("table", other))]
    assert places == sorted(places)


def test_the_oldest_of_many_tables_is_found_when_it_waits_for_its_reader(
    ada: Player, ben: Player
) -> None:
    awaited = start_table(ada, ben)
    for _table in range(LONGEST_LIST):
        play_first(start_table(ada, ben), 0)
    lobby = lobby_for(ada)
    assert [table.code for table in lobby.your_turn] == [awaited.code]
    assert len(lobby.others_turn) == LONGEST_LIST


def test_only_tables_with_a_free_seat_are_offered_to_sit_down_at(
    ada: Player, ben: Player, cleo: Player
) -> None:
    free = open_table(ada, seats=3)
    full = open_table(ada, ben, seats=2)
    assert [table.code for table in lobby_for(cleo).joinable] == [free.code]
    seating.leave(full.pk, ben, timezone.now())
    assert {table.code for table in lobby_for(cleo).joinable} == {free.code, full.code}


def test_many_tables_that_wait_leave_the_ways_to_a_seat_above_them(
    ada: Player, ben: Player
) -> None:
    awaited = [start_table(ada, ben) for _ in range(3)]
    page = signed_in(ada).get(reverse("games:lobby")).content.decode()
    assert page.count("play-now") == 1
    cards = [page.index(f'id="table-{table.code}"') for table in awaited]
    assert all(page.index("play-now") < card for card in cards)


def test_one_button_leads_to_the_first_table_that_waits_for_its_reader(
    table: Table, as_ada: Client
) -> None:
    button = f'class="button button--primary"\n       href="{url("table", table)}"'
    page = as_ada.get(reverse("games:lobby"))
    assert button in page.content.decode()
    play_first(table, 0)
    newer = newer_lists(as_ada, mark_on(page)).content.decode()
    assert 'id="go"' in newer
    assert button not in newer


def test_free_seats_are_counted(ada: Player, ben: Player) -> None:
    open_table(ada, seats=4)
    assert "3 free seats" in words(signed_in(ben).get(reverse("games:lobby")).content.decode())


@pytest.mark.parametrize("is_stored", [False, True])
def test_a_table_in_play_shows_its_rows_and_who_leads(
    is_stored: bool, ada: Player, ben: Player, cleo: Player
) -> None:
    """Whether this process has played there, or reads what another one has stored."""
    table = start_table(ada, ben, cleo)
    game = play_turn(table).game
    if is_stored:
        store.forget()
    (shown,) = lobby_for(ada).mine
    assert (shown.round, shown.turn, shown.turns) == (1, 2, 10)
    assert shown.rows == tuple(game.round.rows)
    assert "Round 1" in words(signed_in(ada).get(reverse("games:lobby")).content.decode())
    heads = dict(zip([ada.name, ben.name, cleo.name], game.round.pile_heads, strict=True))
    assert {seat.name: seat.heads for seat in shown.seats} == heads
    assert [seat.heads for seat in shown.seats] == sorted(heads.values())
    fewer = sum(other < heads[ada.name] for other in heads.values())
    assert shown.own_place == 1 + fewer


def test_no_card_of_a_hand_is_in_the_lobby(ada: Player, table: Table) -> None:
    game = store.fresh(table.pk).game
    page = signed_in(ada).get(reverse("games:lobby")).content.decode()
    for card in (*game.round.hands[0], *game.round.hands[1]):
        assert f"#c{card}&quot;" not in page
        assert f'#c{card}"' not in page
    for row in game.round.rows:
        assert f'#c{row.cards[-1]}"' in page


def test_a_finished_game_shows_its_result(ada: Player, ben: Player, cleo: Player) -> None:
    table = start_table(ada, ben, options=Options(max_rounds=1))
    play_to_the_end(table)
    (own,) = lobby_for(ada).past
    best = [seat.player for seat in table.seats.all() if seat.rank == 1]
    assert own.own_place == table.seats.get(player=ada).rank
    assert f"Place {own.own_place} of 2" in words(
        signed_in(ada).get(reverse("games:lobby")).content.decode()
    )
    (other,) = lobby_for(cleo).recent
    assert other.own_place is None
    assert standing_text(other).startswith(
        best[0].name if len(best) == 1 and best[0] else f"{ada.name} and {ben.name}"
    )
    assert standing_text(own) == standing_text(other)


# --- It follows by itself --------------------------------------------------------------


def test_a_page_is_told_nothing_until_something_changes(table: Table, as_ada: Client) -> None:
    mark = mark_on(as_ada.get(reverse("games:lobby")))
    answer = newer_lists(as_ada, mark)
    assert (answer.status_code, answer.content) == (HTTPStatus.NO_CONTENT, b"")
    play_first(table, 0)
    answer = newer_lists(as_ada, mark)
    assert url("table", table) in answer.content.decode()
    assert newer_lists(as_ada, mark_on(answer)).status_code == HTTPStatus.NO_CONTENT


@pytest.mark.parametrize("kind", ["opened", "sat down", "abandoned", "finished"])
def test_whatever_the_lists_show_changes_their_mark(
    kind: str, ada: Player, ben: Player, cleo: Player, as_ada: Client
) -> None:
    waiting = open_table(ada, seats=3)
    playing_now = start_table(ben, cleo, options=Options(max_rounds=1))
    mark = mark_on(as_ada.get(reverse("games:lobby")))
    match kind:
        case "opened":
            open_table(ben, seats=4)
        case "sat down":
            seating.sit(waiting.pk, ben)
        case "abandoned":
            playing.abandon(playing_now.pk, ben, timezone.now())
        case "finished":
            play_to_the_end(playing_now)
    assert newer_lists(as_ada, mark).status_code == HTTPStatus.OK


def test_a_private_table_of_others_changes_nothing(ben: Player, as_ada: Client) -> None:
    mark = mark_on(as_ada.get(reverse("games:lobby")))
    open_table(ben, seats=3, visibility="private")
    assert newer_lists(as_ada, mark).status_code == HTTPStatus.NO_CONTENT


def test_newer_lists_bring_the_finished_games_along(ada: Player) -> None:
    html = newer_lists(signed_in(ada), "older").content.decode()
    assert 'id="lists"' in html
    assert 'id="finished"' in html
    assert "hx-swap-oob" in html
    assert "hx-swap-oob" not in signed_in(ada).get(reverse("games:lobby")).content.decode()


def test_the_lists_repeat_nothing_of_their_address(ada: Player, ben: Player) -> None:
    start_table(ada, ben)
    assert "guess" not in newer_lists(signed_in(ada), "guess").content.decode()


# --- Seats that are kept ---------------------------------------------------------------


def seats_said(player: Player, table: Table) -> str:
    """What the card of a table says of its free seats."""
    page = html_of(signed_in(player).get(reverse("games:lobby")))
    card = page.partition(f'id="table-{table.code}"')[2].partition('class="is-free">')[2]
    return words(card.partition("</span>")[0])


def test_a_card_says_how_many_seats_its_reader_can_take(
    ada: Player, ben: Player, cleo: Player
) -> None:
    table = open_table(ada, seats=4)
    now = timezone.now()
    assert seats_said(cleo, table) == "3 free seats"
    inviting.invite(table.pk, ada, ben.pk, now)
    assert seats_said(cleo, table) == "2 free seats, 1 kept"
    # One of them is for the invited, who reads it.
    assert seats_said(ben, table) == "3 free seats"
    assert seats_said(ada, table) == "2 free seats, 1 kept"
    for player in people(2):
        inviting.invite(table.pk, ada, player.pk, now)
    assert seats_said(cleo, table) == "3 seats kept"
    assert seats_said(ben, table) == "1 free seat, 2 kept"
    inviting.decline(table.pk, ben, now)
    assert seats_said(cleo, table) == "1 free seat, 2 kept"


def test_the_lobby_shows_a_seat_that_is_kept_no_longer(
    ada: Player, ben: Player, cleo: Player
) -> None:
    table = open_table(ada, seats=2)
    inviting.invite(table.pk, ada, ben.pk, timezone.now())
    assert seats_said(cleo, table) == "1 seat kept"
    mark, wall = mark_of(cleo), wall_mark(cleo, now := timezone.now())
    HeldSeat.objects.update(until=now)
    assert seats_said(cleo, table) == "1 free seat"
    # An open page asks by its mark.
    assert mark_of(cleo) != mark
    assert wall_mark(cleo, now) != wall


# --- What it costs ---------------------------------------------------------------------


def statements(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as made:
        client.get(address)
    return len(made)


@pytest.mark.parametrize("name", ["lobby", "lists"])
def test_the_lobby_costs_the_same_for_one_table_and_for_many(
    name: str, ada: Player, ben: Player, as_ada: Client
) -> None:
    start_table(ada, ben)
    open_table(ben, seats=4)
    play_to_the_end(start_table(ada, ben, options=Options(max_rounds=1)))
    address = reverse(f"games:{name}")
    as_ada.get(address)
    few = statements(as_ada, address)
    for _table in range(5):
        start_table(ada, ben)
        open_table(ben, seats=4)
    store.forget()
    # Two statements read what this process does not know yet.
    assert statements(as_ada, address) == few + 2
    assert statements(as_ada, address) == few


def test_looking_whether_something_has_changed_takes_two_statements(
    ada: Player, ben: Player, as_ada: Client
) -> None:
    start_table(ada, ben)
    mark = mark_on(as_ada.get(reverse("games:lobby")))
    person = statements(as_ada, reverse("accounts:profile"))
    asked = statements(as_ada, f"{reverse('games:lists')}?mark={mark}")
    assert asked <= person + 2


# --- Strangers -------------------------------------------------------------------------


def test_strangers_find_public_tables_on_the_home_page_only(ada: Player, ben: Player) -> None:
    public = start_table(ada, ben, visibility="public")
    club = start_table(ada, ben)
    page = signed_in(None).get(reverse("games:home")).content.decode()
    assert url("table", public) in page
    assert url("table", club) not in page


def test_nobody_is_marked_as_oneself_on_a_strangers_page(ada: Player, ben: Player) -> None:
    start_table(ada, ben, visibility="public")
    lobby: Lobby = lobby_for(None)
    assert [table.own for table in lobby.watchable] == [None]
