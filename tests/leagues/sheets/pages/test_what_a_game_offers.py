"""What the page of a game offers to whom, and what it says of a table without a result."""

import pytest
from django.utils import timezone

from leagues.models import Game, Season, Session
from leagues.sheets import results
from tests.leagues.sheets.pages.pages import address
from tests.leagues.sheets.pages.test_game_page import (
    CORRECTED,
    a_confirmed_game,
    page,
    scorer_of,
)
from tests.support.clients import signed_in
from tests.support.leagues import enter, make_game, sheet_of
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def test_a_member_is_led_to_no_sheet_of_a_table_where_they_did_not_sit(session: Session) -> None:
    players = people(4)
    game = enter(make_game(session, players[:2]), (10, 70))
    make_game(session, players[2:])
    assert "Next sheet" in page(signed_in(scorer_of(session.season)), game)
    assert "Next sheet" not in page(signed_in(players[0]), game)


def test_a_table_without_a_result_is_not_said_to_have_counted(game: Game) -> None:
    scorer = scorer_of(game.session.season)
    browser = signed_in(scorer)
    seated = page(browser, game)
    assert "Take this table out" in seated
    assert "out of the standings" not in seated
    results.void(game, scorer, "the lights went out", timezone.now())
    game.refresh_from_db()
    taken_out = page(browser, game)
    assert "Put this table back" in taken_out
    assert "Count this game again" not in taken_out
    assert "not confirmed" not in taken_out
    results.restore(game, scorer, "they are on again", timezone.now())
    history = page(browser, game)
    assert "<strong>Put back</strong>" in history
    assert "Counted again" not in history


def test_a_game_that_counted_is_counted_again() -> None:
    game, _players, scorer = a_confirmed_game()
    browser = signed_in(scorer)
    assert "Take this game out of the standings" in page(browser, game)
    results.void(game, scorer, "wrong table", timezone.now())
    game.refresh_from_db()
    assert "Count this game again" in page(browser, game)
    results.restore(game, scorer, "right table", timezone.now())
    assert "<strong>Counted again</strong>" in page(browser, game)


def test_in_a_closed_season_the_page_offers_nothing_that_would_be_refused() -> None:
    game, _players, scorer = a_confirmed_game()
    browser = signed_in(scorer)
    correct, void = address(game, "game_correct"), address(game, "game_void")
    open_page = page(browser, game)
    assert correct in open_page
    assert void in open_page
    Season.objects.filter(pk=game.session.season_id).update(status=Season.Status.CLOSED)
    closed_page = page(browser, game)
    assert correct not in closed_page
    assert void not in closed_page
    assert "its results can be changed once it is open again" in closed_page
    assert browser.get(correct)["Location"] == address(game)


def test_whoever_entered_or_asked_is_not_offered_to_confirm_it_themselves() -> None:
    game, players, second = a_confirmed_game(second_person=True)
    first = scorer_of(game.session.season, name="Fay")
    confirm = address(game, "game_confirm")
    sheet = sheet_of(players, rounds=CORRECTED)
    results.correct(game, sheet, first, "misread", timezone.now())
    assert confirm not in page(signed_in(first), game)
    assert "You entered it: somebody else must confirm it." in page(signed_in(first), game)
    assert confirm in page(signed_in(second), game)
    game.refresh_from_db()
    results.void(game, second, "wrong table", timezone.now())
    assert confirm not in page(signed_in(second), game)
    assert confirm in page(signed_in(first), game)
