"""What the standings page costs: statements, and whether a browser needs it again."""

from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from leagues.models import League, Season
from leagues.setup.league_life import change_league
from leagues.standings import live_standings
from tests.factories import PlayerFactory
from tests.leagues.browsing import url
from tests.support.clients import signed_in
from tests.support.leagues import make_season, make_session, play

pytestmark = pytest.mark.django_db

PAGES = ("season", "charts", "rules", "story")


def season_of(players: int, sessions: int) -> Season:
    season = make_season(PlayerFactory.create(is_organizer=True))
    everybody = [PlayerFactory.create() for _player in range(players)]
    for _session in range(sessions):
        session = make_session(season)
        for first in range(0, players, 3):
            play(session, *everybody[first : first + 3])
    return season


def statements(client: Client, address: str) -> int:
    """How many a page takes when nothing of it is kept."""
    live_standings.forget()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == HTTPStatus.OK
    return len(queries)


@pytest.fixture
def season() -> Season:
    """Three players, one session."""
    return season_of(3, 1)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_takes_as_many_statements_for_many_as_for_few(name: str) -> None:
    taken = set()
    # In both there are ties, which "why" explains.
    for players, sessions in ((6, 1), (12, 4)):
        season = season_of(players, sessions)
        someone = Player.objects.filter(entries__season=season).order_by("pk")[1]
        arguments = [someone.pk] if name == "story" else []
        taken.add(statements(signed_in(someone), url(name, season, *arguments)))
    assert len(taken) == 1, taken


def test_the_standings_take_few_statements() -> None:
    season = season_of(6, 2)
    assert statements(signed_in(), url("season", season)) <= 5


def test_the_next_reader_gets_what_is_kept(season: Season) -> None:
    address = url("season", season)
    first = statements(signed_in(), address)
    with CaptureQueriesContext(connection) as queries:
        signed_in().get(address)
    assert len(queries) < first


# --- Asked again -----------------------------------------------------------------------


def again(client: Client, address: str, before: Any) -> int:
    response = client.get(address, headers={"If-None-Match": before.headers["ETag"]})
    return int(response.status_code)


def test_a_browser_that_has_the_page_is_told_to_keep_it(season: Season) -> None:
    client = signed_in(PlayerFactory.create())
    address = url("season", season)
    client.get(address)
    before = client.get(address)
    assert before.headers["Cache-Control"] == "private, no-cache"
    assert again(client, address, before) == HTTPStatus.NOT_MODIFIED


def test_it_is_sent_anew_once_a_game_counts(season: Season) -> None:
    client, address = signed_in(), url("season", season)
    before = client.get(address)
    play(make_session(season), PlayerFactory.create(), PlayerFactory.create())
    assert again(client, address, before) == HTTPStatus.OK


def test_it_is_sent_anew_to_somebody_else(season: Season) -> None:
    address = url("season", season)
    before = signed_in(PlayerFactory.create()).get(address)
    assert again(signed_in(PlayerFactory.create()), address, before) == HTTPStatus.OK
    assert again(signed_in(), address, before) == HTTPStatus.OK


def test_it_is_sent_anew_in_another_language(season: Season) -> None:
    client, address = signed_in(), url("season", season)
    before = client.get(address, headers={"Accept-Language": "en"})
    asked = {"Accept-Language": "fr", "If-None-Match": before.headers["ETag"]}
    assert client.get(address, headers=asked).status_code == HTTPStatus.OK


def test_it_is_sent_anew_when_the_league_has_another_name(season: Season) -> None:
    client, address = signed_in(), url("season", season)
    before = client.get(address)
    season.league.name = "Thursdays"
    change_league(season.league)
    assert again(client, address, before) == HTTPStatus.OK


def test_it_is_sent_anew_when_a_player_has_another_name(season: Season) -> None:
    client, address = signed_in(), url("season", season)
    before = client.get(address)
    player = Player.objects.filter(entries__season=season).first()
    player.name = "Zebulon"
    player.save()
    assert again(client, address, before) == HTTPStatus.OK
    assert "Zebulon" in client.get(address).content.decode()


def test_it_is_sent_anew_to_who_has_another_picture(season: Season) -> None:
    reader = PlayerFactory.create()
    client, address = signed_in(reader), url("season", season)
    client.get(address)
    before = client.get(address)
    Player.objects.filter(pk=reader.pk).update(picture="0" * 32 + ".webp")
    assert again(client, address, before) == HTTPStatus.OK


def test_who_may_not_see_it_any_more_is_not_told_to_keep_it(season: Season) -> None:
    client, address = signed_in(), url("season", season)
    before = client.get(address)
    League.objects.filter(pk=season.league_id).update(visibility=League.Visibility.MEMBERS)
    assert again(client, address, before) == HTTPStatus.FOUND


def test_what_is_said_once_is_not_kept() -> None:
    owner = PlayerFactory.create(is_organizer=True)
    season = make_season(owner, opened=False)
    client = signed_in(owner)
    client.post(url("season_open", season))
    response = client.get(url("season", season))
    assert "The season is open" in response.content.decode()
    assert "ETag" not in response.headers
    assert "no-store" in response.headers["Cache-Control"]
