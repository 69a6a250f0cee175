"""What all decks share: the size of a card, its stock, and digits that are drawn, not set.

A sprite holds one symbol per card, so that a page only says `<use href="…/bulls.svg#c55">`: `c1` ..
`c104`, `back`, and `head`, one penalty in the colour of the text. A face is 60 x 80, a head
24 x 20.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle

from games.rules.cards import LAST_CARD

WIDTH, HEIGHT = 60, 80
STOCK = "#fbf5e6"

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
# A path, after the attributes that say how it is painted.
Mark = tuple[str, str]

DIGIT_WIDTH, DIGIT_HEIGHT = 20, 32
HEAD_WIDTH, HEAD_HEIGHT = 24, 20

NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def sprite(parts: Iterable[str], card: Callable[[int], str]) -> str:
    """A whole file: the parts of a deck, and the face that `card` makes of a number."""
    faces = map(card, range(1, LAST_CARD + 1))
    lines = [*parts, *faces]
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(lines) + "\n</svg>\n"


def symbol(name: str, content: str) -> str:
    """Something as large as a card."""
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{content}</symbol>'


def head(content: str) -> str:
    """One penalty, as it stands beside a figure on the page."""
    return f'<symbol id="head" viewBox="0 0 24 20">{content}</symbol>'


def stock() -> str:
    """The paper of a card; it shows as a rim."""
    return f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{STOCK}"/>'


def ground(fill: str, more: str = "") -> str:
    """What is printed on the paper up to the rim; `more` are further attributes."""
    return f'<rect x="2.5" y="2.5" width="55" height="75" rx="4" fill="{fill}"{more}/>'


def whole(name: str) -> str:
    """A symbol laid over the whole card."""
    return f'<use href="#{name}" width="{WIDTH}" height="{HEIGHT}"/>'


def number(card: int, x: float, y: float, height: float) -> str:
    """The digits of a card in a line whose middle is (x, y)."""
    digits = str(card)
    scale = height / DIGIT_HEIGHT
    left = x - scale * DIGIT_WIDTH * len(digits) / 2
    path = "".join(
        moved(DIGITS[int(digit)], place * DIGIT_WIDTH) for place, digit in enumerate(digits)
    )
    return written(path, left, y - height / 2, scale)


def in_lines(
    marks: Sequence[Mark], lines: tuple[int, ...], top: float, scale: float, gap: float
) -> str:
    """A head many times, in centred lines of so many; gap: between two, in units of the head.

    marks: what a head consists of. Each is one path for all heads, since a browser pays for every
    element of every card.
    """
    step, down = HEAD_WIDTH + gap, HEAD_HEIGHT + 1
    places = [
        ((place - count / 2) * step + gap / 2, line * down)
        for line, count in enumerate(lines)
        for place in range(count)
    ]
    return "".join(
        f'<path {attributes} transform="{_placed(WIDTH / 2, top, scale)}" '
        f'd="{"".join(moved(path, *place) for place in places)}"/>'
        for attributes, path in marks
    )


def moved(path: str, x: float, y: float = 0) -> str:
    """A path elsewhere. It begins with an absolute place, and its arcs are relative."""
    steps = {"H": (x,), "V": (y,)}

    def move(command: re.Match[str]) -> str:
        letter, numbers = command[1], NUMBER.findall(command[2])
        by = cycle(steps.get(letter, (x, y)))
        return letter + " ".join(
            f"{float(number) + step:g}" for number, step in zip(numbers, by, strict=False)
        )

    return re.sub(r"([CHLMQSTV])([^A-Za-z]*)", move, path)


def large(path: str, y: float) -> str:
    """A path of the size of a head, large behind the number, in the colour of the text."""
    return f'<path fill="currentColor" transform="{_placed(6, y, 2)}" d="{path}"/>'


def written(path: str, x: float, y: float, scale: float) -> str:
    """A path drawn with the pen at a place, in the colour of the text."""
    return stroke(path).replace("<path", f'<path transform="{_placed(x, y, scale)}"')


def _placed(x: float, y: float, scale: float) -> str:
    return f"translate({x:g} {y:g}) scale({scale:g})"


def stroke(path: str) -> str:
    """A path drawn with the pen, in the colour of the text."""
    return (
        '<path fill="none" stroke="currentColor" stroke-width="5.4" stroke-linejoin="round" '
        f'stroke-linecap="round" d="{path}"/>'
    )
