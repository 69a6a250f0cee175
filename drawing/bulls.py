"""The deck of bull heads.

The more heads a card has, the darker its face: the five kinds differ without colour too.
"""

from dataclasses import dataclass

from drawing import pen
from drawing.pen import STOCK
from games.rules.cards import heads


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
    "M3.2.8c.4 3.4 2 5.4 4.7 5.8l-1 2.7C2.5 8.9.5 5.4 1.3.8c.2-.7 1.7-.7 1.9 0Z"
    "M22.7.8c.8 4.6-1.2 8.1-5.6 8.5l-1-2.7c2.7-.4 4.3-2.4 4.7-5.8.2-.7 1.7-.7 1.9 0Z"
    "M12 5.6c2.3 0 4.2.6 5.2 1.9l3.6.6c-.2 2-1.8 3.3-3.8 3.2-.1 1.7-.7 3.2-1.3 4.5"
    ".5 2.3-1 4.2-3.7 4.2s-4.2-1.9-3.7-4.2C7.7 14.5 7.1 13 7 11.3c-2 .1-3.6-1.2-3.8-3.2"
    "l3.6-.6c1-1.3 2.9-1.9 5.2-1.9Z"
)


def draw() -> str:
    """The sprite of the deck."""
    head = pen.head(f'<path fill="currentColor" d="{HEAD}"/>')
    return pen.sprite([head, *map(_face, FACES), _back()], _card)


def _face(count: int) -> str:
    face = FACES[count]
    edge = ' stroke="#cdbd9f" stroke-width=".8"' if face.ground == STOCK else ""
    mark = f'fill="{face.mark}"', HEAD
    scale, gap = (0.425, 1.2) if len(face.lines) == 1 else (0.4, 4)
    return pen.symbol(
        f"f{count}",
        f"{pen.stock()}{pen.ground(face.ground, edge)}"
        f'<g color="{face.shadow}">{pen.large(HEAD, 24)}</g>'
        f"{pen.in_lines([mark], face.lines, 6, scale, gap)}",
    )


def _back() -> str:
    return pen.symbol(
        "back",
        f"{pen.stock()}{pen.ground('#8f2a20')}"
        '<rect x="6" y="6" width="48" height="68" rx="2.5" fill="none" stroke="#e9b9a5" '
        'stroke-width=".8"/><g fill="none" stroke="#e9b9a5" stroke-width="3.4" '
        'stroke-linecap="round"><path d="M15 31v22M21 31v22M27 31v22M33 31v22M39 31v22"/>'
        '<path stroke="#f0c04f" d="m49.5 25.5-4.2 22"/></g>',
    )


def _card(card: int) -> str:
    count = heads(card)
    large, small = (33, 7) if card < 100 else (27, 6.5)
    return pen.symbol(
        f"c{card}",
        f'{pen.whole(f"f{count}")}<g color="{FACES[count].number}">'
        f"{pen.number(card, 30, 44.5, large)}"
        f"{pen.number(card, 11, 71, small)}{pen.number(card, 49, 71, small)}</g>",
    )
