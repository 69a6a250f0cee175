"""Each page of a league is called in the browser's tab what its heading says."""

import re
from html import unescape

import pytest

from tests.support.clients import signed_in
from tests.support.leagues import make_season, make_session, play
from tests.support.tables import people

pytestmark = pytest.mark.django_db

OF_LEAGUE = ("log/", "ratings/", "settings/", "seasons/new/", "seasons/import/", "merge/")
OF_SEASON = (
    "edit/", "rules/", "what-it-takes/", "charts/",
    "share/", "summary/", "players/", "wishes/",
    "sessions/", "sessions/new/", "sessions/1/", "sessions/1/print/", "sessions/1/import/",
    "sessions/1/games/1/",
)  # fmt: skip


def test_the_title_of_a_page_begins_with_its_heading() -> None:
    owner, *players = people(4)
    season = make_season(owner, final=6)
    play(make_session(season), *players, by=owner)
    client = signed_in(owner)
    league = season.league.get_absolute_url()
    addresses = [f"{league}{part}" for part in OF_LEAGUE]
    addresses += [f"{season.get_absolute_url()}{part}" for part in OF_SEASON]
    for address in addresses:
        page = client.get(address).content.decode()
        title, heading = (words(page, tag) for tag in ("title", "h1"))
        assert title.startswith(heading), address


def words(page: str, tag: str) -> str:
    found = re.search(rf"<{tag}\b[^>]*>(.*?)</{tag}>", page, re.DOTALL)
    assert found
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[1])).split())
