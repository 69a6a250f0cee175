"""axe on the pages of the site, by day and by night as assert_accessible does: in French.

`make thorough` does it in English too, and on further pages of the same kinds.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, Visitor
from tests.support.browsing import assert_accessible, faults

pytestmark = pytest.mark.browser

# Who looks, and at what. The pages of a table have their own tests.
PAGES = {
    "": [
        "/",
        "/rules/base-game/",
        "/rules/cabriole/",
        "/rules/special-cards/",
        "/rules/tutorial/?turn=3&card=3&row=1",
        "/rules/tutorial/rows/?series=1&number=8&guess=0",
        "/rules/tutorial/council/?play=seven_takes..0",
        "/account/login/",
        "/members/join/no-such-invitation/",
        "/tv/",
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
# Of the kinds above: text, a form, the tutorial on its way, nothing to be found.
FURTHER = {
    "": [
        "/rules/",
        "/rules/known-cards/",
        "/rules/draft/",
        "/rules/elimination/",
        "/rules/decks/",
        "/rules/fair-deal/",
        "/rules/tutorial/",
        "/rules/tutorial/?turn=2&card=60",
        "/rules/tutorial/?turn=3&card=3",
        "/rules/tutorial/rows/?series=1",
        "/rules/tutorial/council/",
        "/rules/tutorial/council/?played=1&place=1",
        "/account/signup/",
        "/account/password/reset/",
        "/no-such-page/",
        "/privacy/",
    ],
}


@pytest.mark.parametrize("name", PAGES)
def test_everybody_can_use_the_pages(visit: Visit, name: str) -> None:
    assert faults_of(visit(name, locale="fr"), "fr", PAGES[name]) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", PAGES)
def test_everybody_can_use_the_pages_in_english_too(visit: Visit, name: str) -> None:
    pages = [*PAGES[name], *FURTHER.get(name, [])]
    assert faults_of(visit(name, locale="en"), "en", pages) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", FURTHER)
def test_everybody_can_use_further_pages(visit: Visit, name: str) -> None:
    assert faults_of(visit(name, locale="fr"), "fr", FURTHER[name]) == []


def faults_of(visitor: Visitor, language: str, pages: list[str]) -> list[str]:
    found = []
    for path in pages:
        with visitor.troubles.expected(r"status of 40[34]"):
            visitor.page.goto(path)
        expect(visitor.page.locator("html")).to_have_attribute("lang", language)
        found.append(faults(visitor.page))
    return [*filter(None, found)]


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
