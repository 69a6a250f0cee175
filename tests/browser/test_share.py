"""The result of a game is shared by the device, or its link is copied."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.ended import end_table
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

CALM = {"locale": "en-GB", "reduced_motion": "reduce"}
SHARES = "navigator.share = async (what) => { window.shared = what.url }"
COPIES = """delete Navigator.prototype.share;
    navigator.clipboard.writeText = async (text) => { window.copied = text }"""


@pytest.mark.parametrize(("able", "kept"), [(SHARES, "shared"), (COPIES, "copied")])
def test_the_link_of_a_result_is_shared_or_copied(
    visit: Visit, site: SteadySite, able: str, kept: str
) -> None:
    page = visit(**CALM).page
    path = site.do(end_table, "base")
    page.add_init_script(able)
    page.goto(path)
    page.get_by_role("button", name="Share").click()
    page.wait_for_function(f"() => window.{kept}")
    assert page.evaluate(f"window.{kept}") == f"{site.url}{path}"
    if kept == "copied":
        expect(page.locator("#share")).to_have_text(re.compile("The link is copied"))
