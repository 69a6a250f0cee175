"""What is known of a table at one version, as values that many may share."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from accounts import names
from games.models import Seat, Table
from games.play import Play
from games.rules.events import Events
from games.rules.options import Options
from games.rules.state import GameState


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A place at a table; free while it has no name.

    written: the name as it is kept (accounts.names); `name` is in the present reader's language.
    """

    index: int
    written: str
    player_id: int | None
    user_id: int | None
    bot: str
    client_seed: str

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
    def away(self) -> tuple[bool, ...]:
        """By seat: whether the bot plays for its absent player."""
        return self.play.away if self.play else (False,) * len(self.seats)

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
        return replace(self, version=self.version + 1, play=play, status=status or self.status)


def snapshot_of(table: Table, seats: Iterable[Seat]) -> Snapshot:
    """The snapshot of a table row and its seats (in order, players joined)."""
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
        seats=tuple(map(_seat_info, seats)),
        play=Play.from_json(table.state) if table.state else None,
        origin=table.origin,
        origin_url=table.origin_url,
    )


def _seat_info(seat: Seat) -> SeatInfo:
    return SeatInfo(
        index=seat.index,
        written=names.written(seat.name),
        player_id=seat.player_id,
        user_id=seat.player.user_id if seat.player else None,
        bot=seat.bot,
        client_seed=seat.client_seed,
    )
