"""Public tables of Camille and Oliver in play."""

from accounts.models import Player
from tests.support.tables import play_turn, start_table


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
