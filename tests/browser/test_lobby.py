"""The lobby tells what goes on in the club while one looks at it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser


def test_a_table_that_somebody_opens_appears_by_itself(visit: Visit) -> None:
    waiting = visit("Oliver").page
    waiting.goto("/tables/")
    expect(waiting.get_by_text("Late supper")).to_have_count(0)
    opening = visit("Camille").page
    opening.goto("/tables/new/")
    opening.locator("[name=name]").fill("Late supper")
    opening.locator("main form [type=submit]").click()
    opening.wait_for_url("**/tables/*/")
    table = waiting.locator("a.table-card", has_text="Late supper")
    expect(table).to_be_visible()


def test_the_focus_stays_where_it_is_while_tables_come_and_go(visit: Visit) -> None:
    page = visit("Camille").page
    page.goto("/tables/")
    page.locator("a.table-card").first.focus()
    focused = page.evaluate("document.activeElement.id")
    with page.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true"):
        pass
    page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-settling')")
    assert page.evaluate("document.activeElement.id") == focused != ""
