"""Plots of figures as SVG: one bar for each server."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from bench.live.results import Key, Results
from bench.live.table import show

WIDTH, LABELS, RIGHT = 820, 300, 150
BAR, STEP, TOP, BOTTOM = 18, 30, 52, 14
OURS, THEIRS, INK, PAPER = "#9b2d30", "#8a9299", "#22262a", "#ffffff"


@dataclass(frozen=True)
class Plot:
    """bar: the figure that is drawn; line: a thin line up to this one, such as p95 beside p50."""

    name: str
    title: str
    bar: Key
    line: Key | None = None
    digits: int = 1
    scale: float = 1.0


@dataclass(frozen=True)
class Bar:
    label: str
    value: float
    line: float | None
    is_ours: bool


PLOTS = [
    Plot(
        "a",
        "A: one table of 10 - milliseconds, p50 (line: p95)",
        ("A", "players_ms.p50"),
        ("A", "players_ms.p95"),
        2,
    ),
    Plot(
        "b",
        "B: and 500 onlookers - milliseconds to the last of all, p50 (line: p95)",
        ("B", "last_ms.p50"),
        ("B", "last_ms.p95"),
    ),
    Plot(
        "d",
        "D: 200 tables of 4, a turn every 2 s - milliseconds, p50 (line: p99)",
        ("D", "players_ms.p50"),
        ("D", "players_ms.p99"),
        2,
    ),
    Plot("e", "E: 50 tables of 4 - reveals a second", ("E", "reveals_per_second"), digits=0),
    Plot("memory", "kB for each idle socket", ("M", "socket_bytes"), scale=1 / 1024),
]


def svg(plot: Plot, results: Results) -> str:
    """The plot as an SVG file; the site's own bars stand out."""
    return drawing(plot.title, bars(plot, results), plot.digits)


def bars(plot: Plot, results: Results) -> list[Bar]:
    """What was measured, in the order of the servers."""
    found = []
    for name, title in results.titles.items():
        value = results.figure(name, plot.bar)
        if value is None:
            continue
        line = results.figure(name, plot.line) if plot.line else None
        found.append(
            Bar(
                title,
                value * plot.scale,
                None if line is None else line * plot.scale,
                name.startswith("site"),
            )
        )
    return found


def drawing(title: str, bars: Sequence[Bar], digits: int) -> str:
    """An SVG file with one bar below the other, and its numbers beside it."""
    height = TOP + STEP * len(bars) + BOTTOM
    largest = max((max(bar.value, bar.line or 0) for bar in bars), default=0) or 1
    scale = (WIDTH - LABELS - RIGHT) / largest
    parts = [
        element("rect", width=WIDTH, height=height, fill=PAPER),
        element("text", title, x=16, y=28, font_size=15, font_weight="bold", fill=INK),
    ]
    for number, bar in enumerate(bars):
        parts += bar_parts(bar, TOP + STEP * number, scale, digits)
    return element(
        "svg",
        Markup("\n".join(["", *parts, ""])),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_label=title,
        font_family="sans-serif",
        font_size=13,
    )


def bar_parts(bar: Bar, top: int, scale: float, digits: int) -> list[str]:
    """Its label, itself, its numbers, and the thin line where there is one."""
    base = top + BAR / 2 + 4.5
    end = LABELS + max(bar.value * scale, 1)
    far = max(end, LABELS + (bar.line or 0) * scale)
    values = [bar.value] if bar.line is None else [bar.value, bar.line]
    numbers = " / ".join(show(value, digits) for value in values)
    color = OURS if bar.is_ours else THEIRS
    parts = [
        element("text", bar.label, x=LABELS - 10, y=base, text_anchor="end", fill=INK),
        element("rect", x=LABELS, y=top, width=end - LABELS, height=BAR, fill=color),
        element("text", numbers, x=far + 8, y=base, fill=INK),
    ]
    if bar.line is not None:
        path = f"M{end:.1f} {top + BAR / 2}H{far:.1f}M{far:.1f} {top + 4}V{top + BAR - 4}"
        parts.append(element("path", d=path, stroke=INK, stroke_width=1.5))
    return parts


class Markup(str):
    """Text that is already SVG."""

    __slots__ = ()


def element(tag: str, content: str = "", **attributes: str | float) -> str:
    """`font_size=15` becomes font-size="15"; numbers get five digits."""
    written = [
        f'{name.replace("_", "-")}="{escape(value if isinstance(value, str) else f"{value:.5g}")}"'
        for name, value in attributes.items()
    ]
    inner = content if isinstance(content, Markup) else escape(content)
    start = " ".join([tag, *written])
    return f"<{start}>{inner}</{tag}>" if inner else f"<{start}/>"
