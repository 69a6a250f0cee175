"""`manage.py simulate`: whole games between bots, as a table of what they win or as records."""

import json
import secrets
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.arena import Arena, Lineup, Tally
from games.bots.levels import LEVELS
from games.management.pipes import until_nobody_reads
from games.replay.record_words import words_of
from games.rules.errors import RulesError
from games.rules.options import Options
from games.rules.record_text import parse_json
from games.rules.record_write import record_to_json

MOST_GAMES = 10_000_000
BAR_WIDTH = 40

SECONDS_BETWEEN_BARS = 0.1

HEADINGS = ("level", "players", "wins", "heads per round", "ms per choice")
EXPLANATION = (
    "wins: the part of the games that one player of the level wins; k winners of a game count 1/k.",
    "±: 95 %, 1.96 * s / (players * sqrt(games)); s: standard deviation of a game's wins by level.",
)


class BadArgumentError(CommandError):
    """An argument that cannot be used; the exit status is that of a wrong usage."""

    def __init__(self, message: str) -> None:
        super().__init__(message, returncode=2)


class Command(BaseCommand):
    help = (
        "Plays whole games between bots. Prints a table by level, or with --records - the records "
        "of the games (RECORD.md), one per line, which replay_record accepts."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, required=True, help="how many games")
        parser.add_argument("--players", type=int, required=True, help="players in each game")
        parser.add_argument(
            "--bots",
            required=True,
            metavar="LEVELS",
            help=f"levels separated by commas, repeated over the players: {', '.join(LEVELS)}",
        )
        parser.add_argument(
            "--options", default="{}", metavar="JSON", help="options of the game, as in a record"
        )
        parser.add_argument("--seed", type=int, help="a number: the same games every time")
        parser.add_argument(
            "--records", metavar="FILE", help="write the records there; - instead of the table"
        )

    def handle(self, *args: Any, **given: Any) -> None:
        players = given["players"]
        lineup = Lineup(
            options=read_options(given["options"], players),
            levels=read_levels(given["bots"], players),
            seed=secrets.randbits(32) if given["seed"] is None else given["seed"],
        )
        games = read_games(given["games"])
        arena = Arena(lineup, time.perf_counter)
        with self._records(given["records"]) as write_line, until_nobody_reads():
            for game in with_progress(games):
                log = arena.play(game)
                if write_line is not None:
                    write_line(json.dumps(record_to_json(lineup.record(game, log))))
        if given["records"] != "-":
            self.stdout.write(f"{games} games of {players} players, seed {lineup.seed}")
            for line in table_lines(arena.tallies):
                self.stdout.write(line)

    @contextmanager
    def _records(self, file: str | None) -> Iterator[Callable[[str], None] | None]:
        """What writes a record: to the output for "-", to a new file, or None."""
        if file is None:
            yield None
        elif file == "-":
            yield self.stdout.write
        else:
            try:
                stream = Path(file).open("w", encoding="ascii")  # noqa: SIM115 (closed below)
            except OSError as error:
                raise BadArgumentError(f"--records {file}: {error.strerror}") from error
            with stream:
                yield lambda line: print(line, file=stream)


def read_options(text: str, players: int) -> Options:
    """The options of a JSON text, for that many players."""
    try:
        options = Options.from_json(parse_json(text.encode(errors="surrogateescape")))
        options.check_players(players)
    except RulesError as error:
        raise BadArgumentError(f"--options: {words_of(error)}") from error
    return options


def read_levels(text: str, players: int) -> tuple[str, ...]:
    """One level per player: those named, repeated from the first on."""
    named = [name.strip() for name in text.split(",")]
    for name in named:
        if name not in LEVELS:
            raise BadArgumentError(f"--bots: {name!r} is no level; there are {', '.join(LEVELS)}")
    if len(named) > players:
        raise BadArgumentError(f"--bots: {len(named)} levels for {players} players")
    return tuple(islice(cycle(named), players))


def read_games(games: int) -> int:
    if not 1 <= games <= MOST_GAMES:
        raise BadArgumentError(f"--games: a number from 1 to {MOST_GAMES}")
    return games


def with_progress(games: int) -> Iterator[int]:
    """The numbers of the games; on a terminal a bar shows how many are done."""
    shown = sys.stderr.isatty()
    drawn_at = time.monotonic()
    for game in range(games):
        yield game
        now = time.monotonic()
        if shown and (now - drawn_at > SECONDS_BETWEEN_BARS or game + 1 == games):
            drawn_at = now
            filled = BAR_WIDTH * (game + 1) // games
            bar = "#" * filled + "." * (BAR_WIDTH - filled)
            end = "\n" if game + 1 == games else ""
            sys.stderr.write(f"\r[{bar}] {game + 1}/{games}{end}")
            sys.stderr.flush()


def table_lines(tallies: Mapping[str, Tally]) -> list[str]:
    """The table by level, and what its numbers mean."""
    rows = [HEADINGS, *(table_row(level, tally) for level, tally in tallies.items())]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return [*table, *EXPLANATION]


def table_row(level: str, tally: Tally) -> tuple[str, ...]:
    margin = "" if tally.win_margin is None else f" ± {tally.win_margin:.3f}"
    return (
        level,
        str(tally.players),
        f"{tally.win_rate:.3f}{margin}",
        f"{tally.heads_per_round:.2f}",
        f"{tally.ms_per_choice:.3f}",
    )
