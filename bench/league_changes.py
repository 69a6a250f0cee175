"""What a change of a result costs: until it is written, and how long it locks others out."""

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from games.live import executor
from leagues.models import Game, GameSeat, Season
from leagues.sheets import results
from leagues.sheets.new_games import seat
from tests.support.leagues import sheet_of

REPEATS = 40
FOUR = ([10, 20, 30, 70], [70, 30, 20, 10])


class Clock:
    """How long each change took and each of its transactions was open, in milliseconds."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.open: list[float] = []
        self.open_later: list[float] = []
        self.standings: list[float] = []
        self.ratings: list[float] = []

    def time(self, change: Callable[[], object]) -> None:
        """Make a change, then do what follows from it; each is measured apart."""
        with _postponed() as later:
            self.took.append(_milliseconds(change, self.open))
        standings, ratings = later
        self.standings.append(_milliseconds(standings, self.open_later))
        self.ratings.append(_milliseconds(ratings, self.open_later))

    def tell(self, words: str, games: int) -> None:
        print(
            f"{games:>6} games  {words:<25} p50 {statistics.median(self.took):5.1f} ms,"
            f" locked p50 {statistics.median(self.open):5.1f} longest {max(self.open):5.1f} ms;"
            f" then standings {statistics.median(self.standings):6.1f} ms,"
            f" ratings {statistics.median(self.ratings):7.1f} ms,"
            f" locked at most {max(self.open_later, default=0):5.1f} ms at a time"
        )


def _milliseconds(work: Callable[[], object], transactions: list[float]) -> float:
    with _timed_transactions(transactions):
        started = time.perf_counter()
        work()
        return (time.perf_counter() - started) * 1000


@contextmanager
def _postponed() -> Iterator[list[Callable[[], object]]]:
    """Collect what a serving process would do on another thread."""
    later: list[Callable[[], object]] = []
    run_later = executor.run_later
    executor.run_later = later.append  # type: ignore[assignment]
    try:
        yield later
    finally:
        executor.run_later = run_later


@contextmanager
def _timed_transactions(found: list[float]) -> Iterator[None]:
    """Note how long each transaction is open: the write lock of SQLite, at most a season's lock."""
    switch = connection.set_autocommit
    begun = 0.0

    def timed(autocommit: bool, *args: Any, **kwargs: Any) -> None:
        nonlocal begun
        switch(autocommit, *args, **kwargs)
        if not autocommit:
            begun = time.perf_counter()
        elif begun:
            found.append((time.perf_counter() - begun) * 1000)
            begun = 0.0

    connection.set_autocommit = timed  # type: ignore[method-assign]
    try:
        yield
    finally:
        connection.set_autocommit = switch  # type: ignore[method-assign]


def tell_changes(season: Season, games: int) -> None:
    """Confirm, correct, void and count again games of the newest session; correct an old one."""
    session = season.sessions.in_order().last()
    assert session is not None  # noqa: S101 - it was built
    entrants = season.entrants.select_related("player").order_by("pk")
    players = [entrant.player for entrant in entrants]
    scorer = players[0]
    clocks = {name: Clock() for name in ("confirm", "correct", "void", "restore")}
    for turn in range(REPEATS):
        four = [players[(turn * 4 + n) % len(players)] for n in range(4)]
        with transaction.atomic():
            game = seat(session, [player.pk for player in four])
        first, second = (sheet_of(four, totals=totals) for totals in FOUR)
        results.submit(game, first, scorer, timezone.now(), may_confirm=False)
        steps: dict[str, Callable[[Game], object]] = {
            "confirm": lambda game: results.confirm(game, scorer, timezone.now()),
            "correct": partial(_correct, sheet=second, by=scorer),
            "void": lambda game: results.void(game, scorer, "bench", timezone.now()),
            "restore": lambda game: results.restore(game, scorer, "bench", timezone.now()),
        }
        for name, step in steps.items():
            game = Game.objects.select_related("session__season").get(pk=game.pk)
            clocks[name].time(partial(step, game))
    for name, clock in clocks.items():
        clock.tell(name, games)
    _tell_old(season, scorer, games)


def _correct(game: Game, *, sheet: object, by: object) -> None:
    results.correct(game, sheet, by, "bench", timezone.now())  # type: ignore[arg-type]


def _tell_old(season: Season, scorer: object, games: int) -> None:
    """Correct a game of a session in the middle of the season."""
    sessions = list(season.sessions.in_order())
    game = Game.objects.filter(session=sessions[len(sessions) // 2]).select_related(
        "session__season"
    )[0]
    seats = GameSeat.objects.filter(game=game).select_related("player").order_by("index")
    four = [each.player for each in seats if each.player]
    sheet = sheet_of(four, totals=[*range(len(four) - 1), 70])
    clock = Clock()
    clock.time(partial(_correct, game, sheet=sheet, by=scorer))
    clock.tell("correct in an old session", games)
