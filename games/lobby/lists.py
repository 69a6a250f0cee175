"""The lists of the lobby: tables of one's own, to join, to watch, finished."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import names
from accounts.models import Player
from games.lobby.progress import Progress, progress_of
from games.models import HeldSeat, Seat, Table
from games.rules.options import Options, Variant
from games.rules.state import Row
from games.table.time_limits import is_correspondence

LONGEST_LIST = 30
LAST_GAMES = 6
NOT_ENDED = (Table.Status.OPEN, Table.Status.PLAYING)


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat in a list. heads: so far, or at the end; rank: at the end. is_own: the reader's."""

    written: str
    is_bot: bool
    heads: int | None
    rank: int | None
    is_awaited: bool = False
    is_own: bool = False

    @property
    def name(self) -> str:
        """The name in the reader's language; empty for a free seat."""
        return names.shown(self.written)

    @property
    def is_free(self) -> bool:
        return not self.written


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table in a list; all that its card shows (presenter.py).

    seats: best first once cards were played. held_for_others: how many seats are kept for people
    who are not the reader. round, turn: 0 before the deal. rows: as they lie.
    """

    code: str
    name: str
    status: Table.Status
    options: Options
    seats: tuple[SeatShown, ...]
    ended_at: datetime | None
    is_by_correspondence: bool = False
    is_paused: bool = False
    is_rated: bool = False
    held_for_others: int = 0
    round: int = 0
    turn: int = 0
    turns: int = 0
    rows: tuple[Row, ...] = ()

    @property
    def own(self) -> SeatShown | None:
        """The reader's seat."""
        return next((seat for seat in self.seats if seat.is_own), None)

    @property
    def your_turn(self) -> bool:
        """Whether the reader is awaited there."""
        return self.own is not None and self.own.is_awaited

    @property
    def free_seats(self) -> int:
        """How many seats the reader may choose from; none once cards were dealt."""
        return self._unoccupied - self.held_seats

    @property
    def held_seats(self) -> int:
        """How many seats without anybody are kept for others than the reader."""
        return min(self.held_for_others, self._unoccupied)

    @property
    def _unoccupied(self) -> int:
        return sum(seat.is_free for seat in self.seats)

    @property
    def own_place(self) -> int | None:
        """The reader's place at the moment or at the end; None where there is none yet."""
        own = self.own
        if own is None or own.heads is None or self.is_against_ox:
            return None
        return own.rank or 1 + sum(heads < own.heads for heads in self._heads)

    @property
    def is_against_ox(self) -> bool:
        """Whether all play together, so that nobody has a place."""
        return self.options.variant is Variant.OX

    @property
    def leaders(self) -> tuple[SeatShown, ...]:
        """Who has fewest heads, or has won; nobody before a card was played."""
        if self.ended_at:
            return tuple(seat for seat in self.seats if seat.rank == 1)
        if self.is_against_ox:
            return ()
        fewest = min(self._heads, default=None)
        return tuple(seat for seat in self.seats if seat.heads is not None and seat.heads == fewest)

    @property
    def awaited(self) -> tuple[SeatShown, ...]:
        """Who must answer."""
        return tuple(seat for seat in self.seats if seat.is_awaited)

    @property
    def _heads(self) -> list[int]:
        return [seat.heads for seat in self.seats if seat.heads is not None]


@dataclass(frozen=True, slots=True)
class Lobby:
    """What a reader finds; a stranger (player None) has only public tables to watch.

    mine: all their tables, however many. joinable: with a free seat. past: the reader's own last
    games. recent: those of others.
    """

    mine: list[LobbyTable]
    joinable: list[LobbyTable]
    watchable: list[LobbyTable]
    recent: list[LobbyTable]
    past: list[LobbyTable]

    @property
    def your_turn(self) -> list[LobbyTable]:
        """The reader's tables at which they are awaited."""
        return [table for table in self.mine if table.your_turn]

    @property
    def others_turn(self) -> list[LobbyTable]:
        """The reader's other tables."""
        return [table for table in self.mine if not table.your_turn]


def lobby_for(player: Player | None) -> Lobby:
    """The lists for a member, or with None for a stranger; a fixed number of statements."""
    listed = Table.objects.listed_for(player)
    own = Table.objects.with_player(player) if player else Table.objects.none()
    others = listed.exclude(pk__in=own.values("pk"))
    # An old table may be the one at which its reader is awaited.
    mine = _read(_with_held_seats(own.filter(status__in=NOT_ENDED), player)) if player else []
    joinable = _with_held_seats(_with_a_free_seat(others), player)
    watchable = _first(others.filter(status=Table.Status.PLAYING))
    progress = progress_of(table for table in (*mine, *watchable) if table.started_at)

    def shown(tables: list[Table]) -> list[LobbyTable]:
        return [as_listed(table, player, progress.get(table.pk)) for table in tables]

    return Lobby(
        mine=sorted(shown(mine), key=lambda table: not table.your_turn),
        joinable=shown(_first(joinable)) if player else [],
        watchable=shown(watchable),
        recent=shown(_first(_finished(others))),
        past=shown(_first(_finished(own), LAST_GAMES)) if player else [],
    )


