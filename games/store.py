"""What is known of a table at one version: read once, kept per process, written by compare-and-set.

Only games/services may call `commit`.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from django.db import transaction

from accounts import names
from games.models import ActionLog, Seat, Table
from games.rules.codec import state_from_json, state_to_json
from games.rules.deal import SeededDealer
from games.rules.events import Events, event_from_json, event_to_json
from games.rules.options import Options
from games.rules.state import Cards, GameState, Specials

KEPT_TABLES = 500


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A place at a table; free while it has no name.

    written: the name as it is kept (accounts.names); `name` is in the present reader's language.
    away: the bot plays for its absent player. missed: deadlines passed in a row.
    """

    index: int
    written: str
    player_id: int | None
    user_id: int | None
    bot: str
    client_seed: str
    away: bool = False
    missed: int = 0

    @property
    def name(self) -> str:
        return names.shown(self.written)

    @property
    def is_free(self) -> bool:
        return not self.written

    @property
    def is_former(self) -> bool:
        """Whether who sat here was erased since."""
        return self.written == names.ERASED


@dataclass(frozen=True, slots=True)
class Play:
    """A game in play, and what the table must remember beside it.

    story: public events since the last reveal. turn_key: the "round.turn" the story tells.
    forced: seats whose choice in the told turn was made for them; forcing: the same, of the turn
    now being chosen. since: the version at which the present decision began; an older command is
    late. logged: length of the action log. bots_at: when automatic seats move. deadline: when the
    choices that are still awaited are made by themselves.
    """

    game: GameState
    story: Events
    turn_key: str
    missed: tuple[int, ...]
    away: tuple[bool, ...]
    since: int
    forced: frozenset[int] = frozenset()
    forcing: frozenset[int] = frozenset()
    logged: int = 0
    bots_at: datetime | None = None
    deadline: datetime | None = None

    @property
    def due_at(self) -> datetime | None:
        """When somebody must look at the table; None while people are awaited without limit."""
        return min(filter(None, (self.bots_at, self.deadline)), default=None)

    def to_json(self) -> str:
        return json.dumps(
            {
                "game": state_to_json(self.game),
                "story": [event_to_json(event) for event in self.story],
                "turn_key": self.turn_key,
                "missed": self.missed,
                "away": self.away,
                "since": self.since,
                "forced": sorted(self.forced),
                "forcing": sorted(self.forcing),
                "logged": self.logged,
                "bots_at": _seconds(self.bots_at),
                "deadline": _seconds(self.deadline),
            },
            separators=(",", ":"),
        )

    @classmethod
    def from_json(cls, text: str) -> "Play":
        data: dict[str, Any] = json.loads(text)
        return cls(
            game=state_from_json(data["game"]),
            story=tuple(map(event_from_json, data["story"])),
            turn_key=data["turn_key"],
            missed=tuple(data["missed"]),
            away=tuple(data["away"]),
            since=data["since"],
            forced=frozenset(data["forced"]),
            forcing=frozenset(data["forcing"]),
            logged=data["logged"],
            bots_at=_moment(data["bots_at"]),
            deadline=_moment(data["deadline"]),
        )


def _seconds(moment: datetime | None) -> float | None:
    return moment.timestamp() if moment else None


def _moment(seconds: float | None) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if seconds is not None else None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as it was at one version. It holds hands: pages are made from projections of it.

    server_seed is None until the end.
    """

    table_id: int
    code: str
    name: str
    status: Table.Status
    version: int
    options: Options
    visibility: Table.Visibility
    host_id: int | None
    time_per_choice: int | None
    deck: str
    commitment: str
    server_seed: str | None
    rematch_code: str | None
    seats: tuple[SeatInfo, ...]
    play: Play | None = field(default=None, repr=False)
    origin: str = ""
    origin_url: str = ""

    @property
    def game(self) -> GameState | None:
        return self.play.game if self.play else None

    @property
    def story(self) -> Events:
        return self.play.story if self.play else ()

    @property
    def turn_key(self) -> str:
        return self.play.turn_key if self.play else ""

    @property
    def forced(self) -> frozenset[int]:
        return self.play.forced if self.play else frozenset()

    @property
    def deadline(self) -> datetime | None:
        return self.play.deadline if self.play else None

    @property
    def has_ended(self) -> bool:
        return self.status in {Table.Status.FINISHED, Table.Status.ABANDONED}

    def seat_of(self, player_id: int | None) -> int | None:
        """The index of this person's seat; None if they have none, or were erased since."""
        for seat in self.seats:
            if player_id and seat.player_id == player_id and not seat.is_former:
                return seat.index
        return None

    def with_play(self, play: Play, status: Table.Status | None = None) -> "Snapshot":
        """The next version of the table, with this play."""
        seats = tuple(
            replace(seat, away=play.away[seat.index], missed=play.missed[seat.index])
            for seat in self.seats
        )
        return replace(
            self, version=self.version + 1, play=play, seats=seats, status=status or self.status
        )


