"""The lists of the lobby: your tables, tables to join, tables to watch, finished ones."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from accounts.models import Player
from games.models import Seat, Table
from games.rules.options import Options
from games.store import SeatInfo, Snapshot, snapshot_of

LONGEST_LIST = 30


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table in a list; your_turn: the reader is awaited there."""

    snapshot: Snapshot
    host_name: str
    your_turn: bool

    @property
    def code(self) -> str:
        return self.snapshot.code

    @property
    def name(self) -> str:
        return self.snapshot.name

    @property
    def status(self) -> Table.Status:
        return self.snapshot.status

    @property
    def options(self) -> Options:
        return self.snapshot.options

    @property
    def visibility(self) -> Table.Visibility:
        return self.snapshot.visibility

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self.snapshot.seats

    @property
    def people(self) -> int:
        """How many seats are taken."""
        return sum(not seat.is_free for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Lobby:
    """What a reader finds; a stranger (player None) has only public tables to watch."""

    mine: list[LobbyTable]
    joinable: list[LobbyTable]
    watchable: list[LobbyTable]
    recent: list[LobbyTable]


def lobby_for(player: Player | None) -> Lobby:
    """The lists for a member, or with None for a stranger; a fixed number of statements."""
    going_on = [Table.Status.OPEN, Table.Status.PLAYING]
    listed = Table.objects.listed_for(player)
    own = Table.objects.with_player(player) if player else Table.objects.none()
    own_ids = own.values("pk")
    return Lobby(
        mine=_listed(own.filter(status__in=going_on), player),
        joinable=_listed(listed.filter(status=Table.Status.OPEN).exclude(pk__in=own_ids), player)
        if player
        else [],
        watchable=_listed(
            listed.filter(status=Table.Status.PLAYING).exclude(pk__in=own_ids), player
        ),
        recent=_listed(listed.filter(status=Table.Status.FINISHED).order_by("-ended_at"), player),
    )


def _listed(tables: QuerySet[Table], player: Player | None) -> list[LobbyTable]:
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("index"))
    rows: Iterable[Table] = tables.select_related("host", "rematch").prefetch_related(seats)[
        :LONGEST_LIST
    ]
    return [_lobby_table(table, player) for table in rows]


def _lobby_table(table: Table, player: Player | None) -> LobbyTable:
    snapshot = snapshot_of(table, table.seats.all())
    seat = snapshot.seat_of(player.pk) if player else None
    decision = snapshot.game.decision if snapshot.game else None
    return LobbyTable(
        snapshot=snapshot,
        host_name=table.host.name if table.host else "",
        your_turn=decision is not None and seat in decision.seats,
    )
