"""Tables of sessions from before there were rounds get the numbers people know them by."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db.models import F

from leagues.models import Game, Round, Session
from tests.support.leagues import make_game, make_season, make_session
from tests.support.tables import people

pytestmark = pytest.mark.django_db

migration = import_module("leagues.migrations.0026_table_numbers")
imported = import_module("leagues.migrations.0040_tables_of_imported_games")


def tables_after(session: Session, *draws: int | None) -> list[int]:
    """What the tables of a session are called, whose games belong to these draws, None to none."""
    for draw in draws:
        drawn = None
        if draw is not None:
            drawn, _is_new = Round.objects.get_or_create(
                session=session, number=draw, defaults={"seed": 1}
            )
        make_game(session, people(2), round=drawn)
    Game.objects.update(table_number=F("number") + 100)
    migration.number_tables(apps, None)
    return list(session.games.order_by("number").values_list("table_number", flat=True))


def test_the_tables_of_one_draw_keep_their_numbers_whatever_came_before() -> None:
    assert tables_after(make_session(make_season()), None, 1, 1, None, 1) == [1, 2, 3, 4, 5]


def test_of_several_draws_each_begins_at_1_and_other_games_keep_their_numbers(
    session: Session,
) -> None:
    assert tables_after(session, 1, 1, 1, None, 2, 2, None) == [1, 2, 3, 4, 1, 2, 7]


def test_games_without_any_draw_keep_their_numbers() -> None:
    assert tables_after(make_session(make_season()), None, None) == [1, 2]


def test_tables_that_were_imported_without_numbers_get_those_of_their_games(
    session: Session,
) -> None:
    make_game(session, people(2))
    make_game(session, people(2), table_number=7)
    Game.objects.filter(number=1).update(table_number=0)
    imported.number_tables(apps, None)
    assert list(session.games.values_list("table_number", flat=True)) == [1, 7]
