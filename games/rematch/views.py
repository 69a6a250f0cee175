"""Answers to "Play again?"."""

from accounts.models import Player
from games.rematch import service
from games.snapshot import Snapshot
from games.views import HtmxHttpRequest, command, seat_command


@seat_command
def decline(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Do not play again."""
    service.decline(snapshot.table_id, player)


@command
def release(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """No longer hold a seat for somebody, as the host."""
    text = request.POST.get("player", "")
    if text.isdecimal() and len(text) < 10:
        service.release_for(snapshot.table_id, player, int(text))
