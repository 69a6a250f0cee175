"""A real server, a real Chromium, and people who use it."""

import json
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from playwright.sync_api import Error as PlaywrightError

from tests.browser.opened import open_with_bots
from tests.browser.shared_site import SharedSite
from tests.support.browsing import (
    FRUGAL,
    HASTY_PRESSES,
    USUAL_LETTERS,
    Troubles,
    launch_chromium,
    set_letters,
)
from tests.support.relay import Relay
from tests.support.site import SteadySite

# Milliseconds until what a page should do counts as not done: a busy machine is slow, not wrong.
PATIENCE = 60_000
WINDOW = {"width": 1280, "height": 720}
expect.set_options(timeout=PATIENCE)


class Chromium:
    """A Chromium that is started when it is first asked for, and again after its end."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._browser: Browser | None = None
        # The browsers of people who have left, for who comes later and wishes the same. A new one
        # takes a third of a second of a processor more until its first page is shown.
        self.free: list[Visitor] = []

    def browser(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self.close()
            self._browser = self._open.enter_context(launch_chromium(*FRUGAL))
        return self._browser

    def leave(self, visitor: "Visitor") -> None:
        """Keep the browser of who leaves for who comes next, where nothing of them remains."""
        if visitor.forget():
            self.free.append(visitor)
        else:
            visitor.context.close()
        while len(self.free) > MOST_FREE:
            self.free.pop(0).context.close()

    def close(self) -> None:
        self.free.clear()
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
    # A file of another folder may have a browser of its own by the same name.
    is_ours = nextitem is not None and nextitem.path.is_relative_to(Path(__file__).parent)
    if not is_ours or "chromium" not in getattr(nextitem, "fixturenames", ()):
        CHROMIUM.close()


@pytest.fixture(scope="session")
def _no_chromium_is_left(django_db_setup: None) -> Iterator[None]:
    """Close it before the database of this process, also where no test comes after it."""
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
    if shared.is_running:
        shared.stop()


@pytest.fixture(scope="module")
def site(chromium: Browser, shared_site: SharedSite, request: pytest.FixtureRequest) -> SteadySite:
    """A running site with the people of club.py and no tables; its bots are hasty if so marked."""
    shared_site.begin_anew(has_hasty_bots=bool(request.node.get_closest_marker("hasty")))
    return shared_site


@pytest.fixture
def relay(site: SteadySite) -> Iterator[Relay]:
    """A wire to the site that can be cut: `visit("Camille", base_url=relay.url)`.

    Ask for it before `visit`, so that it ends last: a page that lost it would try again.
    """
    relay = Relay(site.port)
    yield relay
    relay.close()


@pytest.fixture(scope="session")
def passes(club: Path) -> dict[str, list[Any]]:
    """The cookies of who is signed in: test_sign_in.py shows how one signs in."""
    keys: dict[str, str] = json.loads((club / "passes.json").read_text())
    return {name: [_cookie(key)] for name, key in keys.items()}


def _cookie(key: str) -> dict[str, Any]:
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


# What a test does to a context or a page that would hold for those who use it after.
ALTERING = ("on", "route_web_socket", "set_offline")
ALTERED: set[BrowserContext] = set()
# What can be taken back, with what it returned.
TAKEN_BACK = ("add_init_script", "route")
ADDED: defaultdict[BrowserContext, list[Any]] = defaultdict(list)


@pytest.fixture(scope="session", autouse=True)
def _altered_contexts_are_noted() -> Iterator[None]:
    def noting(usual: Callable[..., Any]) -> Callable[..., Any]:
        def alter(self: BrowserContext | Page, *how: Any, **more: Any) -> Any:
            ALTERED.add(self.context if isinstance(self, Page) else self)
            return usual(self, *how, **more)

        return alter

    def keeping(usual: Callable[..., Any]) -> Callable[..., Any]:
        def add(self: BrowserContext | Page, *how: Any, **more: Any) -> Any:
            added = usual(self, *how, **more)
            ADDED[self.context if isinstance(self, Page) else self].append(added)
            return added

        return add

    with pytest.MonkeyPatch.context() as patch:
        for kind in (BrowserContext, Page):
            for note, names in ((noting, ALTERING), (keeping, TAKEN_BACK)):
                for name in filter(vars(kind).__contains__, names):
                    patch.setattr(kind, name, note(getattr(kind, name)))
            patch.setattr(kind, "clock", property(noting(vars(kind)["clock"].fget)))
        yield


# What a browser that is open can be given; for other wishes it takes one that was opened so.
WORN = ("color_scheme", "reduced_motion", "viewport")
# Each takes some memory.
MOST_FREE = 12
# A page of the site that is next to nothing. A page of no site, such as about:blank, would end the
# process of Chromium that has loaded and compiled what all pages of the site have in common.
NEXT_TO_NOTHING = "/healthz"


class Visitor:
    """A person with a browser of their own; wishes: further arguments of new_context."""

    def __init__(self, browser: Browser, wishes: dict[str, Any], home: str, script: str) -> None:
        """home: the address of the site, unless they wish another. script: that of all pages."""
        self.context = context = browser.new_context(**{"base_url": home} | wishes)
        self.wishes = wishes
        self.home, self.script = home, script
        if script:
            context.add_init_script(script)
        context.set_default_timeout(PATIENCE)
        self.troubles = Troubles(context)
        self.page: Page = context.new_page()
        # The troubles are listened for, and all pages have the script.
        ALTERED.discard(context)
        ADDED.pop(context, None)

    def suits(self, wishes: dict[str, Any], home: str, script: str) -> bool:
        """Whether the browser was opened as somebody wishes who comes now."""
        opened = opened_for(self.wishes), self.home, self.script
        return opened == (opened_for(wishes), home, script)

    def wear(self, wishes: dict[str, Any]) -> None:
        """Look as the one wishes who comes now."""
        set_letters(self.page, USUAL_LETTERS)
        self.page.set_viewport_size(wishes.get("viewport", WINDOW))
        self.page.emulate_media(
            media="null",
            color_scheme=wishes.get("color_scheme", "light"),
            reduced_motion=wishes.get("reduced_motion", "no-preference"),
        )

    def forget(self) -> bool:
        """Make the browser as new; False where something of its person would remain."""
        added = ADDED.pop(self.context, [])
        is_altered = self.context in ALTERED or self.context.pages != [self.page]
        if is_altered or "base_url" in self.wishes:
            ALTERED.discard(self.context)
            return False
        try:
            for each in added:
                each.close()
            self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
            self.context.clear_cookies()
            self.page.goto(NEXT_TO_NOTHING)
        except PlaywrightError:
            return False
        self.troubles.found.clear()
        return True


def opened_for(wishes: dict[str, Any]) -> dict[str, Any]:
    return {name: wish for name, wish in wishes.items() if name not in WORN}


Visit = Callable[..., Visitor]


@pytest.fixture
def presses(request: pytest.FixtureRequest) -> str:
    """The script of all pages, if any."""
    return HASTY_PRESSES if request.node.get_closest_marker("hasty") else ""


@pytest.fixture
def visit(
    chromium: Browser,
    site: SteadySite,
    passes: dict[str, list[Any]],
    presses: str,
) -> Iterator[Visit]:
    """`visit("Camille")` is her browser, signed in; `visit()` a stranger's.

    Further arguments are those of Playwright's new_context; with base_url it is a browser that
    nobody has used. Troubles in a page or in the server
    fail the test at its end.
    """
    visitors: list[Visitor] = []

    def enter(name: str = "", **wishes: Any) -> Visitor:
        wanted = wishes, site.url, presses
        free = [visitor for visitor in CHROMIUM.free if visitor.suits(*wanted)]
        if free:
            visitor = free[0]
            CHROMIUM.free.remove(visitor)
            visitor.wear(wishes)
        else:
            visitor = Visitor(chromium, *wanted)
        visitors.append(visitor)
        if name:
            visitor.context.add_cookies(passes[name])
        return visitor

    logged = len(site.log.read_text())
    yield enter
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles.found]
    for visitor in visitors:
        CHROMIUM.leave(visitor)
    log = site.log.read_text()[logged:]
    if troubles or "Traceback" in log:
        pytest.fail("\n".join([*troubles, "The server said:", log]), pytrace=False)


Opened = Callable[..., None]


@pytest.fixture
def opened(site: SteadySite) -> Opened:
    """`opened(page, bots=3, draft=True)` shows Camille's new table with bots and these options.

    people: how many seats are not the bots'; the game begins if it is her own only. The form is
    filled in by test_a_whole_game.py, test_page_weight.py and test_table_is_accessible.py.
    """

    def show(
        page: Page, bots: int, *, people: int = 1, host: str = "Camille", **rules: Any
    ) -> None:
        page.goto(site.do(open_with_bots, host, bots, people, rules))

    return show
