"""A puzzle is made for each day beforehand: of public games that have ended, else of bots."""

import subprocess
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import Player
from games.club_day import day_of
from games.models import Puzzle, Table
from games.page.staging import Position
from games.play import playing
from games.practice import apart, making, search
from games.rules.options import Options
from games.rules.state import state_from_json, state_to_json
from games.signals import tidying
from tests.support.puzzles import make_puzzle
from tests.support.tables import play_to_the_end, play_turn, start_table

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
TODAY = date(2026, 11, 27)
LATER = timedelta(days=400)


@pytest.fixture(autouse=True)
def _cache() -> None:
    cache.clear()


def finished(*players: Player, visibility: str = Table.Visibility.PUBLIC) -> Table:
    table = start_table(*players, options=Options(max_rounds=2), visibility=visibility)
    play_to_the_end(table)
    table.refresh_from_db()
    return table


def test_today_and_tomorrow_are_made_once() -> None:
    making.make_due(NOON)
    days = [puzzle.day for puzzle in Puzzle.objects.order_by("day")]
    assert days == [TODAY, TODAY + timedelta(days=1)]
    first = list(Puzzle.objects.values())
    cache.clear()
    making.make_due(NOON)
    assert list(Puzzle.objects.values()) == first
    making.make_due(NOON + timedelta(days=1))
    assert Puzzle.objects.count() == 3


@pytest.mark.apart
def test_whoever_tidies_makes_what_is_missing() -> None:
    today = day_of(timezone.now())
    make_puzzle(today)
    tidying.send_robust(sender=Table)
    assert Puzzle.objects.latest("day").day == today + timedelta(days=1)


def test_the_day_is_that_of_the_club() -> None:
    club = timezone.get_default_timezone()
    midnight = datetime(2026, 11, 28, tzinfo=club)
    with timezone.override("Pacific/Kiritimati"):
        making.make_due(midnight - timedelta(seconds=1))
    assert Puzzle.objects.latest("day").day == date(2026, 11, 28)


def test_an_empty_club_has_a_puzzle_that_says_that_it_was_dealt_by_the_site() -> None:
    puzzle = making.make(TODAY, NOON)
    assert puzzle is not None
    assert puzzle.is_dealt
    assert puzzle.table is None


@pytest.mark.apart
def test_it_is_what_the_search_finds_here_too() -> None:
    puzzle = making.make(TODAY, NOON)
    found = search.find_puzzle([], making.secret_of(TODAY))
    assert puzzle is not None
    assert found is not None
    assert state_from_json(puzzle.position) == state_from_json(found.position)
    assert [tuple(each) for each in puzzle.weighed] == list(found.weighed)
    assert puzzle.best == min(found.weighed, key=lambda each: each.heads).card


def test_the_same_day_and_games_give_the_same_puzzle(ada: Player, ben: Player) -> None:
    finished(ada, ben)
    first = making.make(TODAY, timezone.now())
    assert first is not None
    values = first.position, first.seat, first.weighed
    first.delete()
    again = making.make(TODAY, timezone.now())
    assert again is not None
    assert (again.position, again.seat, again.weighed) == values


def test_a_public_game_is_taken_and_its_names_are_not(ada: Player, ben: Player) -> None:
    table = finished(ada, ben)
    puzzle = making.make(TODAY, timezone.now())
    assert puzzle is not None
    assert puzzle.table == table
    assert not puzzle.is_dealt
    stored = str(Puzzle.objects.values().get())
    assert "Ada" not in stored
    assert "Ben" not in stored


def test_no_other_game_is_looked_at(ada: Player, ben: Player) -> None:
    finished(ada, ben, visibility=Table.Visibility.PRIVATE)
    finished(ada, ben, visibility=Table.Visibility.CLUB)
    sealed = finished(ada, ben)
    Table.objects.filter(pk=sealed.pk).update(sealed_until=timezone.now() + LATER)
    running = start_table(ada, ben, visibility=Table.Visibility.PUBLIC)
    play_turn(running)
    stopped = start_table(ada, ben, visibility=Table.Visibility.PUBLIC)
    play_turn(stopped)
    playing.abandon(stopped.pk, ada, timezone.now())
    puzzle = making.make(TODAY, timezone.now())
    assert puzzle is not None
    assert puzzle.is_dealt


def test_no_position_is_used_twice_and_the_least_used_games_come_first(
    ada: Player, ben: Player
) -> None:
    first, second = finished(ada, ben), finished(ada, ben)
    made = [making.make(TODAY + timedelta(days=ahead), timezone.now()) for ahead in range(4)]
    assert [puzzle.table for puzzle in made if puzzle] == [second, first, second, first]
    assert len({str((puzzle.position, puzzle.seat)) for puzzle in made if puzzle}) == 4


def test_a_game_that_is_gone_leaves_its_puzzle(ada: Player, ben: Player) -> None:
    table = finished(ada, ben)
    puzzle = making.make(TODAY, timezone.now())
    assert puzzle is not None
    table.delete()
    puzzle.refresh_from_db()
    assert puzzle.table is None
    assert not puzzle.is_dealt
    assert puzzle.view.hand


def test_of_two_processes_the_faster_one_makes_it() -> None:
    make_puzzle(TODAY)
    assert making.make(TODAY, NOON) is None
    assert Puzzle.objects.get().best == 45


def test_a_search_that_fails_is_not_begun_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def fail(*_args: object) -> None:
        calls.append(1)
        raise subprocess.TimeoutExpired("child", 60)

    monkeypatch.setattr(making, "_search", fail)
    # That of today, and that of tomorrow.
    making.make_due(NOON)
    assert len(calls) == 2
    making.make_due(NOON)
    assert len(calls) == 2
    assert not Puzzle.objects.exists()


@pytest.mark.apart
def test_what_a_stopped_server_was_making_is_made_by_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_puzzle(TODAY)
    with monkeypatch.context() as stopped:
        stopped.setattr(apart, "_is_over", False)
        apart.end()
        making.make_due(NOON)
    assert Puzzle.objects.count() == 1
    making.make_due(NOON)
    assert Puzzle.objects.count() == 2


def test_a_position_is_stored_whole() -> None:
    puzzle = make_puzzle(TODAY)
    state = state_from_json(puzzle.position)
    assert isinstance(state.round.rows, tuple)
    assert state_from_json(state_to_json(state)) == state
    assert Position(state.round.rows, state.round.hands).state().round.rows == state.round.rows
