"""What holds for all tests of leagues."""

import pytest
from django.core.cache import cache

from leagues.season_picture import page as season_picture
from leagues.standings import live_standings
from leagues.teams import computing as team_standings


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
