"""What holds for all tests of leagues."""

import pytest
from django.core.cache import cache

from leagues.standings import live_standings
from leagues.teams import computing as team_standings


@pytest.fixture(autouse=True)
def fresh_standings() -> None:
    """Tests make the same ids and versions again, which the site never does."""
    live_standings.forget()
    team_standings.forget()


@pytest.fixture(autouse=True)
def fresh_rate_limits() -> None:
    """They count by ids and addresses, which are the same in every test."""
    cache.clear()
