"""Where a season asks for a second person, two who signed in stand for each sheet by link."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, GameVersion, Notice, Role, Season
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.sheets import results
from leagues.sheets.score_links import service
from tests.leagues.score_links.test_sheet_by_link import filled, path_of
from tests.leagues.sessions.pages import text
from tests.leagues.sheets.pages.pages import address
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_member_with, make_season, make_session

pytestmark = pytest.mark.django_db

Did = GameVersion.Did


@pytest.fixture
def season() -> Season:
    return make_season(second_person=True)


@pytest.fixture
def game(season: Season, players: list[Player]) -> Game:
    return make_game(make_session(season), players)


def scorer_of(season: Season) -> Player:
    return make_member_with(Role.Kind.SCORER, season.league)


def sent(game: Game, players: list[Player], client: Client) -> Game:
    """The game once its sheet was sent by the link."""
    client.post(path_of(game), filled(game, players))
    game.refresh_from_db()
    assert game.status == Game.Status.SUBMITTED
    return game


def confirm(client: Client, game: Game, **data: Any) -> str:
    """What the page says after a tap on "Confirm", by a page that shows the newest sheet."""
    game.refresh_from_db()
    return text(
        client.post(address(game, "game_confirm"), {"version": game.version, **data}, follow=True)
    )


def test_a_scorer_who_sent_it_by_the_link_may_not_confirm_it(
    game: Game, players: list[Player], season: Season
) -> None:
    first, second = scorer_of(season), scorer_of(season)
    browser = signed_in(first)
    assert f"signed in as {first.name}" in text(browser.get(path_of(game)))
    sent(game, players, browser)
    assert (game.entered_by, game.entered_by_link) == (first, False)
    told = Notice.objects.filter(kind=Notice.Kind.TO_CONFIRM, game=game)
    assert first.pk not in told.values_list("player", flat=True)
    assert "You entered it" in text(browser.get(address(game)))
    assert "Somebody else must confirm it." in confirm(browser, game)
    game.refresh_from_db()
    assert game.status == Game.Status.SUBMITTED
    confirm(signed_in(second), game)
    game.refresh_from_db()
    assert (game.status, game.confirmed_by) == (Game.Status.CONFIRMED, second)


def test_what_an_unknown_device_sent_two_people_confirm(
    game: Game, players: list[Player], season: Season
) -> None:
    first, second = scorer_of(season), scorer_of(season)
    sent(game, players, Client())
    browser = signed_in(first)
    assert "two people must confirm it" in text(browser.get(address(game)))
    assert "once somebody else has confirmed it too" in confirm(browser, game)
    game.refresh_from_db()
    assert (game.status, game.entered_by, game.confirmed_by) == (
        Game.Status.SUBMITTED,
        first,
        None,
    )
    # A second tap of the same person changes nothing.
    assert "Somebody else must confirm it." in confirm(browser, game)
    told = Notice.objects.filter(kind=Notice.Kind.TO_CONFIRM, game=game)
    asked = set(told.values_list("player", flat=True))
    assert first.pk not in asked
    assert second.pk in asked
    assert f"{first.name} has confirmed it" in text(signed_in(second).get(address(game)))
    assert "Table 1 counts." in confirm(signed_in(second), game)
    assert list(game.versions.values_list("did", "by")) == [
        (Did.SUBMITTED, None),
        (Did.CHECKED, first.pk),
        (Did.CONFIRMED, second.pk),
    ]
    assert not told.exists()
    history = text(Client().get(address(game)))
    assert "by the link of the table" in history
    assert f"by {first.name}" in history


def test_two_scorers_who_tap_on_the_same_page_are_not_two_confirmations(
    game: Game, players: list[Player], season: Season
) -> None:
    first, second = scorer_of(season), scorer_of(season)
    sent(game, players, Client())
    stale = Game.objects.get(pk=game.pk)
    assert not results.confirm(game, first, timezone.now())
    with pytest.raises(LeagueError) as caught:
        results.confirm(stale, second, timezone.now())
    assert caught.value.code is LeagueErrorCode.LATE


def test_another_sheet_by_a_new_link_is_confirmed_by_two_again(
    game: Game, players: list[Player], season: Season
) -> None:
    first, second = scorer_of(season), scorer_of(season)
    sent(game, players, Client())
    results.confirm(game, first, timezone.now())
    service.renew(game, first, timezone.now(), 1)
    sent(game, players, Client())
    assert not results.confirm(game, second, timezone.now())
    game.refresh_from_db()
    assert results.confirm(game, first, timezone.now())


def test_a_player_who_enters_the_same_sheet_signed_in_leaves_one_confirmation(
    game: Game, players: list[Player], season: Season
) -> None:
    sent(game, players, Client())
    signed_in(players[0]).post(address(game, "game_submit"), filled(game, players))
    game.refresh_from_db()
    assert (game.entered_by, game.entered_by_link) == (players[0], False)
    assert results.confirm(game, scorer_of(season), timezone.now())


def test_of_several_ticked_sheets_the_first_confirmation_is_said_to_be_the_first(
    game: Game, players: list[Player], season: Season
) -> None:
    sent(game, players, Client())
    ticked = address(game, "game").partition("sessions/")[0] + "to-confirm/ticked/"
    data = {"sheet": [f"{game.pk}:{game.version}"]}
    page = text(signed_in(scorer_of(season)).post(ticked, data, follow=True))
    assert "1 sheet counts once somebody else has confirmed it too." in page
    assert "1 sheet confirmed" not in page


def test_where_one_person_is_enough_one_confirms_what_an_unknown_device_sent(
    players: list[Player],
) -> None:
    season = make_season()
    game = make_game(make_session(season), players)
    scorer = scorer_of(season)
    sent(game, players, signed_in(scorer))
    assert game.entered_by == scorer
    assert results.confirm(game, scorer, timezone.now())
