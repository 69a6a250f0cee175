"""The picture of a result, and who may have it."""

from http import HTTPStatus
from io import BytesIO

import pytest
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import timezone
from PIL import Image

from games.models import Table
from games.page import picture
from games.page.picture import Picture
from games.page.views import picture_of
from games.rules.options import Options
from games.seats import leaving
from games.table import store
from tests.games.addresses import url
from tests.support.clients import signed_in
from tests.support.tables import people, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    cache.clear()


def ended_table(visibility: Table.Visibility) -> Table:
    table = start_table(*people(2), options=Options(max_rounds=1), visibility=visibility)
    play_to_the_end(table)
    return table


def test_a_stranger_gets_the_picture_of_a_public_game() -> None:
    table = ended_table(Table.Visibility.PUBLIC)
    answer = Client().get(url("picture", table))
    with Image.open(BytesIO(answer.content)) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
    again = Client().get(url("picture", table), headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == HTTPStatus.NOT_MODIFIED


@pytest.mark.parametrize("visibility", [Table.Visibility.PRIVATE, Table.Visibility.CLUB])
def test_other_games_have_one_for_members_only(visibility: Table.Visibility) -> None:
    table = ended_table(visibility)
    address = url("picture", table)
    assert Client().get(address).status_code == HTTPStatus.NOT_FOUND
    assert signed_in(people(1)[0]).get(address).status_code == HTTPStatus.OK
    page = signed_in(people(1)[0]).get(table.get_absolute_url()).content.decode()
    assert "og:image" not in page


def test_a_game_in_play_has_none() -> None:
    table = start_table(*people(2), visibility=Table.Visibility.PUBLIC)
    assert Client().get(url("picture", table)).status_code == HTTPStatus.NOT_FOUND
    assert "og:image" not in Client().get(table.get_absolute_url()).content.decode()


def test_the_page_of_a_public_game_names_its_picture() -> None:
    table = ended_table(Table.Visibility.PUBLIC)
    page = " ".join(Client().get(table.get_absolute_url()).content.decode().split())
    address = f"http://testserver{url('picture', table)}"
    assert f'property="og:image" content="{address}"' in page


def test_it_shows_the_result_in_its_order() -> None:
    table = ended_table(Table.Visibility.PUBLIC)
    told = picture_of(store.fresh(table.pk))
    seats = table.seats.order_by("rank", "index")
    assert told.title == table.name
    assert [(line.place, line.name, line.figure) for line in told.lines] == [
        (str(seat.rank), seat.name, str(seat.heads)) for seat in seats
    ]


def test_who_was_erased_is_not_named_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ended_table(Table.Visibility.PUBLIC)
    shown: list[Picture] = []

    def note(_request: HttpRequest, told: Picture, _draw: object) -> HttpResponse:
        shown.append(told)
        return HttpResponse()

    monkeypatch.setattr(picture, "png_response", note)
    ada = table.seats.select_related("player")[0].player
    assert ada is not None
    name = ada.name
    leaving.erase(ada, name, timezone.now())
    Client().get(url("picture", table))
    assert name not in [line.name for line in shown[0].lines]
