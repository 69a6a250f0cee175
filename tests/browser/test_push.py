"""A notice goes from the site through a push service to a device, and leads back to the site.

No push service of a browser's maker can be reached here: the page is told of one on this machine,
and Chromium is handed what that one received.
"""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from accounts.push import service
from accounts.tokens import hash_of
from tests.browser.conftest import PATIENCE, Visit, Visitor
from tests.browser.prompt_mails import remind_at_once
from tests.browser.test_correspondence import choose, open_table
from tests.support.browsing import CHROMIUM_FLAGS
from tests.support.processes import until
from tests.support.programs import CHROMIUM, require
from tests.support.push import PushBrowser
from tests.support.receiver import Receiver, receiver
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

CALM: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
# What Chromium would do with the push service of its maker.
SUBSCRIBED = """(subscription) => {
    const known = () => {
        const text = localStorage.getItem("subscription");
        return text && { ...JSON.parse(text), toJSON: () => JSON.parse(text), unsubscribe };
    };
    const unsubscribe = async () => localStorage.removeItem("subscription");
    PushManager.prototype.getSubscription = async () => known();
    PushManager.prototype.subscribe = async (options) => {
        const key = atob(options.applicationServerKey.replaceAll("-", "+").replaceAll("_", "/"));
        if (key.length !== 65) throw new Error("no key of a site");
        localStorage.setItem("subscription", JSON.stringify(subscription));
        return known();
    };
}"""
OPENED = """(path) => new Promise((resolve) => {
    clients.matchAll = async () => [];
    clients.openWindow = async (address) => resolve(address);
    registration.getNotifications().then(([notification]) => {
        dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    });
})"""
RENEWED = """(subscription) => {
    registration.pushManager.subscribe = async () => ({ toJSON: () => subscription });
    dispatchEvent(new ExtendableEvent("pushsubscriptionchange"));
}"""
NOTE_LEAVING = """() => {
    const unsubscribe = async () => caches.open("left");
    registration.pushManager.getSubscription = async () => ({ unsubscribe });
}"""
HAS_LEFT = "caches.has('left')"
SHOWN = """navigator.serviceWorker.ready.then(async (worker) =>
    (await worker.getNotifications()).map(({ title, body, data }) => ({ title, body, data })))"""


def push_to_this_machine() -> None:
    """Make the key of the site, and let it post here."""
    settings.POSTS_TO_THIS_MACHINE = True
    service.make_key()


@pytest.fixture(scope="module")
def push_service() -> Iterator[Receiver]:
    with receiver() as found:
        yield found


@pytest.fixture(scope="module")
def site(
    chromium: Browser, club: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SteadySite]:
    """A site that sends no mail, with a key for devices, that tells people at once."""
    site = SteadySite(tmp_path_factory.mktemp("site"))
    shutil.copytree(club, site.folder, dirs_exist_ok=True)
    try:
        site.start()
        site.do(remind_at_once)
        site.do(push_to_this_machine)
        yield site
    finally:
        site.stop()


@pytest.fixture
def windowed(chromium: Browser) -> Iterator[Browser]:
    """The whole Chromium: the one that other tests use shows no notices."""
    (program,) = require(CHROMIUM)
    browser = chromium.browser_type.launch(executable_path=program, args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


def with_push_service(windowed: Browser, url: str, browser: PushBrowser) -> Visitor:
    """A browser that may show notices, and asks this push service."""
    visitor = Visitor(windowed, CALM, url, "")
    visitor.context.grant_permissions(["notifications"])
    visitor.context.add_init_script(f"({SUBSCRIBED})({json.dumps(subscription_of(browser))})")
    return visitor


def subscription_of(browser: PushBrowser) -> dict[str, Any]:
    """What Chromium tells of it."""
    keys = {name: browser.fields[name] for name in ("p256dh", "auth")}
    return {"endpoint": browser.address, "keys": keys}


def deliver(page: Page, message: Any) -> None:
    """Hand Chromium what its push service would."""
    devtools = page.context.new_cdp_session(page)
    found: list[str] = []

    def note(told: dict[str, Any]) -> None:
        found.extend(one["registrationId"] for one in told["registrations"])

    devtools.on("ServiceWorker.workerRegistrationUpdated", note)
    devtools.send("ServiceWorker.enable")
    until(lambda: page.evaluate("true") and bool(found))
    parts = urlsplit(page.url)
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": f"{parts.scheme}://{parts.netloc}",
            "registrationId": found[-1],
            "data": json.dumps(message),
        },
    )
    devtools.detach()


