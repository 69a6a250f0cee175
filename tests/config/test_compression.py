"""What is compressed on its way to the browser, and what is not."""

import gzip

import pytest
from django.test import Client
from django.urls import reverse

from leagues.models import Season
from tests.factories import PlayerFactory
from tests.leagues.exports.files import body
from tests.support.clients import signed_in
from tests.support.leagues import played_season
from tests.support.tables import start_table

pytestmark = pytest.mark.django_db

GZIP = {"Accept-Encoding": "gzip, br"}


@pytest.fixture
def season() -> Season:
    return played_season(*PlayerFactory.create_batch(3))


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


def test_a_picture_is_sent_as_it_is(season: Season) -> None:
    picture = Client().get(reverse("leagues:picture", args=[season.league.slug]), headers=GZIP)
    assert "Content-Encoding" not in picture.headers


def test_a_file_that_is_kept_compressed_is_compressed_once(season: Season) -> None:
    address = reverse("leagues:results_csv", args=[season.league.slug, season.number])
    plain, packed = Client().get(address), Client().get(address, headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content).decode() == body(plain)
