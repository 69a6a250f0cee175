"""A league of the club."""

from accounts.models import Player
from leagues.models import Season
from tests.factories import PlayerFactory
from tests.support.leagues import make_season, make_session, play


def make_league() -> str:
    """The address of its season."""
    owner = Player.objects.get(name="Dominique")
    season = make_season(owner, name="Tuesdays", min_games=2, drop_percent=25)
    guest = PlayerFactory.create(user=None, name="Marie-Antoinette de Saint-Exupéry")
    PlayerFactory.create(user=None, name="Bob")
    for _session in range(3):
        session = make_session(season)
        for _game in range(3):
            play(session, *Player.objects.exclude(pk=guest.pk).order_by("pk"), by=owner)
    play(session, guest, owner, by=owner)
    return season.get_absolute_url()


def win(name: str) -> None:
    """More games, which this player wins."""
    season = Season.objects.get()
    evening = season.sessions.last()
    assert evening is not None
    owner = Player.objects.get(name="Dominique")
    others = season.entrants.exclude(player__name=name).select_related("player")[:3]
    for _game in range(30):
        first = Player.objects.get(name=name)
        play(evening, first, *(entrant.player for entrant in others), by=owner)
