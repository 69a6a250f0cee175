"""The pages of tables: who may look, and what a browser may do with them."""

from http import HTTPStatus

import pytest
from django.urls import reverse

from accounts.models import Player
from tests.games.addresses import url
from tests.support.clients import signed_in
from tests.support.tables import start_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_home_is_the_door_for_strangers_and_the_lobby_for_members(ada: Player) -> None:
    assert signed_in(None).get(reverse("games:home")).status_code == HTTPStatus.OK
    answer = signed_in(ada).get(reverse("games:home"))
    assert answer.headers["Location"] == reverse("games:lobby")


@pytest.mark.parametrize("name", ["home", "lobby", "open", "rules", "tutorial"])
def test_a_page_can_be_asked_for_its_head_only(name: str, ada: Player) -> None:
    answer = signed_in(ada).head(reverse(f"games:{name}"))
    assert answer.status_code in {HTTPStatus.OK, HTTPStatus.FOUND}
    assert answer.content == b""


@pytest.mark.parametrize(
    ("visibility", "stranger", "member"),
    [
        ("public", HTTPStatus.OK, HTTPStatus.OK),
        ("club", HTTPStatus.FOUND, HTTPStatus.OK),
        ("private", HTTPStatus.FOUND, HTTPStatus.OK),
    ],
)
def test_who_may_look_at_a_table(
    visibility: str, stranger: int, member: int, ada: Player, ben: Player, cleo: Player
) -> None:
    table = start_table(ada, ben, visibility=visibility)
    assert signed_in(None).get(url("table", table)).status_code == stranger
    assert signed_in(cleo).get(url("table", table)).status_code == member


def test_a_stranger_cannot_tell_a_table_that_is_not_there(ada: Player, ben: Player) -> None:
    hidden = start_table(ada, ben)
    there = signed_in(None).get(url("table", hidden))
    missing = signed_in(None).get(reverse("games:table", args=["nosuchcode"]))
    assert there.status_code == missing.status_code == HTTPStatus.FOUND
    assert signed_in(ada).get(reverse("games:table", args=["nosuchcode"])).status_code == 404


def test_every_page_forbids_foreign_and_inline_scripts(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, visibility="public")
    for address in (url("table", table), reverse("games:home"), reverse("games:rules")):
        policy = signed_in(None).get(address).headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
