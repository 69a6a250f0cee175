"""The commands of a pause."""

from django.utils import timezone

from accounts.models import Player
from games.pause import service
from games.snapshot import Snapshot
from games.table_commands import HtmxHttpRequest, seat_command


@seat_command
def propose(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Propose a pause."""
    service.propose(snapshot.table_id, snapshot.own_seat(player.pk), timezone.now())


@seat_command
def agree(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Agree to the pause that somebody has proposed."""
    service.agree(snapshot.table_id, snapshot.own_seat(player.pk), timezone.now())


@seat_command
def refuse(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Refuse the pause, or withdraw one's own proposal."""
    service.refuse(snapshot.table_id, snapshot.own_seat(player.pk), timezone.now())


@seat_command
def go_on(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Let the game go on, as one of its players or as an organizer of the club."""
    seat = None if player.runs_the_club else snapshot.own_seat(player.pk)
    service.go_on(snapshot.table_id, timezone.now(), seat)
