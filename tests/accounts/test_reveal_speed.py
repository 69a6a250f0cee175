"""How fast somebody wants to see a reveal, sent by the page of a table."""

from http import HTTPStatus

import pytest
from django.test import Client

from accounts.models import Player, RevealSpeed

pytestmark = pytest.mark.django_db

ADDRESS = "/members/profile/speed/"


@pytest.mark.parametrize("speed", ["slow", "normal", "fast", "instant"])
def test_a_member_stores_a_speed(as_member: Client, member: Player, speed: str) -> None:
    assert as_member.post(ADDRESS, {"reveal_speed": speed}).status_code == HTTPStatus.NO_CONTENT
    member.user.refresh_from_db()
    assert member.user.reveal_speed == speed


@pytest.mark.parametrize("speed", ["", "warp", "SLOW"])
def test_an_unknown_speed_changes_nothing(as_member: Client, member: Player, speed: str) -> None:
    assert as_member.post(ADDRESS, {"reveal_speed": speed}).status_code == HTTPStatus.BAD_REQUEST
    member.user.refresh_from_db()
    assert member.user.reveal_speed == RevealSpeed.NORMAL


def test_a_stranger_is_led_to_the_sign_in(client: Client) -> None:
    answer = client.post(ADDRESS, {"reveal_speed": "fast"})
    assert answer.status_code == HTTPStatus.FOUND
    assert "/login/" in answer.headers["Location"]


def test_a_link_changes_nothing(as_member: Client) -> None:
    assert as_member.get(ADDRESS).status_code == HTTPStatus.METHOD_NOT_ALLOWED
