"""What holds for all tests of leagues."""

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import Player
from leagues.models import Game, League, Role, Season, Session
from leagues.people.teams import computing as team_standings
from leagues.sessions import regions as session_regions
from leagues.standings import live_standings
from leagues.standings.season_picture import page as season_picture
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_member_with, make_season, make_session
from tests.support.tables import people


@pytest.fixture(autouse=True)
def fresh_standings() -> None:
    """Tests make the same ids and versions again, which the site never does."""
    season_picture.forget()
    live_standings.forget()
    team_standings.kept.clear()
    session_regions.forget()


@pytest.fixture(autouse=True)
def fresh_rate_limits() -> None:
    """They count by ids and addresses, which are the same in every test."""
    cache.clear()


@pytest.fixture
def owner() -> Player:
    """Who owns the league of `season`."""
    return PlayerFactory.create(name="Odile")


@pytest.fixture
def ana() -> Player:
    """A member of the club."""
    return PlayerFactory.create(name="Ana")


@pytest.fixture
def bob() -> Player:
    """Another one."""
    return PlayerFactory.create(name="Bob")


@pytest.fixture
def cem() -> Player:
    """A third one."""
    return PlayerFactory.create(name="Cem")


@pytest.fixture
def players() -> list[Player]:
    """Three members who play."""
    return people(3)


@pytest.fixture
def season(owner: Player) -> Season:
    """The first season of a public league, running."""
    return make_season(owner)


@pytest.fixture
def spring(owner: Player) -> Season:
    """The first season of another league, Spring, that is still being prepared."""
    return make_season(owner, opened=False)


@pytest.fixture
def league(season: Season) -> League:
    """Whose season `season` is."""
    return season.league


@pytest.fixture
def session(season: Season) -> Session:
    """Its first session, running."""
    return make_session(season)


@pytest.fixture
def game(session: Session, players: list[Player]) -> Game:
    """A game of that session at which `players` sit; nothing is entered yet."""
    return make_game(session, players)


@pytest.fixture
def browser(owner: Player) -> Client:
    """That of who owns the league of `season`."""
    return signed_in(owner)


@pytest.fixture
def scorer_browser(season: Season) -> Client:
    """That of somebody who may enter results of `season`."""
    return signed_in(make_member_with(Role.Kind.SCORER, season.league))
