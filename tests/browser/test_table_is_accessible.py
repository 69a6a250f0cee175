"""axe on a table: while people sit down and in play, for a player and for a stranger."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.support.browsing import assert_accessible

pytestmark = pytest.mark.browser


def open_table(page: Page, bots: int) -> str:
    page.goto("/tables/new/")
    page.locator("[name=seat_count]").fill("3")
    page.locator("[name=bots]").fill(str(bots))
    page.locator("[name=visibility]").select_option("public")
    page.locator("main form [type=submit]").click()
    page.wait_for_url(lambda url: not url.endswith("/new/"))
    return page.url


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.thorough)])
def test_everybody_can_use_a_table(visit: Visit, language: str) -> None:
    host = visit("Camille", locale=language, reduced_motion="reduce").page
    stranger = visit(locale=language, reduced_motion="reduce").page

    waiting = open_table(host, bots=1)
    assert_accessible(host)
    stranger.goto(waiting)
    assert_accessible(stranger)

    playing = open_table(host, bots=2)
    expect(host.locator("#hand button")).to_have_count(10)
    host.locator("#hand button").first.click()
    expect(host.locator("#story [data-step]").first).to_be_attached()
    assert_accessible(host)
    stranger.goto(playing)
    assert_accessible(stranger)
