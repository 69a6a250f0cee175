"""From opening a table to the first deal: who sits where, and with which text of their own."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import Deck, Player
from games.models import Seat, Table, new_code, new_server_seed
from games.play.ratings import can_be_rated
from games.rules import engine
from games.rules.options import Options
from games.seats.seats import (
    client_seed_of,
    empty,
    free_seat,
    lock_person,
    seat_bot,
    seat_of,
    seat_person,
)
from games.table import held_seats
from games.table.announce import changing
from games.table.errors import TableError, TableErrorCode
from games.table.snapshot import Play
from games.table.store import snapshot_of
from games.table.transition import StoredDealer, with_clock

# Tables that play on without their host cost the site as much as any other.
MOST_TABLES_HOSTED = 50
# Nobody who opened a table waits so long for others to sit down.
LONGEST_OPEN = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What its host wants of a new table.

    seat_count: 2..10, the bots' seats included. origin, origin_url: what the game belongs to.
    code: of the table, empty for any. is_rated: the result changes the ratings of all.
    """

    name: str
    options: Options
    seat_count: int
    bot_levels: tuple[str, ...] = ()
    visibility: Table.Visibility = Table.Visibility.CLUB
    time_per_choice: int | None = None
    deck: str = Deck.BULLS
    origin: str = ""
    origin_url: str = ""
    code: str = ""
    is_rated: bool = False


def open_table(host: Player | None, plan: TablePlan, now: datetime) -> Table:
    """A new table with its host seated first and the bots last; one without a free seat starts.

    Raises InvalidOptions, and TableError (UNKNOWN_BOT, FULL, TOO_MANY_TABLES, CANNOT_BE_RATED,
    ONLY_MEMBERS).
    """
    with transaction.atomic():
        if host and Table.objects.busy_for(host).count() >= MOST_TABLES_HOSTED:
            raise TableError(TableErrorCode.TOO_MANY_TABLES)
        return _set_table(host, [host] if host else [], plan, now)


def open_dealt_table(
    host: Player,
    people: Sequence[Player],
    plan: TablePlan,
    now: datetime,
    absent: Collection[int] = (),
    *,
    server_seed: bytes,
    client_seed: str = "",
    sealed_until: datetime | None = None,
) -> Table:
    """A new table at which these people sit in their order, then the bots, with cards in hand.

    host: who may break the game off, and need not sit. absent: ids of those whose seats the bot
    keeps until they come. server_seed: the secret, 32 bytes; the cards are dealt at once, so it
    was fixed before. client_seed: the text of each person, one of their name where it is empty.
    sealed_until: see Table. Raises InvalidOptions, and TableError (UNKNOWN_BOT, FULL, TOO_FEW).
    """
    with transaction.atomic():
        table = _set_table(host, people, plan, now, absent, server_seed, client_seed, sealed_until)
        if table.status != Table.Status.PLAYING:
            raise TableError(TableErrorCode.TOO_FEW)
    return table


def sit(
    table_id: int,
    player: Player,
    index: int | None = None,
    client_seed: str = "",
    *,
    plays_again: bool = False,
) -> None:
    """Take a free seat, the first one unless an index is given.

    plays_again: they come from the table after which this one was opened. The last one at a table
    where people play again deals the cards. Raises TableError (NOT_OPEN, CLOSED, SEATED_ALREADY,
    FULL, SEAT_HELD, SEAT_TAKEN, SENT_AWAY, BAD_SEED, ONLY_MEMBERS; LATE for who is gone).
    """
    now = timezone.now()
    is_rematch = Table.objects.filter(rematch=table_id).exists()
    with transaction.atomic():
        lock_person(player)
        with _open_table(table_id) as (table, seats):
            if any(seat.player_id == player.pk for seat in seats):
                raise TableError(TableErrorCode.SEATED_ALREADY)
            if table.is_rated and player.is_table_guest:
                raise TableError(TableErrorCode.ONLY_MEMBERS)
            seat = free_seat(seats, index)
            held_seats.claim(table, seats, player.pk, now, plays_again=plays_again)
            seat_person(seat, player, seats, client_seed)
            seat.save()
            if is_rematch and not any(other.is_free for other in seats):
                deal(table, seats, now)


