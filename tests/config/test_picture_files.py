"""The files of pictures: those that no row names go, and no others."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from accounts.pictures import files
from accounts.pictures.drawing import Kind
from config import picture_files
from games.signals import tidying
from leagues.models import SheetPhoto
from tests.factories import PlayerFactory
from tests.support.club import change_club
from tests.support.leagues import make_game, make_season, make_session

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.PHOTOS = tmp_path / "photos"
    return tmp_path / "photos"


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_a_file_that_no_row_names_goes_after_an_hour(folder: Path) -> None:
    game = make_game(make_session(make_season(PlayerFactory.create())), [PlayerFactory.create()])
    photo = files.write(b"a photo", Kind.SHEET)
    SheetPhoto.objects.create(game=game, file=photo, size=7, at=timezone.now())
    logo = files.write(b"a logo", Kind.LOGO)
    change_club(logo=logo)
    face = files.write(b"a face", Kind.PORTRAIT)
    PlayerFactory.create(picture=face)
    left = {files.write(b"nobody's", kind) for kind in files.ENDINGS}
    (folder / "a note of the operator.txt").touch()
    kept = {photo, logo, face, "a note of the operator.txt"}
    assert picture_files.delete_unnamed(timezone.now() + timedelta(minutes=59)) == 0
    assert names(folder) == kept | left, "its row may be about to be written"
    assert picture_files.delete_unnamed(timezone.now() + timedelta(minutes=61)) == 3
    assert names(folder) == kept


def test_the_keeper_reads_the_folder_once_an_hour(folder: Path) -> None:
    cache.clear()
    folder.mkdir()
    left = folder / ("f" * 32 + ".jpg")
    now = timezone.now()
    found = []
    for minutes in (0, 50, 61):
        with time_machine.travel(now + timedelta(hours=5, minutes=minutes)):
            tidying.send(sender=None)
            found.append(names(folder))
            left.write_bytes(b"")
            os.utime(left, (now.timestamp(), now.timestamp()))
    cache.clear()
    assert found == [set(), {left.name}, set()]
