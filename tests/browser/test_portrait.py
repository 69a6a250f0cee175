"""A member chooses a picture on a phone, and another one sees it."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import Visit
from tests.support.browsing import THEMES, assert_accessible

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def face() -> FilePayload:
    picture = Image.new("RGB", (600, 400), "#8fb3c9")
    pen = ImageDraw.Draw(picture)
    pen.ellipse((220, 80, 380, 240), fill="#e8c39e")
    pen.ellipse((170, 240, 430, 560), fill="#7a2e2e")
    file = BytesIO()
    picture.save(file, "JPEG")
    return {"name": "me.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}


def shown_at(page: Page) -> int:
    """How many pixels of the file the first picture of a page shows, across; once it is loaded."""
    image = page.locator("main img.avatar").first
    expect(image).to_have_js_property("complete", value=True)
    width: int = image.evaluate("image => image.naturalWidth")
    return width


def test_a_picture_is_chosen_seen_by_another_member_and_deleted(visit: Visit) -> None:
    page = visit("Camille", locale="fr", **PHONE).page
    page.goto("/members/profile/")
    page.get_by_label("Votre photo").set_input_files(face())
    page.get_by_role("button", name="Enregistrer la photo").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Votre photo est enregistrée.")).to_be_visible()
    assert shown_at(page) == 192
    assert fits(page)
    assert_accessible(page)

    other = visit("Dominique", locale="en", **PHONE).page
    other.goto("/members/people/")
    assert shown_at(other) == 192
    assert fits(other)
    path = other.locator("main img.avatar").first.get_attribute("src") or ""
    other.goto(f"/members/{path.split('/')[3]}/")
    for theme in THEMES:
        other.emulate_media(color_scheme=theme)
        assert shown_at(other) == 192
        assert_accessible(other)
    other.set_viewport_size({"width": 320, "height": 640})
    assert fits(other)

    page.get_by_role("button", name="Supprimer la photo").click()
    expect(page.get_by_text("Votre photo est supprimée.")).to_be_visible()
    other.reload()
    expect(other.locator("main img.avatar")).to_have_count(0)
