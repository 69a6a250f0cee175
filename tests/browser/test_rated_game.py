"""A rated game, from the form that opens it to the rating on the profile."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Player
from games.seats import seating
from tests.browser.conftest import Visit
from tests.games.rating.rated import rated_table
from tests.support.browsing import assert_accessible, in_pairs
from tests.support.site import SteadySite
from tests.support.tables import play_to_the_end

pytestmark = pytest.mark.browser


def play_a_rated_game(*names: str) -> str:
    """A finished rated game of these members; its address."""
    table = rated_table(*(Player.objects.get(name=name) for name in names))
    assert table.host is not None
    seating.start(table.pk, table.host, table.created_at)
    play_to_the_end(table)
    return table.get_absolute_url()


def assert_fits(page: Page, width: int) -> None:
    # A form that was sent leads to a page whose styles may still be on their way.
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert_accessible(page)


@in_pairs("language,width", ["fr", "en"], [320, 1280])
def test_who_sits_down_reads_that_it_is_rated_and_says_no(
    visit: Visit, language: str, width: int
) -> None:
    window = {"locale": language, "viewport": {"width": width, "height": 640}}
    camille, oliver = visit("Camille", **window).page, visit("Oliver", **window).page
    camille.goto("/tables/new/")
    camille.locator("#id_is_rated").check()
    assert_fits(camille, width)
    camille.locator("#open-table [type=submit]").click()
    expect(camille.locator("#unrated")).to_be_visible()
    assert_fits(camille, width)
    oliver.goto("/tables/")
    path = camille.url.removeprefix(oliver.url.removesuffix("/tables/"))
    card = oliver.locator(f"a.table-card[href='{path}']")
    expect(card.locator(".table-card__facts b")).to_be_visible()
    card.click()
    expect(oliver.locator("#unrated")).to_have_count(0)
    expect(oliver.locator("#facts a[href='/rules/rating/']")).to_be_visible()
    oliver.locator("#sit").click()
    oliver.locator("#unrated").click()
    # Nobody reloads.
    expect(camille.locator("#unrated")).to_have_count(0)
    expect(camille.locator("#facts a[href='/rules/rating/']")).to_have_count(0)
    expect(camille.locator("#bot-2")).to_be_visible()


@in_pairs("theme,width", ["dark", "light"], [320, 1280])
def test_the_result_and_the_profile_show_the_rating(
    site: SteadySite, visit: Visit, theme: str, width: int
) -> None:
    path = site.do(play_a_rated_game, "Camille", "Oliver")
    page = visit(
        "Camille", locale="fr", color_scheme=theme, viewport={"width": width, "height": 640}
    ).page
    page.goto(path)
    expect(page.locator("#result-notes")).to_contain_text("Partie cotée")
    expect(page.locator("#result-notes li")).to_have_count(2)
    assert_fits(page, width)
    page.locator("#result-notes li a").first.click()
    expect(page.locator("#rating")).to_be_visible()
    assert_fits(page, width)
    page.goto("/rules/rating/")
    assert_fits(page, width)
