"""A television of 1920x1080 shows everything at once, follows by itself, and scrolls nothing."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.ended import end_table
from tests.browser.tv_tables import fill_the_side, open_tables
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

TELEVISION: dict[str, Any] = {
    "viewport": {"width": 1920, "height": 1080},
    "reduced_motion": "reduce",
}
# What is cut off at an edge of the screen, by class.
CUT = """selector => [...document.querySelectorAll(selector)].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.width === 0 || box.top < 0 || box.left < 0
        || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
}).map((part) => part.outerHTML.slice(0, 120))"""
# Letters of less than a thirtieth of the screen, by class: what is not read from five metres.
SMALL = """selector => [...document.querySelectorAll(selector)]
    .filter((part) => parseFloat(getComputedStyle(part).fontSize) < innerHeight / 30)
    .map((part) => `${part.className} ${getComputedStyle(part).fontSize}`)"""
# Where the lines end that each list at the side of the club's screen shows.
SEEN_LINES = """() => [...document.querySelectorAll(".tv-boards .list")]
    .map((list) => [...list.children].map((line) => line.getBoundingClientRect())
        .filter((line) => line.left < innerWidth).map((line) => line.bottom))"""
SCROLLS = """() => document.documentElement.scrollHeight > innerHeight
    || document.documentElement.scrollWidth > innerWidth"""


def play_lowest(page: Page) -> None:
    page.locator("#hand button:enabled").last.click()
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(1)


def test_a_table_fills_the_screen_and_follows_a_reveal(visit: Visit, site: SteadySite) -> None:
    (address,) = site.do(open_tables, 1)
    # Camille has switched it on, who plays there herself.
    screen = visit("Camille", **TELEVISION).page
    screen.goto(f"{address}tv/")
    assert not screen.evaluate(SCROLLS)
    assert screen.evaluate(CUT, ".row, .player, .status, .tv-head img") == []
    assert screen.locator(".row .card").first.bounding_box()["width"] > 90  # type: ignore[index]
    for size in ((3840, 2160), (1920, 1080)):
        screen.set_viewport_size({"width": size[0], "height": size[1]})
        assert screen.evaluate(SMALL, ".player__name, .player__total, .status__sentence") == []
    screen.set_viewport_size({"width": 1440, "height": 2560})
    assert screen.evaluate(CUT, ".row, .player, .status, .tv-head img") == []
    players = screen.locator(".player").last.bounding_box()
    rows = screen.locator(".row").first.bounding_box()
    assert players
    assert rows
    assert players["y"] + players["height"] <= rows["y"]
    screen.set_viewport_size({"width": 1920, "height": 1080})
    expect(screen.locator("#hand button")).to_have_count(0)
    expect(screen.locator(".status")).to_contain_text("turn 1 of 10")
    camille, oliver = visit("Camille").page, visit("Oliver").page
    camille.goto(address)
    play_lowest(camille)
    expect(screen.locator(".player.is-chosen")).to_have_count(1)
    oliver.goto(address)
    oliver.locator("#hand button:enabled").last.click()
    expect(screen.locator(".status")).to_contain_text("turn 2 of 10")
    expect(screen.locator("#hand button")).to_have_count(0)
    assert not screen.evaluate(SCROLLS)


def test_all_tables_fill_the_screen_of_the_club_and_follow(visit: Visit, site: SteadySite) -> None:
    address = site.do(open_tables, 6)[-1]
    screen = visit(**TELEVISION).page
    screen.goto("/tv/")
    expect(screen.locator(".tv-board")).to_have_count(6)
    assert not screen.evaluate(SCROLLS)
    assert screen.evaluate(CUT, ".tv-board, .tv-board .card, .tv-clock, .tv-join") == []
    large = screen.locator(".tv-board").first
    assert large.bounding_box()["width"] > 800  # type: ignore[index]
    for width, height in ((1920, 1080), (3840, 2160)):
        screen.set_viewport_size({"width": width, "height": height})
        assert screen.evaluate(SMALL, ".tv-board i, .tv-board p b") == []
        assert screen.evaluate(CUT, ".tv-board, .tv-board .card, .tv-board p, .tv-join") == []
    screen.set_viewport_size({"width": 768, "height": 1024})
    assert not screen.evaluate(SCROLLS)
    assert screen.evaluate(CUT, ".tv-board, .tv-board .card, .tv-clock, .tv-join") == []
    boards = screen.locator(".tv-tables").bounding_box()
    assert boards
    assert boards["height"] > 1024 * 0.6
    screen.set_viewport_size({"width": 1920, "height": 1080})
    before = screen.locator("#boards").get_attribute("hx-get")
    camille = visit("Camille").page
    camille.goto(address)
    play_lowest(camille)
    expect(screen.locator("#boards")).not_to_have_attribute("hx-get", before or "")


def test_a_result_of_ten_is_on_one_screen_with_what_it_came_of(
    visit: Visit, site: SteadySite
) -> None:
    screen = visit(**TELEVISION).page
    screen.goto(f"{site.do(end_table, 'ten')}tv/")
    expect(screen.locator(".result__player")).to_have_count(10)
    assert screen.evaluate(SMALL, ".result__name, .result__heads") == []
    for size in ((1920, 1080), (1280, 720), (1080, 1920)):
        screen.set_viewport_size({"width": size[0], "height": size[1]})
        assert not screen.evaluate(SCROLLS), size
        parts = ".result__player, .heads-chart, .result__story li, .result__cards .card"
        assert screen.evaluate(CUT, parts) == [], size


def test_the_side_of_the_screen_is_read_from_far_and_shows_whole_lines(
    visit: Visit, site: SteadySite
) -> None:
    site.do(open_tables, 3)
    site.do(fill_the_side)
    screen = visit(**TELEVISION).page
    screen.goto("/tv/")
    for size in ((1920, 1080), (3840, 2160), (1280, 720), (1280, 800)):
        screen.set_viewport_size({"width": size[0], "height": size[1]})
        assert not screen.evaluate(SCROLLS), size
        assert screen.evaluate(SMALL, ".tv-boards h2, .tv-boards li, .tv-join p") == [], size
        ranking, next_games = screen.evaluate(SEEN_LINES)
        assert len(ranking) >= 4, size
        assert len(next_games) >= 3, size
        join = screen.locator(".tv-join").bounding_box()
        assert join
        assert max(ranking) <= min(next_games), size
        assert max(next_games) <= join["y"], size


def test_an_idle_screen_shows_the_time_and_the_way_in(visit: Visit) -> None:
    screen = visit().page
    screen.goto("/tv/")
    for width, height in ((1280, 720), (1920, 1080), (3840, 2160)):
        screen.set_viewport_size({"width": width, "height": height})
        assert not screen.evaluate(SCROLLS), width
        assert screen.evaluate(CUT, ".tv-clock, .tv-join svg") == [], width
