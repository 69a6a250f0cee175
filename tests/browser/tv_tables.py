"""Public tables of Camille and Oliver in play."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import Player
from leagues.models import Session
from tests.factories import PlayerFactory
from tests.support.leagues import make_season, make_session, play
from tests.support.tables import open_table, play_turn, start_table


def open_tables(count: int) -> list[str]:
    """The addresses of so many."""
    camille, oliver = Player.objects.filter(name__in=["Camille", "Oliver"]).order_by("name")
    addresses = []
    for number in range(count):
        table = start_table(camille, oliver, visibility="public")
        for _turn in range(number % 6):
            play_turn(table)
        addresses.append(table.get_absolute_url())
    return addresses


def fill_the_side() -> None:
    """All that the side of the club's screen may list: a ranking of ten and five next games."""
    owner = Player.objects.get(name="Dominique")
    season = make_season(owner, name="Tuesdays at the Old Customs House")
    players = [PlayerFactory.create(user=None, name=f"Alexandra Duval {n}") for n in range(10)]
    play(make_session(season), *players, by=owner)
    for days in (3, 5):
        begins = timezone.now() + timedelta(days=days)
        make_session(season, status=Session.Status.PLANNED, starts_at=begins)
    for _table in range(3):
        open_table(owner, seats=4, visibility="public")