def leave(table_id: int, player: Player, now: datetime) -> None:
    """Leave before the start; the next member becomes the host, and the last closes the table."""
    with _open_table(table_id) as (table, seats):
        seat = seat_of(seats, player)
        empty(seat)
        seat.save()
        if table.host_id == player.pk:
            table.host = next(iter(_members(seats)), None)
        if not _members(seats):
            _close(table, now)


def add_bot(table_id: int, host: Player, level: str, index: int | None = None) -> None:
    """Seat a bot on a free seat, the first one unless an index is given.

    Raises TableError (NOT_HOST, FULL, SEAT_HELD, SEAT_TAKEN, UNKNOWN_BOT, ONLY_MEMBERS).
    """
    with _open_table(table_id) as (table, seats):
        _require_host(table, host)
        if table.is_rated:
            raise TableError(TableErrorCode.ONLY_MEMBERS)
        seat = free_seat(seats, index)
        held_seats.claim(table, seats, None, timezone.now())
        seat_bot(seat, level, seats)
        seat.save()


def empty_seat(table_id: int, host: Player, index: int) -> None:
    """The host frees somebody else's seat, a bot's or a person's, who is not seated again."""
    with _open_table(table_id) as (table, seats):
        _require_host(table, host)
        if not 0 <= index < len(seats) or seats[index].player_id == host.pk:
            raise TableError(TableErrorCode.NOT_SEATED)
        seat = seats[index]
        if seat.player_id is not None:
            held_seats.send_away(table_id, seat.player_id, timezone.now())
        empty(seat)
        seat.save()


def change_client_seed(table_id: int, player: Player, client_seed: str) -> None:
    """A person's own text for the deal, until the game starts (RECORD.md, The verifiable deal)."""
    with _open_table(table_id) as (_table, seats):
        seat = seat_of(seats, player)
        seat.client_seed = client_seed_of(client_seed, seat.name)
        seat.save()


def play_unrated(table_id: int, player: Player) -> None:
    """Let the game change no rating, as somebody who sits there wishes; for good.

    So nobody plays for their rating who has not sat down to do so. Raises TableError(NOT_SEATED).
    """
    with _open_table(table_id) as (table, seats):
        seat_of(seats, player)
        table.is_rated = False


def start(table_id: int, host: Player, now: datetime) -> None:
    """Deal the first round to those who sit; free seats are taken away.

    Raises TableError (NOT_OPEN, CLOSED, NOT_HOST, TOO_FEW).
    """
    with _open_table(table_id) as (table, seats):
        _require_host(table, host)
        held_seats.release(table_id)
        deal(table, _close_ranks(seats), now)


def close_forgotten(now: datetime) -> None:
    """Close the tables that have waited for players for LONGEST_OPEN."""
    forgotten = Table.objects.filter(status=Table.Status.OPEN, created_at__lte=now - LONGEST_OPEN)
    for table_id in list(forgotten.values_list("pk", flat=True)):
        # The cards may have been dealt meanwhile.
        with suppress(TableError), _open_table(table_id) as (table, _seats):
            _close(table, now)


def plan_of(table: Table, seats: Collection[Seat]) -> TablePlan:
    """The plan by which a table that has these seats could have been opened."""
    return TablePlan(
        name=table.name,
        options=Options.from_json(table.options),
        seat_count=len(seats),
        bot_levels=tuple(seat.bot for seat in seats if seat.bot),
        visibility=Table.Visibility(table.visibility),
        time_per_choice=table.time_per_choice,
        deck=table.deck,
        origin=table.origin,
        origin_url=table.origin_url,
        code=table.code,
        is_rated=table.is_rated,
    )