class StoredDealer:
    """The dealer of a stored table; it reads the secret seed only when a round is dealt."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._table_id = snapshot.table_id
        self._client_seeds = tuple(seat.client_seed for seat in snapshot.seats)

    @cached_property
    def _dealer(self) -> SeededDealer:
        seed = Table.objects.values_list("server_seed", flat=True).get(pk=self._table_id)
        return SeededDealer(bytes(seed), self._client_seeds)

    def numbers(
        self, round_number: int, deck: range, players: int, hand_size: int
    ) -> tuple[tuple[Cards, ...], Cards]:
        return self._dealer.numbers(round_number, deck, players, hand_size)

    def draft_rows(self, round_number: int, deck: range, left: Cards) -> Cards:
        return self._dealer.draft_rows(round_number, deck, left)

    def specials(
        self, round_number: int, supply: Specials, players: int, each: int
    ) -> tuple[tuple[Specials, ...], Specials]:
        return self._dealer.specials(round_number, supply, players, each)

    def reshuffle(self, round_number: int, count: int, discard: Specials) -> Specials:
        return self._dealer.reshuffle(round_number, count, discard)


# --- Reading ---------------------------------------------------------------------------

_kept: OrderedDict[int, Snapshot] = OrderedDict()
_lock = threading.Lock()


def kept(table_id: int) -> Snapshot | None:
    """The snapshot this process has, if it has one; nothing is asked of the database."""
    with _lock:
        return _kept.get(table_id)


def current(table_id: int) -> Snapshot:
    """The snapshot this process has, else the stored one; `commit` refuses what is out of date."""
    return kept(table_id) or load(table_id)


def at_least(table_id: int, version: int) -> Snapshot:
    """A snapshot of that version or a later one."""
    known = current(table_id)
    return known if known.version >= version else load(table_id)


def fresh(table_id: int) -> Snapshot:
    """The newest snapshot, whatever other processes did: one small statement if nothing changed."""
    version = Table.objects.values_list("version", flat=True).get(pk=table_id)
    return at_least(table_id, version)


def load(table_id: int) -> Snapshot:
    """The stored snapshot. Raises Table.DoesNotExist."""
    table = Table.objects.select_related("rematch").get(pk=table_id)
    snapshot = snapshot_of(table, seats_of(table))
    # Inside a transaction the rows read may yet be rolled back.
    if not transaction.get_connection().in_atomic_block:
        keep(snapshot)
    return snapshot


def seats_of(table: Table) -> Sequence[Seat]:
    """The seats of a table in their order, with the people on them."""
    return list(table.seats.select_related("player").order_by("index"))


def snapshot_of(table: Table, seats: Iterable[Seat]) -> Snapshot:
    """The snapshot of a table row and its seats (in order, players joined)."""
    play = Play.from_json(table.state) if table.state else None
    return Snapshot(
        table_id=table.pk,
        code=table.code,
        name=table.name,
        status=Table.Status(table.status),
        version=table.version,
        options=Options.from_json(table.options),
        visibility=Table.Visibility(table.visibility),
        host_id=table.host_id,
        time_per_choice=table.time_per_choice,
        deck=table.deck,
        commitment=table.commitment,
        server_seed=bytes(table.server_seed).hex() if table.has_ended else None,
        rematch_code=table.rematch.code if table.rematch else None,
        seats=tuple(_seat_info(seat, play) for seat in seats),
        play=play,
        origin=table.origin,
        origin_url=table.origin_url,
    )


def _seat_info(seat: Seat, play: Play | None) -> SeatInfo:
    return SeatInfo(
        index=seat.index,
        written=names.written(seat.name),
        player_id=seat.player_id,
        user_id=seat.player.user_id if seat.player else None,
        bot=seat.bot,
        client_seed=seat.client_seed,
        away=play.away[seat.index] if play else False,
        missed=play.missed[seat.index] if play else 0,
    )


def keep(snapshot: Snapshot) -> None:
    """Remember the newest snapshot of a table for this process."""
    with _lock:
        known = _kept.get(snapshot.table_id)
        if known is None or known.version <= snapshot.version:
            _kept[snapshot.table_id] = snapshot
            _kept.move_to_end(snapshot.table_id)
        while len(_kept) > KEPT_TABLES:
            _kept.popitem(last=False)


def forget(table_id: int | None = None) -> None:
    """Drop what is kept of one table, or of all."""
    with _lock:
        if table_id is None:
            _kept.clear()
        else:
            _kept.pop(table_id, None)


# --- Writing ---------------------------------------------------------------------------


def commit(snapshot: Snapshot, log: Sequence[ActionLog]) -> bool:
    """Write the next version of a table in play and its log; False if somebody was faster.

    Two statements, to be called inside a transaction; after a False write nothing more in it.
    """
    play = snapshot.play
    assert play is not None  # noqa: S101 - only a game in play is committed here
    updated = Table.objects.filter(pk=snapshot.table_id, version=snapshot.version - 1).update(
        version=snapshot.version, state=play.to_json(), due_at=play.due_at
    )
    if not updated:
        return False
    if len(log) == 1:
        log[0].save(force_insert=True)
    elif log:
        ActionLog.objects.bulk_create(log)
    # One that has ended is read anew, now that its seed may be shown.
    transaction.on_commit(
        lambda: forget(snapshot.table_id) if snapshot.has_ended else keep(snapshot)
    )
    return True
