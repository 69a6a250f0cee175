"""The drawing of the deck of bull heads; `manage.py draw_decks` writes it to static/cards/bulls.svg.

One symbol per card, so that a page only says `<use href="…/bulls.svg#c55">`. A face is 60 x 80. The
more heads a card has, the darker its face: the five kinds differ without colour too. The digits are
drawn, not set: a card looks the same on every device.
"""

from dataclasses import dataclass

from games.rules.cards import LAST_CARD, heads

WIDTH, HEIGHT = 60, 80
STOCK = "#fbf5e6"


@dataclass(frozen=True, slots=True)
class Face:
    """Colours of the cards with the same number of heads, and how their heads stand in lines."""

    ground: str
    shadow: str
    mark: str
    number: str
    lines: tuple[int, ...]


FACES = {
    1: Face(STOCK, "#efe3c9", "#a8483c", "#2a241d", (1,)),
    2: Face("#c9e0ec", "#b4d2e2", "#2b5f80", "#16384f", (2,)),
    3: Face("#eeb840", "#dfa424", "#7d5006", "#3a2a05", (3,)),
    5: Face("#b93a2a", "#a52f20", "#ffdcc8", "#fff4df", (5,)),
    7: Face("#2d1e40", "#3d2b54", "#ffd661", "#ffd661", (4, 3)),
}

HEAD = (
    "M1.3.8C.5 5.4 2.5 8.9 6.9 9.3l1-2.7C5.2 6.2 3.6 4.2 3.2.8c-.2-.7-1.7-.7-1.9 0Z"
    "M22.7.8c.8 4.6-1.2 8.1-5.6 8.5l-1-2.7c2.7-.4 4.3-2.4 4.7-5.8.2-.7 1.7-.7 1.9 0Z"
    "M12 5.6c2.3 0 4.2.6 5.2 1.9l3.6.6c-.2 2-1.8 3.3-3.8 3.2-.1 1.7-.7 3.2-1.3 4.5"
    ".5 2.3-1 4.2-3.7 4.2s-4.2-1.9-3.7-4.2C7.7 14.5 7.1 13 7 11.3c-2 .1-3.6-1.2-3.8-3.2"
    "l3.6-.6c1-1.3 2.9-1.9 5.2-1.9Z"
)
DIGITS = (
    "M10 3c4.6 0 7 4.4 7 13s-2.4 13-7 13-7-4.4-7-13S5.4 3 10 3Z",
    "M4.5 9.5 11.5 3v26",
    "M3.5 10.5C3.6 5.8 6.2 3 10.2 3c3.9 0 6.5 2.5 6.5 6.3 0 5.5-5.7 9.7-13.4 19.7h14",
    "M3.8 3h12.4L9.4 13c4.6.2 7.6 3.3 7.6 7.7 0 5-3.2 8.3-7.9 8.3-2.9 0-5.1-1.2-6.5-3.4",
    "M12.5 3l-10 19h15.5M13.6 13.5V29",
    (
        "M16 3H5.6L4.3 14.6c1.5-1.4 3.4-2.1 5.5-2.1 4.4 0 7.3 3.3 7.3 8.1 0 5-3.1 8.4-7.8 8.4"
        "-2.8 0-5-1.1-6.5-3.2"
    ),
    "M13.5 3C7.5 7 3 13.7 3 20.6 3 25.7 5.9 29 10 29s7-3.3 7-8-2.9-7.8-7-7.8c-3.2 0-5.7 1.8-6.7 5",
    "M3 3h14.2C13 11 10 19 8.5 29",
    (
        "M10 3c3.8 0 6.2 2.3 6.2 5.9S13.8 15 10 15 3.8 12.5 3.8 8.9 6.2 3 10 3ZM10 15"
        "c4.2 0 7 2.7 7 6.9S14.2 29 10 29s-7-2.9-7-7.1S5.8 15 10 15Z"
    ),
    (
        "M6.5 29C12.5 25 17 18.3 17 11.4 17 6.3 14.1 3 10 3s-7 3.3-7 8 2.9 7.8 7 7.8"
        "c3.2 0 5.7-1.8 6.7-5"
    ),
)
DIGIT_RATIO = 20 / 32


def bulls() -> str:
    """The whole sprite: symbols `c1`..`c104`, `back`, and `head` in the colour of the text."""
    parts = [_head(), *map(_digit, range(10)), *map(_face, FACES), _back()]
    parts.extend(map(_card, range(1, LAST_CARD + 1)))
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(parts) + "\n</svg>\n"


def _head() -> str:
    return f'<symbol id="head" viewBox="0 0 24 20"><path fill="currentColor" d="{HEAD}"/></symbol>'


def _digit(digit: int) -> str:
    return (
        f'<symbol id="d{digit}" viewBox="0 0 20 32"><path fill="none" stroke="currentColor" '
        f'stroke-width="5.4" stroke-linejoin="round" stroke-linecap="round" d="{DIGITS[digit]}"/>'
        "</symbol>"
    )


def _face(count: int) -> str:
    face = FACES[count]
    edge = ' stroke="#cdbd9f" stroke-width=".8"' if face.ground == STOCK else ""
    return (
        f'<symbol id="f{count}" viewBox="0 0 60 80">{_stock()}'
        f'<rect x="2.5" y="2.5" width="55" height="75" rx="4" fill="{face.ground}"{edge}/>'
        f'<use href="#head" x="6" y="24" width="48" height="40" color="{face.shadow}"/>'
        f'<g color="{face.mark}">{_heads(face.lines)}</g></symbol>'
    )


def _heads(lines: tuple[int, ...]) -> str:
    width, height, gap = (10.2, 8.5, 0.5) if len(lines) == 1 else (9.6, 8, 1.6)
    uses = []
    for line, count in enumerate(lines):
        left = (WIDTH - count * width - (count - 1) * gap) / 2
        for place in range(count):
            x, y = left + place * (width + gap), 6 + line * 8.4
            uses.append(
                f'<use href="#head" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'
            )
    return "".join(uses)


def _back() -> str:
    return (
        f'<symbol id="back" viewBox="0 0 60 80">{_stock()}'
        '<rect x="2.5" y="2.5" width="55" height="75" rx="4" fill="#8f2a20"/>'
        '<rect x="6" y="6" width="48" height="68" rx="2.5" fill="none" stroke="#e9b9a5" '
        'stroke-width=".8"/><g fill="none" stroke="#e9b9a5" stroke-width="3.4" '
        'stroke-linecap="round"><path d="M15 31v22M21 31v22M27 31v22M33 31v22M39 31v22"/>'
        '<path stroke="#f0c04f" d="m49.5 25.5-4.2 22"/></g></symbol>'
    )


def _stock() -> str:
    return f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{STOCK}"/>'


def _card(card: int) -> str:
    count = heads(card)
    large, small = (33, 7) if card < 100 else (27, 6.5)
    return (
        f'<symbol id="c{card}" viewBox="0 0 60 80"><use href="#f{count}" width="60" height="80"/>'
        f'<g color="{FACES[count].number}">{_number(card, 30, 44.5, large)}'
        f"{_number(card, 11, 71, small)}{_number(card, 49, 71, small)}</g></symbol>"
    )


def _number(card: int, x: float, y: float, height: float) -> str:
    """The digits of a card in a line whose middle is (x, y)."""
    digits = str(card)
    width = height * DIGIT_RATIO
    left = x - width * len(digits) / 2
    return "".join(
        f'<use href="#d{digit}" x="{left + place * width:g}" y="{y - height / 2:g}" '
        f'width="{width:g}" height="{height:g}"/>'
        for place, digit in enumerate(digits)
    )
