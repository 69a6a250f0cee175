"""The page of a finished game is accessible and shows how it went."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.ended import end_table
from tests.support.browsing import assert_accessible
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("width", "variant"),
    [
        (360, "special"),
        (1280, "base"),
        pytest.param(360, "base", marks=pytest.mark.thorough),
        pytest.param(1280, "special", marks=pytest.mark.thorough),
    ],
)
def test_a_finished_game_shows_how_it_went(
    visit: Visit, site: SteadySite, variant: str, width: int
) -> None:
    page = visit(locale="en-GB", viewport={"width": width, "height": 800}).page
    page.goto(site.do(end_table, variant))
    expect(page.locator(".result__step")).not_to_have_count(0)
    expect(page.get_by_role("img", name="bull heads after each round")).to_be_visible()
    expect(page.get_by_role("heading", name="The worst take")).to_be_visible()
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
    assert_accessible(page)
