"""What holds for all tests of leagues."""

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import Player
from leagues.models import Season, Session
from leagues.standings import live_standings
from leagues.standings.season_picture import page as season_picture
from leagues.teams import computing as team_standings
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_season, make_session
from tests.support.tables import people


@pytest.fixture(autouse=True)
def fresh_standings() -> None:
    """Tests make the same ids and versions again, which the site never does."""
    season_picture.forget()
    live_standings.forget()
    team_standings.forget()


@pytest.fixture(autouse=True)
def fresh_rate_limits() -> None:
    """They count by ids and addresses, which are the same in every test."""
    cache.clear()


@pytest.fixture
def owner() -> Player:
    """Who owns the league of `season`."""
    return PlayerFactory.create(name="Odile")


@pytest.fixture
def players() -> list[Player]:
    """Three members who play."""
    return people(3)


@pytest.fixture
def season(owner: Player) -> Season:
    """The first season of a public league, running."""
    return make_season(owner)


@pytest.fixture
def session(season: Season) -> Session:
    """Its first session, running."""
    return make_session(season)


@pytest.fixture
def browser(owner: Player) -> Client:
    """That of who owns the league of `season`."""
    return signed_in(owner)
