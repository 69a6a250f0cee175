"""A league with two tables to enter, in a site’s data."""

from accounts.models import Player
from tests.factories import PlayerFactory
from tests.support.leagues import make_game, make_season, make_session


def make_sheets() -> str:
    """The address of the first of them."""
    organizer = Player.objects.get(name="Dominique")
    players = [
        Player.objects.get(name="Camille"),
        Player.objects.get(name="Oliver"),
        PlayerFactory.create(name="Sacha"),
    ]
    session = make_session(make_season(organizer))
    make_game(session, players)
    make_game(session, players)
    return session.games.earliest("number").get_absolute_url()
