"""A game by correspondence: opened, left, and come back to by the link of a mail."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, Visit
from tests.browser.prompt_mails import remind_at_once
from tests.support.mail_server import MailServer
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def mails() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


@pytest.fixture(scope="module")
def site(
    chromium: Browser,
    club: Path,
    mails: MailServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[SteadySite]:
    """With a mail server, and reminders at once for people who have confirmed their addresses."""
    site = SteadySite(tmp_path_factory.mktemp("site"))
    site.environment |= mails.environment | {"SITE_URL": site.url}
    shutil.copytree(club, site.folder, dirs_exist_ok=True)
    try:
        site.start()
        site.do(remind_at_once)
        yield site
    finally:
        site.stop()


def open_table(page: Page) -> str:
    """Open a table of two, a day for each choice; its address."""
    page.goto("/tables/new/")
    page.locator("[name=name]").fill("Slow Friday")
    page.locator("[name=seat_count]").fill("2")
    page.locator("summary", has_text="Pace").click()
    page.locator("[name=time_per_choice]").select_option(label="1 day")
    page.locator("main form#open-table [type=submit]").click()
    page.wait_for_url(re.compile(r"/tables/[a-z0-9]{10}/$"))
    return page.url


def choose(page: Page) -> None:
    card = page.locator("#hand button").first
    card.click()
    expect(page.locator("#hand button[aria-pressed=true]")).to_have_count(1)


def test_who_left_is_called_back_by_a_mail_and_may_turn_mails_off(
    visit: Visit, mails: MailServer
) -> None:
    calm = {"locale": "en-GB", "reduced_motion": "reduce"}
    camille, oliver = visit("Camille", **calm).page, visit("Oliver", **calm).page
    address = open_table(camille)
    oliver.goto(address)
    oliver.locator("[form=do-sit]").first.click()
    expect(camille.locator("#start")).to_be_enabled()
    camille.locator("#start").click()
    expect(camille.locator("#hand button")).to_have_count(10)
    expect(camille.locator(".countdown")).to_have_text(re.compile(r"(1 d|23 h 59 min) · \w{3} \d"))
    expect(camille.locator("#facts")).to_contain_text("By correspondence, 1 day per choice")
    oliver.goto("about:blank")
    choose(camille)
    expect(camille.locator("#next-turn")).to_be_visible()

    mail = mails.first_to("oliver@club.example", PATIENCE / 1000)
    assert mail["Subject"] == "[Sixième] Your turn at “Slow Friday”"
    body = mail.get_content()
    link, off = re.findall(r"http://\S+", body)
    assert link == address
    oliver.goto(urlsplit(link).path)
    expect(oliver.locator("#own_status")).to_have_text("Your turn.")
    choose_last(oliver)
    expect(camille.locator("#story [data-step=reveal]")).to_be_attached()

    stranger = visit(**calm).page
    stranger.goto(urlsplit(off).path)
    stranger.locator("main form [type=submit]").click()
    expect(stranger.get_by_role("status")).to_contain_text("no more emails")
    oliver.goto("/members/profile/")
    expect(oliver.locator("[name=turn]")).to_have_value("never")


def choose_last(page: Page) -> None:
    """Choose the card that ends the turn."""
    page.locator("#hand button").last.click()
    expect(page.locator("#story [data-step=reveal]")).to_be_attached()
