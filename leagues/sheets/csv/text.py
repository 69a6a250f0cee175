"""From the bytes or text of a CSV to its lines of cells, whatever they are."""

import codecs
import csv
import io
from typing import NamedTuple

SEPARATORS = ";,\t"
BYTE_ORDER_MARK = "\ufeff"


class CsvLine(NamedTuple):
    """A line that is not empty; `number` (from 1) is where it begins in the text."""

    number: int
    cells: tuple[str, ...]


class NotCsv(ValueError):
    """A text that cannot be cut into cells; `line` is where, from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 where a mark says so, else Windows-1252."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def cut(text: str) -> list[CsvLine]:
    """The lines of cells, spaces around them left out; NotCsv where a quote stays open.

    The separator is the one of SEPARATORS that stands most often in the first line.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    separator = max(SEPARATORS, key=next(iter(_lines(text)), "").count)
    reader = csv.reader(_lines(text), delimiter=separator, strict=True)
    found: list[CsvLine] = []
    begin = 1
    try:
        for cells in reader:
            stripped = tuple(cell.strip() for cell in cells)
            if any(stripped):
                found.append(CsvLine(begin, stripped))
            begin = reader.line_num + 1
    except csv.Error:
        raise NotCsv(begin) from None
    return found


def _lines(text: str) -> io.StringIO:
    """Cut at the ends of lines of any system, and nowhere else (a form feed is no end)."""
    return io.StringIO(text, newline="")
