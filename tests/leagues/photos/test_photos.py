"""Photos of sheets: who may send and see them, and when they go."""

import stat
from datetime import datetime, timedelta
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from accounts import privacy
from accounts.models import Player
from accounts.pictures import service as pictures
from leagues.models import AuditLine, Game, Season, SheetPhoto
from leagues.setup.season_life import close_season
from leagues.sheets import photos
from leagues.sheets.score_links import service as score_links
from tests.factories import PlayerFactory
from tests.leagues.sheets.pages.pages import address
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_season, make_session

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.PHOTOS = tmp_path / "photos"
    return tmp_path / "photos"


@pytest.fixture
def game(owner: Player) -> Game:
    return make_game(make_session(make_season(owner)), PlayerFactory.create_batch(3))


def photo(data: bytes | None = None) -> SimpleUploadedFile:
    if data is None:
        file = BytesIO()
        Image.new("RGB", (60, 40), "white").save(file, "JPEG")
        data = file.getvalue()
    return SimpleUploadedFile("../../sheet.html", data, "text/html")


def player_at(game: Game) -> Player:
    seat = game.seats.select_related("player").get(index=0)
    assert seat.player is not None
    return seat.player


def attach(game: Game, by: Player | None = None) -> SheetPhoto:
    return photos.add(game, photo(), by, timezone.now())


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir()) if folder.exists() else []


def test_a_player_of_the_table_sends_what_only_scorers_see(
    game: Game, owner: Player, folder: Path
) -> None:
    sender = signed_in(player_at(game))
    assert sender.post(address(game, "sheet_photo_add"), {"photo": photo()}).status_code == 302
    found = SheetPhoto.objects.get()
    assert (found.by, found.by_link) == (player_at(game), False)
    path = f"{address(game)}photos/{found.pk}/"
    answer = signed_in(owner).get(path)
    assert answer["Content-Type"] == "image/jpeg"
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer.content == (folder / found.file).read_bytes()
    assert sender.get(path).status_code == HTTPStatus.FORBIDDEN
    assert "1 photo is attached" in sender.get(address(game)).content.decode()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / found.file).stat().st_mode) == 0o600


def test_a_photo_of_another_table_is_not_found(game: Game, owner: Player) -> None:
    other = make_game(game.session, PlayerFactory.create_batch(2))
    path = f"{address(other)}photos/{attach(game).pk}/"
    assert signed_in(owner).get(path).status_code == HTTPStatus.NOT_FOUND


def test_whoever_has_the_link_sends_a_photo(game: Game) -> None:
    game = Game.objects.select_related("session__season__league").get(pk=game.pk)
    path = f"/leagues/score/{score_links.token_of(game, score_links.link_of(game))}/photo/"
    answer = Client().post(path, {"photo": photo()}, follow=True)
    assert "The photo is attached" in answer.content.decode()
    assert (SheetPhoto.objects.get().by, SheetPhoto.objects.get().by_link) == (None, True)


@pytest.mark.parametrize("sent", [None, b"<svg/>", b"\xff\xd8\xff\xe0"])
def test_what_is_no_photo_leaves_nothing(game: Game, folder: Path, sent: bytes | None) -> None:
    form = {} if sent is None else {"photo": photo(sent)}
    answer = signed_in(player_at(game)).post(address(game, "sheet_photo_add"), form, follow=True)
    assert "This file is not a photo" in answer.content.decode()
    assert (SheetPhoto.objects.count(), files(folder)) == (0, [])


def test_a_file_that_is_too_large_is_refused(game: Game, settings: Any, folder: Path) -> None:
    settings.MOST_PHOTO_BYTES = 1000
    answer = signed_in(player_at(game)).post(
        address(game, "sheet_photo_add"), {"photo": photo(b"x" * 900_000)}, follow=True
    )
    assert "This photo is too large" in answer.content.decode()
    assert files(folder) == []


def test_a_table_has_four_photos_at_most(game: Game) -> None:
    for _ in range(photos.MOST_PHOTOS):
        attach(game)
    answer = signed_in(player_at(game)).post(
        address(game, "sheet_photo_add"), {"photo": photo()}, follow=True
    )
    assert "has enough photos" in answer.content.decode()
    assert SheetPhoto.objects.count() == photos.MOST_PHOTOS


def test_an_organizer_deletes_a_photo_and_its_file(
    game: Game, owner: Player, folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    path = f"{address(game)}photos/{attach(game).pk}/delete/"
    with django_capture_on_commit_callbacks(execute=True):
        signed_in(owner).post(path)
    assert (SheetPhoto.objects.count(), files(folder)) == (0, [])
    assert AuditLine.objects.get(kind="photos").by == owner


def test_photos_go_thirty_days_after_the_season(
    game: Game, folder: Path, django_capture_on_commit_callbacks: Any, now: datetime
) -> None:
    attach(game)
    close_season(game.session.season_id, now, anyway=True)
    assert photos.tidy(now + timedelta(days=30)) == 0
    with django_capture_on_commit_callbacks(execute=True):
        assert photos.tidy(now + timedelta(days=30, minutes=1)) == 1
    assert files(folder) == []


def test_photos_of_a_season_that_was_opened_again_stay(game: Game, now: datetime) -> None:
    attach(game)
    Season.objects.filter(pk=game.session.season_id).update(closed_at=None)
    assert photos.tidy(now + timedelta(days=400)) == 0


def test_a_photo_goes_with_its_table(
    game: Game, folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    attach(game)
    with django_capture_on_commit_callbacks(execute=True):
        game.delete()
    assert files(folder) == []


def test_who_sent_a_photo_is_told_of_it(game: Game) -> None:
    sender = player_at(game)
    attach(game, sender)
    told = privacy.personal_data(sender)["sheet_photos"]
    assert [(row["league"], row["game"]) for row in told] == [("Tuesdays", 1)]


def test_erasing_somebody_deletes_the_photos_with_their_name(game: Game) -> None:
    attach(game)
    other = attach(make_game(game.session, PlayerFactory.create_batch(2)), PlayerFactory.create())
    privacy.erase(player_at(game))
    assert list(SheetPhoto.objects.all()) == [other]
    sender = other.by
    assert sender is not None
    privacy.erase(sender)
    assert SheetPhoto.objects.count() == 0


def test_whoever_has_the_link_cannot_keep_the_site_busy_with_files(game: Game) -> None:
    path = f"/leagues/score/{score_links.token_of(game, score_links.link_of(game))}/photo/"
    sent = [Client().post(path, {"photo": photo(b"x")}).status_code for _photo in range(9)]
    assert sent == [302] * 8 + [429]


def test_a_player_cannot_keep_the_site_busy_with_files(game: Game) -> None:
    client, path = signed_in(player_at(game)), address(game, "sheet_photo_add")
    sent = [client.post(path, {"photo": photo(b"x")}).status_code for _photo in range(21)]
    assert sent == [302] * 20 + [429]


def test_who_waits_too_long_for_the_photos_of_others_is_told_to_come_back(
    game: Game, owner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE_SECONDS", 0)
    with pictures._decoding:
        answer = signed_in(owner).post(address(game, "sheet_photo_add"), {"photo": photo()})
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert answer["Retry-After"]
    assert not SheetPhoto.objects.exists()
