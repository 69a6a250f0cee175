"""CSV (RFC 4180, UTF-8) that is safe to open in a spreadsheet."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from leagues.sheets.csv.text import guard

# Spreadsheets take a file without it for one of their own country's old encoding.
BYTE_ORDER_MARK = "\ufeff"


class _Line:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def csv_lines(fields: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The header and a line for each row; None is an empty cell."""
    writer = csv.writer(_Line())
    yield BYTE_ORDER_MARK + writer.writerow(fields)
    for row in rows:
        yield writer.writerow([cell(value) for value in row])


def cell(value: object) -> object:
    """A value as a cell; a text that might be a formula begins with an apostrophe."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return guard(value) if isinstance(value, str) else value
