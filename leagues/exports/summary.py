"""A season on paper: who won it, how it ended, and every result by session."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Prefetch
from django.utils.translation import gettext

from accounts.names import join_names
from leagues.models import Game, GameSeat, Season, Session
from leagues.standings.board import Board, board_of, sessions_with_standings

# Behind all who have a place.
UNRANKED = 99


@dataclass(frozen=True, slots=True)
class TableFinish:
    """Somebody at a table: place is empty where they are not ranked."""

    place: str
    name: str
    heads: int | None


@dataclass(frozen=True, slots=True)
class SessionResults:
    """A session with the tables that count: (number, finishes in order)."""

    session: Session
    tables: list[tuple[int, list[TableFinish]]]


@dataclass(frozen=True, slots=True)
class Summary:
    """What is printed of a season; champions: the names on the first place, as a sentence has them.

    board: None before anything counts.
    """

    board: Board | None
    champions: str
    sessions: list[SessionResults]
    games: int
    players: int


def summary_of(season: Season) -> Summary:
    """The summary of a season as it stands; four statements."""
    sessions = sessions_with_standings(season)
    board = board_of(season, sessions, sessions[-1]) if sessions else None
    games = _confirmed(season)
    return Summary(
        board=board,
        champions=_champions(board),
        sessions=_by_session(games),
        games=len(games),
        players=len({seat.player_id for game in games for seat in game.seats.all()} - {None}),
    )


def _confirmed(season: Season) -> list[Game]:
    seats = GameSeat.objects.select_related("player").order_by("index")
    games = Game.objects.counting().filter(session__season=season).select_related("session")
    return list(
        games.prefetch_related(Prefetch("seats", queryset=seats)).order_by(
            "session__starts_at", "session__number", "number"
        )
    )


def _champions(board: Board | None) -> str:
    if board is None:
        return ""
    return join_names([row.name for row in board.classed if row.place == "1"])


def _by_session(games: Iterable[Game]) -> list[SessionResults]:
    by_session = groupby(games, key=lambda game: game.session)
    return [
        SessionResults(session, [(game.number, _finishes(game)) for game in played])
        for session, played in by_session
    ]


def _finishes(game: Game) -> list[TableFinish]:
    seats = sorted(game.seats.all(), key=lambda seat: (seat.place or UNRANKED, seat.index))
    return [TableFinish(str(seat.place or ""), _name(seat), seat.heads) for seat in seats]


def _name(seat: GameSeat) -> str:
    return seat.player.name if seat.player else gettext("%(name)s (bot)") % {"name": seat.bot}
