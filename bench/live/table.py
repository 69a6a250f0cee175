"""The figures as tables, for the terminal and for docs/performance.md."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.live.results import Key, Results

RIVAL = "boardgame"
MISSING = "-"


@dataclass(frozen=True)
class Column:
    """key: where the figure is; scale: by what it is multiplied before it is shown."""

    title: str
    key: Key
    digits: int = 0
    scale: float = 1.0


def times(scenario: str, name: str, digits: int = 2) -> list[Column]:
    """p50, p95 and p99 of one kind of delay."""
    return [
        Column(f"{scenario} {percent}", (scenario, f"{name}.{percent}"), digits)
        for percent in ("p50", "p95", "p99")
    ]


TIMES = [
    *times("A", "players_ms")[:2],
    Column("A hand p50", ("A", "own_ms.p50"), 2),
    Column("B last p50", ("B", "last_ms.p50"), 1),
    Column("B each p50", ("B", "each_ms.p50"), 1),
    Column("B each p95", ("B", "each_ms.p95"), 1),
    *times("D", "players_ms"),
    Column("E reveals/s", ("E", "reveals_per_second")),
]
COSTS = [
    Column("B CPU µs/message", ("B", "cpu_us_per_message")),
    Column("E CPU µs/message", ("E", "cpu_us_per_message")),
    Column("E CPU µs/reveal", ("E", "cpu_us_per_reveal")),
    Column("kB/idle socket", ("M", "socket_bytes"), 1, 1 / 1024),
    Column("bare consumer", ("M", "bare_socket_bytes"), 1, 1 / 1024),
    Column("bytes: notice", ("S", "bytes.notice")),
    Column("reveal", ("S", "bytes.reveal")),
    Column("first view", ("S", "bytes.first")),
]
LOAD = [
    Column("server busy: B %", ("B", "server_busy"), 0, 100),
    Column("D %", ("D", "server_busy"), 0, 100),
    Column("E %", ("E", "server_busy"), 0, 100),
    Column("database and Redis: D %", ("D", "helper_busy"), 0, 100),
    Column("client busy: A %", ("A", "client_busy"), 0, 100),
    Column("B %", ("B", "client_busy"), 0, 100),
    Column("D %", ("D", "client_busy"), 0, 100),
    Column("E %", ("E", "client_busy"), 0, 100),
    Column("late turns", ("D", "late_turns")),
    Column("refusals", ("E", "refusals")),
]
GROUPS = {
    "Milliseconds, and reveals a second": TIMES,
    "Cost": COSTS,
    "Load": LOAD,
}


def show(value: float | None, digits: int = 0) -> str:
    return MISSING if value is None else f"{value:,.{digits}f}"


def rows(results: Results, columns: Sequence[Column]) -> list[list[str]]:
    """A line of titles, and one for each server; columns that nobody has are left out."""
    kept = [
        column
        for column in columns
        if any(results.figure(name, column.key) is not None for name in results.titles)
    ]
    if not kept:
        return []
    lines = [["server", *(column.title for column in kept)]]
    for name, title in results.titles.items():
        found = [results.figure(name, column.key) for column in kept]
        lines.append(
            [
                title,
                *(
                    show(None if value is None else value * column.scale, column.digits)
                    for value, column in zip(found, kept, strict=True)
                ),
            ]
        )
    return lines


def ratio_rows(results: Results, columns: Sequence[Column] = TIMES) -> list[list[str]]:
    """The ratios to the rival, of the same run each."""
    kept = [column for column in columns if results.figure(RIVAL, column.key) is not None]
    if not kept:
        return []
    lines = [[f"ratio to {results.titles[RIVAL]}", *(column.title for column in kept)]]
    for name, title in results.titles.items():
        if name != RIVAL:
            ratios = [results.ratio(name, RIVAL, column.key) for column in kept]
            lines.append([title, *(show(ratio, 2) for ratio in ratios)])
    return lines


def print_table(results: Results) -> None:
    """Everything, in columns, and what failed."""
    for title, columns in GROUPS.items():
        print_rows(title, rows(results, columns))
    print_rows("Ratios", ratio_rows(results))
    for run, servers in enumerate(results.runs, start=1):
        for name, scenarios in servers.items():
            for scenario, figures in scenarios.items():
                if "error" in figures:
                    print(f"run {run}: {name} {scenario} failed: {figures['error']}")


def print_rows(title: str, lines: list[list[str]]) -> None:
    if not lines:
        return
    print(f"\n{title}")
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for name, *figures in lines:
        cells = [figure.rjust(width) for figure, width in zip(figures, widths[1:], strict=True)]
        print("  ".join([name.ljust(widths[0]), *cells]))


def markdown(lines: list[list[str]]) -> str:
    """The same lines as a table of Markdown."""
    if not lines:
        return "Not measured."
    head, *body = lines
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, rule, *body])
