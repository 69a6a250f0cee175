"""Fetch or refuse."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.test import RequestFactory

from accounts import access
from accounts.models import User
from tests.factories import PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db


def request_of(user: User | AnonymousUser):  # type: ignore[no-untyped-def]
    request = RequestFactory().get("/")
    request.user = user
    return request


def test_a_stranger_has_no_player() -> None:
    with pytest.raises(PermissionDenied):
        access.current_player(request_of(AnonymousUser()))


def test_a_login_gets_one_player_however_often_it_is_asked_for() -> None:
    user = UserFactory.create(email="quite-a-long-local-part-of-an-address-indeed@club.example")
    first = access.player_of(user)
    assert first.name == "quite-a-long-local-part-of-an-address-in"
    assert access.player_of(User.objects.get(pk=user.pk)) == first


def test_a_player_outlives_the_login() -> None:
    player = PlayerFactory.create()
    player.user.delete()
    player.refresh_from_db()
    assert player.user is None