def _set_table(
    host: Player | None,
    people: Sequence[Player],
    plan: TablePlan,
    now: datetime,
    absent: Collection[int] = (),
    server_seed: bytes | None = None,
    client_seed: str = "",
    sealed_until: datetime | None = None,
) -> Table:
    """The rows of a new table; where no seat stays free the first round is dealt."""
    plan.options.check_players(plan.seat_count)
    if plan.seat_count < len(people) + len(plan.bot_levels):
        raise TableError(TableErrorCode.FULL)
    if plan.is_rated and plan.bot_levels:
        raise TableError(TableErrorCode.ONLY_MEMBERS)
    if plan.is_rated and not can_be_rated(plan.options, plan.time_per_choice):
        raise TableError(TableErrorCode.CANNOT_BE_RATED)
    table = Table.objects.create(
        code=plan.code or new_code(),
        name=plan.name,
        host=host,
        options=plan.options.to_json(),
        visibility=plan.visibility,
        time_per_choice=plan.time_per_choice,
        deck=plan.deck,
        origin=plan.origin,
        origin_url=plan.origin_url,
        is_rated=plan.is_rated,
        server_seed=server_seed or new_server_seed(),
        sealed_until=sealed_until,
    )
    seats = [Seat(table=table, index=index) for index in range(plan.seat_count)]
    for seat, player in zip(seats, people, strict=False):
        seat_person(seat, player, seats, client_seed)
    if plan.bot_levels:
        for seat, level in zip(seats[-len(plan.bot_levels) :], plan.bot_levels, strict=True):
            seat_bot(seat, level, seats)
    Seat.objects.bulk_create(seats)
    if not any(seat.is_free for seat in seats):
        deal(table, seats, now, absent)
        table.save()
    return table


def require_open(status: str) -> None:
    """Raises TableError (NOT_OPEN: the game is in play; CLOSED: the table has ended)."""
    if status == Table.Status.PLAYING:
        raise TableError(TableErrorCode.NOT_OPEN)
    if status != Table.Status.OPEN:
        raise TableError(TableErrorCode.CLOSED)


@contextmanager
def _open_table(table_id: int) -> Iterator[tuple[Table, list[Seat]]]:
    with changing(table_id) as table:
        require_open(table.status)
        yield table, list(table.seats.select_related("player").order_by("index"))
        held_seats.notify_previous_table(table)


def _close(table: Table, now: datetime) -> None:
    table.status = Table.Status.ABANDONED
    table.is_rated = False
    table.ended_at = now
    held_seats.release(table.pk)


def _members(seats: Sequence[Seat]) -> list[Player]:
    """Who may be the host: guests may not."""
    return [seat.player for seat in seats if seat.player and not seat.player.is_table_guest]


def _require_host(table: Table, player: Player) -> None:
    if table.host_id != player.pk:
        raise TableError(TableErrorCode.NOT_HOST)


def _close_ranks(seats: Sequence[Seat]) -> list[Seat]:
    """Take free seats away; the others keep their order and are numbered anew."""
    sitting: list[Seat] = []
    for seat in seats:
        if seat.is_free:
            seat.delete()
            continue
        if seat.index != len(sitting):
            seat.index = len(sitting)
            seat.save()
        sitting.append(seat)
    return sitting


def deal(table: Table, seats: Sequence[Seat], now: datetime, absent: Collection[int] = ()) -> None:
    """Deal the first round to these seats; the row is the caller's to save.

    absent: ids of people for whom the bot plays. Raises InvalidOptions, TableError(TOO_FEW).
    """
    if len(seats) < Options.from_json(table.options).min_players:
        raise TableError(TableErrorCode.TOO_FEW)
    play = _first_play(table, seats, now, absent)
    table.status = Table.Status.PLAYING
    table.started_at = now
    table.state = play.to_json()
    table.due_at = play.due_at


def _first_play(
    table: Table, seats: Sequence[Seat], now: datetime, absent: Collection[int]
) -> Play:
    """The play with which the table's next version begins."""
    snapshot = snapshot_of(table, seats)
    game, events = engine.new_game(snapshot.options, len(seats), StoredDealer(snapshot))
    play = Play(
        game=game,
        story=events,
        turn_key="",
        missed=(0,) * len(seats),
        away=tuple(seat.player_id in absent for seat in seats),
        since=table.version,
    )
    return with_clock(snapshot, play, timedelta(), now)
