"""Hold free seats of an open table for people, and take or release them, under the table's lock."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from games.models import HeldSeat, Seat, Table
from games.table.announce import changing
from games.table.errors import TableError, TableErrorCode
from games.table.time_limits import is_correspondence

HELD_FOR = timedelta(minutes=5)


def hold(table: Table, player_ids: Iterable[int], now: datetime) -> None:
    """Hold a seat for each of these people; by correspondence as long as a choice may take."""
    until = _end_of_hold(table, now)
    HeldSeat.objects.bulk_create(
        [HeldSeat(table=table, player_id=player, until=until) for player in player_ids]
    )


def hold_for_invited(table: Table, player_id: int, now: datetime) -> datetime:
    """Hold a seat for somebody who is told of it otherwise, as long as by `hold`; until when.

    Also for whom the host sent away before.
    """
    until = _end_of_hold(table, now)
    held = {"until": until, "is_sent_away": False, "told_at": now}
    HeldSeat.objects.update_or_create(table=table, player_id=player_id, defaults=held)
    return until


def _end_of_hold(table: Table, now: datetime) -> datetime:
    limit = table.time_per_choice
    return now + (timedelta(seconds=limit) if limit and is_correspondence(limit) else HELD_FOR)


def claim(
    table: Table,
    seats: Sequence[Seat],
    player_id: int | None,
    now: datetime,
    *,
    plays_again: bool = False,
) -> None:
    """Release the seat held for a person who is about to sit; player_id None: a bot sits.

    plays_again: they come from the table before. Raises TableError (SEAT_HELD for others while no
    more seats are free than are held; SENT_AWAY for whom the host sent away, except where the table
    is open to all and they come by themselves).
    """
    is_private = table.visibility == Table.Visibility.PRIVATE
    if (is_private or plays_again) and _is_sent_away(table.pk, player_id):
        raise TableError(TableErrorCode.SENT_AWAY)
    held = set(table.held_seats.in_force(now).values_list("player_id", flat=True))
    if not may_take_seat(seats, held, player_id):
        raise TableError(TableErrorCode.SEAT_HELD)
    if player_id in held:
        release(table.pk, player_id)


def may_take_seat(seats: Iterable[Seat], held: set[int], player_id: int | None) -> bool:
    """Whether the seats held for these people leave one to this person, or one is held for them."""
    return not held or player_id in held or sum(seat.is_free for seat in seats) > len(held)


def release(table_id: int, player_id: int | None = None) -> int:
    """Release the seat held for this person; returns how many these were.

    None: all of a table that no longer waits for anybody, and the notes of who was sent away.
    """
    held = HeldSeat.objects.filter(table=table_id)
    if player_id is not None:
        held = held.standing().filter(player=player_id)
    return held.delete()[0]


def send_away(table_id: int, player_id: int, now: datetime) -> None:
    """Note that the host does not want this person at the table; no seat is held for them."""
    HeldSeat.objects.update_or_create(
        table_id=table_id, player_id=player_id, defaults={"until": now, "is_sent_away": True}
    )


def _is_sent_away(table_id: int, player_id: int | None) -> bool:
    sent = HeldSeat.objects.filter(table=table_id, player=player_id, is_sent_away=True)
    return player_id is not None and sent.exists()


def notify_previous_table(table: Table) -> None:
    """Publish a new version of the table before this rematch, whose page shows who plays again."""
    for previous in Table.objects.filter(rematch=table.pk).values_list("pk", flat=True):
        with changing(previous):
            pass
