"""axe on every page, by day and by night as assert_accessible does: in French, which is longer.

`make thorough` does it in English too.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.support.browsing import assert_accessible, faults

pytestmark = pytest.mark.browser

# Who looks, and at what. The pages of a table have their own tests.
PAGES = {
    "": [
        "/",
        "/rules/",
        "/rules/base-game/",
        "/rules/known-cards/",
        "/rules/draft/",
        "/rules/elimination/",
        "/rules/cabriole/",
        "/rules/special-cards/",
        "/rules/decks/",
        "/rules/fair-deal/",
        "/rules/tutorial/",
        "/rules/tutorial/?turn=2&card=60",
        "/rules/tutorial/?turn=3&card=3",
        "/rules/tutorial/?turn=3&card=3&row=1",
        "/rules/tutorial/rows/?series=1",
        "/rules/tutorial/rows/?series=1&number=8&guess=0",
        "/rules/tutorial/council/",
        "/rules/tutorial/council/?play=seven_takes..0",
        "/rules/tutorial/council/?played=1&place=1",
        "/account/login/",
        "/account/signup/",
        "/account/password/reset/",
        "/members/join/no-such-invitation/",
        "/no-such-page/",
        "/tv/",
        "/privacy/",
    ],
    "Camille": [
        "/tables/",
        "/tables/new/",
        "/tables/past/",
        "/members/profile/",
    ],
    "Dominique": [
        "/members/invitations/",
        "/members/club/",
    ],
}


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", PAGES)
def test_everybody_can_use_the_pages(visit: Visit, name: str, language: str) -> None:
    visitor = visit(name, locale=language)
    page = visitor.page
    found = []
    for path in PAGES[name]:
        with visitor.troubles.expected(r"status of 40[34]"):
            page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        found.append(faults(page))
    assert [*filter(None, found)] == []


def test_a_form_with_mistakes_is_accessible_too(visit: Visit) -> None:
    visitor = visit("Camille")
    page = visitor.page
    page.goto("/members/profile/")
    page.locator("#id_name").fill(" ")
    with visitor.troubles.expected(r"status of 422"):
        page.locator("main form [type=submit]").first.click()
        expect(page.locator("main [aria-invalid=true]").first).to_be_visible()
    assert_accessible(page)


def test_the_examination_finds_what_is_wrong(visit: Visit) -> None:
    page = visit().page
    page.goto("/account/login/")
    page.locator("main label").evaluate_all("labels => labels.forEach(label => label.remove())")
    with pytest.raises(AssertionError, match="label"):
        assert_accessible(page)
