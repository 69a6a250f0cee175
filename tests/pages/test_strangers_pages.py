"""Strangers' pages: the same bytes for all of them, asked for again and sent once."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Table
from leagues.models import Season, Standing
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import played_season
from tests.support.tables import start_table

pytestmark = pytest.mark.django_db

OF_SEASON = ("charts", "rules", "sessions", "embed", "summary", "standings_json")


@pytest.fixture
def table() -> Table:
    return start_table(*PlayerFactory.create_batch(2), visibility="public")


@pytest.fixture
def season() -> Season:
    return played_season(*PlayerFactory.create_batch(3))


@pytest.fixture
def addresses(table: Table, season: Season) -> list[str]:
    """Public pages of every kind."""
    of_season = [season.league.slug, season.number]
    player = Standing.objects.filter(session__season=season)[0].player
    return [
        reverse("games:home"),
        reverse("games:rules"),
        reverse("games:rules", args=["draft"]),
        reverse("games:tutorial"),
        reverse("games:tutorial", args=["council"]),
        table.get_absolute_url(),
        reverse("leagues:list"),
        season.league.get_absolute_url(),
        reverse("leagues:ratings", args=[season.league.slug]),
        season.get_absolute_url(),
        *(reverse(f"leagues:{name}", args=of_season) for name in OF_SEASON),
        reverse("leagues:story", args=[*of_season, player.pk]),
    ]


def again(browser: Client, address: str, before: Any) -> Any:
    return browser.get(address, headers={"If-None-Match": before.headers["ETag"]})


def test_two_strangers_get_the_same_bytes_and_no_cookie(addresses: list[str]) -> None:
    for address in addresses:
        pages = [Client().get(address), Client().get(address)]
        assert pages[0].status_code == HTTPStatus.OK, address
        assert pages[0].content == pages[1].content, address
        assert not pages[0].cookies, address
        assert "csrfmiddlewaretoken" not in pages[0].content.decode(), address


def test_a_stranger_is_told_to_keep_what_has_not_changed(addresses: list[str]) -> None:
    for address in addresses:
        before = Client().get(address)
        assert "no-cache" in before.headers["Cache-Control"], address
        assert "no-store" not in before.headers["Cache-Control"], address
        assert {"Cookie", "Accept-Language"} <= set(before.headers["Vary"].split(", ")), address
        answer = again(Client(), address, before)
        assert answer.status_code == HTTPStatus.NOT_MODIFIED, address
        assert answer.content == b""


def test_a_stranger_gets_what_has_changed(table: Table) -> None:
    address = table.get_absolute_url()
    before = Client().get(address)
    Table.objects.filter(pk=table.pk).update(name="Another name")
    # The snapshot is kept by version; another browser's language makes its own.
    answer = Client().get(
        address, headers={"If-None-Match": before.headers["ETag"], "Accept-Language": "fr"}
    )
    assert answer.status_code == HTTPStatus.OK


def test_a_member_s_page_is_no_stranger_s(addresses: list[str]) -> None:
    member = signed_in(PlayerFactory.create())
    for address in addresses:
        stranger_s = Client().get(address)
        answer = again(member, address, stranger_s)
        assert answer.status_code in {HTTPStatus.OK, HTTPStatus.FOUND}, address
        assert "private" in answer.headers["Cache-Control"], address
