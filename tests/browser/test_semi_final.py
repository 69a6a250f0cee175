"""Every page that shows a semi-final: axe in it, and room for it on a phone, in both languages."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.semi_finals import make_semi_finals
from tests.browser.test_league_pages import PHONE, hard_on_a_laptop, hard_on_a_phone, open_in
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser


# What the pages of other leagues do not have; `make thorough` examines the others too.
OF_ITS_OWN = {"draw of the final too early", "its rule", "what_it_takes"}


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.thorough)])
def test_everybody_can_use_it_and_a_phone_has_room_for_it(
    visit: Visit, site: SteadySite, language: str
) -> None:
    looking = visit("Dominique", locale=language, **PHONE).page
    found = {}
    for page, address in site.do(make_semi_finals).items():
        open_in(looking, address, language)
        found[page] = [*hard_on_a_phone(looking)]
        if page in OF_ITS_OWN or language == "en":
            found[page] += hard_on_a_laptop(looking)
            looking.set_viewport_size(PHONE["viewport"])
    assert {page: troubles for page, troubles in found.items() if troubles} == {}
