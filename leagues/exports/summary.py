"""A season on paper: who won it, how it ended, and every result by session.

A long season has several pages: the standings, then results, on each page of whole sessions.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, F, Prefetch

from accounts.names import join_names
from leagues.models import Game, GameSeat, Season
from leagues.standings.board import board_of, sessions_with_standings
from leagues.standings.season_picture.page import picture_of

# More than most clubs play in a season.
GAMES_ON_A_PAGE = 500


def summary_of(season: Season, page: int) -> dict[str, Any] | None:
    """A page of the summary of a season as it stands, None where there is none of that number.

    champions: the names on the first place, as a sentence has them; "" where nobody has a place.
    board, picture: None before anything counts, and on further pages. results: the games of the
    page, session by session, their seats in the order of the places. games, players: of all pages.
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
    by_place = F("place").asc(nulls_last=True), "index"
    seats = GameSeat.objects.select_related("player").order_by(*by_place)
    results = (
        played.filter(session__in=pages[page - 1])
        .select_related("session", "round")
        .prefetch_related(Prefetch("seats", seats))
        .order_by("session__starts_at", "session__number", "number")
    )
    players = GameSeat.objects.filter(game__in=played, player__isnull=False)
    return {
        "page": page,
        "pages": range(1, len(pages) + 1),
        "board": board,
        "picture": picture_of(season) if is_first else None,
        "champions": join_names(board.winners) if board else "",
        "results": list(results),
        "games": played.count(),
        "players": players.aggregate(all=Count("player", distinct=True))["all"],
    }


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
