"""The code on a printed sheet: a phone without an account sends the result of a table, once."""

import re
from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, Request, expect

from accounts.qr import ANY_MASK, qr_svg
from tests.browser.club_evening import write
from tests.browser.conftest import Visit
from tests.browser.league_sheet import make_sheets
from tests.support.browsing import assert_accessible
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "locale": "en-GB",
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
HEADS = (5, 12, 31, 8, 4, 36)
GONE = r"\b410\b"


@pytest.fixture
def game(site: SteadySite) -> str:
    """The address of a table with a paper sheet nobody has entered."""
    return site.do(make_sheets)


def test_a_sheet_is_sent_once_with_a_photo_and_again_only_by_a_new_link(
    visit: Visit, game: str
) -> None:
    dominique = visit("Dominique").page
    link = printed_link(dominique, game)
    visitor = visit(**PHONE)
    phone = visitor.page
    phone.goto(link)
    expect(phone).to_have_title(re.compile("Score sheet"))
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    send(phone)
    expect(phone.get_by_role("heading", level=1)).to_have_text("The sheet is sent")
    phone.get_by_label("Photo", exact=True).set_input_files(photo())
    phone.get_by_role("button", name="Attach the photo").tap()
    expect(phone.get_by_text("The photo is attached.")).to_be_visible()
    refused(visitor, link, "already been sent")

    dominique.goto(game)
    expect(dominique.locator(".game-history")).to_contain_text("by the link of the table")
    attached = dominique.locator("img[src*='/photos/']")
    attached.scroll_into_view_if_needed()
    expect(attached).to_have_js_property("complete", value=True)
    assert attached.evaluate("image => image.naturalWidth") == 60
    dominique.get_by_role("button", name="Make a new link").click()
    expect(dominique.get_by_text("The table has a new link")).to_be_visible()

    refused(visitor, link, "replaced")
    newer = dominique.locator("#score-link").input_value()
    assert newer != link
    phone.goto(newer)
    send(phone, last=37)
    expect(phone.get_by_role("heading", level=1)).to_have_text("The sheet is sent")

    dominique.goto(game)
    dominique.get_by_role("button", name="Confirm").click()
    expect(dominique.get_by_text("Table 1 counts.")).to_be_visible()
    dominique.goto(game)
    expect(dominique.locator(".pad-read tfoot").first).to_contain_text("68")
    stranger = visit(**PHONE)
    refused(stranger, newer, "confirmed")
    assert_accessible(stranger.page)


def printed_link(page: Page, game: str) -> str:
    """The address in the code on the empty sheet of a table, as the table's page has it too."""
    page.goto(game)
    link = page.locator("#score-link").input_value()
    page.goto(f"{game.split('games/')[0]}sheets/")
    first = page.locator(".empty-pad").first
    expect(first).to_contain_text("Table 1")
    code = first.get_by_role("img", name="QR code").get_attribute("src") or ""
    assert b64decode(code.partition(",")[2]) == qr_svg(link, ANY_MASK)
    return link


def send(phone: Page, *, last: int = HEADS[-1]) -> None:
    """Type two rounds and send them."""
    phone.locator("#r0c0").tap()
    # The draft is kept before the sheet is sent: none comes in after it.
    with phone.expect_event("requestfinished", lambda request: _is_draft_with(request, last)):
        write(phone, *HEADS[:-1], last)
    expect(phone.locator("#sheet-state")).to_contain_text("The game is over")
    phone.locator("[data-submit]").tap()
    phone.wait_for_url("**/sent/")


def refused(visitor: Any, link: str, words: str) -> None:
    with visitor.troubles.expected(GONE):
        visitor.page.goto(link)
        expect(visitor.page.get_by_role("alert")).to_contain_text(words)
    expect(visitor.page).to_have_title(re.compile("This sheet cannot be entered"))
    expect(visitor.page.locator("form[data-sheet]")).to_have_count(0)


def photo() -> FilePayload:
    file = BytesIO()
    Image.new("RGB", (60, 80), "white").save(file, "JPEG")
    return {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}


def _is_draft_with(request: Request, last: int) -> bool:
    """Whether it kept a draft that has this in a cell."""
    cell = re.compile(rf"(=|\r\n\r\n){last}\b")
    return request.url.endswith("/draft/") and bool(cell.search(request.post_data or ""))
