"""The tables on the screen of the club, one page of them at a time."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils.crypto import salted_hmac

from accounts.models import Player
from games.lobby.lists import LobbyTable, boards_of, mark_of, open_tables, tables_in_play
from games.models import ActionLog, Table

BOARDS_AT_ONCE = 6
# So long the same boards are shown, if there are more than fit.
SECONDS_EACH = 15
MOST_OPEN = 3


@dataclass(frozen=True, slots=True)
class Wall:
    """The boards on the screen, the one that is shown large first.

    page: which of pages of them, from 1. count: of tables in play. open: tables with a free seat.
    """

    tables: list[LobbyTable]
    page: int
    pages: int
    count: int
    open: list[LobbyTable]


def wall_at(player: Player | None, now: datetime) -> Wall:
    """The boards that a member, or with None a stranger, may see; they take turns.

    The large one is where somebody acted last before the present turn of the screen, and so stays
    for as long as this turn.
    """
    playing = tables_in_play(player)
    count = playing.count()
    pages = max(1, -(-count // BOARDS_AT_ONCE))
    page = _turn(now) % pages
    first = page * BOARDS_AT_ONCE
    shown = boards_of(playing[first : first + BOARDS_AT_ONCE])
    large = _acted_last(playing, shown, now) if shown else None
    shown.sort(key=lambda table: table.code != large)
    return Wall(shown, page + 1, pages, count, open_tables(player, MOST_OPEN))


def wall_mark(player: Player | None, now: datetime) -> str:
    """A text that changes with whatever the screen shows, its clock and its turns included."""
    shown = f"{mark_of(player)} {now:%H:%M} {_turn(now)}"
    return salted_hmac("games.tv", shown).hexdigest()[:16]


def _acted_last(playing: QuerySet[Table], shown: list[LobbyTable], now: datetime) -> str | None:
    """The code of the table with the newest line in its log before the present turn."""
    began = datetime.fromtimestamp(_turn(now) * SECONDS_EACH, UTC)
    lines = ActionLog.objects.filter(table=OuterRef("pk"), at__lte=began).order_by("-number")
    tables = playing.filter(code__in=[table.code for table in shown])
    latest = tables.annotate(acted_at=Subquery(lines.values("at")[:1]))
    newest_first = latest.order_by(F("acted_at").desc(nulls_last=True), "-pk")
    return newest_first.values_list("code", flat=True).first()


def _turn(now: datetime) -> int:
    return int(now.timestamp()) // SECONDS_EACH
