"""Cabriole, the jumping cow (S2): one card without a number, the same beside every deck."""

from drawing import pen

NIGHT, MOON = "#3a5a8c", "#fbe6a2"
MEADOW, BLADES = "#4c8a53", "#3c7444"
HIDE, SPOT, PINK, HORN = "#fffaf0", "#35291f", "#eda7a0", "#b87a12"
OUTLINE = f'stroke="{SPOT}" stroke-width="1.1" stroke-linejoin="round"'

BODY = (
    "M17 34c8-3.4 18-3 24.5-1.2 3.7 1 4.6 4.2 3.7 8.2-1 4.8-5 7-10 7H21"
    "c-5 0-7.5-3-7.5-7 0-3.3 1-5.9 3.5-7Z"
)
SPOTS = (
    "M21 33.2c4.5-1.5 9-.6 9.3 2.6.3 3.4-3.8 5.6-7.2 4.6-3.3-1-5.3-6-2.1-7.2Z"
    "M35 43.5c2.2-2.5 7-2.3 7.6.2-1.6 2.7-4.3 4.3-8 4.3-1.2-1.5-.6-3.3.4-4.5Z"
)
LEGS = "M38.5 45 47 49.5 M35.5 46.5 43 53.5 M18.5 45.5 10.5 51.5 M22.5 46.5 15.5 55"
HEAD = "M42.5 31.5c.6-4.7 4.7-7 8.7-5.9 3.5 1 5 4 4.2 7.2l-2.8 4.4c-1.8 2.2-5 1.8-6.3-.4Z"


def draw() -> str:
    """The sprite of the one card, `cabriole`."""
    symbol = pen.symbol("cabriole", f"{pen.stock()}{pen.ground(NIGHT)}{_landscape()}{_cow()}")
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbol}\n</svg>\n'


def _landscape() -> str:
    """A moon to leap over, and a meadow to land on."""
    return (
        f'<circle cx="41" cy="20" r="11" fill="{MOON}"/>'
        f'<path fill="{MEADOW}" d="M2.5 67c18-7 37-7 55 0v6.5a4 4 0 0 1-4 4h-47a4 4 0 0 1-4-4Z"/>'
        f'<path fill="none" stroke="{BLADES}" stroke-width="1.4" stroke-linecap="round" '
        'd="m13 72-1.5-4M16 72.5l.5-4.5M43 71.5l-1-4M46 72l1.5-4M29 74.5v-4"/>'
        f'<path fill="none" stroke="{HIDE}" stroke-width="1.3" stroke-linecap="round" '
        'stroke-dasharray=".1 3.4" opacity=".8" d="M7 64C8 59 10 56 13 53"/>'
    )


def _cow() -> str:
    """Drawn level, and turned to leap."""
    legs = "".join(
        f'<path fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" '
        f'd="{LEGS}"/>'
        for colour, width in ((SPOT, 5), (HIDE, 2.8))
    )
    tail = (
        f'<path fill="none" stroke="{SPOT}" stroke-width="1.6" stroke-linecap="round" '
        'd="M14.5 37C9 36.5 6.5 33 7 28"/>'
        f'<path fill="{SPOT}" d="M7 29.5c-2.4-1-3-4-1.5-6.5 2 1.4 3 4 1.5 6.5Z"/>'
    )
    face = (
        f'<path fill="none" stroke="{HORN}" stroke-width="1.7" stroke-linecap="round" '
        'd="M45.5 27c-1.6-2.2-1.2-4.8.8-6M51 25.5c-.4-2.7 1-4.9 3.3-5.3"/>'
        f'<path fill="{SPOT}" d="M43.5 29.5c-2.8-1.8-4.6-1.5-5.5.3 1.7 2 4 2.2 5.5.9Z"/>'
        f'<path fill="{HIDE}" {OUTLINE} d="{HEAD}"/>'
        f'<ellipse cx="52.6" cy="35.6" rx="3.7" ry="2.7" fill="{PINK}" {OUTLINE} '
        'transform="rotate(-28 52.6 35.6)"/>'
        f'<circle cx="49.3" cy="30" r="1.1" fill="{SPOT}"/>'
        f'<circle cx="43.6" cy="39.5" r="2.1" fill="{HORN}" {OUTLINE}/>'
    )
    return (
        f'<g transform="rotate(-17 30 42) translate(1.4 3)">{tail}{legs}'
        f'<ellipse cx="27" cy="48.4" rx="3.8" ry="2.3" fill="{PINK}"/>'
        f'<path fill="{HIDE}" {OUTLINE} d="{BODY}"/><path fill="{SPOT}" d="{SPOTS}"/>{face}</g>'
    )
