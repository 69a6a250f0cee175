"""`python -m tests.browser.league [winner]`: a league of the club, or one more game in it.

Prints the address of its season.
"""

import sys

import django


def main(winner: str) -> None:
    from accounts.models import Player
    from leagues.models import Season
    from tests.factories import PlayerFactory
    from tests.support.leagues import make_season, make_session, play

    owner = Player.objects.get(name="Dominique")
    season = Season.objects.select_related("league").first()
    if season is None:
        season = make_season(owner, name="Tuesdays", min_games=2, drop_percent=25)
        guest = PlayerFactory.create(user=None, name="Marie-Antoinette de Saint-Exupéry")
        PlayerFactory.create(user=None, name="Bob")
        for _session in range(3):
            session = make_session(season)
            for _game in range(3):
                play(session, *Player.objects.exclude(pk=guest.pk).order_by("pk"), by=owner)
        play(session, guest, owner, by=owner)
    if winner:
        evening = season.sessions.last()
        assert evening is not None
        first = Player.objects.get(name=winner)
        others = season.entrants.exclude(player=first).select_related("player")[:3]
        for _game in range(30):
            play(evening, first, *(entrant.player for entrant in others), by=owner)
    print(season.get_absolute_url())  # noqa: T201 - what it is for


if __name__ == "__main__":
    django.setup()
    main(*sys.argv[1:2] or [""])
