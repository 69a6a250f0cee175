"""The season picture as SVG text; pure. Colours are in static/css/league_weave.css.

Everything that belongs to a thread has its player's id as data-p, by which `with_chosen` and
static/js/league_weave.js show one thread before the others.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from html import escape
from operator import attrgetter

from leagues.standings.charts.paper import short_names
from leagues.standings.season_picture.weave import (
    Mark,
    Paper,
    Thread,
    ThreadSegment,
    Weave,
    woven,
)

# Beyond so many, threads are plain strokes, drawn one whole thread after the other.
MOST_RIBBONS = 1200
NAME_LENGTH = 22
# Height of a row by how many threads there are, width of a column by how many sessions.
ROWS = ((3, 54), (6, 44), (12, 34), (24, 26), (60, 19))
SMALLEST_ROW = 14
COLUMNS = ((1, 220), (3, 170), (6, 140), (9, 104), (14, 72), (20, 50))
NARROWEST_COLUMN = 36
HEAD = 34


def season_svg(
    title: str, description: str, sessions: Sequence[str], threads: Sequence[Thread], link: str
) -> str:
    """The drawing; at least one thread and one session. All texts are plain.

    title, description: for who cannot see it. sessions: a short name for each column. link: the
    address of a name, with the player's id to follow, and #weave, where the picture is.
    """
    row = _step(ROWS, len(threads), SMALLEST_ROW)
    column = _step(COLUMNS, len(sessions), NARROWEST_COLUMN)
    font = min(15.0, max(12.0, round(row * 0.5 + 3.5, 1)))
    labels = short_names([thread.name for thread in threads], NAME_LENGTH)
    named = max(map(len, labels.values()))
    gutter = round(named * font * 0.6) + 16
    digits = max(len(thread.place) for thread in threads)
    numbers = round(row * 0.3 + 8 + font * 0.7 * digits)
    paper = Paper(left=round(gutter + column * 0.4), top=HEAD, column=column, row=row)
    rows = max(step.rank for thread in threads for step in thread.steps if step)
    last = paper.x(len(sessions) - 1)
    width = round(last + numbers + gutter + 6)
    height = round(HEAD * 2 + rows * row)
    weave = woven(threads, len(sessions), paper)
    are_many = len(weave.segments) > MOST_RIBBONS
    parts = [
        _columns(sessions, paper, height),
        _strokes(weave.segments) if are_many else "".join(map(_ribbon, weave.segments)),
        _wins(weave, row),
        _ends(weave.ends, labels, row),
        _names(weave, labels, numbers, link),
    ]
    return (
        f'<svg class="weave" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-size="{font:g}" role="group" '
        'aria-labelledby="weave-title" aria-describedby="weave-text">'
        f'<title id="weave-title">{escape(title)}</title>'
        f'<desc id="weave-text">{escape(description)}</desc>{"".join(parts)}</svg>'
    )


def with_chosen(drawing: str, player: int) -> str:
    """The same drawing with one thread before the others; links end with `=ID#weave`."""
    marks = {
        '<svg class="weave"': '<svg class="weave has-chosen"',
        f' data-p="{player}"': f' data-p="{player}" data-chosen=""',
        f'={player}#weave"><text': f'={player}#weave" aria-current="true"><text',
    }
    for plain, marked in marks.items():
        drawing = drawing.replace(plain, marked)
    return drawing


def _step(steps: Sequence[tuple[int, int]], count: int, otherwise: int) -> int:
    return next((size for most, size in steps if count <= most), otherwise)


def _columns(names: Sequence[str], paper: Paper, height: int) -> str:
    """A warp thread for each session, with its name at both ends."""
    lines = "".join(
        f"M{_n(paper.x(each))} {HEAD - 10}V{height - HEAD + 10}" for each in range(len(names))
    )
    words = "".join(
        f'<text x="{_n(paper.x(each))}" y="{y}">{escape(name)}</text>'
        for y in (HEAD - 17, height - HEAD + 25)
        for each, name in enumerate(names)
    )
    return (
        f'<path class="weave__warp" d="{lines}"/>'
        f'<g class="weave__session" aria-hidden="true">{words}</g>'
    )


def _ribbon(segment: ThreadSegment) -> str:
    """A segment with its edge on both sides, where it goes over another one."""
    middle = (segment.x0 + segment.x1) / 2
    if segment.level is None:
        of = _of(segment.player)
        return f'<path class="weave__away t{segment.colour}"{of} d="{_way(segment)}"/>'
    lean = segment.lean
    before, after = segment.width0 / 2, segment.width1 / 2
    # A little over the end of the one before, so that no seam shows.
    start = segment.x0 - 0.4
    upper = (
        f"{_n(start)} {_n(segment.y0 - before)}C{_n(middle + lean)} {_n(segment.y0 - before)} "
        f"{_n(middle + lean)} {_n(segment.y1 - after)} {_n(segment.x1)} {_n(segment.y1 - after)}"
    )
    lower = (
        f"{_n(segment.x1)} {_n(segment.y1 + after)}C{_n(middle - lean)} {_n(segment.y1 + after)} "
        f"{_n(middle - lean)} {_n(segment.y0 + before)} {_n(start)} {_n(segment.y0 + before)}"
    )
    close = f"A{_n(after)} {_n(after)} 0 0 1 " if segment.ends else "L"
    edge = f'<path class="weave__edge" d="M{upper}M{lower}"/>' if segment.crosses else ""
    of = _of(segment.player)
    return f'{edge}<path class="t{segment.colour}"{of} d="M{upper}{close}{lower}Z"/>'


def _way(segment: ThreadSegment, *, goes_on: bool = False) -> str:
    """The middle of a segment; goes_on: from where the path is already."""
    half, down = (segment.x1 - segment.x0) / 2, segment.y1 - segment.y0
    start = "" if goes_on else f"M{_n(segment.x0)} {_n(segment.y0)}"
    if not down:
        return f"{start}h{_n(2 * half)}"
    curve = f"c{_n(half)} 0 {_n(half)} {_n(down)} {_n(2 * half)} {_n(down)}"
    return start + curve.replace(" -", "-")


def _strokes(segments: Sequence[ThreadSegment]) -> str:
    """Thread after thread, the top one last; a path for each width."""
    by_thread: defaultdict[int, list[ThreadSegment]] = defaultdict(list)
    for segment in segments:
        by_thread[segment.player].append(segment)
    in_order = [sorted(own, key=attrgetter("session")) for own in by_thread.values()]
    return "".join(_stroked(own) for own in sorted(in_order, key=lambda own: -own[-1].y1))


def _stroked(own: Sequence[ThreadSegment]) -> str:
    ways: defaultdict[int | None, str] = defaultdict(str)
    before = None
    for segment in own:
        # Where the one before is as wide, the line simply goes on.
        goes_on = before and before.level == segment.level and before.x1 == segment.x0
        ways[segment.level] += _way(segment, goes_on=bool(goes_on))
        before = segment
    paths = "".join(
        f'<path class="{"weave__away" if level is None else f"w{level}"}" d="{way}"/>'
        for level, way in ways.items()
    )
    return f'<g class="weave__thread t{own[0].colour}"{_of(own[0].player)}>{paths}</g>'


def _ends(ends: Sequence[Mark], labels: Mapping[str, str], row: float) -> str:
    """A knot, and the name again, where somebody has withdrawn."""
    return "".join(
        f'<path class="weave__knot t{mark.colour}"{_of(mark.player)} '
        f'd="M{_n(mark.x)} {_n(mark.y - row * 0.3)}v{_n(row * 0.6)}"/>'
        f'<text class="weave__ended" x="{_n(mark.x + 6)}" y="{_n(mark.y)}"'
        f"{_of(mark.player)}>{escape(labels[mark.name])}{_whole(mark.name)}</text>"
        for mark in ends
    )


def _wins(weave: Weave, row: float) -> str:
    """A ring for a win, with a dot in it for several; dots are closed paths of one point."""
    ring = max(2.2, row * 0.17)
    won = sorted([*weave.wins, *weave.several], key=lambda mark: (mark.x, mark.y))
    by_player: defaultdict[tuple[int, int], list[Mark]] = defaultdict(list)
    for mark in won:
        by_player[mark.player, mark.colour].append(mark)
    rings = "".join(
        f'<path class="weave__dot t{colour}"{_of(player)} d="{_dots(marks)}"/>'
        for (player, colour), marks in by_player.items()
    )
    return (
        f'<g stroke-width="{_n(ring * 2)}">{rings}</g>'
        f'<path class="weave__core" stroke-width="{_n(ring * 1.25)}" d="{_dots(won)}"/>'
        f'<path class="weave__several" stroke-width="{_n(ring * 0.6)}" '
        f'd="{_dots(weave.several)}"/>'
    )


def _dots(marks: Sequence[Mark]) -> str:
    """Dots in one path, each from the one before."""
    x = y = 0.0
    steps = []
    for mark in marks:
        steps.append(f"m{_n(mark.x - x)} {_n(mark.y - y)}z".replace(" -", "-"))
        x, y = mark.x, mark.y
    return "".join(steps)


def _names(weave: Weave, labels: Mapping[str, str], numbers: float, link: str) -> str:
    """Names at both ends; those at the right end, with places, are links."""
    starts = "".join(
        f'<text class="weave__start" x="{_n(name.x - 7)}" y="{_n(name.y)}"'
        f"{_of(name.player)}>{escape(labels[name.name])}{_whole(name.name)}</text>"
        for name in weave.starts
    )
    finals = "".join(_final(name, labels[name.name], numbers, link) for name in weave.finals)
    return f'<g aria-hidden="true">{starts}</g>{finals}'


def _final(name: Mark, label: str, numbers: float, link: str) -> str:
    x = name.x + numbers
    return (
        f'<a href="{escape(link)}{name.player}#weave">'
        f'<text class="weave__name" y="{_n(name.y)}"{_of(name.player)}>'
        f'<tspan class="weave__place" x="{_n(x)}">{escape(name.place)}</tspan> '
        f'<tspan x="{_n(x + 6)}">{escape(label)}</tspan>{_whole(name.name)}</text></a>'
    )


def _of(player: int) -> str:
    """Whose it is."""
    return f' data-p="{player}"'


def _whole(name: str) -> str:
    """The name that is not written whole, for who points at it."""
    return f"<title>{escape(name)}</title>" if len(name) > NAME_LENGTH else ""


def _n(value: float) -> str:
    """A number with one place at most."""
    return f"{value:.1f}".removesuffix(".0")
