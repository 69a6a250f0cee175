"""People are checked in by a pasted list of names."""

from http import HTTPStatus

import pytest
from django.test import Client

from accounts.models import Player
from leagues.models import Session
from tests.factories import PlayerFactory
from tests.leagues.sessions.pages import text, url
from tests.support.leagues import make_season, make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return make_session(make_season())


def here(session: Session) -> list[str]:
    present = session.attendances.filter(left_at=None).select_related("player")
    return sorted(str(attendance.player.name) for attendance in present)


def test_members_are_found_and_others_become_guests(
    client: Client, organizer: Player, session: Session
) -> None:
    PlayerFactory.create(name="Camille")
    sent = {"names": "camille\nÉmile;06 12 34\n\nFanny <fanny@club.example>"}

    answer = client.post(url("arrive_named", session), sent, follow=True)

    assert here(session) == ["Camille", "Fanny", "Émile"]
    assert "3 people have come." in text(answer)
    assert Player.objects.filter(name="Camille").count() == 1


def test_who_is_meant_is_asked_where_names_are_alike(
    client: Client, organizer: Player, session: Session
) -> None:
    camille = PlayerFactory.create(name="Camille")

    asked = client.post(url("arrive_named", session), {"names": "Camile\nÉmile"})

    assert "Who is meant by these 2 names?" in text(asked)
    assert here(session) == []
    answers = {"name": ["Camile", "Émile"], "who": [str(camille.pk), "new"]}
    client.post(url("arrive_named", session), answers)
    assert here(session) == ["Camille", "Émile"]


def test_who_is_here_already_is_told_and_comes_once(
    client: Client, organizer: Player, session: Session
) -> None:
    client.post(url("arrive_named", session), {"names": "Émile"})
    again = client.post(url("arrive_named", session), {"names": "Émile\nFanny"})
    assert "Already here." in text(again)
    client.post(url("arrive_named", session), {"name": ["Émile", "Fanny"], "who": ["", "new"]})
    assert here(session) == ["Fanny", "Émile"]


def test_a_list_without_names_is_refused_beside_its_field(
    client: Client, organizer: Player, session: Session
) -> None:
    answer = client.post(url("arrive_named", session), {"names": "@\n;"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "There are no names in it." in text(answer)
    assert here(session) == []
