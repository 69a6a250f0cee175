"""Film strips of takes: a picture every 50 ms of a reveal, for `make screenshots ONLY=takes`.

The page is slowed down while it is filmed, so that a picture takes less time than lies between two.
"""

import io

from PIL import Image, ImageDraw
from playwright.sync_api import Page

from accounts.models import Player
from tests.browser import asked, moving, staged

STEP = 50  # milliseconds between two pictures
SLOWNESS = 6
SLOW_TIMERS = f"""
const setTimer = window.setTimeout;
window.setTimeout = (act, ms, ...rest) => setTimer(act, ms * {SLOWNESS}, ...rest);
"""
SIZE = (180, 320)
ACROSS = 12
SPECIAL, LIGHT, PLAY = ".special.is-offered", ".light:not(.light--back)", ".play.is-aimed"
# The 41 to the row of five, where it is one too many.
MOVED, OVERFULL = '.place:has([href$="#c41"]) > .light', '.row[data-row="3"] > .light'
# Of each film: its table, and what is pressed there until the reveal begins.
FILMS = {
    "sixth": ("take 0", ("#hand .hand__card",)),
    "low": ("row 0", ("#hand .hand__card", ".offer")),
    "low-of-ten": ("row-ten 0", ("#hand .hand__card", ".offer")),
    "cabriole": ("cabriole", ("#card-15",)),
    "insert": ("insert too many", (SPECIAL, LIGHT, PLAY)),
    "shift": ("shift too many", (SPECIAL, MOVED, OVERFULL, PLAY)),
    "five-rows": ("five rows", (".offer",)),
}


def stage_tables() -> dict[str, str]:
    """The addresses of the tables, by name; the first member of the demo club is asked."""
    members = list(Player.objects.filter(user__isnull=False, is_organizer=False).order_by("pk"))
    for player, name in zip(members, ("Camille", "Oliver"), strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    five_rows = staged.stage(members, dict(staged.special_games())["five-rows-take"])
    addresses = {"five rows": five_rows.get_absolute_url()}
    return addresses | moving.stage_tables(1) | asked.stage_tables()


def film(page: Page, address: str, presses: tuple[str, ...]) -> Image.Image:
    """Pictures of the reveal that follows these presses, from left to right and line by line."""
    page.add_init_script(SLOW_TIMERS)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(address)
    cdp = page.context.new_cdp_session(page)
    cdp.send("Animation.enable")
    cdp.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWNESS})
    for press in presses:
        page.wait_for_selector("#table:not([data-revealing])")
        page.locator(press).first.click()
    page.wait_for_selector("#table[data-revealing]")
    clock = "performance.now()"
    start = page.evaluate(clock)
    pictures: list[tuple[int, Image.Image]] = []
    while page.locator("#table[data-revealing]").count():
        taken = Image.open(io.BytesIO(page.screenshot(type="jpeg", quality=85)))
        at = (page.evaluate(clock) - start) / SLOWNESS
        pictures.append((round(at), taken.resize(SIZE, Image.Resampling.LANCZOS)))
        page.wait_for_timeout(max(0, (at + STEP) // STEP * STEP - at) * SLOWNESS)
    return strip(pictures)


def strip(pictures: list[tuple[int, Image.Image]]) -> Image.Image:
    """All on one sheet, each with its milliseconds."""
    lines = -(-len(pictures) // ACROSS)
    sheet = Image.new("RGB", (ACROSS * (SIZE[0] + 4), lines * (SIZE[1] + 4)))
    draw = ImageDraw.Draw(sheet)
    for number, (at, picture) in enumerate(pictures):
        place = (number % ACROSS * (SIZE[0] + 4), number // ACROSS * (SIZE[1] + 4))
        sheet.paste(picture, place)
        draw.text((place[0] + 4, place[1] + 2), str(at), fill="white")
    return sheet
