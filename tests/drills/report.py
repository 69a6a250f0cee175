"""The figures of a drill, as a table for people and for docs/reliability.md."""

import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.project import ROOT

DOCUMENT = ROOT / "docs/reliability.md"
BLOCK = re.compile(r"(<!-- drill -->\n).*?(<!-- drill end -->)", re.DOTALL)
HEAD = (
    "",
    "Instants",
    "Acknowledged",
    "Lost",
    "Forced by the clock",
    "Next reveal: median",
    "at most",
)
MISSING = "–"


@dataclass
class Figures:
    """One story on one database. seconds: to the next reveal, of each table at each instant.

    acknowledged: commands and sheets. forced: moves made since somebody's time was up. skipped:
    why it was not told.
    """

    database: str
    title: str
    instants: int = 0
    acknowledged: int = 0
    lost: int = 0
    forced: int = 0
    seconds: list[float] = field(default_factory=list)
    skipped: str = ""

    def cells(self) -> tuple[str, ...]:
        """A line of the table."""
        title = f"{self.database}: {self.title}"
        if self.skipped:
            return (f"{title} (skipped: {self.skipped})", *[MISSING] * (len(HEAD) - 1))
        counts = (self.instants, self.acknowledged, self.lost, self.forced)
        times = (
            (statistics.median(self.seconds), max(self.seconds)) if self.seconds else (None, None)
        )
        return (
            title,
            *(f"{count:,}" for count in counts),
            *(MISSING if time is None else f"{time:.1f} s" for time in times),
        )


def markdown(stories: Sequence[Figures]) -> str:
    """The figures as a table of Markdown."""
    lines = [HEAD, ("---", *["---:"] * (len(HEAD) - 1)), *(story.cells() for story in stories)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def plain(stories: Sequence[Figures]) -> str:
    """The same for a terminal."""
    lines = [HEAD, *(story.cells() for story in stories)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for cells in lines
    )


def write(table: str, document: Path = DOCUMENT) -> None:
    """Put a table between the marks of the document, in the place of the former one."""
    text = document.read_text()
    document.write_text(BLOCK.sub(lambda found: f"{found[1]}{table}\n{found[2]}", text))
