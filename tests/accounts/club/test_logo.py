"""The logo of the club: chosen with a preview, shown to everybody, gone back from."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from accounts.club import current, service
from accounts.club.models import ClubSettings
from accounts.models import Player
from accounts.pictures import files
from accounts.pictures import service as pictures
from accounts.pictures.drawing import Kind
from tests.accounts.club.test_club_settings import AS_IT_IS, PAGE
from tests.support.clients import html_of
from tests.support.club import change_club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.PHOTOS = tmp_path / "photos"
    return tmp_path / "photos"


def picture(data: bytes | None = None) -> SimpleUploadedFile:
    if data is None:
        file = BytesIO()
        Image.new("RGBA", (300, 100), (0, 90, 60, 200)).save(file, "PNG")
        data = file.getvalue()
    return SimpleUploadedFile("../../logo.svg", data, "image/svg+xml")


def send(client: Client, **values: Any) -> Any:
    return client.post(PAGE, AS_IT_IS | values)


def address_in(page: str) -> str:
    """The address of the logo in the head of a page; empty without one."""
    found = re.search(r'<img class="brand__logo"\s+src="([^"]+)"', page)
    return found[1] if found else ""


def test_a_logo_is_seen_by_a_stranger(as_organizer: Client, client: Client) -> None:
    assert address_in(html_of(client.get("/"))) == ""
    assert send(as_organizer, picture=picture()).status_code == 302
    page = html_of(client.get("/"))
    answer = client.get(address_in(page))
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "immutable" in answer["Cache-Control"]
    assert Image.open(BytesIO(answer.content)).size == (300, 100)
    # The name beside it says the same.
    assert 'alt=""' in page.partition("brand__logo")[2].partition(">")[0]
    assert "brand__mark" not in page


def test_a_logo_has_another_address_than_the_one_before_which_stays_for_older_pages(
    as_organizer: Client, client: Client
) -> None:
    send(as_organizer, picture=picture())
    first = address_in(html_of(client.get("/")))
    send(as_organizer, picture=picture(), seen="1")
    second = address_in(html_of(client.get("/")))
    assert first != second
    assert [client.get(path).status_code for path in (first, second)] == [200, 200]


def test_a_preview_shows_the_logo_to_nobody_else_and_saving_needs_no_second_upload(
    as_organizer: Client, client: Client, folder: Path
) -> None:
    page = html_of(send(as_organizer, picture=picture(), action="preview"))
    (name,) = [file.name for file in folder.iterdir()]
    assert address_in(page) == f"/members/club/{name}"
    assert f'value="{name}"' in page
    assert address_in(html_of(client.get("/"))) == ""
    assert not ClubSettings.objects.exists()
    send(as_organizer, logo=name)
    assert address_in(html_of(client.get("/"))) == f"/members/club/{name}"
    assert [file.name for file in folder.iterdir()] == [name]


def test_a_logo_stays_where_another_field_is_refused(as_organizer: Client, folder: Path) -> None:
    answer = send(as_organizer, picture=picture(), name="")
    assert answer.status_code == 422
    (name,) = [file.name for file in folder.iterdir()]
    assert f'value="{name}"' in answer.content.decode()


def test_a_logo_stays_with_other_changes_until_it_is_taken_away(
    as_organizer: Client, client: Client
) -> None:
    send(as_organizer, picture=picture())
    name = current.club().logo
    assert f'name="logo" value="{name}"' in html_of(as_organizer.get(PAGE))
    send(as_organizer, name="Les mardis", logo=name, seen="1")
    assert current.club().logo == name
    send(as_organizer, name="Les mardis", logo=name, without_logo="on", seen="2")
    assert current.club().logo == ""
    assert "brand__mark" in html_of(client.get("/"))


def test_the_history_shows_logos_and_each_can_be_gone_back_to(as_organizer: Client) -> None:
    send(as_organizer, picture=picture())
    first = current.club().logo
    send(as_organizer, logo=first, without_logo="on", seen="1")
    page = " ".join(html_of(as_organizer.get(PAGE)).split())
    assert f"Logo: none, before {image_of(first)}" in page
    assert f"Logo: {image_of(first)}, before none" in page
    as_organizer.post(PAGE, {"action": "undo", "seen": "2"})
    assert current.club().logo == first


def image_of(name: str) -> str:
    place = f'class="brand__logo" src="/members/club/{name}" width="96" height="32"'
    return f'<img {place} loading="lazy" alt="a picture">'


@pytest.mark.parametrize(
    ("sides", "mode", "width", "height"),
    [
        # Three times as wide as high, then cut to 480 by 160.
        ((300, 100), "RGBA", 96, 32),
        ((960, 320), "RGB", 96, 32),
        ((200, 200), "RGB", 32, 32),
        ((600, 50), "RGBA", 96, 8),
        ((20, 400), "RGB", 2, 32),
        # No larger than it is.
        ((24, 16), "RGBA", 24, 16),
        ((24, 16), "RGB", 24, 16),
    ],
)
def test_a_page_keeps_the_room_that_the_logo_takes(
    as_organizer: Client, sides: tuple[int, int], mode: str, width: int, height: int
) -> None:
    file = BytesIO()
    Image.new(mode, sides, (0, 90, 60, 200)[: len(mode)]).save(file, "PNG")
    send(as_organizer, picture=picture(file.getvalue()))
    head = html_of(as_organizer.get("/members/profile/")).partition("brand__logo")[2]
    assert f'width="{width}" height="{height}"' in head.partition(">")[0]


def test_where_the_file_of_the_logo_is_gone_pages_are_shown(
    as_organizer: Client, client: Client
) -> None:
    send(as_organizer, picture=picture())
    files.delete(current.club().logo)
    files.webp_size.cache_clear()
    assert "width=" not in html_of(client.get("/")).partition("brand__logo")[2].partition(">")[0]


@pytest.mark.parametrize(
    "data",
    [
        b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        b"GIF89a\x01\x00\x01\x00\x00\x00\x00;",
        b"\xff\xd8\xff\xe0 and nothing more",
        b"<html><script>alert(1)</script>",
    ],
)
def test_what_is_no_picture_is_refused_with_a_sentence(
    as_organizer: Client, folder: Path, data: bytes
) -> None:
    answer = send(as_organizer, picture=picture(data))
    assert answer.status_code == 422
    assert "This file is not a picture" in answer.content.decode()
    assert not folder.exists()
    assert not ClubSettings.objects.exists()


def test_a_file_that_is_too_large_is_refused(
    as_organizer: Client, settings: Any, folder: Path
) -> None:
    settings.MOST_PHOTO_BYTES = 1000
    answer = send(as_organizer, picture=picture(b"x" * 1001))
    assert "This picture is too large" in answer.content.decode()
    assert not folder.exists()


@pytest.mark.parametrize(
    "name",
    ["a" * 32 + "-logo.webp", "../secret_key", "a" * 200, "a" * 32 + ".jpg"],
    ids=["gone", "path", "long", "sheet"],
)
def test_only_a_logo_that_is_there_can_be_saved(as_organizer: Client, name: str) -> None:
    answer = send(as_organizer, logo=name)
    assert answer.status_code == 422
    assert "This logo is not here any more: choose it again." in answer.content.decode()


@pytest.mark.parametrize("kind", [Kind.SHEET, Kind.PORTRAIT])
def test_a_picture_of_another_kind_is_no_logo(
    as_organizer: Client, client: Client, kind: Kind
) -> None:
    name = files.write(b"of somebody", kind)
    assert client.get(f"/members/club/{name}").status_code == 404
    assert send(as_organizer, logo=name).status_code == 422


@pytest.mark.parametrize("name", ["x", "%2e%2e%2fsecret_key", "0" * 32 + "-logo.webp"])
def test_there_is_no_other_file_at_the_address_of_logos(client: Client, name: str) -> None:
    assert client.get(f"/members/club/{name}").status_code == 404


def test_only_the_logos_of_the_last_changes_are_kept(
    organizer: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "LOGOS_KEPT", 3)
    for number in range(5):
        change_club(organizer, logo=f"{number:032}-logo.webp")
    kept = [row.logo[:32].lstrip("0") for row in ClubSettings.objects.all()]
    assert kept == ["4", "3", "2", "", ""]


def test_who_waits_too_long_for_the_pictures_of_others_is_told_to_come_back(
    as_organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE_SECONDS", 0)
    with pictures._decoding:
        answer = send(as_organizer, picture=picture())
    assert (answer.status_code, bool(answer["Retry-After"])) == (503, True)
    assert not ClubSettings.objects.exists()


def test_a_page_with_a_logo_asks_the_database_no_more(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    change_club(logo=files.write(b"a logo", Kind.LOGO))
    with django_assert_max_num_queries(0):
        assert client.get(f"/members/club/{current.club().logo}").status_code == 200
