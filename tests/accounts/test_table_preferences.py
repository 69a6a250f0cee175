"""How somebody likes to play, sent by the page of a table."""

from http import HTTPStatus

import pytest
from django.test import Client

from accounts.models import AskFirst, Player, RevealSpeed

pytestmark = pytest.mark.django_db

ADDRESS = "/members/profile/table/"


def stored(member: Player) -> tuple[str, str]:
    member.user.refresh_from_db()
    return member.user.reveal_speed, member.user.ask_first


@pytest.mark.parametrize("speed", ["slow", "normal", "fast", "instant"])
def test_a_member_stores_a_speed(as_member: Client, member: Player, speed: str) -> None:
    assert as_member.post(ADDRESS, {"reveal_speed": speed}).status_code == HTTPStatus.NO_CONTENT
    assert stored(member) == (speed, AskFirst.OFF)


@pytest.mark.parametrize("ask_first", ["off", "twice", "confirm"])
def test_a_member_stores_whether_to_be_asked_before_playing(
    as_member: Client, member: Player, ask_first: str
) -> None:
    assert as_member.post(ADDRESS, {"ask_first": ask_first}).status_code == HTTPStatus.NO_CONTENT
    assert stored(member) == (RevealSpeed.NORMAL, ask_first)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"reveal_speed": ""},
        {"reveal_speed": "warp"},
        {"reveal_speed": "SLOW"},
        {"ask_first": "on"},
        {"reveal_speed": "fast", "ask_first": "thrice"},
        {"language": "fr"},
    ],
)
def test_what_is_unknown_changes_nothing(
    as_member: Client, member: Player, fields: dict[str, str]
) -> None:
    assert as_member.post(ADDRESS, fields).status_code == HTTPStatus.BAD_REQUEST
    assert stored(member) == (RevealSpeed.NORMAL, AskFirst.OFF)
