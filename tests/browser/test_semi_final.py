"""Every page that shows a semi-final: axe in it, and room for it on a phone, in both languages."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.semi_finals import make_semi_finals
from tests.browser.test_league_pages import PHONE, hard_on_a_laptop, hard_on_a_phone
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.thorough)])
def test_everybody_can_use_it_and_a_phone_has_room_for_it(
    visit: Visit, site: SteadySite, language: str
) -> None:
    looking = visit("Dominique", locale=language, **PHONE).page
    found = {}
    for page, address in site.do(make_semi_finals).items():
        looking.goto(address)
        expect(looking.locator("html")).to_have_attribute("lang", language)
        found[page] = [*hard_on_a_phone(looking), *hard_on_a_laptop(looking)]
        looking.set_viewport_size(PHONE["viewport"])
    assert {page: troubles for page, troubles in found.items() if troubles} == {}
