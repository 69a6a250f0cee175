"""What is compressed on its way to the browser, and what is not."""

import gzip

import pytest
from django.test import Client
from django.urls import reverse

from leagues.models import Season
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_season, make_session, play
from tests.support.tables import start_table

pytestmark = pytest.mark.django_db

GZIP = {"Accept-Encoding": "gzip, br"}


@pytest.fixture
def season() -> Season:
    season = make_season()
    play(make_session(season), *PlayerFactory.create_batch(3))
    return season


def test_a_page_is_compressed_for_who_asks_for_it() -> None:
    address = reverse("games:rules")
    plain, packed = Client().get(address), Client().get(address, headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert int(packed.headers["Content-Length"]) == len(packed.content)
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_a_compressed_page_is_known_again() -> None:
    address = reverse("games:rules")
    packed = Client().get(address, headers=GZIP)
    assert packed.headers["ETag"].startswith('W/"')
    again = Client().get(address, headers=GZIP | {"If-None-Match": packed.headers["ETag"]})
    assert again.status_code == 304


def test_the_length_of_a_page_tells_little_of_what_is_in_it() -> None:
    member = signed_in(PlayerFactory.create())
    pages = [member.get(reverse("accounts:profile"), headers=GZIP) for _page in range(10)]
    lengths = {len(page.content) for page in pages}
    assert len(lengths) > 3


def test_a_page_with_secrets_repeats_nothing_of_its_address() -> None:
    host, guest = PlayerFactory.create_batch(2)
    table = start_table(host, guest)
    pages = [reverse("games:lobby"), reverse("accounts:profile"), table.get_absolute_url()]
    for address in pages:
        page = signed_in(host).get(address, {"guess": "tables/abcdef"})
        assert page.status_code == 200
        assert "guess" not in page.content.decode(), address


def test_a_stream_and_a_picture_are_sent_as_they_are(season: Season) -> None:
    of_season = [season.league.slug, season.number]
    stream = Client().get(reverse("leagues:results_csv", args=of_season), headers=GZIP)
    picture = Client().get(reverse("leagues:picture", args=of_season[:1]), headers=GZIP)
    assert stream.streaming
    assert "Content-Encoding" not in stream.headers
    assert "Content-Encoding" not in picture.headers
