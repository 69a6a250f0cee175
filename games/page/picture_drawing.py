"""How a picture for other sites is drawn: a title and a list under an ox-blood stripe, as PNG.

Drawn at its size of 1200 x 630 pixels; positions below are pixels from the upper left corner. It is
loaded with the first picture, as Pillow takes five megabytes.
"""

import unicodedata
from collections.abc import Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from games.page.picture import PictureLine

WIDTH, HEIGHT = 1200, 630
MARGIN = 72
STRIPE = 28
LINES_SHOWN = 5
LINE_HEIGHT = 58
FIRST_LINE = 292

# The colours of static/css/tokens.css by day.
LINEN = "#f3ecdf"
INK = "#2a241d"
INK_SOFT = "#645a4d"
RULE = "#d8ccb6"
BLOOD = "#97291f"
OX_STRIPE = "#b4483c"
CLOTH = "#28574b"
STOCK = "#fbf5e6"
BRASS = "#f0c04f"

# Found by name where the system has them; Pillow's own face does everywhere.
TITLE_FACES = ("P052-Bold.otf", "DejaVuSerif-Bold.ttf", "LiberationSerif-Bold.ttf")
TEXT_FACES = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf")

Font = ImageFont.FreeTypeFont


def draw_picture(title: str, subtitle: str, lines: Sequence[PictureLine]) -> bytes:
    """The PNG: a title, a line below it, and a list in order of places."""
    image = Image.new("RGB", (WIDTH, HEIGHT), LINEN)
    pen = ImageDraw.Draw(image)
    draw_cloth(pen)
    _draw_mark(pen, WIDTH - MARGIN - 96, MARGIN)
    room = WIDTH - 2 * MARGIN - 120
    face = fitting(title, TITLE_FACES, room, sizes=(72, 62, 54, 46))
    pen.text((MARGIN, 118), shortened(title, face, room), INK, face, anchor="lm")
    text = face_of(TEXT_FACES, 34)
    pen.text((MARGIN, 196), shortened(subtitle, text, room), INK_SOFT, text, anchor="lm")
    pen.line((MARGIN, 236, WIDTH - MARGIN, 236), RULE, 3)
    for index, line in enumerate(lines[:LINES_SHOWN]):
        _draw_line(pen, FIRST_LINE + index * LINE_HEIGHT, line, is_first=index == 0)
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def draw_cloth(pen: ImageDraw.ImageDraw) -> None:
    """A linen cloth with an ox-blood stripe between two thin ones."""
    pen.rectangle((0, 0, WIDTH, STRIPE), OX_STRIPE)
    for top in (STRIPE + 8, HEIGHT - STRIPE - 12):
        pen.rectangle((0, top, WIDTH, top + 4), OX_STRIPE)
    pen.rectangle((0, HEIGHT - STRIPE, WIDTH, HEIGHT), OX_STRIPE)


def _draw_mark(pen: ImageDraw.ImageDraw, left: int, top: int) -> None:
    """The mark of the site: five cards, and the sixth that takes them."""
    pen.rounded_rectangle((left, top, left + 96, top + 96), 18, CLOTH)
    for column in range(5):
        x = left + 17 + 13 * column
        pen.line((x, top + 31, x, top + 69), STOCK, 7)
    pen.line((left + 84, top + 21, left + 77, top + 57), BRASS, 7)


def _draw_line(pen: ImageDraw.ImageDraw, middle: int, line: PictureLine, *, is_first: bool) -> None:
    colour = BLOOD if is_first else INK
    strong, text = face_of(TITLE_FACES, 36), face_of(TEXT_FACES, 36)
    pen.text((MARGIN + 60, middle), line.place, colour, strong, anchor="rm")
    room = WIDTH - 2 * MARGIN - 320
    pen.text((MARGIN + 92, middle), shortened(line.name, text, room), colour, text, anchor="lm")
    pen.text((WIDTH - MARGIN, middle), line.figure, colour, strong, anchor="rm")


@cache
def face_of(faces: Sequence[str], size: int) -> Font:
    """A face of this size: the first of these that the system has, else Pillow's own."""
    for face in faces:
        try:
            return ImageFont.truetype(face, size)
        except OSError:
            continue
    own = ImageFont.load_default(size)
    assert isinstance(own, ImageFont.FreeTypeFont)  # noqa: S101 - with a size it is
    return own


def fitting(text: str, faces: Sequence[str], room: int, sizes: Sequence[int]) -> Font:
    """The largest of these sizes in which a text has room, else the smallest."""
    fonts = [face_of(faces, size) for size in sizes]
    return next((font for font in fonts if font.getlength(text) <= room), fonts[-1])


def shortened(text: str, font: Font, room: int) -> str:
    """A text, or as much of its beginning as has room."""
    text = _legible(text, font)
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _legible(text: str, font: Font) -> str:
    """A text without its accents where the face is Pillow's own, which has none."""
    if isinstance(font.path, str):
        return text
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
