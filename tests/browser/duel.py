"""Tables of Camille, who sits first, and Oliver, without bots."""

from accounts.models import Player
from games.models import ActionLog, Table
from tests.support.tables import play_turn, start_table


def open_duel(seconds: int | None = None) -> str:
    """The address of a new one, with so many seconds per choice."""
    camille, oliver = Player.objects.filter(name__in=["Camille", "Oliver"]).order_by("name")
    return start_table(camille, oliver, time_per_choice=seconds).get_absolute_url()


def played(address: str) -> list[int]:
    """The cards that Camille chose there, as the log has them."""
    actions = ActionLog.objects.filter(table__code=_code(address)).values_list("action", flat=True)
    return [action["card"] for action in actions if action["seat"] == 0]


def play_turns(address: str, count: int) -> None:
    """Play so many turns there."""
    for _turn in range(count):
        play_turn(Table.objects.get(code=_code(address)))


def _code(address: str) -> str:
    return address.strip("/").split("/")[-1]
