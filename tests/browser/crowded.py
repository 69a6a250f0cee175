"""The tables of staged.py with Camille in the first seat; their addresses by name.

Beside them tables for four at which two and one are awaited.
"""

from collections.abc import Iterator

from accounts.models import Player
from games.models import Table
from tests.browser.pictured import chosen
from tests.browser.staged import stage, stage_all
from tests.factories import PlayerFactory

NAMES = ("Inès", "Hugo Fontaine", "Théo", "George", "Amelia", "Isla", "Anne-Charlotte", "Zoé")


def crowded(players: list[Player]) -> Iterator[tuple[str, Table]]:
    yield from stage_all(players)
    yield "two-awaited", stage(players, chosen(2))
    yield "one-awaited", stage(players, chosen(3))


def stage_tables() -> dict[str, str]:
    for number, name in enumerate(NAMES):
        PlayerFactory.create(name=name, user__email=f"{number}@club.example")
    players = list(Player.objects.filter(user__isnull=False, is_organizer=False).order_by("pk"))
    return {name: table.get_absolute_url() for name, table in crowded(players)}
