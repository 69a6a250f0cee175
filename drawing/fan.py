"""The fan cards at a row (S2): a number of the parity that fits, or a mountain with its way.

A sprite of its own, for they are the same in every deck: `even`, `odd`, `up` and `down`,
and the digits of a number that lies flipped, as `d0` .. `d9`.
"""

from drawing import pen
from games.rules.cards import FanFace

INK, GOLD = "#fff7ea", "#ffd661"
GROUNDS = {
    FanFace.EVEN: "#22639c",
    FanFace.ODD: "#a85400",
    FanFace.UP: "#5b4a6b",
    FanFace.DOWN: "#5b4a6b",
}
UP, DOWN = "M30 34V9M20 19 30 9l10 10", "M30 9v25M20 24l10 10 10-10"


def draw() -> str:
    """The sprite of the fan cards."""
    signs = {
        FanFace.EVEN: _numbers(2, (4, 6, 8)),
        FanFace.ODD: _numbers(1, (3, 5, 7)),
        FanFace.UP: _mountain(UP),
        FanFace.DOWN: _mountain(DOWN),
    }
    faces = [
        pen.symbol(face, f'{pen.stock()}{pen.ground(GROUNDS[face])}<g color="{INK}">{sign}</g>')
        for face, sign in signs.items()
    ]
    lines = "\n".join([*map(_digit, range(10)), *faces])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{lines}\n</svg>\n'


def _digit(value: int) -> str:
    box = f"0 0 {pen.DIGIT_WIDTH} {pen.DIGIT_HEIGHT}"
    return f'<symbol id="d{value}" viewBox="{box}">{pen.stroke(pen.DIGITS[value])}</symbol>'


def _numbers(first: int, others: tuple[int, ...]) -> str:
    """The lowest number large, the next ones under it."""
    small = "".join(pen.number(number, 15 + 15 * at, 64, 16) for at, number in enumerate(others))
    return f'<g color="{GOLD}">{pen.number(first, 30, 31, 42)}</g>{small}'


def _mountain(arrow: str) -> str:
    """A peak with snow, and where the card goes next."""
    return (
        f'<g color="{GOLD}">{pen.stroke(arrow)}</g>'
        f'<path fill="{INK}" d="M5 72 30 38l25 34Z"/>'
        f'<path fill="{GROUNDS[FanFace.UP]}" d="m30 38-9 12.2 5 3 4-3.4 4.6 3.6 4.6-2.8Z" '
        'opacity=".45"/>'
    )
