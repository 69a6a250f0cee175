"""A real server, a real Chromium, and people who use it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, expect

from tests.factories import PASSWORD
from tests.support.browsing import Troubles, launch_chromium
from tests.support.relay import Relay
from tests.support.site import HastySite, Site, SteadySite

# Milliseconds until what a page should do counts as not done: a busy machine is slow, not wrong.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Per file: an open Playwright keeps an event loop running that other tests must not meet."""
    with launch_chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a site with the people of club.py: made once, as migrating takes its time."""
    site = Site(tmp_path_factory.mktemp("club"))
    site.run("manage.py", "migrate", "--verbosity=0")
    site.run("-m", "tests.browser.club")
    return site.folder


@pytest.fixture(scope="module")
def site(
    chromium: Browser,
    club: Path,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """A running site with the people of club.py and no tables; its bots are hasty if so marked."""
    make = HastySite if request.node.get_closest_marker("hasty") else SteadySite
    site = make(tmp_path_factory.mktemp("site"))
    shutil.copytree(club, site.folder, dirs_exist_ok=True)
    try:
        site.start()
        yield site
    finally:
        site.stop()


@pytest.fixture
def relay(site: Site) -> Iterator[Relay]:
    """A wire to the site that can be cut: `visit("Camille", base_url=relay.url)`."""
    relay = Relay(site.port)
    yield relay
    relay.close()


@pytest.fixture(scope="module")
def passes() -> dict[str, StorageState]:
    """The cookies of who signed in already: the site limits how often one may sign in."""
    return {}


class Visitor:
    """A person with a browser of their own."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        context.set_default_timeout(PATIENCE)
        self.troubles = Troubles(context)
        self.page: Page = context.new_page()


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(chromium: Browser, site: Site, passes: dict[str, StorageState]) -> Iterator[Visit]:
    """`visit("Camille")` is her browser, signed in; `visit()` a stranger's.

    Further arguments are those of Playwright's new_context. Troubles in a page or in the server
    fail the test at its end.
    """
    visitors: list[Visitor] = []

    def enter(name: str = "", **wishes: Any) -> Visitor:
        if name and name not in passes:
            context = chromium.new_context(base_url=site.url)
            sign_in(context.new_page(), name)
            passes[name] = context.storage_state()
            context.close()
        if name:
            wishes["storage_state"] = passes[name]
        context = chromium.new_context(**{"base_url": site.url} | wishes)
        visitors.append(Visitor(context))
        return visitors[-1]

    logged = len(site.log.read_text())
    yield enter
    for visitor in visitors:
        visitor.context.close()
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles.found]
    log = site.log.read_text()[logged:]
    if troubles or "Traceback" in log:
        pytest.fail("\n".join([*troubles, "The server said:", log]), pytrace=False)


def sign_in(page: Page, name: str) -> None:
    page.goto("/account/login/")
    page.locator("[name=login]").fill(f"{name.lower()}@club.example")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/tables/")
