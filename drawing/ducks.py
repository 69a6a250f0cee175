"""The deck of ducks: every kind of card is a pond of its own, with its own breed.

The more ducks a card has, the later the hour: the five kinds differ without colour too.
"""

from dataclasses import dataclass

from drawing import pen
from drawing.pen import STOCK
from games.rules.cards import heads


@dataclass(frozen=True, slots=True)
class Pond:
    """Colours of the cards with the same number of ducks, and how their ducks swim in lines.

    far: the large duck behind the number. The rest are parts of the small ones.
    """

    sky: str
    water: str
    far: str
    number: str
    body: str
    wing: str
    head: str
    beak: str
    lines: tuple[int, ...]


PONDS = {
    1: Pond(
        sky=STOCK, water="#cfe4df", far="#f8e7b0", number="#173d42",
        body="#f4b91f", wing="#d9930b", head="#f4b91f", beak="#d8571c", lines=(1,),
    ),
    2: Pond(
        sky="#b9dfe0", water="#8fc6cb", far="#a2d2d5", number="#0d3a45",
        body="#7d6a58", wing="#efe6d6", head="#14603f", beak="#d99a06", lines=(2,),
    ),
    3: Pond(
        sky="#f3bd41", water="#dd9a1c", far="#e7ab2b", number="#412607",
        body="#fffaf0", wing="#e2d2b4", head="#fffaf0", beak="#c9420f", lines=(3,),
    ),
    5: Pond(
        sky="#c2452b", water="#9c3120", far="#ae3a25", number="#fff4df",
        body="#fff1dc", wing="#4a1d1c", head="#fff1dc", beak="#f3b23c", lines=(5,),
    ),
    7: Pond(
        sky="#16304d", water="#0c1f36", far="#20405f", number="#ffd661",
        body="#ffd661", wing="#d99f2b", head="#ffd661", beak="#f0803c", lines=(4, 3),
    ),
}  # fmt: skip

BODY = (
    "M1.2 8.4c2.6 2.2 6 2.4 9 1.5 1.7-.5 2.5-1.3 2.6-2.6l6.9 1.4c.9 1.1 1.7 2.6 1.7 4.7"
    " 0 3.7-3.6 5.4-8.9 5.4C5.6 18.8 1 15.4 1.2 8.4Z"
)
HEAD = "M16.3 1.2a4.7 4.7 0 1 1-.01 0Z"
BEAK = "M20.3 4.1c1.2.7 2.2 1.1 3.5 1.3.3 1.7-1.5 3-3.8 2.8Z"
EYE = "M16.45 4.9a.95.95 0 1 0 1.9 0a.95.95 0 1 0-1.9 0Z"
WING = "M5.3 11.6c2.6.9 5.6.3 8.7-.6-.3 3.3-2.1 5.2-4.6 5.2-2.2 0-3.7-1.7-4.1-4.6Z"
STARS = "M11 27.5v3M9.5 29h3M48 24.5v2.4M46.8 25.7h2.4M52 40v2M51 41h2M7.5 46v2M6.5 47h2"
WAVES = "M2.5 61" + "q2.75-3 5.5 0t5.5 0" * 5 + "V73.5a4 4 0 0 1-4 4h-47a4 4 0 0 1-4-4Z"

# The back: a duck that looks for something at the bottom of the pond.
FEET = (
    "M20 38 14.5 34 9 32.5l3.5-2-1.5-4.5 4.5 1.5 1-4 3.5 4.5 3 8Z"
    "M40 38l5.5-4 5.5-1.5-3.5-2 1.5-4.5-4.5 1.5-1-4-3.5 4.5-3 8Z"
)
RUMP = (
    "M15 52.5c0-11.5 4.5-19 11.5-22L23.5 21l4 2.5L30 18l2.5 5.5 4-2.5-3 9.5"
    "c7 3 11.5 10.5 11.5 22a15 3.8 0 0 1-30 0Z"
)
WINGTIPS = (
    "M15.1 50c-.5-5.5 1.5-10 6-13 .5 5-.5 10.5-3.1 16.5-1.7-.9-2.7-2-2.9-3.5Z"
    "M44.9 50c.5-5.5-1.5-10-6-13-.5 5 .5 10.5 3.1 16.5 1.7-.9 2.7-2 2.9-3.5ZM28.5 31h3L30 24Z"
)


def draw() -> str:
    """The sprite of the deck."""
    head = pen.head(f'<path fill="currentColor" d="{BODY}{HEAD}{BEAK}"/>')
    return pen.sprite([head, *map(_face, PONDS), _back()], _card)


def _duck(count: int) -> list[pen.Mark]:
    pond = PONDS[count]
    eye = "#fff4df" if count == 2 else "#22201c"
    parts = ((pond.body, BODY), (pond.wing, WING), (pond.beak, BEAK), (pond.head, HEAD), (eye, EYE))
    return [(f'fill="{colour}"', path) for colour, path in parts]


def _face(count: int) -> str:
    pond = PONDS[count]
    edge = ' stroke="#c3cdb9" stroke-width=".8"' if pond.sky == STOCK else ""
    scale, gap = (11 / 24, 0) if len(pond.lines) == 1 else (0.4, 4)
    night = f'<path stroke="{pond.number}" stroke-width=".7" d="{STARS}"/>' if count == 7 else ""
    return pen.symbol(
        f"f{count}",
        f"{pen.stock()}{pen.ground(pond.sky, edge)}{night}"
        f'<g color="{pond.far}">{pen.large(BODY + HEAD + BEAK, 23)}</g>'
        f'<path fill="{pond.water}" d="{WAVES}"/>'
        f"{pen.in_lines(_duck(count), pond.lines, 5.7, scale, gap)}",
    )


def _back() -> str:
    return pen.symbol(
        "back",
        f"{pen.stock()}{pen.ground('#1d5b66')}"
        '<rect x="6" y="6" width="48" height="68" rx="2.5" fill="none" stroke="#a9d3d3" '
        'stroke-width=".8"/>'
        '<g fill="none" stroke="#a9d3d3" stroke-width="1.1"><ellipse cx="30" cy="53" rx="22" '
        'ry="7.5"/><ellipse cx="30" cy="53" rx="17.5" ry="5.4"/></g>'
        f'<path fill="#e0692a" d="{FEET}"/><path fill="#ffd661" d="{RUMP}"/>'
        f'<path fill="#e0a52f" d="{WINGTIPS}"/>',
    )


def _card(card: int) -> str:
    count = heads(card)
    large, small = (33, 7) if card < 100 else (27, 6.5)
    return pen.symbol(
        f"c{card}",
        f'{pen.whole(f"f{count}")}<g color="{PONDS[count].number}">'
        f"{pen.number(card, 30, 42.5, large)}"
        f"{pen.number(card, 11, 70.5, small)}{pen.number(card, 49, 70.5, small)}</g>",
    )
