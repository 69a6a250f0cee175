"""An organizer chooses for the club on a phone, and a stranger sees it."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import Visit
from tests.factories import PASSWORD
from tests.support.browsing import THEMES, assert_accessible

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def cloth(page: Page) -> str:
    found: str = page.evaluate(
        "getComputedStyle(document.documentElement).getPropertyValue('--cloth').trim()"
    )
    return found


def test_a_stranger_sees_the_name_and_the_colours_that_an_organizer_chose(visit: Visit) -> None:
    page = visit("Dominique", locale="en", **PHONE).page
    page.goto("/members/club/")
    page.get_by_label("Name of the club").fill("Les bœufs du mardi")
    page.get_by_label("Colour of the cloth").fill("#3b1f4f")
    page.get_by_role("button", name="Preview").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nothing is saved yet")).to_be_visible()
    expect(page.locator(".brand__name")).to_have_text("Les bœufs du mardi")
    assert cloth(page) == "#3b1f4f"
    assert fits(page)
    assert_accessible(page)

    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("It counts for everybody from now on.")).to_be_visible()
    expect(page.get_by_text("Name of the club: Les bœufs du mardi, before")).to_be_visible()
    assert fits(page)

    stranger = visit(locale="fr", **PHONE).page
    stranger.goto("/")
    expect(stranger.locator(".brand__name")).to_have_text("Les bœufs du mardi")
    for theme, expected in zip(THEMES, ("#3b1f4f", "#291637"), strict=True):
        stranger.emulate_media(color_scheme=theme)
        assert cloth(stranger) == expected
    assert_accessible(stranger)

    page.get_by_role("button", name="Undo the last change").click()
    expect(page.get_by_text("The last change is undone.")).to_be_visible()
    stranger.reload()
    expect(stranger.locator(".brand__name")).to_have_text("Sixième")
    assert cloth(stranger) == "#1c3d35"


def test_a_colour_on_which_nothing_can_be_read_is_refused(visit: Visit) -> None:
    visitor = visit("Dominique", locale="fr", **PHONE)
    page = visitor.page
    page.goto("/members/club/")
    page.get_by_label("Couleur des boutons et des liens").fill("#ffff00")
    with visitor.troubles.expected(r"status of 422"):
        page.get_by_role("button", name="Enregistrer").click()
        expect(page.get_by_text("La plus proche qui convient est #757500.")).to_be_visible()
    assert fits(page)
    assert_accessible(page)


BESIDE_THEIR_FIELDS = """() => {
    for (const part of document.querySelectorAll("main details")) part.open = true;
    const fields = [...document.querySelectorAll("main details :is([type=number], select)")];
    if (!fields.length) throw new Error("no fields");
    return fields.filter((field) => field.labels[0].getBoundingClientRect().bottom >
        field.getBoundingClientRect().top + 1).map((field) => field.name);
}"""


def test_in_parts_that_are_unfolded_labels_stand_above_their_fields(visit: Visit) -> None:
    page = visit("Dominique").page
    page.goto("/members/club/")
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(BESIDE_THEIR_FIELDS) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
    assert_accessible(page)


def test_a_stranger_sees_the_logo_that_an_organizer_chose(visit: Visit) -> None:
    page = visit("Dominique", locale="fr", **PHONE).page
    page.goto("/members/club/")
    page.get_by_label("Logo", exact=True).set_input_files(logo())
    page.get_by_role("button", name="Aperçu").click()
    expect(page.get_by_text("Rien n’est encore enregistré")).to_be_visible()
    assert size_of_logo(page) == (50, 17)
    assert fits(page)
    assert_accessible(page)
    # The file was sent with the preview, and is not asked for again.
    page.get_by_role("button", name="Enregistrer").click()
    change = page.get_by_role("listitem").filter(has_text="auparavant aucun")
    expect(change.get_by_alt_text("une image")).to_be_visible()

    stranger = visit(locale="en", **PHONE).page
    stranger.goto("/")
    assert size_of_logo(stranger) == (50, 17)
    for theme in THEMES:
        stranger.emulate_media(color_scheme=theme)
        paper = stranger.locator(".brand__logo").evaluate(
            "e => getComputedStyle(e).backgroundColor"
        )
        assert paper == "rgb(252, 248, 239)"
    stranger.set_viewport_size({"width": 320, "height": 640})
    assert fits(stranger)
    stranger.set_viewport_size({"width": 1280, "height": 800})
    assert size_of_logo(stranger) == (96, 32)
    assert_accessible(stranger)

    page.get_by_role("button", name="Annuler").click()
    stranger.reload()
    expect(stranger.locator(".brand__mark")).to_be_visible()
    assert stranger.locator(".brand__logo").count() == 0


def logo() -> FilePayload:
    """Three times as wide as high."""
    file = BytesIO()
    Image.new("RGBA", (600, 200), (20, 80, 60, 255)).save(file, "PNG")
    return {"name": "logo.png", "mimeType": "image/png", "buffer": file.getvalue()}


def size_of_logo(page: Page) -> tuple[int, int]:
    """In the head of the page, once it is loaded."""
    image = page.locator(".brand .brand__logo")
    expect(image).to_have_js_property("complete", value=True)
    width, height = image.evaluate("e => [e.offsetWidth, e.offsetHeight]")
    return width, height


def test_a_stranger_asks_to_join_and_an_organizer_lets_them_in(visit: Visit) -> None:
    page = visit("Dominique", locale="en", **PHONE).page
    page.goto("/members/club/")
    page.get_by_label("Everybody, once an organizer approves").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("It counts for everybody from now on.")).to_be_visible()

    stranger = visit(locale="en", **PHONE).page
    stranger.goto("/account/login/")
    stranger.get_by_role("link", name="Create an account").click()
    stranger.get_by_label("Your name in the club").fill("Anne-Charlotte de Montmorency-Beauvais")
    stranger.get_by_label("Email").fill("anne-charlotte.de.montmorency-beauvais@club.example")
    for field in stranger.locator("[type=password]").all():
        field.fill(PASSWORD)
    stranger.get_by_role("button", name="Join").click()
    expect(stranger.get_by_role("heading", name="Nearly there")).to_be_visible()
    assert fits(stranger)
    assert_accessible(stranger)

    page.goto("/members/people/")
    page.set_viewport_size({"width": 320, "height": 640})
    assert fits(page)
    assert_accessible(page)
    page.get_by_role("button", name="Approve Anne-Charlotte").press("Enter")
    expect(page.get_by_text("1 person is in.")).to_be_visible()
    stranger.get_by_role("link", name="Look again").click()
    expect(stranger.get_by_text("You are in: sign in with your password.")).to_be_visible()

    # The server of the files after this one remembers what counts for a moment.
    page.goto("/members/club/")
    page.get_by_role("button", name="Undo the last change").click()
    expect(page.get_by_text("The last change is undone.")).to_be_visible()
