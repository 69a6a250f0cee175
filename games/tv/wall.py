"""The tables on the screen of the club, one page of them at a time."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.crypto import salted_hmac

from accounts.models import Player
from games.lobby.lists import LobbyTable, boards_of, mark_of, tables_in_play

BOARDS_AT_ONCE = 6
# So long the same boards are shown, if there are more than fit.
SECONDS_EACH = 15


@dataclass(frozen=True, slots=True)
class Wall:
    """The boards on the screen; page: which of pages of them, from 1. count: of tables in play."""

    tables: list[LobbyTable]
    page: int
    pages: int
    count: int


def wall_at(player: Player | None, now: datetime) -> Wall:
    """The boards that a member, or with None a stranger, may see; they take turns."""
    playing = tables_in_play(player)
    count = playing.count()
    pages = max(1, -(-count // BOARDS_AT_ONCE))
    page = _turn(now) % pages
    first = page * BOARDS_AT_ONCE
    return Wall(boards_of(playing[first : first + BOARDS_AT_ONCE]), page + 1, pages, count)


def wall_mark(player: Player | None, now: datetime) -> str:
    """A text that changes with whatever the screen shows, its clock and its turns included."""
    shown = f"{mark_of(player)} {now:%H:%M} {_turn(now)}"
    return salted_hmac("games.tv", shown).hexdigest()[:16]


def _turn(now: datetime) -> int:
    return int(now.timestamp()) // SECONDS_EACH
