"""Ratings are computed after the commit of a change, from the changed game on, crash or not."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from games.live import executor
from games.models import Table
from games.signals import tidying
from leagues.models import League, Rating, RatingPoint, Season
from leagues.people import adjustments, players
from leagues.sessions.session_life import SessionPlan, change_session
from leagues.setup.league_life import change_league
from leagues.sheets import results
from leagues.standings import rating_store
from leagues.standings.rating_store import rate
from leagues.standings.season_lock import locked_season
from tests.factories import PlayerFactory
from tests.support.leagues import enter, make_game, make_season, make_session, play, sheet_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> list[Player]:
    return PlayerFactory.create_batch(3)


@pytest.fixture
def season(people: list[Player]) -> Season:
    """Three sessions with a game each."""
    season = make_season()
    for _number in range(3):
        play(make_session(season), *people)
    return season


def rows(league: League) -> list[Any]:
    return [
        *Rating.objects.filter(league=league).order_by("player").values_list("player", "mu"),
        *RatingPoint.objects.filter(league=league)
        .order_by("game", "player")
        .values_list("game", "player", "number", "mu", "sigma"),
    ]


def require_as_from_nothing(league: League) -> None:
    """Kept ratings are those that a rebuild makes."""
    assert rows(league)
    assert rating_store.rebuild(league.pk) == 0


@pytest.fixture
def rated_games(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ids of the games that are rated from now on."""
    found: list[int] = []

    def note(played: Any, *others: Any) -> Any:
        found.extend(result.game for result in played)
        return rate(played, *others)

    monkeypatch.setattr("leagues.standings.rating_store.rate", note)
    return found


def correct(season: Season, session: int, people: list[Player]) -> int:
    """Let the last of a session's game win; its id."""
    game = season.sessions.get(number=session).games.get()
    sheet = sheet_of(people, totals=[70, 20, 10])
    results.correct(game, sheet, people[0], "misread", timezone.now())
    return game.pk


def test_a_correction_is_rated_from_its_game_on(
    season: Season, people: list[Player], rated_games: list[int]
) -> None:
    game = correct(season, 2, people)
    last = season.sessions.get(number=3).games.get().pk
    assert rated_games == [game, last]
    require_as_from_nothing(season.league)


def test_of_one_session_the_games_before_it_are_left_alone(
    people: list[Player], rated_games: list[int]
) -> None:
    season = make_season()
    session = make_session(season)
    games = [play(session, *people) for _table in range(4)]
    rated_games.clear()
    results.void(games[2], people[0], "not finished", timezone.now())
    assert rated_games == [games[3].pk]
    require_as_from_nothing(season.league)


@pytest.mark.parametrize(
    "change",
    [
        lambda season, _player: players.add_guest(season.pk, "Dominique"),
        lambda season, player: players.withdraw(season.pk, player, timezone.now()),
        lambda season, player: adjustments.adjust(
            season.sessions.get(number=2), player, Decimal(3), "cake", player
        ),
    ],
    ids=["add", "withdraw", "adjust"],
)
def test_who_is_listed_and_what_is_given_is_no_matter_of_ratings(
    change: Callable[[Season, Player], object],
    season: Season,
    people: list[Player],
    rated_games: list[int],
) -> None:
    change(season, people[0])
    assert rated_games == []
    season.league.refresh_from_db()
    assert season.league.outdated_ratings is None


def test_other_settings_of_a_league_rate_no_game_again(
    season: Season, rated_games: list[int]
) -> None:
    league = League.objects.get(pk=season.league_id)
    league.name, league.visibility = "Thursdays", League.Visibility.MEMBERS
    change_league(league)
    assert rated_games == []


def test_ratings_go_and_come_back_with_the_setting(season: Season, people: list[Player]) -> None:
    league = League.objects.get(pk=season.league_id)
    before = rows(league)
    league.is_rated = False
    change_league(league)
    assert rows(league) == []
    league.is_rated = True
    change_league(league)
    assert rows(league) == before


