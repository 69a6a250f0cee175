"""The records of online games by the API: as the page of the table gives them."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.rules.options import Options
from leagues.exports import tokens
from leagues.models import Game
from tests.factories import PlayerFactory
from tests.support.leagues import enter, make_game, make_season, make_session
from tests.support.tables import play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)


def program(player: Player) -> Client:
    token = tokens.make_token(player, "a program", timezone.now())
    return Client(headers={"Authorization": f"Bearer {token}"})


def played(visibility: str) -> tuple[Player, Table]:
    ada, ben = PlayerFactory.create_batch(2)
    table = start_table(ada, ben, options=Options(max_rounds=1), visibility=visibility)
    play_to_the_end(table)
    return ada, table


def test_the_record_is_the_one_to_download() -> None:
    _ada, table = played("public")
    answer = Client().get(f"/api/v1/tables/{table.code}/record")
    assert answer["Content-Type"] == "application/json"
    assert answer.json() == Client().get(f"/tables/{table.code}/record.json").json()


def test_a_stranger_reads_no_record_of_a_club_table_and_a_member_does() -> None:
    ada, table = played("club")
    address = f"/api/v1/tables/{table.code}/record"
    assert Client().get(address).status_code == HTTPStatus.NOT_FOUND
    assert program(ada).get(address).status_code == HTTPStatus.OK


def test_a_running_game_tells_a_program_the_hand_of_its_member_only() -> None:
    ada, ben = PlayerFactory.create_batch(2)
    table = start_table(ada, ben, visibility="public")
    address = f"/api/v1/tables/{table.code}/record"
    hands = program(ben).get(address).json()["rounds"][0]["hands"]
    assert (hands[0], len(hands[1])) == (None, 10)
    assert Client().get(address).json()["rounds"][0]["hands"] == [None, None]


@pytest.mark.parametrize(("visibility", "is_told"), [("public", True), ("club", False)])
def test_a_game_leads_to_the_record_its_reader_may_read(visibility: str, is_told: bool) -> None:
    ada, table = played(visibility)
    season = make_season(ada)
    game = enter(make_game(make_session(season), [ada, PlayerFactory.create()]), [3, 70])
    Game.objects.filter(pk=game.pk).update(kind=Game.Kind.LIVE, table=table)
    address = f"/api/v1/leagues/{season.league.slug}/seasons/{season.number}/games"
    record = f"http://testserver/api/v1/tables/{table.code}/record"
    of_stranger = Client().get(address).json()["items"][0]["record"]
    assert of_stranger == (record if is_told else None)
    assert program(ada).get(address).json()["items"][0]["record"] == record
