"""`python -m tests.browser.league_sheet`: a league with two tables to enter, in a site’s data."""

import django

if __name__ == "__main__":
    django.setup()

    from accounts.models import Player
    from tests.factories import PlayerFactory
    from tests.support.leagues import make_game, make_season, make_session

    organizer = Player.objects.get(name="Dominique")
    players = [
        Player.objects.get(name="Camille"),
        Player.objects.get(name="Oliver"),
        PlayerFactory.create(name="Sacha"),
    ]
    session = make_session(make_season(organizer))
    make_game(session, players)
    make_game(session, players)
    print(session.games.earliest("number").get_absolute_url())  # noqa: T201 - its output
