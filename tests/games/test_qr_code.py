"""The address of a table as a QR code."""

from http import HTTPStatus

import pytest
from django.urls import reverse

from accounts.models import Player
from accounts.qr import qr_svg
from tests.games.addresses import url
from tests.support.clients import signed_in
from tests.support.tables import open_table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("visibility", "who", "status"),
    [
        ("public", "stranger", HTTPStatus.OK),
        ("club", "stranger", HTTPStatus.NOT_FOUND),
        ("private", "stranger", HTTPStatus.NOT_FOUND),
        ("club", "member", HTTPStatus.OK),
        ("private", "member", HTTPStatus.OK),
    ],
)
def test_who_may_see_a_table_gets_its_code(
    visibility: str, who: str, status: HTTPStatus, ada: Player, ben: Player
) -> None:
    table = open_table(ada, seats=3, visibility=visibility)
    answer = signed_in(ben if who == "member" else None).get(url("qr", table))
    assert answer.status_code == status
    if status == HTTPStatus.OK:
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert "private" in answer.headers["Cache-Control"]
        assert answer.content == qr_svg(f"http://testserver{url('table', table)}")


def test_there_is_none_of_a_table_that_does_not_exist(ada: Player) -> None:
    address = reverse("games:qr", args=["nosuchcode"])
    assert signed_in(ada).get(address).status_code == HTTPStatus.NOT_FOUND


def test_different_addresses_have_different_codes() -> None:
    first, second = (qr_svg(f"http://club.example/tables/{code}/") for code in ("abc", "abd"))
    assert first.startswith(b"<svg")
    assert first != second
