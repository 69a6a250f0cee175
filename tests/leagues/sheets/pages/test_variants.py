"""Sheets of games with other endings and with special cards."""

from http import HTTPStatus

import pytest
from django.test import Client

from accounts.models import Player
from games.rules.options import Ending, Options, Variant
from leagues.models import Game, Role, Season
from tests.leagues.sheets.pages.pages import address, fields
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_member_with, make_season, make_session
from tests.support.tables import people

pytestmark = pytest.mark.django_db

ELIMINATION = Options(ending=Ending.ELIMINATION, limit=20)
SPECIAL = Options(variant=Variant.SPECIAL)


@pytest.fixture
def season() -> Season:
    """One of elimination."""
    return make_season(options=ELIMINATION)


def test_who_is_out_has_empty_cells_and_the_last_one_wins(
    players: list[Player], game: Game, scorer_browser: Client
) -> None:

    scorer_browser.post(address(game, "game_submit"), fields(players, [[5, 21, 3], [16, "", 4]]))

    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert [seat.place for seat in game.seats.all()] == [2, 3, 1]


def test_nobody_plays_on_when_one_is_left(
    players: list[Player], game: Game, scorer_browser: Client
) -> None:

    typed = fields(players, [[30, 21, 3], ["", "", 4]])
    answer = scorer_browser.post(address(game, "game_draft"), typed)

    assert "over after round 1: at most one player was left." in answer.content.decode()


def test_who_is_out_takes_no_heads(
    players: list[Player], game: Game, scorer_browser: Client
) -> None:

    answer = scorer_browser.post(
        address(game, "game_draft"), fields(players, [[5, 21, 3], [16, 1, ""]])
    )

    assert f"{players[1].name} has been out since round 1." in answer.content.decode()


def test_elimination_is_not_entered_by_totals(
    players: list[Player], game: Game, scorer_browser: Client
) -> None:

    assert (
        'name="mode"'
        not in scorer_browser.get(address(game, "game_submit"), follow=True).content.decode()
    )
    answer = scorer_browser.post(address(game, "game_submit"), fields(players, totals=[21, 21, 7]))
    assert "Please enter the rounds" in answer.content.decode()


def test_special_cards_take_two_rounds(players: list[Player]) -> None:
    season = make_season(options=SPECIAL)
    game = make_game(make_session(season), players)
    scorer_browser = signed_in(make_member_with(Role.Kind.SCORER, season.league))

    page = scorer_browser.get(address(game, "game_submit"), follow=True).content.decode()
    assert 'name="r1c0"' in page
    assert 'name="r2c0"' not in page

    one = scorer_browser.post(address(game, "game_submit"), fields(players, [[5, 9, 3]]))
    assert "has two rounds" in one.content.decode()
    scorer_browser.post(address(game, "game_submit"), fields(players, [[5, 9, 3], [1, 2, 3]]))
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED


def test_nine_players_are_too_many_for_special_cards() -> None:
    season = make_season(options=SPECIAL)
    players = people(9)
    game = make_game(make_session(season), players)
    scorer_browser = signed_in(make_member_with(Role.Kind.SCORER, season.league))

    answer = scorer_browser.post(
        address(game, "game_submit"), fields(players, [list(range(9)), list(range(9))])
    )

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "At most 8 players can play." in answer.content.decode()
