"""CSV and JSON that are short as files and cost much to read, each by a way of its own."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, islice, product
from string import ascii_lowercase
from types import FrameType
from typing import NamedTuple


class Size(NamedTuple):
    """How much of a CSV somebody sends; cell: characters of one."""

    characters: int
    lines: int
    columns: int
    cell: int


# The csv module refuses a longer cell.
LONGEST_CELL = 131_000


class TooCostlyError(AssertionError):
    """It took more of a processor than it may."""


@contextmanager
def within(seconds: float, what: str) -> Iterator[None]:
    """Break the block off once it has taken so many seconds of a processor."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooCostlyError(f"{what}: more than {seconds} s of a processor")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def names(many: int) -> list[str]:
    """So many words, each once, short ones first."""
    by_length = (map("".join, product(ascii_lowercase, repeat=n)) for n in count(1))
    every = (word for words in by_length for word in words)
    return [f"x{word}" for word in islice(every, many)]


def below(head: str, line: str, size: Size) -> str:
    """A line again and again below headings."""
    most = min(size.lines - head.count("\n") - 1, (size.characters - len(head)) // (len(line) + 1))
    return head + ("\n" + line) * most


def beside(start: str, cell: str, size: Size) -> str:
    """A cell again and again beside others."""
    most = min(
        size.columns - start.count(";") - 1, (size.characters - len(start)) // (len(cell) + 1)
    )
    return start + (";" + cell) * most


def rounds(size: Size) -> str:
    """The headings of as many rounds as can be numbered."""
    return "Sheet;Player" + "".join(f";{n}" for n in range(1, min(size.columns - 1, 1000)))


def filled(start: str, repeated: str, size: int, end: str = "") -> str:
    """A start, something again and again, and an end, in so many characters."""
    return start + repeated * ((size - len(start) - len(end)) // len(repeated)) + end


# head: headings of the reader that is asked.
CSV: dict[str, Callable[[str, Size], str]] = {
    "one heading again and again": lambda head, size: beside(head, "1", size),
    "headings nobody knows": lambda head, size: beside(head, "zzz", size),
    "headings of many parts": lambda head, size: beside(head, "\ufdfa" * size.cell, size),
    "rounds without cells": lambda _head, size: below(rounds(size), "a;b", size),
    "rounds of long sheets": lambda _head, size: below(rounds(size), "a;b" + ";1" * 100, size),
    "a player in each column": lambda _head, size: below(
        "Date;" + ";".join(names(min(size.columns - 1, size.characters // 12))),
        "2025-01-01;1",
        size,
    ),
    "a cell in each column": lambda _head, size: below(
        "Date;" + ";".join(names(min(size.columns - 1, size.characters // 12))),
        beside("2025-01-01", "1", size._replace(characters=size.characters // 100)),
        size,
    ),
    "cells under no heading": lambda head, size: beside(head + "\n1", "1", size),
    "days of the week, for all rows": lambda _head, size: below(
        "Date;Player;Heads\n" + "mon" * (size.cell // 3) + ";a;1", ";b;1", size
    ),
    "days of the week, in all rows": lambda _head, size: below(
        "Date;Player;Heads", "mon" * (size.cell // 3) + ";b;1", size
    ),
    "a date of blanks, for all rows": lambda _head, size: below(
        "Date;Player;Heads\n1" + " \u00a0" * (size.cell // 2 - 1) + ".;a;1", ";b;1", size
    ),
    "a date of many parts, for all rows": lambda _head, size: below(
        "Date;Player;Heads\n" + "\ufdfa" * size.cell + ";a;1", ";b;1", size
    ),
    "a session of a long name, for all rows": lambda _head, size: below(
        "Session;Date;Player;Heads\n" + "é" * size.cell + ";2025-01-01;a;1", ";;b;1", size
    ),
    "a table of a long name, for all rows": lambda _head, size: below(
        "Date;Table;Player;Heads\n2025-01-01;" + "é" * size.cell + ";a;1", ";;b;1", size
    ),
    "a long player": lambda head, size: below(head, "1;" + "é" * size.cell + ";1", size),
    "a number without end": lambda head, size: below(head, "1;a;" + "9" * size.cell, size),
    "numbers in groups": lambda head, size: below(head, "1;a;" + "9 " * (size.cell // 2), size),
    "quotes": lambda head, size: below(head, '"' + '""' * size.cell + '";a;1', size),
    "a quote that stays open": lambda head, size: below(head + '\n"', "a;", size),
    "empty lines": lambda head, size: filled(head, "\n", size.characters),
    "lines of separators": lambda head, size: filled(head + "\n", ";;;;\n", size.characters),
    "sheets of one player": lambda head, size: (
        head + "".join(f"\n{n};a" for n in range(size.lines - 1))
    ),
    "sessions of one player": lambda _head, size: (
        "Date;Player;Heads" + "".join(f"\n{n};a;1" for n in range(size.lines - 1))
    ),
}

# JSON of so many characters.
JSON: dict[str, Callable[[int], str]] = {
    "lists in lists": lambda size: "[" * size,
    "objects in objects": lambda size: filled("", '{"a":', size),
    "a list of lists that end": lambda size: "[" * (size // 2) + "]" * (size // 2),
    "a number without end": lambda size: filled("", "9", size),
    "a fraction without end": lambda size: filled("0.", "9", size),
    "an exponent without end": lambda size: filled("1e", "9", size),
    "very many empty lists": lambda size: filled("[[]", ",[]", size, "]"),
    "one key again and again": lambda size: filled('{"a":1', ',"a":1', size, "}"),
    "very many keys": lambda size: "{" + ",".join(f'"{n}":0' for n in range(size // 10)) + "}",
    "a text of escapes": lambda size: filled('"', "\\u0041", size, '"'),
    "blanks": lambda size: " " * size,
}
