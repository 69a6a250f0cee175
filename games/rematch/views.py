"""Answers to "Play again?"."""

from accounts.models import Player
from games.rematch import service
from games.snapshot import Snapshot
from games.table_commands import HtmxHttpRequest, command, seat_command
from games.whole_numbers import whole_number


@seat_command
def decline(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Do not play again."""
    service.decline(snapshot.table_id, player)


@command
def release(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """No longer hold a seat for somebody, as the host."""
    waited_for = whole_number(request.POST.get("player"), None)
    if waited_for is not None:
        service.release_for(snapshot.table_id, player, waited_for)
