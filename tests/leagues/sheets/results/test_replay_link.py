"""A league's page of a live game leads to the table while it is played, then to its replay."""

from http import HTTPStatus

import pytest
from django.urls import reverse

from leagues.models import Game
from tests.leagues.sessions.rooms import live_game
from tests.support.clients import signed_in
from tests.support.tables import fresh_store, play_to_the_end

__all__ = ["fresh_store"]

pytestmark = pytest.mark.django_db(transaction=True)


def address(game: Game) -> str:
    season = game.session.season
    args = [season.league.slug, season.number, game.session.number, game.number]
    return reverse("leagues:game", args=args)


def test_a_game_in_play_leads_to_its_table() -> None:
    game, table = live_game()
    page = signed_in(table.seats.get(index=0).player).get(address(game)).content.decode()
    assert f'href="{table.get_absolute_url()}"' in page
    assert reverse("games:replay", args=[table.code]) not in page


def test_a_game_that_is_over_leads_to_its_replay() -> None:
    game, table = live_game()
    play_to_the_end(table)
    replay = reverse("games:replay", args=[table.code])
    game.refresh_from_db()
    member = signed_in(table.seats.get(index=0).player)
    page = member.get(address(game)).content.decode()
    assert f'href="{replay}"' in page
    assert table.get_absolute_url() + '"' not in page
    assert member.get(replay).status_code == HTTPStatus.OK
