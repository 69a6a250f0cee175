"""What holds for all tests of leagues."""

import pytest

from leagues.standings import live_standings


@pytest.fixture(autouse=True)
def fresh_standings() -> None:
    """Tests make the same ids and versions again, which the site never does."""
    live_standings.forget()