def test_a_turn_is_shown_on_the_device_of_who_left_and_leads_to_the_table(
    visit: Visit,
    windowed: Browser,
    site: SteadySite,
    passes: dict[str, list[Any]],
    push_service: Receiver,
) -> None:
    browser = PushBrowser(push_service.url)
    camille = visit("Camille", **CALM).page
    visitor = with_push_service(windowed, site.url, browser)
    visitor.context.add_cookies(passes["Oliver"])
    oliver = visitor.page
    oliver.goto("/members/profile/")
    oliver.get_by_role("button", name="Show notices on this device").click()
    expect(oliver.get_by_text("This device gets your notices now.")).to_be_visible()
    expect(oliver.get_by_text("this device", exact=True)).to_be_visible()
    expect(oliver.get_by_role("button", name="Show notices on this device")).to_be_hidden()

    address = open_table(camille)
    oliver.goto(address)
    oliver.locator("[form=do-sit]").first.click()
    camille.locator("#start").click()
    expect(camille.locator("#hand button")).to_have_count(10)
    oliver.goto("/rules/")
    choose(camille)
    until(lambda: bool(push_service.posts), PATIENCE / 1000)
    message = browser.read(push_service.posts[0].body)
    path = urlsplit(address).path
    assert (message["title"], message["path"]) == ("Your turn at “Slow Friday”", path)
    assert message["body"].startswith("Until ")

    deliver(oliver, message)
    until(lambda: len(oliver.evaluate(SHOWN)) == 1, PATIENCE / 1000)
    (shown,) = oliver.evaluate(SHOWN)
    assert shown == {"title": message["title"], "body": message["body"], "data": path}
    (worker,) = visitor.context.service_workers
    assert worker.evaluate(OPENED) == address

    oliver.goto("/members/profile/")
    oliver.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(oliver.get_by_text("This device gets no notices any more.")).to_be_visible()
    expect(oliver.get_by_role("button", name="Show notices on this device")).to_be_visible()
    assert oliver.evaluate("localStorage.getItem('subscription')") is None
    assert visitor.troubles.found == []


def test_a_browser_tells_the_site_its_new_address_by_itself(
    windowed: Browser, site: SteadySite, passes: dict[str, list[Any]], push_service: Receiver
) -> None:
    browser = PushBrowser(f"{push_service.url}/before")
    visitor = with_push_service(windowed, site.url, browser)
    visitor.context.add_cookies(passes["Oliver"])
    page = visitor.page
    page.goto("/members/profile/")
    page.get_by_role("button", name="Show notices on this device").click()
    devices = page.locator("[data-push-device]")
    expect(devices).to_have_attribute("data-push-device", hash_of(browser.address))
    page.goto("/rules/")
    (worker,) = visitor.context.service_workers
    renewed = PushBrowser(f"{push_service.url}/after")
    with visitor.context.expect_event("response", lambda answer: answer.request.method == "POST"):
        worker.evaluate(RENEWED, subscription_of(renewed))
    page.goto("/members/profile/")
    expect(devices).to_have_attribute("data-push-device", hash_of(renewed.address))
    # Nobody pressed anything, so nothing is said of it.
    expect(page.get_by_text("This device gets your notices now.")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(devices).to_have_count(0)
    assert visitor.troubles.found == []


def test_a_browser_gives_up_its_subscription_when_somebody_signs_out(
    windowed: Browser, site: SteadySite, passes: dict[str, list[Any]], push_service: Receiver
) -> None:
    # Whatever the site knows of it: nobody has added a device under this sign-in.
    visitor = with_push_service(windowed, site.url, PushBrowser(push_service.url))
    visitor.context.add_cookies(passes["Oliver"])
    page = visitor.page
    page.goto("/rules/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (worker,) = visitor.context.service_workers
    worker.evaluate(NOTE_LEAVING)
    page.reload()
    assert page.evaluate(HAS_LEFT) is False
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    until(lambda: page.evaluate(HAS_LEFT), PATIENCE / 1000)
