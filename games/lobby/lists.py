"""The lists of the lobby: tables of one's own, to join, to watch, finished; and all past games."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from accounts.models import Player
from games.models import ActionLog, Seat, Table
from games.rules.options import Options
from games.snapshot import Play

LONGEST_LIST = 30
LAST_GAMES = 6
PAST_GAMES_PER_PAGE = 24


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table in a list; seats: best first once the game is over.

    your_turn: the reader is awaited there.
    """

    code: str
    name: str
    status: Table.Status
    options: Options
    seats: tuple[Seat, ...]
    ended_at: datetime | None
    your_turn: bool = False


@dataclass(frozen=True, slots=True)
class Lobby:
    """What a reader finds; a stranger (player None) has only public tables to watch.

    past: the reader's own last games. recent: those of others.
    """

    mine: list[LobbyTable]
    joinable: list[LobbyTable]
    watchable: list[LobbyTable]
    recent: list[LobbyTable]
    past: list[LobbyTable]


def lobby_for(player: Player | None) -> Lobby:
    """The lists for a member, or with None for a stranger; a fixed number of statements."""
    listed = Table.objects.listed_for(player)
    own = Table.objects.with_player(player) if player else Table.objects.none()
    others = listed.exclude(pk__in=own.values("pk"))
    to_join = others.filter(status=Table.Status.OPEN) if player else Table.objects.none()
    return Lobby(
        mine=_mine(own, player) if player else [],
        joinable=_listed(to_join),
        watchable=_listed(others.filter(status=Table.Status.PLAYING)),
        recent=_listed(_finished(others)),
        past=_listed(_finished(own), LAST_GAMES) if player else [],
    )


def past_games(player: Player, number: str) -> tuple[list[LobbyTable], Page[Table]]:
    """A page of the games a member has played to the end, the last first, and where it stands."""
    own = _finished(Table.objects.with_player(player)).defer("state").prefetch_related("seats")
    page = Paginator(own, PAST_GAMES_PER_PAGE).get_page(number)
    return [_lobby_table(table) for table in page], page


def _finished(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.filter(status=Table.Status.FINISHED).order_by("-ended_at", "-pk")


def _mine(own: QuerySet[Table], player: Player) -> list[LobbyTable]:
    """The tables that wait for their reader come first."""
    going_on = own.filter(status__in=[Table.Status.OPEN, Table.Status.PLAYING])
    own_tables = list(_first(going_on))
    awaited = _awaited_seats(own_tables)
    tables = [
        _lobby_table(
            table,
            your_turn=any(
                seat.player_id == player.pk and seat.index in awaited.get(table.pk, ())
                for seat in table.seats.all()
            ),
        )
        for table in own_tables
    ]
    return sorted(tables, key=lambda table: not table.your_turn)


def _listed(tables: QuerySet[Table], count: int = LONGEST_LIST) -> list[LobbyTable]:
    # The states of games are long, and only one's own say something here.
    return [_lobby_table(table) for table in _first(tables.defer("state"), count)]


def _first(tables: QuerySet[Table], count: int = LONGEST_LIST) -> Iterable[Table]:
    return tables.prefetch_related("seats")[:count]


def _lobby_table(table: Table, *, your_turn: bool = False) -> LobbyTable:
    return LobbyTable(
        code=table.code,
        name=table.name,
        status=Table.Status(table.status),
        options=Options.from_json(table.options),
        seats=tuple(sorted(table.seats.all(), key=lambda seat: seat.rank or 0)),
        ended_at=table.ended_at,
        your_turn=your_turn,
    )


def _awaited_seats(tables: Iterable[Table]) -> dict[int, set[int]]:
    """By table, the seats that must answer: the stored state, less those that chose since."""
    plays = {table.pk: Play.from_json(table.state) for table in tables if table.state}
    awaited = {
        pk: set(play.game.decision.seats) for pk, play in plays.items() if play.game.decision
    }
    since = (Q(table=pk, number__gt=plays[pk].logged) for pk in awaited)
    chosen = ActionLog.objects.filter(reduce(or_, since, Q(pk=None)))
    for table_id, action in chosen.values_list("table_id", "action"):
        awaited[table_id].discard(action["seat"])
    return awaited
