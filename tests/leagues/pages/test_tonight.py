"""The lobby's word about the sessions of the day."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from leagues.models import League, Session
from tests.factories import PlayerFactory
from tests.leagues.pages.browsing import browser
from tests.support.leagues import make_season, make_session

pytestmark = pytest.mark.django_db


def lobby(player: Player) -> str:
    return browser(player).get(reverse("games:lobby")).content.decode()


@pytest.mark.parametrize(
    ("status", "hours", "is_shown"),
    [
        (Session.Status.RUNNING, -50, True),
        (Session.Status.PLANNED, -2, True),
        (Session.Status.PLANNED, 12, True),
        (Session.Status.PLANNED, 40, False),
        (Session.Status.PLANNED, -40, False),
        (Session.Status.CLOSED, -2, False),
    ],
)
def test_the_lobby_names_sessions_of_the_day(
    status: Session.Status, hours: int, is_shown: bool
) -> None:
    begins = timezone.now() + timedelta(hours=hours)
    session = make_session(make_season(), status=status, starts_at=begins)
    assert (session.get_absolute_url() in lobby(PlayerFactory.create())) is is_shown


def test_a_league_that_is_not_listed_is_not_named_to_others() -> None:
    owner = PlayerFactory.create()
    season = make_season(owner, visibility=League.Visibility.UNLISTED)
    session = make_session(season)
    assert session.get_absolute_url() in lobby(owner)
    assert session.get_absolute_url() not in lobby(PlayerFactory.create())
