"""The deck of elements: every card an enamel tile of the periodic table, in its family's colour.

Penalties are shields. They and the number stand on a plate whose colour tells how many there are,
the same as in the other decks and in sentences (static/css/cards.css). Names are set, not drawn, so
there is one sprite per language.
"""

from bisect import bisect_left
from collections.abc import Callable

from drawing import letters, pen
from drawing.bulls import FACES
from drawing.pen import STOCK
from games.page.elements import Family, element
from games.rules.cards import LAST_CARD, heads

GOLD = "#ffd257"

PLATE = "M2.5 41.5V6.5a4 4 0 0 1 4-4h47a4 4 0 0 1 4 4v35Z"

# Enamel and its sheen; letters on all of them are of the colour of the paper.
ENAMEL = {
    Family.ALKALI: ("#b3322c", "#f6b9a8"),
    Family.ALKALINE_EARTH: ("#b65a12", "#fbd3a2"),
    Family.TRANSITION: ("#26578f", "#b5d3f2"),
    Family.POST_TRANSITION: ("#51606c", "#cbd6dd"),
    Family.METALLOID: ("#6b6a1c", "#e2dd97"),
    Family.NONMETAL: ("#24713f", "#b2e0b4"),
    Family.HALOGEN: ("#07727a", "#a5e3e2"),
    Family.NOBLE_GAS: ("#5a3d97", "#d3c3f3"),
    Family.LANTHANIDE: ("#a0305f", "#f7bcd2"),
    Family.ACTINIDE: ("#6a3a26", "#e7c2a8"),
}

# The last of each row of the periodic table; nobody plays the 118.
NOBLE_GASES = (2, 10, 18, 36, 54, 86, 118)

SHIELD = "M4.5 1h15v8.5c0 5.2-3.2 8.2-7.5 9.8-4.3-1.6-7.5-4.6-7.5-9.8Z"
HALF = "M12 1h7.5v8.5c0 5.2-3.2 8.2-7.5 9.8Z"
SHEEN = "M2.5 30V6.5a4 4 0 0 1 4-4h47a4 4 0 0 1 4 4V14C40 16 20 20 2.5 30Z"


SHIELD_MARKS: tuple[pen.Mark, ...] = (
    ('fill="#fff6dc" stroke="#2a1c05" stroke-opacity=".6" stroke-width="1.6"', SHIELD),
    ('fill="#efb02e"', HALF),
)


def draw(language: str) -> str:
    """The sprite of the deck with names in a language."""
    head = pen.head(
        f'<path fill="currentColor" fill-rule="evenodd" d="{SHIELD}M12 3.5v12.6'
        'c3-1.3 5-3.5 5-6.6v-6Z"/>'
    )
    parts = [head, *map(_tile, Family), *map(_plate, FACES), _back()]
    return pen.sprite(parts, _card_in(language))


def _tile(family: Family) -> str:
    enamel, _tint = ENAMEL[family]
    return pen.symbol(
        family,
        f'{pen.stock()}{pen.ground(enamel)}<path fill="#fff" fill-opacity=".13" d="{SHEEN}"/>',
    )


def _plate(count: int) -> str:
    plate = f'<path fill="{FACES[count].ground}" d="{PLATE}"/>'
    scale, gap = (0.4235, -4.2) if count < 7 else (0.388, -6.5)
    return pen.symbol(f"f{count}", plate + pen.in_lines(SHIELD_MARKS, (count,), 6, scale, gap))


def _back() -> str:
    orbits = "".join(
        f'<ellipse cx="30" cy="40" rx="23" ry="8.5" transform="rotate({angle} 30 40)"/>'
        for angle in (30, 90, 150)
    )
    cells = "".join(_cell(number) for number in range(1, LAST_CARD + 1))
    return pen.symbol(
        "back",
        f"{pen.stock()}{pen.ground('#1f2c3a')}"
        f'<g fill="none" stroke="#3c5064" stroke-width="1.4">{orbits}</g>'
        f'<rect x="6" y="6" width="48" height="68" rx="2.5" fill="none" stroke="{GOLD}" '
        f'stroke-width=".8"/>{cells}',
    )


def _cell(number: int) -> str:
    """A tile of the small periodic table on the back."""
    column, row = place_of(number)
    x, y = 4.4 + 2.55 * column, 20.5 + 3.3 * row
    return (
        f'<rect x="{x:g}" y="{y:g}" width="2.2" height="2.9" rx=".4" '
        f'fill="{ENAMEL[element(number).family][1]}"/>'
    )


def place_of(number: int) -> tuple[int, float]:
    """Where the periodic table shows an element: its column 1..18 and row 1..7.

    Lanthanides and actinides stand below the table, from column 3, in rows 8.5 and 9.5.
    """
    match element(number).family:
        case Family.LANTHANIDE:
            return number - 54, 8.5
        case Family.ACTINIDE:
            return number - 86, 9.5
    row = bisect_left(NOBLE_GASES, number)
    after_noble_gas = number - (NOBLE_GASES[row - 1] if row else 0)
    is_left = after_noble_gas <= (2 if row else 1)
    return (after_noble_gas if is_left else 18 - (NOBLE_GASES[row] - number)), row + 1


def _card_in(language: str) -> Callable[[int], str]:
    def card(number: int) -> str:
        shown = element(number)
        _enamel, tint = ENAMEL[shown.family]
        large = 25 if number < 100 else 24
        return pen.symbol(
            f"c{number}",
            f"{pen.whole(shown.family)}{pen.whole(f'f{heads(number)}')}"
            f'<g color="{FACES[heads(number)].number}">{pen.number(number, 30, 27.5, large)}</g>'
            f'<g color="{tint}">{letters.word(shown.symbol, 30, 45, 14.5)}</g>'
            f"{_line(67, 6.2, STOCK, shown.name_in(language))}"
            f"{_line(73, 4.8, tint, shown.weight_in(language))}",
        )

    return card


def _line(y: float, size: float, colour: str, text: str) -> str:
    return (
        f'<text x="30" y="{y:g}" font-size="{size:g}" font-family="system-ui, sans-serif" '
        f'font-weight="600" text-anchor="middle" fill="{colour}">{text}</text>'
    )