def tables_in_play(player: Player | None) -> QuerySet[Table]:
    """The games that a screen shows to whoever passes by, the newest first.

    Private tables of who has switched it on are left out.
    """
    listed = Table.objects.listed_for(player).exclude(visibility=Table.Visibility.PRIVATE)
    return listed.filter(status=Table.Status.PLAYING)


def open_tables(player: Player | None, count: int) -> list[LobbyTable]:
    """So many tables at which whoever passes by could sit down; two statements."""
    listed = Table.objects.listed_for(player).exclude(visibility=Table.Visibility.PRIVATE)
    tables = _with_held_seats(_with_a_free_seat(listed), None)
    return [as_listed(table, None) for table in _first(tables, count)]


def boards_of(tables: QuerySet[Table]) -> list[LobbyTable]:
    """These tables in play as everybody sees them; four statements."""
    playing = _read(tables)
    progress = progress_of(playing)
    return [as_listed(table, None, progress.get(table.pk)) for table in playing]


def mark_of(player: Player | None, company: object = None) -> str:
    """A text that changes with whatever the lists show this reader; two small statements.

    company: the people who are shown beside the tables; its text counts.
    """
    listed = Table.objects.listed_for(player)
    own = Table.objects.with_player(player) if player else Table.objects.none()
    # A version only grows, a new table has a higher id, and one that ends is no longer counted.
    # A seat is kept for a while: nothing is written when that is over.
    going_on = _with_held_seats(listed.filter(status__in=NOT_ENDED), player)
    live = going_on.aggregate(Count("pk"), Sum("version"), Max("pk"), Sum("held_for_others"))
    # Finished games change too: a guest becomes a member, somebody is erased.
    others = _finished(listed.exclude(pk__in=own.values("pk")))[:LONGEST_LIST]
    shown = Q(pk__in=others.values("pk")) | Q(pk__in=_finished(own)[:LAST_GAMES].values("pk"))
    ended = list(Table.objects.filter(shown).order_by("pk").values_list("pk", "version"))
    return salted_hmac("games.lobby", f"{sorted(live.items())} {ended} {company}").hexdigest()[:16]


def _with_held_seats(tables: QuerySet[Table], player: Player | None) -> QuerySet[Table]:
    """These tables, each with the number of its seats that are kept for others than this player."""
    held = HeldSeat.objects.in_force(timezone.now()).filter(table=OuterRef("pk"))
    if player:
        held = held.exclude(player=player)
    count = held.order_by().values("table").annotate(count=Count("pk")).values("count")
    return tables.annotate(held_for_others=Coalesce(Subquery(count), 0))


def _with_a_free_seat(tables: QuerySet[Table]) -> QuerySet[Table]:
    free = Seat.objects.filter(table=OuterRef("pk"), name="")
    return tables.filter(Exists(free), status=Table.Status.OPEN)


def _finished(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.filter(status=Table.Status.FINISHED).order_by("-ended_at", "-pk")


def _first(tables: QuerySet[Table], count: int = LONGEST_LIST) -> list[Table]:
    return _read(tables[:count])


def _read(tables: QuerySet[Table]) -> list[Table]:
    # The states of games are long; what they say is read where it has changed.
    return list(tables.defer("state", "record").prefetch_related("seats"))


def as_listed(table: Table, player: Player | None, progress: Progress | None = None) -> LobbyTable:
    """A table whose seats are prefetched, as a reader finds it. progress: of a game in play."""
    own_id = player.pk if player else None
    seats = [_seat(seat, progress, own_id) for seat in table.seats.all()]
    if table.status != Table.Status.OPEN:
        seats.sort(key=lambda seat: (seat.rank or 0, seat.heads or 0))
    return LobbyTable(
        code=table.code,
        name=table.title,
        status=Table.Status(table.status),
        options=Options.from_json(table.options),
        seats=tuple(seats),
        ended_at=table.ended_at,
        is_by_correspondence=is_correspondence(table.time_per_choice),
        is_paused=progress is not None and progress.is_paused,
        is_rated=table.is_rated,
        held_for_others=getattr(table, "held_for_others", 0),
        round=progress.round if progress else 0,
        turn=progress.turn if progress else 0,
        turns=progress.turns if progress else 0,
        rows=progress.rows if progress else (),
    )


def _seat(seat: Seat, progress: Progress | None, own_id: int | None) -> SeatShown:
    return SeatShown(
        written=names.written(seat.name),
        is_bot=bool(seat.bot),
        heads=seat.heads if progress is None else progress.heads[seat.index],
        rank=seat.rank,
        is_awaited=progress is not None and seat.index in progress.awaited,
        is_own=own_id is not None and seat.player_id == own_id,
    )
