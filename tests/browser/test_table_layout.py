"""A table in every window: nothing lies over anything, all one needs to play is seen at once."""

from collections.abc import Callable
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import crowded
from tests.browser.conftest import Visit
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

SIZES = [
    (360, 640),
    (640, 360),
    (780, 360),
    (768, 1024),
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
]
# Boxes of what is seen: left, top, right, bottom.
PARTS = """() => Object.fromEntries(Object.entries({
    status: "#status", players: ".players__list", rows: ".rows", pool: ".pool",
    sentence: ".prompt__sentence", answers: ".offers, .question", specials: ".specials__cards",
    hand: ".hand__cards",
}).flatMap(([name, selector]) => {
    const shown = document.querySelector(selector);
    if (!shown?.getClientRects().length) return [];
    const box = shown.getBoundingClientRect();
    return [[name, [box.left, box.top, box.right, box.bottom]]];
}))"""
# What of a name, of a player's box or of a special card is cut off.
CUT = """() => [...document.querySelectorAll(".player__name, .special__name, .prompt__sentence")]
    .filter((name) => name.scrollHeight > name.clientHeight + 1
        || name.scrollWidth > name.clientWidth + 1)
    .map((name) => name.textContent)"""
WIDTHS = """() => [".hand__card .card", ".place"].map(
    (selector) => document.querySelector(selector).getBoundingClientRect().width)"""
LINES = """() => {
    const tops = [...document.querySelectorAll(".hand__card")].map((card) => card.offsetTop);
    return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
}"""
# Cards in hand that reach under the next one of their line.
COVERED_CARDS = """() => {
    const cards = [...document.querySelectorAll(".hand__card .card")];
    const boxes = cards.map((card) => card.getBoundingClientRect());
    return boxes.filter((box, at) => boxes[at + 1]?.top === box.top
        && boxes[at + 1].left < box.right - 0.5).map((box) => box.left);
}"""
SHADOWS = """() => [...document.querySelectorAll(".player")]
    .filter((player) => getComputedStyle(player).boxShadow !== "none")
    .map((player) => player.dataset.seat)"""
TICKS = """() => [...document.querySelectorAll(".player__place")]
    .map((place) => getComputedStyle(place, "::after").content)"""
BADGES = """(selector) => [...document.querySelectorAll(selector)]
    .map((choice) => getComputedStyle(choice, "::after").content)"""
# What is to be read in letters of less than 12 pixels, with their size.
TOO_SMALL = """() => [".status", ".players", ".prompt", ".specials", ".seen"]
    .flatMap((region) => [...document.querySelectorAll(`${region}, ${region} *`)])
    .filter((part) => [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
        && part.checkVisibility() && !part.closest(".unseen")
        && parseFloat(getComputedStyle(part).fontSize) < 12)
    .map((part) => `${part.className} ${getComputedStyle(part).fontSize}`)"""
# Players whose badge lies over their figures.
COVERED = """() => [...document.querySelectorAll(".player:has(.player__badge)")]
    .filter((player) => {
        const [badge, heads] = [".player__badge", ".player__heads > :last-child"].map(
            (part) => player.querySelector(part).getBoundingClientRect());
        return badge.height && badge.left < heads.right && badge.top < heads.bottom - 2;
    })
    .map((player) => player.textContent.trim())"""
LOW = (640, 360)
FINGER = 44  # px
# From here on the sheet lies beside the rows.
WIDE = 1088
# Whether nothing lies over the middle of a part that is in the window.
IS_ON_TOP = """part => {
    const box = part.getBoundingClientRect();
    return part.contains(document.elementFromPoint(
        box.x + box.width / 2, box.y + box.height / 2));
}"""
# Shows the score card of a round with a line for each player, and returns it.
SHOW_ROUND = """() => {
    const card = document.getElementById("round-card").content.firstElementChild.cloneNode(true);
    card.querySelector("h2").textContent = "Round 1";
    const line = card.querySelector("tbody tr");
    line.replaceWith(...[...document.querySelectorAll(".player__name")].map((name) => {
        const filled = line.cloneNode(true);
        filled.className = "is-first";
        const texts = [name.textContent.trim(), "+15", "66"];
        filled.querySelectorAll("[data-cell]").forEach((cell, at) => cell.textContent = texts[at]);
        return filled;
    }));
    document.getElementById("table").append(card);
    return card;
}"""

