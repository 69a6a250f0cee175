"""The picture of a league beside a link to it."""

import io
from http import HTTPStatus
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from PIL import Image

from games.page import picture_drawing
from games.page.picture import PictureLine
from games.page.picture_drawing import draw_picture
from leagues.models import League, Season
from tests.factories import PlayerFactory
from tests.support.leagues import make_session, play

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    cache.clear()


def get(season: Season) -> Any:
    return Client().get(reverse("leagues:picture", args=[season.league.slug]))


def size(png: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(png)) as image:
        assert image.format == "PNG"
        return image.size


def test_it_has_the_size_that_other_sites_ask_for(season: Season) -> None:
    answer = get(season)
    assert answer.headers["Content-Type"] == "image/png"
    assert size(answer.content) == (1200, 630)


def test_it_is_drawn_anew_when_the_standings_change_and_not_before(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def draw(*given: Any) -> bytes:
        drawn.append(given)
        return draw_picture(*given)

    monkeypatch.setattr("games.page.picture_drawing.draw_picture", draw)
    first, again = get(season).content, get(season).content
    assert first == again
    assert len(drawn) == 1
    play(make_session(season), *PlayerFactory.create_batch(3))
    assert get(season).content != first


def test_a_league_without_a_season_to_see_is_drawn_anew_under_its_new_name(
    spring: Season,
) -> None:
    first = get(spring)
    League.objects.update(name="Saturday League")
    then = get(spring)
    assert first.content != then.content
    assert first.headers["ETag"] != then.headers["ETag"]


def test_a_browser_that_has_it_is_sent_nothing_but_must_ask(season: Season) -> None:
    first = get(season)
    assert "no-cache" in first.headers["Cache-Control"]
    url = reverse("leagues:picture", args=[season.league.slug])
    again = Client().get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == HTTPStatus.NOT_MODIFIED
    assert not again.content


def test_a_season_that_is_being_prepared_is_not_told(spring: Season) -> None:
    spring.name = "Secret"
    spring.save()
    assert size(get(spring).content) == (1200, 630)


def test_a_name_longer_than_the_picture_is_cut(season: Season) -> None:
    line = PictureLine("1", "W" * 40, "100.00")
    assert size(draw_picture("W" * 60, "W" * 60, [line] * 9)) == (1200, 630)


def test_without_faces_of_the_system_it_is_drawn_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(picture_drawing, "TITLE_FACES", ("no-such-face.ttf",))
    monkeypatch.setattr(picture_drawing, "TEXT_FACES", ("no-such-face.ttf",))
    accented = draw_picture("Été", "Saison", [PictureLine("1", "Théo", "50")])
    assert accented == draw_picture("Ete", "Saison", [PictureLine("1", "Theo", "50")])


def test_a_page_of_the_league_names_its_picture_unless_it_is_for_members(season: Season) -> None:
    page = Client().get(season.get_absolute_url()).content.decode()
    address = reverse("leagues:picture", args=[season.league.slug])
    assert f'property="og:image" content="http://testserver{address}"' in " ".join(page.split())
    League.objects.update(visibility=League.Visibility.UNLISTED)
    unlisted = Client().get(season.get_absolute_url()).content.decode()
    assert '<meta name="robots" content="noindex">' in unlisted
