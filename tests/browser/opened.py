"""Tables that are opened in the process of the site, for tests of what comes after the form."""

from typing import Any

from accounts.models import Player
from games.rules.options import Options
from tests.support.tables import open_table, start_table


def open_with_bots(host: str, bots: int, people: int, rules: dict[str, Any]) -> str:
    """The address of a new table, which is dealt if its host is the only one of these people."""
    player = Player.objects.get(name=host)
    options = Options(**rules)
    if people == 1:
        return start_table(player, bots=bots, options=options).get_absolute_url()
    seats = people + bots
    return open_table(player, bots=bots, options=options, seats=seats).get_absolute_url()
