"""Decline another game, and release seats that were held long enough."""

from datetime import datetime

from accounts.models import Player
from games.errors import TableError, TableErrorCode
from games.models import Table
from games.rematch import held_seats
from games.rematch.models import HeldSeat
from games.services.announce import changing
from games.services.seating import tell_previous_table


def decline(table_id: int, player: Player) -> None:
    """Do without the seat that is held for this person at the table after this one."""
    following = Table.objects.filter(rematch_of=table_id).values_list("pk", flat=True).first()
    if following is not None:
        release(following, player.pk)


def release_for(following_id: int, host: Player, player_id: int) -> None:
    """The host no longer waits for this person. Raises TableError(NOT_HOST)."""
    if not Table.objects.filter(pk=following_id, host=host).exists():
        raise TableError(TableErrorCode.NOT_HOST)
    release(following_id, player_id)


def release(table_id: int, player_id: int) -> None:
    """Release a held seat and tell those who look at both tables; nothing if it is not held."""
    if not HeldSeat.objects.filter(table=table_id, player=player_id).exists():
        return
    with changing(table_id) as table:
        held_seats.release(table_id, player_id)
        tell_previous_table(table)


def release_all_of(player: Player) -> None:
    """Release what is held for somebody who is being erased."""
    for table_id in list(player.held_seats.values_list("table_id", flat=True)):
        release(table_id, player.pk)


def hand_over(guest: Player, member: Player) -> None:
    """Hold for a member what was held for the guest they were; once is enough for each table."""
    for table_id in list(guest.held_seats.values_list("table_id", flat=True)):
        with changing(table_id) as table:
            known = HeldSeat.objects.filter(table=table_id, player=member)
            if known.exists() or table.seats.filter(player=member).exists():
                held_seats.release(table_id, guest.pk)
            else:
                guest.held_seats.filter(table=table_id).update(player=member)
            tell_previous_table(table)


def release_expired(now: datetime) -> None:
    """Release what was held long enough."""
    for held in list(HeldSeat.objects.filter(until__lte=now)):
        release(held.table_id, held.player_id)
