"""A season on paper: who won it, how it ended, and every result by session.

A long season has several pages: the standings, then results, on each page of whole sessions.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, Prefetch
from django.utils.translation import gettext

from accounts.names import join_names
from leagues.models import Game, GameSeat, Season, Session
from leagues.standings.board import Board, board_of, sessions_with_standings
from leagues.standings.season_picture.page import SeasonPicture, picture_of

# More than most clubs play in a season.
GAMES_ON_A_PAGE = 500
# Behind all who have a place.
UNRANKED = 99


class TableFinish(NamedTuple):
    """Somebody at a table: place is empty where they are not ranked."""

    place: str
    name: str
    heads: int | None


class SessionResults(NamedTuple):
    """A session with the tables that count: (name, finishes in order)."""

    session: Session
    tables: list[tuple[str, list[TableFinish]]]


class Summary(NamedTuple):
    """What is printed of a season.

    champions: the names on the first place, as a sentence has them; "" where nobody has a place.
    board, picture: None before anything counts, and on further pages. sessions: those of the page.
    games, players: of all pages.
    """

    page: int
    pages: int
    board: Board | None
    picture: SeasonPicture | None
    champions: str
    sessions: list[SessionResults]
    games: int
    players: int

    @property
    def numbers(self) -> range:
        """Those of all pages."""
        return range(1, self.pages + 1)


def summary_of(season: Season, page: int) -> Summary | None:
    """A page of the summary of a season as it stands, None where there is none of that number.

    At most ten statements.
    """
    is_first = page == 1
    sessions = sessions_with_standings(season) if is_first else []
    board = board_of(season, sessions, sessions[-1]) if sessions else None
    played = Game.objects.counting().filter(session__season=season)
    counts = played.order_by("session__starts_at", "session__number").values_list("session")
    pages = _pages(list(counts.annotate(games=Count("pk"))))
    if not 1 <= page <= len(pages):
        return None
    seats = GameSeat.objects.filter(game__in=played, player__isnull=False)
    return Summary(
        page=page,
        pages=len(pages),
        board=board,
        picture=picture_of(season) if is_first else None,
        champions=_champions(board),
        sessions=_by_session(_confirmed(pages[page - 1])),
        games=played.count(),
        players=seats.aggregate(all=Count("player", distinct=True))["all"],
    )


def _pages(counts: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The sessions of each page, from (session, games); the first of several has none."""
    pages: list[list[int]] = [[]]
    room = GAMES_ON_A_PAGE
    for session, games in counts:
        if pages[-1] and games > room:
            pages.append([])
            room = GAMES_ON_A_PAGE
        pages[-1].append(session)
        room -= games
    return [[], *pages] if len(pages) > 1 else pages


def _confirmed(sessions: Iterable[int]) -> list[Game]:
    seats = GameSeat.objects.select_related("player").order_by("index")
    games = Game.objects.counting().filter(session__in=sessions).select_related("session", "round")
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
        SessionResults(session, [(_table_name(game), _finishes(game)) for game in played])
        for session, played in by_session
    ]


def _finishes(game: Game) -> list[TableFinish]:
    seats = sorted(game.seats.all(), key=lambda seat: (seat.place or UNRANKED, seat.index))
    return [TableFinish(str(seat.place or ""), _name(seat), seat.heads) for seat in seats]


def _table_name(game: Game) -> str:
    """The column says that these are tables; its round is named after the first."""
    if game.round is None or game.round.number == 1:
        return str(game.table_number)
    return game.table_name


def _name(seat: GameSeat) -> str:
    return seat.player.name if seat.player else gettext("%(name)s (bot)") % {"name": seat.bot}
