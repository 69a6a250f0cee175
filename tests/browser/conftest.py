"""A real server, a real Chromium, and people who use it."""

import json
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    StorageState,
    StorageStateCookie,
    expect,
)

from tests.browser.shared_site import SharedSite
from tests.support.browsing import Troubles, launch_chromium
from tests.support.relay import Relay
from tests.support.site import HastySite, Site

# Beside hasty bots presses follow each other faster than those of a finger.
HASTY_PRESSES = """
Object.defineProperty(Event.prototype, "timeStamp", { get: () => 20 * performance.now() });
"""
# Milliseconds until what a page should do counts as not done: a busy machine is slow, not wrong.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


class Chromium:
    """A Chromium that is started when it is first asked for, and again after its end."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._browser: Browser | None = None

    def browser(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self.close()
            self._browser = self._open.enter_context(launch_chromium())
        return self._browser

    def close(self) -> None:
        self._browser = None
        self._open.close()


CHROMIUM = Chromium()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Close Chromium at the end of a file, unless the next file begins with a test that uses it.

    An open Playwright keeps an event loop running that tests of other files must not meet.
    """
    yield
    if nextitem and nextitem.path == item.path:
        return
    if "chromium" not in getattr(nextitem, "fixturenames", ()):
        CHROMIUM.close()


@pytest.fixture(scope="session")
def _no_chromium_is_left() -> Iterator[None]:
    """A run that ends early has a next test all the same."""
    yield
    CHROMIUM.close()


@pytest.fixture(scope="module")
def chromium(_no_chromium_is_left: None) -> Browser:
    """The same one for all files that follow each other."""
    return CHROMIUM.browser()


@pytest.fixture(scope="session")
def shared_site(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedSite]:
    """The site of all files of this process that need nothing special."""
    shared = SharedSite(club, tmp_path_factory.mktemp("shared"))
    yield shared
    shared.close()


@pytest.fixture(scope="module")
def site(
    chromium: Browser,
    club: Path,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """A running site with the people of club.py and no tables; its bots are hasty if so marked."""
    if not request.node.get_closest_marker("hasty"):
        shared: SharedSite = request.getfixturevalue("shared_site")
        yield shared.as_new()
        return
    site = HastySite(tmp_path_factory.mktemp("site"))
    shutil.copytree(club, site.folder, dirs_exist_ok=True)
    try:
        site.start()
        yield site
    finally:
        site.stop()


@pytest.fixture
def relay(site: Site) -> Iterator[Relay]:
    """A wire to the site that can be cut: `visit("Camille", base_url=relay.url)`.

    Ask for it before `visit`, so that it ends last: a page that lost it would try again.
    """
    relay = Relay(site.port)
    yield relay
    relay.close()


@pytest.fixture(scope="session")
def passes(club: Path) -> dict[str, StorageState]:
    """The cookies of who is signed in: test_sign_in.py shows how one signs in."""
    keys: dict[str, str] = json.loads((club / "passes.json").read_text())
    return {name: {"cookies": [_cookie(key)], "origins": []} for name, key in keys.items()}


def _cookie(key: str) -> StorageStateCookie:
    return {
        "name": "sessionid",
        "value": key,
        "domain": "127.0.0.1",
        "path": "/",
        "expires": -1,
        "httpOnly": True,
        "secure": False,
        "sameSite": "Lax",
    }


class Visitor:
    """A person with a browser of their own."""

    def __init__(self, context: BrowserContext, script: str = "") -> None:
        self.context = context
        if script:
            context.add_init_script(script)
        context.set_default_timeout(PATIENCE)
        self.troubles = Troubles(context)
        self.page: Page = context.new_page()


Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def readers(chromium: Browser) -> Iterator[dict[str, Visitor]]:
    """Those who stay for a whole file: `visit("Camille", stays=True)`."""
    readers: dict[str, Visitor] = {}
    yield readers
    for reader in readers.values():
        reader.context.close()


@pytest.fixture
def presses(request: pytest.FixtureRequest) -> str:
    """The script of all pages, if any."""
    return HASTY_PRESSES if request.node.get_closest_marker("hasty") else ""


@pytest.fixture
def visit(
    chromium: Browser,
    site: Site,
    passes: dict[str, StorageState],
    readers: dict[str, Visitor],
    presses: str,
) -> Iterator[Visit]:
    """`visit("Camille")` is her browser, signed in; `visit()` a stranger's.

    stays: use the same browser again in later tests of the file, where pages are only read: what
    the tests share is loaded once. Further arguments are those of Playwright's new_context.
    Troubles in a page or in the server fail the test at its end.
    """
    visitors: list[Visitor] = []

    def enter(name: str = "", *, stays: bool = False, **wishes: Any) -> Visitor:
        key = f"{name} {wishes}" if stays else ""
        if key in readers:
            visitors.append(readers[key])
            return readers[key]
        visitor = begin(name, wishes)
        visitors.append(visitor)
        if stays:
            readers[key] = visitor
        return visitor

    def begin(name: str, wishes: dict[str, Any]) -> Visitor:
        if name:
            wishes["storage_state"] = passes[name]
        return Visitor(chromium.new_context(**{"base_url": site.url} | wishes), presses)

    logged = len(site.log.read_text())
    yield enter
    for visitor in visitors:
        if visitor not in readers.values():
            visitor.context.close()
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles.found]
    for visitor in visitors:
        visitor.troubles.found.clear()
    log = site.log.read_text()[logged:]
    if troubles or "Traceback" in log:
        pytest.fail("\n".join([*troubles, "The server said:", log]), pytrace=False)
