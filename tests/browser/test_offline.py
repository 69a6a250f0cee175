"""A club that cannot be reached says so, and is there again by itself."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.support.relay import Relay

pytestmark = pytest.mark.browser

CALM: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
LOST = r"ERR_|Failed to load resource"
TITLE = "The club cannot be reached"
IS_READY = "navigator.serviceWorker.ready.then(() => true)"


def title(page: Page) -> Any:
    return expect(page.get_by_role("heading", level=1))


class Starting(BaseHTTPRequestHandler):
    """What a proxy answers while the site behind it is being started."""

    def do_GET(self) -> None:
        self.send_error(502)

    def log_message(self, *_arguments: Any) -> None:
        """Say nothing."""


@contextmanager
def answering_502(port: int) -> Iterator[None]:
    server = ThreadingHTTPServer(("127.0.0.1", port), Starting)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


def test_a_page_that_cannot_be_loaded_opens_once_the_club_is_there_again(
    relay: Relay, visit: Visit
) -> None:
    camille = visit("Camille", base_url=relay.url, **CALM)
    page = camille.page
    page.goto("/rules/")
    assert page.evaluate(IS_READY)
    with camille.troubles.expected(LOST):
        relay.cut()
        page.goto("/rules/draft/")
        title(page).to_have_text(TITLE)
        assert page.url.endswith("/rules/draft/")
        assert page.evaluate("document.styleSheets[0].cssRules.length > 0")
        relay.mend()
        title(page).to_have_text("The draft")


def test_a_proxy_before_a_site_that_is_starting_shows_the_same_page(
    relay: Relay, visit: Visit
) -> None:
    stranger = visit(base_url=relay.url, **CALM)
    stranger.page.goto("/rules/")
    assert stranger.page.evaluate(IS_READY)
    with stranger.troubles.expected(LOST):
        relay.cut()
        with answering_502(relay.port):
            stranger.page.goto("/rules/draft/")
            title(stranger.page).to_have_text(TITLE)
        relay.mend()
        title(stranger.page).to_have_text("The draft")
