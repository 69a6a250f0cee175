"""A sheet nobody was drawn for."""

from http import HTTPStatus

import pytest
from django.test import Client

from accounts.models import Player
from leagues.models import Role, Session
from tests.leagues.sheets.pages.pages import address, address_in, fields
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_member_with
from tests.support.tables import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def scorer(session: Session) -> Client:
    return signed_in(make_member_with(Role.Kind.SCORER, session.season.league))


def test_who_played_is_chosen_and_the_sheet_is_there(session: Session, scorer: Client) -> None:
    make_game(session, people(3))
    ana, ben = people(2)
    chosen = fields([ana, ben, None]) | {"p2": "guest", "g2": "Théo"}

    answer = scorer.post(address_in(session, "game_new"), chosen)

    game = session.games.get(number=2)
    assert answer["Location"] == address(game, "game_submit")
    guest = Player.objects.get(name="Théo")
    assert [seat.player for seat in game.seats.all()] == [ana, ben, guest]
    assert game.options == session.season.season_rules.options.to_json()


def test_a_form_that_is_sent_twice_opens_one_table(session: Session, scorer: Client) -> None:
    make_game(session, people(2))
    page = scorer.get(address_in(session, "game_new"), follow=True).content.decode()
    assert 'name="table" value="2"' in page
    chosen = fields([*people(2), None], table=2) | {"p2": "guest", "g2": "Théo"}

    answers = [scorer.post(address_in(session, "game_new"), chosen) for _ in range(2)]

    assert session.games.count() == 2
    assert answers[0]["Location"] == answers[1]["Location"]


def test_other_people_get_a_table_of_their_own(session: Session, scorer: Client) -> None:
    ana, ben, eve = people(3)
    for chosen in ([ana, ben], [ana, eve], [ben, ana]):
        scorer.post(address_in(session, "game_new"), fields(chosen, table=1))
    assert session.games.count() == 3


@pytest.mark.parametrize("twice", [True, False])
def test_one_person_is_no_table(session: Session, scorer: Client, twice: bool) -> None:
    (ana,) = people(1)

    chosen = fields([ana, ana] if twice else [ana, None])
    answer = scorer.post(address_in(session, "game_new"), chosen)

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not session.games.exists()


def test_there_is_room_for_as_many_as_can_play(session: Session, scorer: Client) -> None:
    page = scorer.get(address_in(session, "game_new"), follow=True).content.decode()
    assert page.count('data-why="p') == session.season.season_rules.preferred

    nine = scorer.post(address_in(session, "game_new"), fields([None] * 9, do="player"))
    assert 'name="p9"' in nine.content.decode()
    assert 'value="player"' not in nine.content.decode()
