import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.factories import PASSWORD

pytestmark = pytest.mark.browser


def test_a_member_signs_in_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit().page
    page.goto("/account/login/")
    tab_to(page, "[name=login]")
    page.keyboard.type("oliver@club.example")
    tab_to(page, "[name=password]")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/")
    expect(page.locator(".site-header")).to_contain_text("Oliver")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the field has the focus; twenty times at most."""
    field = page.locator(selector)
    for _ in range(20):
        if field.evaluate("field => field === document.activeElement"):
            return
        page.keyboard.press("Tab")
    expect(field).to_be_focused()


def test_a_wrong_password_is_said_beside_the_form(visit: Visit) -> None:
    page = visit().page
    page.goto("/account/login/")
    page.locator("[name=login]").fill("oliver@club.example")
    page.locator("[name=password]").fill("not this one")
    page.keyboard.press("Enter")
    form = page.locator("main form").filter(has=page.locator("[name=password]"))
    expect(form).to_contain_text(re.compile("not correct", re.IGNORECASE))
    expect(page).to_have_url(re.compile("/account/login/"))


def test_a_page_for_members_leads_there_after_the_sign_in(visit: Visit) -> None:
    page = visit().page
    page.goto("/members/profile/")
    page.locator("[name=login]").fill("camille@club.example")
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/members/profile/")
