"""How many statements a page of leagues costs, whoever asks and however much there is: mostly
eight, and never more than a dozen.
"""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern

from leagues.models import Game, League
from leagues.urls import urlpatterns
from tests.conftest import Share
from tests.leagues.exports.files import body
from tests.leagues.test_permissions import RIGHTS, Club
from tests.support.leagues import make_season

pytestmark = pytest.mark.django_db

MOST = 8
# Pages that show several things at once.
MORE = {
    "game": 10,
    "players": 11,
    "print": 11,
    "score_link": 9,
    "session": 12,
    "settings": 9,
    "story": 9,
    "what_it_takes": 12,
}
PAGES = [pattern for pattern in urlpatterns if RIGHTS[str(pattern.name)][0] is not None]


@pytest.fixture(scope="module")
def club(share: Share) -> Club:
    return share(lambda: Club(League.Visibility.PUBLIC))


@pytest.mark.parametrize("pattern", PAGES, ids=lambda pattern: pattern.name)
def test_a_page_takes_few_statements(club: Club, pattern: URLPattern) -> None:
    address, most = club.address(pattern), MORE.get(str(pattern.name), MOST)
    for who in ("owner", "anonymous"):
        browser = club.clients[who]
        # What is made once for everybody is no part of the cost.
        browser.get(address)
        with CaptureQueriesContext(connection) as statements:
            answer = browser.get(address)
            if answer.streaming:
                body(answer)
        told = "\n".join(each["sql"][:300] for each in statements.captured_queries)
        assert len(statements) <= most, f"{who}: {len(statements)}\n{told}"


def test_games_without_a_result_are_found_by_an_index_that_holds_no_others() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # It would rather read a table of few rows whole.
            cursor.execute("SET LOCAL enable_seqscan = off")
    plan = Game.objects.unfinished().filter(session__season=make_season()).explain()
    assert "league_games_unfinished" in plan
