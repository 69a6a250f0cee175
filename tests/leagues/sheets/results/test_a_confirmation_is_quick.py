"""What a change of a result costs while it locks others out, and until the standings follow."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from games.live import executor
from leagues.models import Game, Season
from leagues.sheets import results
from leagues.standings import store
from tests.factories import PlayerFactory
from tests.support.leagues import make_game, make_season, make_session, play, sheet_of

pytestmark = pytest.mark.django_db(transaction=True)

CHANGES: dict[str, Callable[[Game, list[Player]], object]] = {
    "confirm": lambda game, people: results.confirm(game, people[0], timezone.now()),
    "correct": lambda game, people: results.correct(
        game, sheet_of(people, totals=[70, 20, 10]), people[0], "misread", timezone.now()
    ),
    "void": lambda game, people: results.void(game, people[0], "not finished", timezone.now()),
    "restore": lambda game, people: results.restore(game, people[0], "it was", timezone.now()),
}
# Of a change under the season's lock, and of the standings after it, each with begin and commit.
MOST_LOCKED = 21
MOST_LATER = 16


def season_of(sessions: int, tables: int) -> tuple[Game, list[Player]]:
    """A season so large; a game of its newest session, entered, and its players."""
    season = make_season()
    people = PlayerFactory.create_batch(3 * tables)
    for _session in range(sessions):
        session = make_session(season)
        for first in range(0, len(people), 3):
            play(session, *people[first : first + 3])
    game = make_game(session, people[:3])
    sheet = sheet_of(people[:3], totals=[10, 20, 70])
    results.submit(game, sheet, people[0], timezone.now(), may_confirm=False)
    return game, people[:3]


def fresh(game: Game) -> Game:
    return Game.objects.select_related("session__season").get(pk=game.pk)


@pytest.mark.parametrize(("sessions", "tables"), [(2, 2), (5, 4)])
def test_a_change_takes_few_statements_in_a_season_of_any_size(
    sessions: int, tables: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = season_of(sessions, tables)
    taken = {}
    for name, change in CHANGES.items():
        found = fresh(game)
        with monkeypatch.context() as later:
            later.setattr(executor, "run_later", lambda _work: None)
            with CaptureQueriesContext(connection) as queries:
                change(found, people)
        taken[name] = len(queries)
    assert max(taken.values()) <= MOST_LOCKED, taken


@pytest.mark.parametrize(("sessions", "tables"), [(2, 2), (5, 4)])
def test_the_newest_standings_follow_in_few_statements(
    sessions: int, tables: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = season_of(sessions, tables)
    with monkeypatch.context() as later:
        later.setattr(executor, "run_later", lambda _work: None)
        CHANGES["confirm"](fresh(game), people)
    season = Season.objects.get(pk=game.session.season_id)
    with CaptureQueriesContext(connection) as queries:
        store.ensure_up_to_date(season)
    assert len(queries) <= MOST_LATER
    assert store.rebuild(season.pk) == 0
