"""Tables that are started online: what is ticked, what is refused and kept."""

import re
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from leagues.models import Game, Session
from leagues.sessions import session_life
from tests.factories import PlayerFactory
from tests.leagues.sessions.pages import text, url
from tests.leagues.sessions.rooms import table_of
from tests.support.leagues import make_guest, make_season, make_session
from tests.support.tables import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(organizer: Player) -> Session:
    """Table 1 can play online, at table 2 sits a guest."""
    session = make_session(make_season(most=6))
    table_of(session, *people(2))
    table_of(session, *people(1), make_guest("Hector"))
    return session


def ticked(page: str) -> list[str]:
    return re.findall(r'id="online-(\d)"[^>]*checked', page)


def test_tables_at_which_everybody_can_play_are_ticked(client: Client, session: Session) -> None:
    assert ticked(client.get(url("session", session)).content.decode()) == ["1"]


def test_ticked_tables_start_online_and_the_others_stay_on_paper(
    client: Client, session: Session
) -> None:
    client.post(url("start_tables", session), {"table": ["1"], "seats": "3"})
    online, paper = session.games.order_by("number")
    assert (online.kind, paper.kind) == (Game.Kind.LIVE, Game.Kind.SHEET)
    assert online.seats.count() == 3


def test_with_nothing_ticked_the_page_says_what_to_do(client: Client, session: Session) -> None:
    answer = client.post(url("start_tables", session), {"seats": "4"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Tick the tables that play online." in text(answer)
    assert ticked(answer.content.decode()) == []
    assert 'value="4" selected' in answer.content.decode()


def test_a_refusal_keeps_what_was_ticked(client: Client, session: Session) -> None:
    answer = client.post(url("start_tables", session), {"table": ["2"], "seats": "5"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "let the bot play for them" in text(answer)
    assert ticked(answer.content.decode()) == ["2"]
    assert 'value="5" selected' in answer.content.decode()
    assert not Table.objects.exists()


def test_a_form_sent_twice_deals_once_and_leads_to_the_evening(
    client: Client, session: Session
) -> None:
    for _tap in range(2):
        answer = client.post(url("start_tables", session), {"table": ["1"]})
        assert answer.headers["Location"] == session.get_absolute_url()
    assert Table.objects.count() == 1


def test_bots_fill_no_table_beyond_the_most_of_the_season(client: Client, session: Session) -> None:
    page = text(client.get(url("session", session)))
    assert "fill every table up to 6 seats" in page
    assert "fill every table up to 7 seats" not in page


def test_a_guest_is_told_from_somebody_who_has_gone(client: Client, session: Session) -> None:
    gone = PlayerFactory.create(name="Zoé")
    table_of(session, gone, *people(1))
    session_life.leave(session, gone, timezone.now())
    page = text(client.get(url("session", session)))
    assert "Guest without an account: Hector" in page
    assert "Not here: Zoé" in page
