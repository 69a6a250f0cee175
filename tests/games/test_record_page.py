"""The record of a game, to download."""

import json
from http import HTTPStatus

import pytest

from games import store
from games.rules.options import Options
from games.rules.record_read import parse_record
from games.rules.replay import replay
from tests.games.addresses import url
from tests.support.clients import signed_in
from tests.support.tables import open_table, people, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_record_of_an_ended_game_is_whole() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben, options=Options(max_rounds=1), visibility="public")
    play_to_the_end(table)
    answer = signed_in(None).get(url("record", table))
    assert "attachment" in answer.headers["Content-Disposition"]
    snapshot = store.fresh(table.pk)
    assert snapshot.game is not None
    assert replay(parse_record(json.loads(answer.content))).totals == snapshot.game.totals


def test_the_record_of_a_running_game_holds_one_hand_only() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    record = json.loads(signed_in(ben).get(url("record", table)).content)
    assert record["fairness"]["server_seed"] is None
    assert record["rounds"][0]["hands"][0] is None
    assert len(record["rounds"][0]["hands"][1]) == 10


def test_an_open_table_has_no_record() -> None:
    (ada,) = people(1)
    table = open_table(ada, seats=3)
    assert signed_in(ada).get(url("record", table)).status_code == HTTPStatus.NOT_FOUND
