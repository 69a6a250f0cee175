"""Play again with the same people, decline it, and release seats that were held long enough."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.locks import lock_players, locked
from accounts.models import Player
from games.models import HeldSeat, Seat, Table, TableInvite
from games.seats import seating
from games.seats.seats import seat_of
from games.table import held_seats
from games.table.announce import announce, changing
from games.table.errors import TableError, TableErrorCode


def play_again(table_id: int, player: Player, now: datetime) -> Table:
    """Open the next table, or sit down at the one that is open already; returns that table.

    Guests open no tables. Members are led to one that plays without them, to watch. Whom the host
    sent away is not seated. Raises TableError (NOT_ENDED, NOT_SEATED, NO_REMATCH, SENT_AWAY, and as
    `seating.sit` does).
    """
    if player.is_table_guest:
        following = Table.objects.filter(rematch_of=table_id).first()
        if following is None:
            raise TableError(TableErrorCode.NO_REMATCH)
    else:
        following = open_rematch(table_id, player, now)
    is_to_watch = following.status != Table.Status.OPEN and not player.is_table_guest
    if not is_to_watch and not following.seats.filter(player=player).exists():
        seating.sit(following.pk, player, plays_again=True)
    return following


def open_rematch(table_id: int, player: Player, now: datetime) -> Table:
    """The next table with the same settings for the same people; who asks first is its host.

    Seats are held for the others, but not for former players. Where everybody left the next table
    before the deal, another one is opened. Raises TableError (NOT_ENDED, NOT_SEATED; LATE for who
    is gone, or where a guest has become a member just now).
    """
    with transaction.atomic():
        # One table after the other, or a host could open more than they may. And all for whom seats
        # will be held: none of them is erased, or becomes a member, at this moment.
        seated = Seat.objects.filter(table=table_id).exclude(player=None)
        wanted = {player.pk, *seated.values_list("player_id", flat=True)}
        there = lock_players(wanted)
        table = locked(Table.objects.all()).get(pk=table_id)
        if not table.has_ended:
            raise TableError(TableErrorCode.NOT_ENDED)
        seats = list(table.seats.select_related("player"))
        seat_of(seats, player)
        if player.pk not in there or not {seat.player_id for seat in seats} <= {None, *wanted}:
            raise TableError(TableErrorCode.LATE)
        following = table.rematch
        if following is None or (following.has_ended and not following.state):
            staying = [seat.player_id for seat in seats if seat.player_id in there - {player.pk}]
            plan = seating.plan_of(table, seats)
            count = 1 + len(staying) + len(plan.bot_levels)
            table.rematch = seating.open_table(
                player,
                replace(
                    plan,
                    origin="",
                    origin_url="",
                    code="",
                    seat_count=max(plan.options.min_players, count),
                ),
                now,
            )
            held_seats.hold(table.rematch, filter(None, staying), now)
            table.version += 1
            table.save()
            announce(table.pk, table.version)
        assert table.rematch is not None  # noqa: S101 - opened above
        return table.rematch


def decline(table_id: int, player: Player) -> None:
    """Do without the seat that is held for this person at the table after this one."""
    following = Table.objects.filter(rematch_of=table_id).values_list("pk", flat=True).first()
    if following is not None:
        release(following, player.pk)


def release_for(following_id: int, host: Player, player_id: int) -> None:
    """The host no longer waits for this person, who is not seated there by "Play again" any more.

    Nothing if no seat is held for them. Raises TableError(NOT_HOST).
    """
    if not Table.objects.filter(pk=following_id, host=host).exists():
        raise TableError(TableErrorCode.NOT_HOST)
    # Who was invited may still sit down where a seat is free.
    is_invited = TableInvite.objects.filter(table=following_id, player=player_id).exists()
    release(following_id, player_id, is_sent_away=not is_invited)


def release(table_id: int, player_id: int, *, is_sent_away: bool = False) -> None:
    """Release a held seat and tell those who look at both tables; nothing if it is not held."""
    held = HeldSeat.objects.standing().filter(table=table_id, player=player_id)
    if not held.exists():
        return
    with changing(table_id) as table:
        # Who has sat down or declined meanwhile is not sent away.
        if held_seats.release(table_id, player_id) and is_sent_away:
            held_seats.send_away(table_id, player_id, timezone.now())
        held_seats.notify_previous_table(table)


def release_all_of(player: Player) -> None:
    """Release what is held for somebody who is being erased."""
    for table_id in list(player.held_seats.values_list("table_id", flat=True)):
        release(table_id, player.pk)
    player.held_seats.all().delete()


def hand_over(guest: Player, member: Player) -> None:
    """Pass a guest's held seats on to the member they became, one seat for each table.

    A guest whom the host sent away stays so as a member, unless they sit there.
    """
    for held in list(guest.held_seats.all()):
        with changing(held.table_id) as table:
            known = HeldSeat.objects.filter(table=held.table_id, player=member)
            if known.exists() or table.seats.filter(player=member).exists():
                guest.held_seats.filter(pk=held.pk).delete()
            else:
                guest.held_seats.filter(pk=held.pk).update(player=member)
            held_seats.notify_previous_table(table)


def release_expired(now: datetime) -> None:
    """Release held seats whose time is over; delete notes of who was sent away, after the deal."""
    HeldSeat.objects.filter(is_sent_away=True).exclude(table__status=Table.Status.OPEN).delete()
    for held in list(HeldSeat.objects.standing().filter(until__lte=now)):
        release(held.table_id, held.player_id)
