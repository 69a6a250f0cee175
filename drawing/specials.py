"""The special cards (S4): a colour and a sign for each kind, to be told apart at thumbnail size.

A sprite of its own, for they are the same in every deck: a symbol for each kind under its code
name, and `back`.
"""

from drawing import pen
from games.rules.cards import OxKind, SpecialKind

INK = "#fff7ea"
GOLD = "#ffd661"

GROUNDS: dict[str, str] = {
    SpecialKind.FIFTH_ROW: "#2f7a45",
    SpecialKind.SEVEN_TAKES: "#a85400",
    SpecialKind.INSERT: "#22639c",
    SpecialKind.REPLACE: "#6b479d",
    SpecialKind.SHIFT: "#0f7377",
    SpecialKind.STOP: "#b3201c",
    SpecialKind.MINUS_IS_PLUS: "#33323b",
    OxKind.FIRST: "#8a5a00",
    OxKind.LAST: "#4d5b2a",
    OxKind.SORT: "#7a2f5b",
}


def draw() -> str:
    """The sprite of the special cards."""
    signs: dict[str, str] = {
        SpecialKind.FIFTH_ROW: _five_rows(),
        SpecialKind.SEVEN_TAKES: _seven(),
        SpecialKind.INSERT: _squeeze(),
        SpecialKind.REPLACE: _swap(),
        SpecialKind.SHIFT: _move(),
        SpecialKind.STOP: _octagon(),
        SpecialKind.MINUS_IS_PLUS: _minus_and_plus(),
        OxKind.FIRST: _place_of_four(0),
        OxKind.LAST: _place_of_four(3),
        OxKind.SORT: _sorted(),
    }
    faces = [_face(kind, sign) for kind, sign in signs.items()]
    lines = "\n".join([*faces, _back()])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{lines}\n</svg>\n'


def _face(kind: str, sign: str) -> str:
    return pen.symbol(kind, f'{pen.stock()}{pen.ground(GROUNDS[kind])}<g color="{INK}">{sign}</g>')


def _five_rows() -> str:
    """Four rows, and a fifth in gold."""
    return "".join(
        _bar(11, 14 + 11 * place, 38, 7, GOLD if place == 4 else INK) for place in range(5)
    )


def _seven() -> str:
    """A large seven over the six cards it takes."""
    cards = "".join(_bar(10 + 7 * place, 61, 5, 8, INK) for place in range(6))
    return f'<g color="{GOLD}">{pen.number(7, 30, 32.5, 45)}</g>{cards}'


def _squeeze() -> str:
    """A card that comes down between two."""
    return (
        _bar(7, 38, 14, 26, INK)
        + _bar(39, 38, 14, 26, INK)
        + _bar(24, 48, 12, 16, GOLD)
        + _arrow("M30 13v24", "M21.5 30 30 39l8.5-9")
    )


def _swap() -> str:
    """One up, one down."""
    return _arrow("M20 63V19", "M10.5 28 20 17l9.5 11") + _gold(
        _arrow("M40 17v44", "M30.5 52 40 63l9.5-11")
    )


def _move() -> str:
    """From one row to the next."""
    return (
        _bar(8, 16, 13, 18, INK)
        + _bar(24, 16, 13, 18, INK)
        + _gold(_arrow("M46 18v22c0 9-4 14-13 14H17", "M25 44.5 15 54l10 9.5"))
    )


def _octagon() -> str:
    """The sign of the road."""
    return (
        f'<path fill="none" stroke="{INK}" stroke-width="5" stroke-linejoin="round" '
        'd="M20 17h20l12 12v22l-12 12H20L8 51V29Z"/>'
        f"{_bar(17, 35.5, 26, 9, GOLD)}"
    )


def _minus_and_plus() -> str:
    """Minus above, plus below, and the line between."""
    return (
        _bar(9, 22, 20, 6.5, INK)
        + _gold(_arrow("M31 55h20", "M41 45v20"))
        + '<path stroke="currentColor" stroke-width="3" stroke-linecap="round" d="M48 16 12 64"/>'
    )


def _place_of_four(place: int) -> str:
    """One of four cards that is before, or after, all others."""
    cards = "".join(_bar(8 + 12 * at, 46, 9, 17, GOLD if at == place else INK) for at in range(4))
    x = 12.5 + 12 * place
    return cards + _gold(_arrow(f"M{x:g} 14v22", f"M{x - 7:g} 29l7 8 7-8"))


def _sorted() -> str:
    """Cards of all heights, the lowest first."""
    return "".join(_bar(9 + 11 * at, 56 - 11 * at, 9, 10 + 11 * at, INK) for at in range(4))


def _bar(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="2" fill="{fill}"/>'


def _arrow(shaft: str, point: str) -> str:
    return pen.stroke(f"{shaft}{point}")


def _gold(content: str) -> str:
    return f'<g color="{GOLD}">{content}</g>'


def _back() -> str:
    return pen.symbol(
        "back",
        f"{pen.stock()}{pen.ground('#5a3d12')}"
        '<rect x="6" y="6" width="48" height="68" rx="2.5" fill="none" stroke="#f0c04f" '
        'stroke-width=".8"/><path fill="#f0c04f" d="m30 22 5 12.5 13.5.9-10.4 8.6 3.4 13'
        'L30 49.8 18.5 57l3.4-13-10.4-8.6 13.5-.9Z"/>',
    )