def test_in_a_league_without_ratings_a_result_asks_for_none(
    season: Season, people: list[Player]
) -> None:
    league = season.league
    league.is_rated = False
    change_league(league)
    with CaptureQueriesContext(connection) as queries:
        play(make_session(season), *people)
    assert not [each for each in queries if "leagues_rating" in each["sql"]]
    assert League.objects.get(pk=league.pk).outdated_ratings is None


def test_a_result_that_read_its_league_before_it_got_ratings_is_rated(
    season: Season, people: list[Player]
) -> None:
    league = season.league
    league.is_rated = False
    change_league(league)
    with locked_season(season.pk) as locked:
        # On PostgreSQL a statement that waits for the season has read its league before.
        League.objects.update(is_rated=True)
        rating_store.outdate_ratings(locked.league, season.sessions.last().games.get())
    assert RatingPoint.objects.filter(league=league).exists()


def test_what_a_crash_left_unrated_is_rated_by_the_next_sweep(
    season: Season, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as crash:
        crash.setattr(executor, "run_later", lambda _work: None)
        before = rows(season.league)
        correct(season, 1, people)
        correct(season, 3, people)
        assert rows(season.league) == before
    tidying.send(sender=Table)
    assert rows(season.league) != before
    require_as_from_nothing(season.league)


def test_a_run_that_was_broken_off_goes_on_where_it_stopped(
    season: Season, people: list[Player], monkeypatch: pytest.MonkeyPatch, rated_games: list[int]
) -> None:
    monkeypatch.setattr(rating_store, "_GAMES_AT_ONCE", 1)
    write = rating_store.RATINGS.write
    calls: list[int] = []

    def fail_at_the_second(*arguments: Any) -> None:
        calls.append(1)
        if len(calls) == 2:
            raise OSError
        write(*arguments)

    with monkeypatch.context() as crash:
        crash.setattr(rating_store.RATINGS, "write", fail_at_the_second)
        game = correct(season, 1, people)
    rated_games.clear()
    tidying.send(sender=Table)
    assert len(rated_games) == 2
    assert game not in rated_games
    require_as_from_nothing(season.league)


def test_a_result_that_changes_while_games_are_rated_is_not_lost(
    season: Season, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile: list[Callable[[], object]] = [lambda: correct(season, 1, people)]

    def rate_slowly(*arguments: Any) -> Any:
        found = rate(*arguments)
        if meanwhile:
            with monkeypatch.context() as elsewhere:
                elsewhere.setattr(executor, "run_later", lambda _work: None)
                meanwhile.pop()()
        return found

    monkeypatch.setattr("leagues.standings.rating_store.rate", rate_slowly)
    correct(season, 2, people)
    season.league.refresh_from_db()
    assert season.league.outdated_ratings is None
    require_as_from_nothing(season.league)


def test_what_is_due_survives_settings_that_were_read_before(
    season: Season, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    league = League.objects.get(pk=season.league_id)
    with monkeypatch.context() as crash:
        crash.setattr(executor, "run_later", lambda _work: None)
        correct(season, 1, people)
        league.name = "Thursdays"
        change_league(league)
    tidying.send(sender=Table)
    require_as_from_nothing(season.league)


def test_a_change_that_is_taken_back_leaves_nothing_due(
    season: Season, people: list[Player]
) -> None:
    def change() -> None:
        with locked_season(season.pk):
            rating_store.outdate_ratings(season.league)
            raise LookupError

    with pytest.raises(LookupError):
        change()
    season.league.refresh_from_db()
    assert season.league.outdated_ratings is None


def test_a_session_that_is_moved_before_the_games_that_are_due_is_rated_too(
    season: Season, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as crash:
        crash.setattr(executor, "run_later", lambda _work: None)
        game = enter(make_game(season.sessions.get(number=2), people), [5, 9, 70])
        session = game.session
        change_session(session, SessionPlan(session.starts_at - timedelta(days=1)))
    tidying.send(sender=Table)
    require_as_from_nothing(season.league)
