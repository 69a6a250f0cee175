"""Which colours a club may have, and the style sheet that follows from two of them; pure.

Contrasts are those of WCAG 2.2; colours are written as #rrggbb. The fixed ones are those of
static/css/tokens.css.
"""

ACCENT, CLOTH = "#97291f", "#28574b"
# WCAG 1.4.3 for words, 1.4.11 for edges of buttons.
LEAST_OF_TEXT, LEAST_OF_SHAPES = 4.5, 3.0
BLACK, WHITE = "#000000", "#ffffff"
ON_ACCENT = "#fff7ea"
ON_CLOTH = ("#f7f1e2", "#cfddd0", "#f0c04f")
# What words may lie on, by day and by night.
LIGHT_SHEETS = ("#f3ecdf", "#ece3d2", "#fcf8ef", "#f0e8d8", "#fbecc7", "#f9ddd6")
DARK_SHEETS = ("#1b1815", "#201c18", "#26221d", "#1f1b17", "#3a2e15", "#43201b")
DARK_PAGE = DARK_SHEETS[:4]
STEPS = 200


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def nearest_accent(colour: str) -> str:
    """The colour itself if words can be read on it as a button, else the first darker one."""
    return _moved(colour, BLACK, (ON_ACCENT,))


def nearest_cloth(colour: str) -> str:
    """The colour itself if all words can be read on it, else the first darker one."""
    return _moved(colour, BLACK, ON_CLOTH)


def style_sheet(accent: str, cloth: str) -> str:
    """The tokens that follow from colours which `nearest_...` leaves as they are.

    Those of the site's own colours are left out: static/css/tokens.css has them.
    """
    tokens: dict[str, tuple[str, str]] = {}
    if accent != ACCENT:
        tokens |= _of_accent(accent)
    if cloth != CLOTH:
        tokens |= _of_cloth(cloth)
    lines = "".join(
        f"--{name}:var(--light,{light}) var(--dark,{dark});"
        for name, (light, dark) in tokens.items()
    )
    return f"@layer tokens{{:root{{{lines}}}}}"


def _of_accent(accent: str) -> dict[str, tuple[str, str]]:
    """(light, dark) by the name of the token."""
    # Made light enough for its edge to be seen, then no lighter than its words allow.
    by_night = nearest_accent(_moved(accent, WHITE, DARK_PAGE, LEAST_OF_SHAPES))
    return {
        "blood": (accent, by_night),
        "blood-deep": (mixed(accent, BLACK, 0.18), mixed(by_night, BLACK, 0.12)),
        "link": (_moved(accent, BLACK, LIGHT_SHEETS), _moved(accent, WHITE, DARK_SHEETS)),
        "stripe": (mixed(accent, WHITE, 0.2), mixed(by_night, BLACK, 0.2)),
    }


def _of_cloth(cloth: str) -> dict[str, tuple[str, str]]:
    """(light, dark) by the name of the token."""
    by_night = mixed(cloth, BLACK, 0.3)
    return {
        "cloth": (cloth, by_night),
        "cloth-deep": (mixed(cloth, BLACK, 0.18), mixed(by_night, BLACK, 0.25)),
        "cloth-thread": (mixed(cloth, WHITE, 0.03), mixed(by_night, WHITE, 0.02)),
    }


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another one in it, from 0 to 1."""
    parts = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in parts)


def _moved(colour: str, towards: str, beside: tuple[str, ...], least: float = LEAST_OF_TEXT) -> str:
    """The first colour on the way to black or white that contrasts enough with all of these."""
    on_the_way = (mixed(colour, towards, step / STEPS) for step in range(STEPS + 1))
    return next(one for one in on_the_way if all(contrast(one, other) >= least for other in beside))


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in _parts(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
