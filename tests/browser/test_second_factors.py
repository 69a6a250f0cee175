"""A passkey on a device that Chromium pretends to have, and an app whose codes are typed."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.factories import PASSWORD
from tests.support.browsing import assert_accessible
from tests.support.second_factors import code_at
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser
WIDTHS = (320, 360, 1280)
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def enter(visit: Visit, site: SteadySite) -> Callable[[str], Page]:
    """Somebody's browser, signed in by password; passkeys need a name, so by that of localhost."""

    def at_localhost(name: str) -> Page:
        page = visit(base_url=site.url.replace("127.0.0.1", "localhost")).page
        sign_in(page, name)
        page.wait_for_url("**/tables/")
        return page

    return at_localhost


def sign_in(page: Page, name: str) -> None:
    page.goto("/account/login/")
    page.locator("[name=login]").fill(f"{name.lower()}@club.example")
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")


def sign_out(page: Page) -> None:
    page.goto("/members/profile/")
    page.locator(".menu summary").click()
    page.locator(".menu [type=submit]").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def open_after_password(page: Page, link: str) -> None:
    """Follow a link of the page about security, past the question for the password."""
    page.goto("/account/security/")
    page.get_by_role("link", name=link).click()
    page.wait_for_url("**/account/reauthenticate/**")
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")


def examine(page: Page) -> None:
    """axe, and no scrolling sideways on a phone."""
    assert_accessible(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url


def test_a_passkey_is_added_and_signs_in_without_a_password(enter: Callable[[str], Page]) -> None:
    page = enter("Camille")
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    open_after_password(page, "Add a passkey")
    expect(page.locator("#passkey [name=name]")).to_have_value("Chrome on Linux")
    examine(page)
    page.get_by_role("button", name="Add the passkey").click()
    # The first factor brings recovery codes.
    expect(page.locator("main code")).to_have_count(10)
    examine(page)
    with page.expect_download() as found:
        page.get_by_role("link", name="Download them").click()
    codes = found.value.path().read_text().split()
    assert codes == page.locator("main code").all_text_contents()
    page.get_by_role("link", name="I have stored them").click()
    expect(page.locator("main")).to_contain_text("your password alone signs nobody in")
    examine(page)

    sign_out(page)
    page.goto("/account/login/?next=/members/profile/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/members/profile/")
    expect(page.locator(".site-header")).to_contain_text("Camille")

    # After a password it is the second step.
    sign_out(page)
    sign_in(page, "Camille")
    page.wait_for_url("**/account/security/second-step/")
    examine(page)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/tables/")


def test_a_device_without_a_passkey_says_so(enter: Callable[[str], Page]) -> None:
    page = enter("Oliver")
    sign_out(page)
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE | {"isUserVerified": False}})
    page.goto("/account/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("[data-passkey-said]")).to_contain_text("gave no passkey")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_enabled()


def test_an_app_is_set_up_by_its_qr_code_and_asked_for(enter: Callable[[str], Page]) -> None:
    page = enter("Oliver")
    open_after_password(page, "Set up the app")
    # The picture was drawn: the policy of the site let it through.
    assert page.locator("#app img").evaluate("image => image.naturalWidth") > 0
    examine(page)
    secret = page.locator("#app input[readonly]").input_value()
    page.locator("[name=code]").fill(code_at(secret, time.time()))
    page.keyboard.press("Enter")
    code = page.locator("main code").first.text_content()
    assert code

    sign_out(page)
    sign_in(page, "Oliver")
    page.wait_for_url("**/account/security/second-step/")
    # The code of the app was just typed, and another one comes in half a minute only.
    page.locator("[name=code]").fill(code)
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/")
    expect(page.locator(".messages")).to_contain_text("An authenticator app was added.")

    page.goto("/account/security/")
    page.locator("summary", has_text="Remove").focus()
    page.keyboard.press("Enter")
    examine(page)
    page.get_by_role("button", name="Remove the app").click()
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("whoever knows your password can sign in as you")


def test_an_organizer_hands_over_a_link_that_a_member_uses(
    enter: Callable[[str], Page], visit: Visit
) -> None:
    page = enter("Dominique")
    page.goto("/members/people/")
    page.get_by_role("link", name="A new password for Camille").click()
    examine(page)
    page.get_by_role("button", name="Create a link").click()
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    field = page.get_by_label("The link to hand over")
    expect(field).to_be_visible()
    examine(page)
    member = visit().page
    member.goto(field.input_value())
    member.wait_for_url("**/members/new-password/")
    examine(member)
    for name in ("password1", "password2"):
        member.locator(f"[name={name}]").fill("a-new-password-of-ours")
    member.keyboard.press("Enter")
    member.wait_for_url("**/account/login/")
    expect(member.locator(".messages")).to_contain_text("The password is changed.")
