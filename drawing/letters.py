"""Letters drawn with the pen of the digits: those that symbols of elements need."""

from itertools import accumulate
from typing import NamedTuple

from drawing import pen


class Letter(NamedTuple):
    """A path of the pen. Capitals stand from 3 to 29, as digits do; tails reach 36."""

    width: float
    path: str


LETTERS = {
    "A": Letter(21, "M3 29 10.5 3 18 29M6 20h9"),
    "B": Letter(
        20.5,
        "M4 3h6.5c4 0 6.3 2.3 6.3 6.2s-2.3 6.2-6.3 6.2H4h7c4.3 0 7 2.6 7 6.8"
        "S15.3 29 11 29H4Z",
    ),
    "C": Letter(20, "M17.5 7.5C16 4.7 13.6 3 11 3 6 3 3 8 3 16s3 13 8 13c2.6 0 5-1.7 6.5-4.5"),
    "D": Letter(21, "M4 3h5.5C15 3 18 8 18 16s-3 13-8.5 13H4Z"),
    "E": Letter(19, "M16 3H4v26h12M4 15.5h10"),
    "F": Letter(18.5, "M16 3H4v26M4 16h10"),
    "G": Letter(
        21,
        "M17.5 7.5C16 4.7 13.6 3 10.7 3 6 3 3 8 3 16s3 13 7.7 13"
        "c4.5 0 7.3-3.5 7.3-9.5v-2h-6",
    ),
    "H": Letter(22, "M4 3v26M18 3v26M4 15.5h14"),
    "I": Letter(8, "M4 3v26"),
    "K": Letter(20.5, "M4 3v26M17 3 4.5 18M9 13.5 18 29"),
    "L": Letter(18.5, "M4 3v26h12"),
    "M": Letter(25, "M4 29V3l8.5 16L21 3v26"),
    "N": Letter(22, "M4 29V3l14 26V3"),
    "O": Letter(22, "M11 3c5 0 8 5 8 13s-3 13-8 13-8-5-8-13 3-13 8-13Z"),
    "P": Letter(20, "M4 29V3h6.5c4.4 0 7 2.8 7 7.3s-2.6 7.3-7 7.3H4"),
    "R": Letter(21, "M4 29V3h6.5c4.4 0 7 2.8 7 7.3s-2.6 7.3-7 7.3H4m7 0L18 29"),
    "S": Letter(
        20.5,
        "M17 7.5C15.6 4.6 13.3 3 10.2 3 6.2 3 3.6 5.5 3.6 9"
        "c0 8.6 13.8 5 13.8 13.4 0 3.9-2.9 6.6-7.2 6.6-3.4 0-5.8-1.7-7.2-4.6",
    ),
    "T": Letter(21, "M3 3h15M10.5 3v26"),
    "U": Letter(22, "M4 3v17c0 5.6 2.7 9 7.1 9s7.1-3.4 7.1-9V3"),
    "V": Letter(21, "M3 3l7.5 26L18 3"),
    "W": Letter(28, "M3 3l5.5 26L14 9l5.5 20L25 3"),
    "X": Letter(21, "M3.5 3l14 26M17.5 3l-14 26"),
    "Y": Letter(21, "M3 3l7.5 14L18 3M10.5 17v12"),
    "Z": Letter(21, "M4 3h13L3.5 29h14"),
    "a": Letter(19, "M15 12v17M15 20.5c0-5-2.2-8.5-6-8.5s-6 3.5-6 8.5S5.2 29 9 29s6-3.5 6-8.5Z"),
    "b": Letter(19, "M4 3v26M4 20.5c0-5 2.2-8.5 6-8.5s6 3.5 6 8.5-2.2 8.5-6 8.5-6-3.5-6-8.5Z"),
    "c": Letter(17, "M14.5 15c-1.2-2-2.9-3-5-3C5.6 12 3 15.4 3 20.5S5.6 29 9.5 29c2.1 0 3.8-1 5-3"),
    "d": Letter(19, "M15 3v26M15 20.5c0-5-2.2-8.5-6-8.5s-6 3.5-6 8.5S5.2 29 9 29s6-3.5 6-8.5Z"),
    "e": Letter(
        18.5,
        "M3.2 20h12.3c0-4.8-2.3-8-6.1-8C5.6 12 3 15.4 3 20.5S5.6 29 9.6 29"
        "c2.4 0 4.2-1 5.4-3",
    ),
    "f": Letter(14.5, "M13 3.6C8.8 2.2 7 4 7 8v21M3 13h9"),
    "g": Letter(
        19,
        "M15 12v17c0 4.8-2.2 7.4-6.2 7.4-2.2 0-4-.7-5.2-2M15 20.5c0-5-2.2-8.5-6-8.5"
        "s-6 3.5-6 8.5S5.2 29 9 29s6-3.5 6-8.5Z",
    ),
    "h": Letter(19, "M4 3v26M4 19c.6-4.6 2.8-7 6-7 3.4 0 5 2.2 5 6.5V29"),
    "i": Letter(8, "M4 12v17M4 3.5v.4"),
    "k": Letter(17.5, "M4 3v26M14 12 4.5 21.5M8 18.5 15 29"),
    "l": Letter(8, "M4 3v26"),
    "m": Letter(
        26,
        "M4 12v17M4 18.5c.5-4.2 2.2-6.5 4.8-6.5 2.8 0 4.2 2 4.2 6v11M13 18.5"
        "c.5-4.2 2.2-6.5 4.8-6.5 2.8 0 4.2 2 4.2 6v11",
    ),
    "n": Letter(19, "M4 12v17M4 19c.6-4.6 2.8-7 6-7 3.4 0 5 2.2 5 6.5V29"),
    "o": Letter(19, "M9.5 12c3.9 0 6.5 3.4 6.5 8.5S13.4 29 9.5 29 3 25.6 3 20.5 5.6 12 9.5 12Z"),
    "p": Letter(19, "M4 12v24M4 20.5c0-5 2.2-8.5 6-8.5s6 3.5 6 8.5-2.2 8.5-6 8.5-6-3.5-6-8.5Z"),
    "r": Letter(14, "M4 12v17M4 19.5c.4-4.8 2.8-7.4 7.5-7"),
    "s": Letter(
        17,
        "M13.5 15c-1-2-2.6-3-4.8-3C6 12 4 13.5 4 16"
        "c0 5.6 9.8 2.6 9.8 8.4 0 2.8-2.1 4.6-5.2 4.6-2.4 0-4.3-1-5.4-3.2",
    ),
    "t": Letter(15.5, "M7 5v18.5c0 4 2 6 6 5.3M3 12.5h9.5"),
    "u": Letter(19, "M15 12v17M4 12v10.5c0 4.3 1.6 6.5 5 6.5 3.2 0 5.4-2.4 6-7"),
    "y": Letter(18.5, "M3.5 12l6 16M15.5 12l-7 19.5c-.9 2.8-2.5 4.4-5 4.4"),
}  # fmt: skip


def word(text: str, x: float, y: float, height: float) -> str:
    """Letters in a line; x is its middle, y the top of its capitals, height that of a digit."""
    scale = height / pen.DIGIT_HEIGHT
    widths = [LETTERS[name].width for name in text]
    path = "".join(
        pen.moved(LETTERS[name].path, start)
        for name, start in zip(text, accumulate(widths, initial=0), strict=False)
    )
    return pen.written(path, x - scale * sum(widths) / 2, y, scale)
