"""Sheets are typed, looked at and confirmed over the page of their session."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, Role, Session
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.leagues.sessions.pages import text
from tests.leagues.sheets.pages.pages import address, address_in, fields
from tests.support.clients import signed_in
from tests.support.leagues import enter, make_game, make_member_with, make_season, make_session
from tests.support.tables import people

pytestmark = pytest.mark.django_db

ALONE = {"HX-Request": "true"}
SHEET = 'id="sheet-title"'
OPEN = 'aria-labelledby="sheet-title" open>'


@pytest.fixture
def game(players: list[Player]) -> Game:
    session = make_session(make_season(second_person=True))
    Session.objects.update(status=Session.Status.RUNNING)
    return make_game(session, players)


@pytest.fixture
def scorer(game: Game) -> Client:
    return signed_in(make_member_with(Role.Kind.SCORER, game.session.season.league))


def html(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "which"), [("game_submit", "1"), ("game_new", "new")])
def test_its_address_leads_to_the_session_with_the_sheet_over_it(
    game: Game, scorer: Client, name: str, which: str
) -> None:
    page = address_in(game.session, name) if which == "new" else address(game, name)

    answer = scorer.get(page, follow=True)

    assert answer.redirect_chain == [(f"{game.session.get_absolute_url()}?sheet={which}", 302)]
    shown = html(answer)
    assert OPEN in shown
    assert shown.count(SHEET) == 1
    assert 'id="tables"' in shown


def test_the_page_of_a_session_has_none_over_it(game: Game, scorer: Client) -> None:
    shown = html(scorer.get(game.session.get_absolute_url()))
    assert OPEN not in shown
    assert SHEET not in shown


def test_a_script_gets_the_sheet_alone(game: Game, scorer: Client) -> None:
    shown = html(scorer.get(address(game, "game_submit"), headers=ALONE))
    assert SHEET in shown
    assert 'id="tables"' not in shown


def test_a_sheet_with_faults_comes_back_over_the_session(
    game: Game, scorer: Client, players: list[Player]
) -> None:
    answer = scorer.post(address(game, "game_submit"), fields(players, [[5, 5, 40]]))

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert OPEN in html(answer)
    assert "nobody is past 66" in text(answer)
    assert 'id="tables"' in html(answer)


def test_who_sits_there_enters_it_from_the_session_and_comes_back_to_it(
    game: Game, players: list[Player]
) -> None:
    own = signed_in(players[0])
    session = game.session.get_absolute_url()
    assert f'href="{address(game, "game_submit")}"' in html(own.get(session))

    answer = own.post(address(game, "game_submit"), fields(players, totals=[1, 2, 70]))

    assert answer["Location"] == session
    assert f'href="{address(game, "game_submit")}"' not in html(own.get(session))


def test_others_are_offered_no_sheet(game: Game) -> None:
    (other,) = people(1)
    browser = signed_in(other)
    assert address(game, "game_submit") not in html(browser.get(game.session.get_absolute_url()))
    answer = browser.get(f"{game.session.get_absolute_url()}?sheet=1")
    assert answer.status_code == HTTPStatus.FORBIDDEN


@pytest.mark.parametrize("which", ["2", "x", "-1", ""])
def test_a_sheet_that_is_none_is_not_found(game: Game, scorer: Client, which: str) -> None:
    answer = scorer.get(f"{game.session.get_absolute_url()}?sheet={which}")
    assert answer.status_code == HTTPStatus.NOT_FOUND


def test_a_second_person_looks_and_confirms_over_the_session(
    game: Game, scorer: Client, players: list[Player]
) -> None:
    enter(game, [1, 2, 70])

    look = html(scorer.get(address(game), headers=ALONE))
    assert SHEET in look
    assert f'action="{address(game, "game_confirm")}"' in look
    assert 'id="tables"' not in look

    game.refresh_from_db()
    answer = scorer.post(address(game, "game_confirm"), {"version": game.version})
    assert answer["Location"] == f"{game.session.get_absolute_url()}#table-1"
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED


def test_whoever_confirms_a_moment_too_late_stays_on_the_session(
    game: Game, scorer: Client
) -> None:
    enter(game, [1, 2, 70])
    game.refresh_from_db()
    seen = {"version": game.version}
    results.confirm(game, PlayerFactory.create(), timezone.now())

    answer = scorer.post(address(game, "game_confirm"), seen, follow=True)

    assert answer.redirect_chain[-1][0] == f"{game.session.get_absolute_url()}#table-1"
    assert "Somebody has just changed this" in html(answer)
    listed = scorer.post(address(game, "game_confirm"), seen | {"next": "to_confirm"})
    assert listed["Location"].endswith("/sessions/#to-confirm")


def test_a_sheet_that_counts_is_corrected_over_the_session(
    game: Game, scorer: Client, players: list[Player]
) -> None:
    results.confirm(enter(game, [1, 2, 70]), PlayerFactory.create(), timezone.now())
    look = html(scorer.get(address(game), headers=ALONE))
    assert f'href="{address(game, "game_correct")}"' in look
    shown = html(scorer.get(address(game, "game_correct"), follow=True))
    assert OPEN in shown
    assert "Correction: Table 1" in shown
