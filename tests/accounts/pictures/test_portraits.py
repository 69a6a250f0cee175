"""The picture of a person: chosen, seen by members, changed, taken away, and gone with them."""

from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from accounts import presence, privacy
from accounts.models import Player, PresenceFor, ProfileFor
from accounts.pictures import files, portraits
from accounts.pictures import service as pictures
from accounts.pictures.drawing import Kind
from config.backup import making
from games.friends.near import near
from games.models import Friendship
from tests.factories import PlayerFactory
from tests.support.clients import html_of, signed_in

pytestmark = pytest.mark.django_db(transaction=True)
ACCOUNT, CHANGE = "/members/profile/", "/members/profile/picture/"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.PHOTOS = tmp_path / "photos"
    return tmp_path / "photos"


def picture(data: bytes | None = None, colour: str = "green") -> SimpleUploadedFile:
    if data is None:
        file = BytesIO()
        Image.new("RGB", (400, 300), colour).save(file, "JPEG")
        data = file.getvalue()
    return SimpleUploadedFile("../../me.svg", data, "image/svg+xml")


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir()) if folder.exists() else []


def choose(player: Player, colour: str = "green") -> str:
    """The address of the new picture."""
    portraits.choose(player.pk, picture(colour=colour))
    player.refresh_from_db()
    return player.picture_url


def test_members_see_a_picture_that_somebody_has_chosen(
    member: Player, as_member: Client, organizer: Player
) -> None:
    assert '<span class="avatar" aria-hidden="true">C</span>' in html_of(as_member.get(ACCOUNT))
    assert as_member.post(CHANGE, {"picture": picture()})["Location"] == ACCOUNT
    member.refresh_from_db()
    path = member.picture_url
    assert f'src="{path}"' in html_of(as_member.get(ACCOUNT))
    other = signed_in(organizer)
    for page in (f"/members/{member.pk}/", "/members/people/"):
        assert f'src="{path}"' in html_of(other.get(page))
    answer = other.get(path)
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert {"private", "immutable"} <= set(answer["Cache-Control"].split(", "))
    assert Image.open(BytesIO(answer.content)).size == (192, 192)


def test_strangers_see_no_picture(client: Client, member: Player) -> None:
    path = choose(member)
    assert member.user is not None
    member.user.profile_for = ProfileFor.ALL
    member.user.save()
    page = html_of(client.get(f"/members/{member.pk}/"))
    assert "Camille" in page
    assert path not in page
    assert client.get(path)["Location"].startswith("/account/login/")


def test_a_newer_picture_has_another_address_and_the_one_before_is_gone(
    member: Player, as_member: Client, folder: Path
) -> None:
    first, second = choose(member), choose(member, "red")
    assert [as_member.get(path).status_code for path in (first, second)] == [404, 200]
    assert names(folder) == [member.picture]


def test_a_picture_is_deleted_by_its_person_also_by_a_second_tap(
    member: Player, as_member: Client, folder: Path
) -> None:
    path = choose(member)
    for _tap in range(2):
        page = html_of(as_member.post(CHANGE, {"action": "remove"}, follow=True))
        assert "Your picture is deleted." in page
    assert names(folder) == []
    assert as_member.get(path).status_code == 404
    assert '<span class="avatar" aria-hidden="true">C</span>' in page


@pytest.mark.parametrize("data", [None, b"<svg/>", b"GIF89a\x01\x00\x01\x00\x00;", b"\xff\xd8\xff"])
def test_what_is_no_picture_is_refused_and_the_one_before_stays(
    member: Player, as_member: Client, folder: Path, data: bytes | None
) -> None:
    choose(member)
    form = {} if data is None else {"picture": picture(data)}
    page = html_of(as_member.post(CHANGE, form, follow=True))
    assert "This file is not a picture" in page
    assert names(folder) == [member.picture]


def test_a_file_that_is_too_large_is_refused(
    as_member: Client, settings: Any, folder: Path
) -> None:
    settings.MOST_PHOTO_BYTES = 1000
    page = html_of(as_member.post(CHANGE, {"picture": picture(b"x" * 1001)}, follow=True))
    assert "This picture is too large" in page
    assert names(folder) == []


def test_nobody_keeps_the_site_busy_with_pictures(as_member: Client) -> None:
    sent = [as_member.post(CHANGE, {"picture": picture(b"x")}).status_code for _one in range(11)]
    assert sent == [302] * 10 + [429]


def test_who_waits_too_long_for_the_pictures_of_others_is_told_to_come_back(
    member: Player, as_member: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE_SECONDS", 0)
    with pictures._decoding:
        answer = as_member.post(CHANGE, {"picture": picture()})
    assert (answer.status_code, bool(answer["Retry-After"])) == (503, True)


def test_the_address_of_a_picture_opens_no_other_file(member: Player, as_member: Client) -> None:
    choose(member)
    other = PlayerFactory.create(picture=files.write(b"hers", Kind.PORTRAIT))
    logo, sheet = files.write(b"a logo", Kind.LOGO), files.write(b"a sheet", Kind.SHEET)
    for name in (other.picture, logo, sheet, "..", "x"):
        path = f"/members/people/{member.pk}/{name}"
        assert as_member.get(path).status_code == 404, name


def test_a_picture_is_in_the_export_of_its_person_and_goes_with_them(
    member: Player, folder: Path
) -> None:
    choose(member)
    told = privacy.personal_data(member)["picture"]
    head, _, data = told.partition(",")
    assert head == "data:image/webp;base64"
    assert b64decode(data) == (folder / member.picture).read_bytes()
    privacy.erase(member)
    member.refresh_from_db()
    assert (member.picture, names(folder)) == ("", [])


def test_who_is_erased_while_their_picture_is_read_leaves_no_file(
    member: Player, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = pictures.drawn

    def read_meanwhile(*sent: Any) -> bytes:
        privacy.erase(member)
        return read(*sent)

    monkeypatch.setattr("accounts.pictures.portraits.drawn", read_meanwhile)
    portraits.choose(member.pk, picture())
    member.refresh_from_db()
    assert (member.picture, names(folder)) == ("", [])


def test_a_picture_that_was_deleted_is_in_no_backup(
    member: Player, organizer: Player, folder: Path, tmp_path: Path
) -> None:
    choose(member)
    choose(organizer)
    portraits.take_away(member.pk)
    making.copy_photos(tmp_path)
    assert [file.name for file in tmp_path.glob("*.webp")] == [organizer.picture]


def test_lists_of_people_ask_for_no_picture(
    member: Player, organizer: Player, django_assert_num_queries: Any
) -> None:
    for number in range(5):
        friend = PlayerFactory.create(name=f"Friend {number}", picture=f"{number:032}.webp")
        Friendship.objects.create(
            asker=friend,
            asked=member,
            state=Friendship.State.FRIENDS if number else Friendship.State.ASKED,
            at=timezone.now(),
        )
    presence.forget()
    with django_assert_num_queries(3):
        found = near(member)
    assert [one.picture[31] for one in found.away] == ["1", "2", "3", "4"]
    assert [one.picture[31] for one in found.asks] == ["0"]


def test_who_is_here_is_shown_with_their_picture(member: Player, organizer: Player) -> None:
    choose(organizer)
    assert organizer.user is not None
    organizer.user.presence_for = PresenceFor.MEMBERS
    organizer.user.save()
    presence.forget()
    signed_in(organizer).get("/tables/")
    presence.forget_known()
    assert f'src="{organizer.picture_url}"' in html_of(signed_in(member).get("/tables/"))
