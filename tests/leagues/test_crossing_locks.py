"""Two changes that meet at any of their locks: PostgreSQL breaks neither off."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

import pytest
from django.db import connection
from django.urls import reverse
from django.utils.timezone import now

from accounts import privacy
from accounts.models import Player
from leagues.models import Game, Role
from leagues.models.errors import LeagueError
from leagues.people import merging
from leagues.season_rules import SeasonRules
from leagues.setup import league_life, season_life
from leagues.setup.imports.layout import PastGame, PastSeason, PastSeat, PastSession
from leagues.setup.imports.service import PastPlan, import_season
from leagues.sheets import results
from leagues.standings import rating_store
from tests.factories import PlayerFactory, UserFactory
from tests.support.clients import signed_in
from tests.support.leagues import (
    make_game,
    make_guest,
    make_season,
    make_session,
    play,
    sheet_of,
)
from tests.support.races import Work, crossed
from tests.support.tables import open_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one lock for all rows"),
]


@pytest.fixture(autouse=True)
def nothing_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ratings are written by the works alone, and by no thread after a commit."""
    monkeypatch.setattr("leagues.standings.season_lock.after_commit", lambda _work: None)


def someone() -> Player:
    return PlayerFactory.create()


def ratings_of(game: Game) -> Work:
    """Writes the ratings after a game that counts since a moment ago."""
    return lambda: rating_store.RATINGS.bring_up_to_date(game.session.season.league_id)


def voiding_and_ratings() -> tuple[Work, Work]:
    game = play(make_session(make_season()), *PlayerFactory.create_batch(2))
    return ratings_of(game), lambda: results.void(game, someone(), "Twice", now())


def correcting_and_ratings() -> tuple[Work, Work]:
    ada, ben, eve = PlayerFactory.create_batch(3)
    game = play(make_session(make_season()), ada, ben)
    sheet = sheet_of([ada, eve], totals=[3, 70])
    return ratings_of(game), lambda: results.correct(game, sheet, someone(), "Not Ben", now())


def forgetting_a_guest_and_ratings() -> tuple[Work, Work]:
    """Whose table somebody else has played, in a league with ratings to write."""
    ada, ben = PlayerFactory.create_batch(2)
    session = make_session(make_season())
    played = play(session, ada, ben)
    game = make_game(session, [make_guest(), ada])
    sheet = sheet_of([ben, ada], totals=[3, 70])
    return ratings_of(played), lambda: results.submit(game, sheet, someone(), now())


def deleting_an_import_and_ratings() -> tuple[Work, Work]:
    league = make_season().league
    season = import_season(league, past_plan(), someone(), now(), 0)
    game = Game.objects.filter(session__season=season)[0]
    return ratings_of(game), lambda: season_life.delete_season(season.pk, someone(), season.pk)


def copying_and_settings() -> tuple[Work, Work]:
    season = make_season()
    season.league.name = "Mondays"
    return (
        lambda: season_life.copy_season(season, "Autumn", players=True, wishes=True),
        lambda: league_life.change_league(season.league),
    )


def importing_and_settings() -> tuple[Work, Work]:
    league = make_season().league
    league.name = "Mondays"
    return (
        lambda: import_season(league, past_plan(), someone(), now(), 0),
        lambda: league_life.change_league(league),
    )


def importing_and_roles() -> tuple[Work, Work]:
    league, member = make_season().league, someone()
    return (
        lambda: import_season(league, past_plan({"Ada": member.pk}), someone(), now(), 0),
        lambda: league_life.set_role(league, member, Role.Kind.SCORER),
    )


def renaming_by_staff_and_a_sheet() -> tuple[Work, Work]:
    ada, ben = PlayerFactory.create_batch(2)
    session = make_session(make_season())
    play(session, ada, ben)
    game = make_game(session, [ada, ben])
    administrator = UserFactory.create(is_staff=True, is_superuser=True)
    browser = signed_in(PlayerFactory.create(user=administrator))
    address = reverse("admin:accounts_player_change", args=[ada.pk])
    sent = {"name": "Ada Lovelace", "user": ada.user_id}
    sheet = sheet_of([ada, ben], totals=[3, 70])
    return (
        lambda: browser.post(address, sent),
        lambda: results.submit(game, sheet, someone(), now()),
    )


def erasing_and_a_sheet() -> tuple[Work, Work]:
    """Of somebody who once was a guest, and hosts a table."""
    ada, ben = PlayerFactory.create_batch(2)
    guest, season = make_guest(), make_season()
    session = make_session(season)
    play(session, guest, ben)
    merging.merge(season.league, guest, ada, someone(), now())
    open_table(ada, seats=3)
    game = make_game(session, [ada, ben])
    sheet = sheet_of([ada, ben], totals=[3, 70])
    return (
        lambda: privacy.erase(Player.objects.get(pk=ada.pk)),
        lambda: results.submit(game, sheet, someone(), now()),
    )


def past_plan(people: Mapping[str, int] = MappingProxyType({})) -> PastPlan:
    """A season of one game; people: who is known of the two players, by name."""
    seats = [PastSeat(n, name, "", 10 * n, n, name) for n, name in enumerate(("Ada", "Bob"), 1)]
    game = PastGame(line=1, number=1, rounds=0, seats=tuple(seats))
    session = PastSession(1, "", datetime(2025, 1, 9, tzinfo=UTC), (game,))
    guests = {name: name for name in ("Ada", "Bob") if name not in people}
    return PastPlan("Winter", SeasonRules(), PastSeason((session,)), people, guests)


@pytest.mark.parametrize(
    "make",
    [
        voiding_and_ratings,
        correcting_and_ratings,
        forgetting_a_guest_and_ratings,
        deleting_an_import_and_ratings,
        copying_and_settings,
        importing_and_settings,
        importing_and_roles,
        renaming_by_staff_and_a_sheet,
        erasing_and_a_sheet,
    ],
)
def test_neither_of_two_changes_is_broken_off(make: Callable[[], tuple[Work, Work]]) -> None:
    raised = crossed(make)
    assert [each for each in raised if not isinstance(each, LeagueError)] == []
