"""A host invites somebody without an account, who plays on a phone and signs up later."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.bots import pace_bots
from tests.browser.conftest import Visit
from tests.factories import PASSWORD
from tests.support.site import SteadySite

pytestmark = [pytest.mark.browser, pytest.mark.hasty]

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def site(
    chromium: object, club: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SteadySite]:
    """A site whose club allows guests, and where anybody may make an account."""
    site = SteadySite(tmp_path_factory.mktemp("site"))
    site.environment |= {"GUEST_SEATS": "1", "SIGNUP": "open"}
    shutil.copytree(club, site.folder, dirs_exist_ok=True)
    try:
        site.start()
        site.do(pace_bots, are_hasty=True)
        yield site
    finally:
        site.stop()


def invite(page: Page) -> str:
    """Open a private table for two, and make a link for a guest."""
    page.goto("/tables/new/")
    page.locator("[name=seat_count]").fill("2")
    page.locator("[name=name]").fill("With a guest")
    page.locator("[name=visibility]").select_option("private")
    page.locator("#open-table [type=submit]").click()
    page.locator("#invite-guest").click()
    page.locator("#make-link").click()
    return page.locator("#guest-link").input_value()


def play_a_card(page: Page) -> str:
    card = page.locator("#hand .hand__card:enabled").last
    name = card.get_attribute("id")
    assert name
    card.click()
    return name


def test_a_guest_plays_on_a_phone_and_signs_up_later(visit: Visit) -> None:
    host, guest = visit("Camille").page, visit(**PHONE).page
    link = invite(host)
    guest.goto(link)
    assert guest.evaluate(FITS)
    guest.locator("[name=name]").fill("Zoé")
    guest.locator("#sit").click()
    expect(guest.locator("#leave")).to_be_visible()
    assert guest.evaluate(FITS)
    expect(host.locator("#players")).to_contain_text("Zoé")
    host.locator("#start").click()
    card = play_a_card(guest)
    expect(host.locator("#invite")).to_be_hidden()
    expect(host.locator("#players .is-chosen")).to_have_count(1)
    guest.reload()
    expect(guest.locator(f"#{card}")).to_have_attribute("aria-pressed", "true")
    play_a_card(host)
    expect(guest.locator(f"#hand #{card}")).to_have_count(0)

    guest.goto("/guest/")
    assert guest.evaluate(FITS)
    guest.get_by_role("link", name="Create an account").click()
    guest.locator("[name=name]").fill("Zoé Martin")
    guest.locator("[name=email]").fill("zoe@club.example")
    guest.locator("[name=password1]").fill(PASSWORD)
    guest.locator("[name=password2]").fill(PASSWORD)
    guest.locator("main form [type=submit]").click()
    guest.locator("#claim").click()
    guest.wait_for_url("**/tables/")
    guest.locator("a.table-card", has_text="With a guest").click()
    expect(guest.locator("#players")).to_contain_text("Zoé Martin")
    expect(host.locator("#players")).to_contain_text("Zoé Martin")
    card = play_a_card(guest)
    expect(guest.locator(f"#{card}")).to_have_attribute("aria-pressed", "true")


def test_a_guest_whose_seat_is_freed_is_shown_the_way_out(visit: Visit) -> None:
    host, visitor = visit("Oliver").page, visit(**PHONE)
    guest = visitor.page
    guest.goto(invite(host))
    guest.locator("[name=name]").fill("Bob")
    guest.keyboard.press("Enter")
    expect(guest.locator("#leave")).to_be_visible()
    with visitor.troubles.expected(r"status of 403"):
        host.locator("#free-1").click()
        expect(guest.get_by_role("heading", name="You are no longer at this table")).to_be_visible()
    expect(guest.locator("main").get_by_role("link", name="Sign in")).to_be_visible()
    expect(host.locator("#players")).not_to_contain_text("Bob")
