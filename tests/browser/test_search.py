"""The search, by the keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.regulars import NAMES, begin_evening
from tests.support.browsing import assert_accessible
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"locale": "en-GB", "viewport": {"width": 320, "height": 640}}


def test_a_slash_leads_to_the_search_and_is_a_letter_in_its_field(
    site: SteadySite, visit: Visit
) -> None:
    site.do(begin_evening)
    page = visit("Dominique", **PHONE).page
    page.goto(f"{site.url}/rules/")
    page.keyboard.press("/")
    field = page.locator("#search-for")
    expect(field).to_be_focused()
    page.keyboard.type("a/b")
    expect(field).to_have_value("a/b")
    field.fill(NAMES[0])
    page.keyboard.press("Enter")
    expect(page.locator("main").get_by_role("link", name=NAMES[0]).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert_accessible(page)
