"""The lobby of members, and the tables strangers find."""

from http import HTTPStatus

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.lobby import lobby_for
from games.rules.options import Options
from tests.games.addresses import url
from tests.support.clients import signed_in
from tests.support.tables import open_table, people, play_first, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_lobby_needs_a_login() -> None:
    answer = signed_in(None).get(reverse("games:lobby"))
    assert answer.status_code == HTTPStatus.FOUND
    assert reverse("account_login") in answer.headers["Location"]


def test_the_lobby_lists_what_a_member_may_find() -> None:
    ada, ben, cleo = people(3)
    mine = open_table(cleo, seats=3, visibility="private")
    joinable = open_table(ada, seats=3)
    hidden = open_table(ada, seats=3, visibility="private")
    watchable = start_table(ada, ben)
    page = signed_in(cleo).get(reverse("games:lobby")).content.decode()
    for table in (mine, joinable, watchable):
        assert url("table", table) in page
    assert url("table", hidden) not in page


def test_the_lobby_says_where_one_is_awaited() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    assert [mine.your_turn for mine in lobby_for(ada).mine] == [True]
    play_first(table, 0)
    assert [mine.your_turn for mine in lobby_for(ada).mine] == [False]
    assert [mine.your_turn for mine in lobby_for(ben).mine] == [True]


def test_tables_that_wait_for_their_reader_come_first() -> None:
    ada, ben = people(2)
    awaited = start_table(ada, ben)
    open_table(ada, seats=3)
    assert lobby_for(ada).mine[0].code == awaited.code


def test_the_lobby_costs_the_same_for_one_table_and_for_many() -> None:
    ada, ben = people(2)
    client = signed_in(ada)
    start_table(ada, ben)
    open_table(ben, seats=4)
    play_to_the_end(start_table(ada, ben, options=Options(max_rounds=1)))
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("games:lobby"))
    for _table in range(5):
        start_table(ada, ben)
        open_table(ben, seats=4)
    with CaptureQueriesContext(connection) as many:
        client.get(reverse("games:lobby"))
    assert len(many) == len(few)


def test_strangers_find_public_tables_on_the_home_page_only() -> None:
    ada, ben = people(2)
    public = start_table(ada, ben, visibility="public")
    club = start_table(ada, ben)
    page = signed_in(None).get(reverse("games:home")).content.decode()
    assert url("table", public) in page
    assert url("table", club) not in page
