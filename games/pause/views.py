"""The commands of a pause."""

from accounts.models import Player
from games.pause import service
from games.snapshot import Snapshot
from games.table_commands import HtmxHttpRequest, arrived_at, seat_command


@seat_command
def propose(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Propose a pause."""
    service.propose(snapshot.table_id, snapshot.own_seat(player.pk), arrived_at(request))


@seat_command
def agree(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Agree to the pause that somebody has proposed."""
    service.agree(snapshot.table_id, snapshot.own_seat(player.pk), arrived_at(request))


@seat_command
def refuse(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Refuse the pause, or withdraw one's own proposal."""
    service.refuse(snapshot.table_id, snapshot.own_seat(player.pk), arrived_at(request))


@seat_command
def go_on(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Let the game go on, as one of its players or as an organizer of the club."""
    seat = None if player.runs_the_club else snapshot.own_seat(player.pk)
    service.go_on(snapshot.table_id, arrived_at(request), seat)
