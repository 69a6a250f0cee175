"""`manage.py replay_record [FILE|-]`: replay game records, one per line."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from games.management.pipes import until_nobody_reads
from games.replay.record_words import words_of
from games.rules.errors import InvalidRecord
from games.rules.record_read import parse_record
from games.rules.record_text import LONGEST_LINE, parse_json
from games.rules.replay import replay

SKIPPED_AT_ONCE = 1_000_000


class Command(BaseCommand):
    help = (
        "Replays game records (JSON, one per line) and checks every claim in them. Prints one line "
        "of JSON for each; exits with 1 if any of them is not right. docs/records.md tells more."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", help="the records; - (the default) reads the input"
        )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        all_right = True
        with open_records(file) as stream, until_nobody_reads():
            for line in read_lines(stream):
                answer = replay_line(line)
                all_right = all_right and answer["ok"]
                self.stdout.write(json.dumps(answer))
        if not all_right:
            sys.exit(1)


def open_records(file: str) -> AbstractContextManager[BinaryIO]:
    """The file, or the standard input for "-"."""
    if file == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}", returncode=2) from error


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long for a record only its beginning."""
    while line := stream.readline(LONGEST_LINE + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(SKIPPED_AT_ONCE)
        yield line.removesuffix(b"\n")


def replay_line(line: bytes) -> dict[str, Any]:
    """The answer to one record: its totals and ranks, or what is wrong and where."""
    try:
        outcome = replay(parse_record(parse_json(line)))
    except InvalidRecord as error:
        return {
            "ok": False,
            "error": error.code.value,
            "round": error.round,
            "turn": error.turn,
            "message": words_of(error),
        }
    return {"ok": True, "totals": outcome.totals, "ranks": outcome.ranks}
