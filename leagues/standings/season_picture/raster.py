"""The season picture as PNG, to share: 1200 x 630 pixels, as other sites ask for."""

from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from operator import attrgetter

from PIL import Image, ImageDraw

from games.page.picture_drawing import (
    HEIGHT,
    INK,
    INK_SOFT,
    LINEN,
    MARGIN,
    TEXT_FACES,
    TITLE_FACES,
    WIDTH,
    Font,
    draw_cloth,
    face_of,
    fitting,
    shortened,
)
from leagues.standings.charts.paper import short_names, spread
from leagues.standings.season_picture.weave import Mark, Paper, Thread, ThreadSegment, woven

# Drawn larger, then made smaller: Pillow draws hard edges.
LARGER = 2
TOP, BOTTOM = 172, 574
NAMES_WIDTH = 250
LARGEST_ROW = 56
# Names stand beside their threads where these are that far apart, else only the first are named.
SMALLEST_LINE, LARGEST_LINE = 19, 30
SHORTEST_NAME = 6
# Straight pieces of a curve; many curves are short ones.
STEPS, FEWER_STEPS, MANY = 12, 6, 1200
EDGE = 0.1
INKS = 128
# By day, as in static/css/league_weave.css: of ended threads, then from the first to the last.
COLOURS = (
    "#8d806c", "#7a1712", "#a32a1e", "#c24a22", "#c4701c", "#a8862e",
    "#628a7c", "#2f87a0", "#2968a4", "#2d4a92", "#312a6e",
)  # fmt: skip

Point = tuple[float, float]


def season_png(title: str, subtitle: str, threads: Sequence[Thread], sessions: int) -> bytes:
    """The picture under a title; without threads the title stands alone."""
    image = Image.new("RGB", (WIDTH, HEIGHT), LINEN)
    if threads:
        rows = max(step.rank for thread in threads for step in thread.steps if step)
        row = min(LARGEST_ROW, (BOTTOM - TOP) / rows)
        column = (WIDTH - 2 * MARGIN - NAMES_WIDTH) / (sessions - 0.6)
        top = TOP + (BOTTOM - TOP - rows * row) / 2
        paper = Paper(left=MARGIN + column * 0.4, top=top, column=column, row=row)
        weave = woven(threads, sessions, paper)
        image.paste(_threads(weave.segments, row * EDGE), (0, 0))
    pen = ImageDraw.Draw(image)
    draw_cloth(pen)
    room = WIDTH - 2 * MARGIN
    face = fitting(title, TITLE_FACES, room, sizes=(52, 44, 38))
    pen.text((MARGIN, 86), shortened(title, face, room), INK, face, anchor="lm")
    text = face_of(TEXT_FACES, 28)
    pen.text((MARGIN, 138), shortened(subtitle, text, room), INK_SOFT, text, anchor="lm")
    if threads:
        _names(pen, weave.finals, row)
    buffer = BytesIO()
    image.quantize(INKS).save(buffer, "PNG")
    return buffer.getvalue()


def _threads(segments: Sequence[ThreadSegment], edge: float) -> Image.Image:
    image = Image.new("RGB", (WIDTH * LARGER, HEIGHT * LARGER), LINEN)
    pen = ImageDraw.Draw(image)
    steps = STEPS if len(segments) <= MANY else FEWER_STEPS
    for segment in segments:
        colour = COLOURS[segment.colour]
        if segment.crosses and segment.level is not None:
            pen.polygon(_ribbon(segment, steps, edge), LINEN)
        pen.polygon(_ribbon(segment, steps, 0), colour)
        if segment.ends:
            half = segment.width1 / 2 * LARGER
            x, y = segment.x1 * LARGER, segment.y1 * LARGER
            pen.ellipse((x - half, y - half, x + half, y + half), colour)
    return image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def _ribbon(segment: ThreadSegment, steps: int, more: float) -> list[Point]:
    """The outline of a segment in so many steps, this much wider at either side."""
    upper, lower = [], []
    across, down = segment.x1 - segment.x0, segment.y1 - segment.y0
    for step in range(steps + 1):
        t = step / steps
        # A cubic curve whose control points lie level with its ends, half way.
        x = segment.x0 + across * (1.5 * t * (1 - t) + t**3)
        y = segment.y0 + down * t * t * (3 - 2 * t)
        dx = across * (1.5 - 3 * t + 3 * t * t)
        dy = down * 6 * t * (1 - t)
        length = (dx * dx + dy * dy) ** 0.5
        is_absent = segment.level is None
        width = 0 if is_absent else segment.width0 + (segment.width1 - segment.width0) * t
        half = max(width / 2, 0.5) + more
        aside, along = -dy / length * half, dx / length * half
        upper.append(((x - aside) * LARGER, (y - along) * LARGER))
        lower.append(((x + aside) * LARGER, (y + along) * LARGER))
    return upper + lower[::-1]


def _names(pen: ImageDraw.ImageDraw, finals: Sequence[Mark], row: float) -> None:
    """As many names as there is room for, from the first on."""
    line = min(LARGEST_LINE, row) if row >= SMALLEST_LINE else LARGEST_LINE
    size = round(line * 0.72)
    strong, text = face_of(TITLE_FACES, size), face_of(TEXT_FACES, size)
    first = sorted(finals, key=attrgetter("y"))[: int((BOTTOM - TOP) / line)]
    heights = spread([name.y for name in first], line, TOP + line / 2, BOTTOM - line / 2)
    right = WIDTH - MARGIN - NAMES_WIDTH + 58
    labels = labels_of([name.name for name in first], text, NAMES_WIDTH - 72)
    for name, y in zip(first, heights, strict=True):
        pen.text((right, y), name.place, COLOURS[name.colour], strong, anchor="rm")
        pen.text((right + 14, y), labels[name.name], INK, text, anchor="lm")


def labels_of(names: Sequence[str], face: Font, room: int) -> dict[str, str]:
    """Each name, or as much of it as has room (in pixels) and tells it from the others."""
    labels = {name: shortened(name, face, room) for name in names}
    shared = Counter(labels.values())
    alike = [name for name in labels if shared[labels[name]] > 1]
    if not alike:
        return labels
    for length in range(max(map(len, alike)), SHORTEST_NAME, -1):
        short = short_names(labels, length)
        apart = labels | {name: shortened(short[name], face, room) for name in alike}
        if len(set(apart.values())) == len(apart):
            return apart
    return labels
