"""The screen of the club shows who leads the seasons that run."""

import pytest
from django.test import Client
from django.urls import reverse

from leagues.models import League, Season, Standing
from tests.leagues.standings.test_result_notes import ended_game
from tests.pages.tables import words

pytestmark = pytest.mark.django_db(transaction=True)


def screen() -> str:
    return words(Client().get(reverse("games:tv")).content.decode())


def test_where_nothing_is_played_the_season_is_shown() -> None:
    game, _table = ended_game()
    season = game.session.season
    assert f"{season.league.name} · {season.name}" in screen()
    for row in Standing.objects.filter(season=season).select_related("player"):
        assert row.player.name in screen()
    Season.objects.update(status=Season.Status.CLOSED)
    assert season.name not in screen()


def test_strangers_see_no_season_of_a_league_for_members() -> None:
    game, _table = ended_game(League.Visibility.MEMBERS)
    assert str(game.session.season.league) not in screen()
