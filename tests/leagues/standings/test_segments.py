"""The pages of the standings lead to each other, and say which of them one looks at."""

import re
from typing import Any

import pytest

from accounts.models import Player
from leagues.models import Season, Team
from tests.leagues.browsing import page
from tests.support.leagues import make_season

pytestmark = pytest.mark.django_db


def segments(season: Season, name: str, **asked: Any) -> tuple[list[str], list[str]]:
    """All ways to look at the standings, and the one that is shown."""
    html = page(season, name, **asked)
    within = html.partition('class="tabs tabs--within"')[2].partition("</nav>")[0]
    links = re.findall(r"<a href=[^>]*?( aria-current=\"page\")?>([^<]+)</a>", within)
    return [text for _shown, text in links], [text for shown, text in links if shown]


def test_a_season_offers_the_ways_that_it_has() -> None:
    every = ["Table", "What would it take?", "Charts"]
    assert segments(make_season(), "season") == (every, ["Table"])
    # It can be calculated only where every game counts.
    dropping = segments(make_season(drop_percent=25), "season")[0]
    assert "What would it take?" not in dropping
    with_more = make_season(final=4)
    Team.objects.create(season=with_more, name="Reds")
    assert segments(with_more, "season")[0] == ["Table", "Final", "Teams", "Charts"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("what_it_takes", "Final"),
        ("teams", "Teams"),
        ("charts", "Charts"),
    ],
)
def test_each_page_says_which_it_is(name: str, shown: str) -> None:
    season = make_season(final=4)
    assert segments(season, name)[1] == [shown]
    assert page(season, name).count('aria-current="page"') == 1


def test_a_season_in_preparation_has_no_standings_to_look_at(owner: Player) -> None:
    assert segments(make_season(owner, opened=False), "season", by=owner) == ([], [])
