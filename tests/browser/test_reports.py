"""A message and a name are reported by keyboard; the page says what follows."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import Player
from tests.browser.conftest import Visit
from tests.browser.duel import open_duel
from tests.browser.test_talk import LAPTOP, PHONE, write
from tests.support.browsing import assert_accessible
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

SAID = "Nobody wants you here"
FRENCH = PHONE | {"locale": "fr-FR"}
THANKS = {
    "en-GB": "The organizers will look at it.",
    "fr-FR": "Les organisateurs vont regarder.",
}
ALREADY = {"en-GB": "You have reported this already.", "fr-FR": "Vous l’avez déjà signalé."}


def profile_of(name: str) -> str:
    return reverse("games:profile", args=[Player.objects.get(name=name).pk])


def report(page: Page) -> None:
    """Open what a message offers, and report it, by keys alone."""
    more = page.locator(".said__more")
    more.focus()
    page.keyboard.press("Enter")
    dialog = page.locator("#talk-options")
    expect(dialog).to_be_visible()
    summary = dialog.locator("summary")
    while not summary.evaluate("each => each === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#report-reason")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(page.locator("#report-words")).to_be_focused()
    page.keyboard.type("Every time")


@pytest.mark.parametrize("wishes", [LAPTOP, FRENCH], ids=["laptop", "phone"])
def test_a_message_is_reported_by_keyboard(
    visit: Visit, site: SteadySite, wishes: dict[str, Any]
) -> None:
    address = site.do(open_duel)
    oliver, visitor = visit("Oliver", **LAPTOP).page, visit("Camille", **wishes)
    page = visitor.page
    for each in (oliver, page):
        each.goto(address)
        expect(each.locator("#hand button")).to_have_count(10)
    write(oliver, SAID)
    if wishes is FRENCH:
        page.locator("#talk-open").press("Enter")
    expect(page.locator("#talk-list")).to_contain_text(SAID)
    report(page)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") == wishes["viewport"]["width"]
    page.keyboard.press("Enter")
    expect(page.locator("#talk-options")).to_be_hidden()
    expect(page.locator("#notice")).to_contain_text(THANKS[wishes["locale"]])
    expect(page.locator(".said__more")).to_be_focused()

    report(page)
    with visitor.troubles.expected("status of 409"):
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_contain_text(ALREADY[wishes["locale"]])
    expect(page.locator(".said__more")).to_be_focused()
    page.goto("/reports/")
    expect(page.locator("main blockquote").first).to_have_text(SAID)


def test_a_name_is_reported_on_a_profile_without_javascript(visit: Visit, site: SteadySite) -> None:
    page = visit("Camille", **PHONE | {"java_script_enabled": False}).page
    page.goto(site.do(profile_of, "Oliver"))
    page.locator("main summary", has_text="Report this name").press("Enter")
    page.locator("#report-reason").select_option("pretends")
    page.locator("#report-words").press("Enter")
    expect(page.locator(".messages, [role=status]").first).to_contain_text(THANKS["en-GB"])
    page.goto("/reports/")
    expect(page.locator("main blockquote").first).to_have_text("Oliver")