Box = list[float]


@pytest.fixture(scope="module")
def tables(site: SteadySite) -> dict[str, str]:
    """The addresses of the tables of crowded.py."""
    return site.do(crowded.stage_tables)


@pytest.fixture
def page(visit: Visit) -> Page:
    """Camille's, without motion."""
    return visit("Camille", locale="fr-FR", reduced_motion="reduce").page


def resize(page: Page, size: tuple[int, int]) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes share more than a border."""
    return all(
        min(one[side + 2], other[side + 2]) - max(one[side], other[side]) > 1 for side in (0, 1)
    )


def overlapping(page: Page) -> list[object]:
    """What lies over another part, reaches out of the window or is missing."""
    width, height = page.evaluate("[innerWidth, innerHeight]")
    parts: dict[str, Box] = page.evaluate(PARTS)
    missing = {"status", "players", "sentence"} - set(parts)
    over = [(one, other) for one, other in combinations(parts, 2) if meet(parts[one], parts[other])]
    outside = [
        (part, box)
        for part, box in parts.items()
        if min(box[:2]) < 0 or box[2] > width + 1 or box[3] > height + 1
    ]
    wide = page.evaluate("document.documentElement.scrollWidth") != width
    return [*missing, *over, *outside, *["scrolls sideways"] * wide]


def cut(page: Page) -> list[object]:
    return list(page.evaluate(CUT))


def small_in_hand(page: Page) -> list[object]:
    """Cards in hand are as large as on the cloth, unless ten share the width of a wide window."""
    held, laid = page.evaluate(WIDTHS)
    is_wide = page.evaluate("innerWidth") >= WIDE
    return [] if is_wide or held >= laid - 0.1 else [(held, laid)]


def covered_in_hand(page: Page) -> list[object]:
    """Cards of a full hand lie side by side: in two lines upright, else in one."""
    width, height = page.evaluate("[innerWidth, innerHeight]")
    lines = page.evaluate(LINES)
    return [*page.evaluate(COVERED_CARDS), *[lines] * (len(lines) != 1 + (width < height))]


def small_in_pool(page: Page) -> list[object]:
    """Every card to pick is as large as a finger; the pool is scrolled up and down only."""
    card = page.locator(".pool__card").first.bounding_box()
    is_cut = page.evaluate(
        "(pool => pool.scrollWidth > pool.clientWidth)(document.querySelector('.pool'))"
    )
    return [] if card and min(card["width"], card["height"]) >= FINGER and not is_cut else [card]


Look = Callable[[Page], list[object]]
# What is looked for, by the name of the table. Of each kind of cloth the fullest shows that nothing
# lies over anything; `make thorough` measures the others as well.
SOUGHT: dict[str, list[Look]] = {
    "ten": [overlapping, cut, small_in_hand],
    "draft-ten": [overlapping, small_in_pool],
    "cabriole-jump": [overlapping],
    "special-five-rows-ask": [overlapping, cut],
    "special-takes": [cut],
    "deck-bulls": [small_in_hand],
    "special-five-rows": [small_in_hand, covered_in_hand],
    "elimination": [covered_in_hand],
}
THOROUGHLY = ("elimination", "special-five-rows", "special-five-rows-take")


@pytest.mark.parametrize(
    ("name", "sought"),
    [
        *SOUGHT.items(),
        *(pytest.param(name, [overlapping], marks=pytest.mark.thorough) for name in THOROUGHLY),
    ],
)
def test_all_is_seen_in_every_window(
    page: Page, tables: dict[str, str], name: str, sought: list[Look]
) -> None:
    page.goto(tables[name])
    found = {}
    for size in SIZES:
        resize(page, size)
        for seek in sought:
            found[seek.__name__, size] = seek(page)
    assert {where: troubles for where, troubles in found.items() if troubles} == {}


def test_cards_grow_with_the_window(page: Page, tables: dict[str, str]) -> None:
    page.goto(tables["deck-bulls"])
    resize(page, (2560, 1440))
    assert 160 <= page.evaluate(WIDTHS)[1] <= 176
    # The rows of a laptop are as high as their cloth.
    resize(page, (1280, 800))
    rows, cloth = (page.locator(part).bounding_box() for part in (".rows", "#board"))
    assert rows
    assert cloth
    assert rows["height"] > 0.95 * cloth["height"]


def test_a_hand_on_a_phone_stands_in_two_lines_of_one_length(
    page: Page, tables: dict[str, str]
) -> None:
    resize(page, (360, 640))
    page.goto(tables["elimination"])
    expect(page.locator(".hand__card")).to_have_count(10)
    lines = []
    for _card in range(9):
        lines.append(page.evaluate(LINES))
        page.locator(".hand__card").last.evaluate("card => card.remove()")
    assert lines == [[5, 5], [5, 4], [4, 4], [4, 3], [3, 3], [5], [4], [3], [2]]


def test_a_special_card_of_two_lines_has_its_picture(page: Page, tables: dict[str, str]) -> None:
    resize(page, LOW)
    page.goto(tables["special-takes"])
    heights = "all => all.map((picture) => picture.getBoundingClientRect().height)"
    assert min(page.locator(".special .card").evaluate_all(heights)) >= 19


def test_only_the_last_one_awaited_glows(page: Page, tables: dict[str, str]) -> None:
    page.goto(tables["two-awaited"])
    expect(page.locator(".player.is-awaited")).to_have_count(2)
    assert page.evaluate(SHADOWS) == []
    page.goto(tables["one-awaited"])
    assert page.evaluate(SHADOWS) == ["0"]


def test_who_has_chosen_shows_the_back_of_a_card_with_a_tick(
    page: Page, tables: dict[str, str]
) -> None:
    page.goto(tables["two-awaited"])
    assert page.evaluate(TICKS) == ["none", "none", '"✓"', '"✓"']
    assert page.locator(".player__place .card").count() == 2


def test_a_bar_tells_how_far_the_limit_is(page: Page, tables: dict[str, str]) -> None:
    page.goto(tables["elimination"])
    mine = page.locator(".player[data-seat='0']")
    # 4 + 8 + 2 in the finished rounds, and 1 + 3 in this one.
    expect(mine.locator(".player__total")).to_have_text("18")
    expect(mine.locator(".player__sum")).to_have_text("14 +4")
    expect(mine.locator(".player__bar")).to_have_attribute("viewBox", "0 0 30 1")
    expect(mine.locator(".player__bar rect")).to_have_attribute("width", "18")
    page.goto(tables["special-asks"])
    expect(page.locator(".player__total").first).to_be_visible()
    expect(page.locator(".player__bar")).to_have_count(0)


def test_my_box_comes_first_at_every_table(page: Page, tables: dict[str, str]) -> None:
    page.goto(tables["elimination-out"])
    mine = page.locator(".player[data-seat='1']").bounding_box()
    first = page.locator(".player[data-seat='0']").bounding_box()
    assert mine
    assert first
    assert (mine["y"], mine["x"]) < (first["y"], first["x"])


def test_digits_stand_on_what_they_choose_only(page: Page, tables: dict[str, str]) -> None:
    page.goto(tables["special-five-rows"])
    page.keyboard.press("Shift")
    badges = page.evaluate(BADGES, ".hand__card")
    assert len(badges) == 11
    assert badges[-1] == "none"
    assert "none" not in badges[:-1]
    # Special cards cannot be played by a digit now.
    assert set(page.evaluate(BADGES, ".special")) == {"none"}
    page.goto(tables["special-five-rows-take"])
    page.keyboard.press("Shift")
    assert set(page.evaluate(BADGES, ".hand__card")) == {"none"}
    assert "none" not in page.evaluate(BADGES, ".offer")
    page.goto(tables["special-asks"])
    page.keyboard.press("Shift")
    assert set(page.evaluate(BADGES, ".hand__card")) == {"none"}
    assert "none" not in page.evaluate(BADGES, ".special.is-offered")


def test_the_tape_of_a_stopped_row_leaves_its_heads_free(
    page: Page, tables: dict[str, str]
) -> None:
    resize(page, (360, 640))
    page.goto(tables["special-five-rows-ask"])
    row = page.locator(".row.is-stopped")
    free = row.evaluate("row => parseFloat(getComputedStyle(row, '::before').right)")
    heads = row.locator(".sixth").bounding_box()
    assert heads
    assert free >= heads["width"]


@pytest.mark.parametrize(
    "name",
    [
        "special-five-rows-ask",
        "elimination",
        pytest.param("ten", marks=pytest.mark.thorough),
        pytest.param("special-asks", marks=pytest.mark.thorough),
    ],
)
def test_all_letters_can_be_read(page: Page, tables: dict[str, str], name: str) -> None:
    page.goto(tables[name])
    page.keyboard.press("g")
    expect(page.locator("#seen")).to_be_visible()
    for size in SIZES:
        resize(page, size)
        assert page.evaluate(TOO_SMALL) == [], size


def test_who_is_away_sees_the_way_back_and_every_figure(page: Page, tables: dict[str, str]) -> None:
    page.goto(tables["two-awaited"])
    page.locator("#more-menu summary").click()
    page.locator("#away").click()
    back, skip = page.locator("#back"), page.locator("#skip")
    expect(back).to_be_visible()
    for size in SIZES:
        resize(page, size)
        box = back.bounding_box()
        assert box
        assert box["x"] >= 0, size
        assert box["x"] + box["width"] <= size[0], size
        if size[0] >= 768 and size[1] > 480:  # elsewhere a slanted name says it
            assert page.evaluate(COVERED) == [], size
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    page.evaluate("document.getElementById('table').dataset.revealing = ''")
    for size in [(320, 640), *SIZES]:
        resize(page, size)
        assert [button.evaluate(IS_ON_TOP) for button in (back, skip)] == [True, True], size


def test_the_answer_of_a_special_card_leaves_the_hand_in_a_low_window(
    page: Page, tables: dict[str, str]
) -> None:
    resize(page, LOW)
    page.goto(tables["special-asks"])
    page.locator(".special[data-kind=shift]").click()
    page.locator(".light:not(.light--back)").nth(4).click()
    page.locator(".light:not(.light--back)").first.click()
    hand = page.locator(".hand__cards").bounding_box()
    assert hand
    assert hand["y"] + hand["height"] <= LOW[1]


def test_all_numbers_are_among_the_seen_cards_of_a_low_window(
    page: Page, tables: dict[str, str]
) -> None:
    resize(page, LOW)
    page.goto(tables["ten"])
    page.keyboard.press("g")
    panel = page.locator("#seen")
    expect(panel).to_be_visible()
    assert panel.evaluate("panel => panel.scrollHeight <= panel.clientHeight + 1")


def test_every_entry_of_the_menu_can_be_pressed(page: Page, tables: dict[str, str]) -> None:
    page.goto(tables["deck-bulls"])
    page.locator("#more-menu summary").click()
    for size in SIZES:
        resize(page, size)
        for entry in page.locator("#more-menu button").all():
            assert entry.evaluate(IS_ON_TOP), (size, entry.inner_text())


def test_the_card_of_a_round_holds_all_its_lines(page: Page, tables: dict[str, str]) -> None:
    page.goto(tables["ten"])
    card = page.evaluate_handle(SHOW_ROUND).as_element()
    assert card
    for size in SIZES:
        resize(page, size)
        box = card.bounding_box()
        lines = page.locator(".round-card table").bounding_box()
        assert box
        assert lines
        assert box["x"] <= lines["x"], size
        assert lines["x"] + lines["width"] <= box["x"] + box["width"], size
        assert box["y"] >= 0, size
        assert box["y"] + box["height"] <= size[1], size


def test_no_step_of_the_podium_is_higher_than_the_first(page: Page, tables: dict[str, str]) -> None:
    page.goto(tables["end-elimination"])
    page.locator(".result__step--3").evaluate("step => step.append('out since round 2 '.repeat(9))")
    for size in SIZES:
        resize(page, size)
        first, third = [page.locator(f".result__step--{rank}").bounding_box() for rank in (1, 3)]
        assert first
        assert third
        assert first["y"] <= third["y"], size
