"""Whoever adds the site to the programs of their system finds the name and the logo of the club."""

import json
import re
from io import BytesIO
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.test import Client
from PIL import Image

from accounts import made_once
from accounts.club import current
from accounts.pictures import drawing, files
from accounts.pictures.drawing import Kind, drawn_anew
from tests.support.clients import html_of
from tests.support.club import change_club

pytestmark = pytest.mark.django_db
PAPER = (252, 248, 239)
GREEN = (20, 80, 60)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, settings: Any) -> None:
    cache.clear()
    made_once.FILES.forget()
    settings.PHOTOS = tmp_path / "photos"


def choose_logo(width: int, height: int) -> str:
    file = BytesIO()
    Image.new("RGB", (width, height), GREEN).save(file, "PNG")
    name = files.write(drawn_anew(file.getvalue(), Kind.LOGO), Kind.LOGO)
    change_club(logo=name)
    return name


def manifest(client: Client) -> Any:
    """That to which every page leads."""
    found = re.search(r'<link rel="manifest" href="([^"]+)"', html_of(client.get("/")))
    assert found
    answer = client.get(found[1])
    assert answer["Content-Type"] == "application/manifest+json"
    # The club may choose another logo at any time.
    assert "no-cache" in answer["Cache-Control"]
    assert "manifest-src 'self'" in answer["Content-Security-Policy"]
    assert not answer.cookies
    return json.loads(answer.content)


def icons(client: Client) -> dict[tuple[str, str], Image.Image]:
    """The icons by their sizes and what they are for."""
    found: dict[tuple[str, str], Image.Image] = {}
    for each in manifest(client)["icons"]:
        answer = client.get(each["src"])
        assert answer["Content-Type"] == each["type"] == "image/png"
        assert "immutable" in answer["Cache-Control"]
        found[each["sizes"], each["purpose"]] = Image.open(BytesIO(answer.content))
    return found


def drawn_within(icon: Image.Image) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is not paper."""
    assert icon.mode == "RGB"
    drawn = [
        (x, y)
        for x in range(icon.width)
        for y in range(icon.height)
        if abs(icon.getpixel((x, y))[0] - PAPER[0]) > 100  # type: ignore[index]
    ]
    across, down = zip(*drawn, strict=True)
    return min(across), min(down), max(across) + 1, max(down) + 1


def test_without_a_logo_the_icons_are_those_of_the_site(client: Client) -> None:
    found = manifest(client)
    assert found["name"] == found["short_name"] == "Sixième"
    sources = [each["src"].removeprefix("/static/") for each in found["icons"]]
    assert [each["sizes"] for each in found["icons"]] == ["any", "192x192", "512x512", "512x512"]
    assert all(finders.find(each) for each in sources)
    assert "icons/apple-touch-icon" in html_of(client.get("/"))


@pytest.mark.parametrize(("width", "height"), [(300, 100), (160, 160), (40, 160), (16, 16)])
def test_a_logo_is_the_icon_and_no_system_cuts_it_off(
    client: Client, width: int, height: int
) -> None:
    choose_logo(width, height)
    found = icons(client)
    assert {key: each.size for key, each in found.items()} == {
        ("192x192", "any"): (192, 192),
        ("512x512", "any"): (512, 512),
        ("512x512", "maskable"): (512, 512),
    }
    for (_sizes, purpose), each in found.items():
        left, top, right, bottom = drawn_within(each)
        # In the middle, as large as it can be, and of the same form.
        assert abs(left + right - each.width) <= 2
        assert abs(top + bottom - each.height) <= 2
        assert (right - left) / (bottom - top) == pytest.approx(width / height, rel=0.05)
        farthest = hypot(right - left, bottom - top) / 2 / each.width
        if purpose == "maskable":
            assert 0.38 < farthest <= 0.405
        else:
            assert 0.45 < farthest <= 0.605


def test_a_page_names_the_icon_for_a_phone_by_apple(client: Client) -> None:
    name = choose_logo(300, 100)
    page = html_of(client.get("/"))
    assert f'href="/members/club/{name}/icon.png"' in page
    assert client.get(f"/members/club/{name}/icon.png").status_code == 200


def test_the_program_has_the_name_and_the_colour_of_the_club(client: Client) -> None:
    change_club(name="Les mardis", cloth="#1c3d35")
    found = manifest(client)
    assert (found["name"], found["theme_color"]) == ("Les mardis", "#1c3d35")


def test_an_icon_is_drawn_once_however_often_it_is_asked_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = choose_logo(300, 100)
    drawn: list[Kind] = []

    def count(data: bytes, kind: Kind) -> bytes:
        drawn.append(kind)
        return drawn_anew(data, kind)

    monkeypatch.setattr("accounts.club.views.drawn_anew", count)
    for _time in range(3):
        client.get(f"/members/club/{name}/large-icon.png")
    assert drawn == [Kind.LARGE_ICON]


def test_a_browser_asks_again_for_an_icon_for_which_there_was_no_time(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = choose_logo(300, 100)
    monkeypatch.setattr(drawing, "MOST_SECONDS", 0.0)
    refused = client.get(f"/members/club/{name}/icon.png")
    assert (refused.status_code, "Retry-After" in refused.headers) == (503, True)
    assert "max-age=31536000" not in refused.headers.get("Cache-Control", "")
    monkeypatch.undo()
    assert client.get(f"/members/club/{name}/icon.png").status_code == 200


@pytest.mark.parametrize("kind", ["logo", "sheet", "portrait", "", "x", "icon.png"])
def test_nothing_else_is_drawn_of_a_logo(client: Client, kind: str) -> None:
    name = choose_logo(300, 100)
    assert client.get(f"/members/club/{name}/{kind}.png").status_code == 404
    assert client.get(f"/members/club/{'0' * 32}-logo.webp/icon.png").status_code == 404
    assert current.club().logo == name
