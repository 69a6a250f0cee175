"""What is found to multiply rows, and what is not."""

import pytest
from django.db.models import Q

from leagues.models import Attendance, Game, GameSeat, Session
from tests.support.multiplied_rows import multiplied


def test_rows_of_two_tables_joined_to_one_row_are_found() -> None:
    either = Q(attendances__player=1) | Q(games__number=1)
    found = multiplied(str(Session.objects.filter(either).query))
    assert found == [["leagues_attendance", "leagues_game"]]


@pytest.mark.parametrize(
    "rows",
    [
        Session.objects.filter(games__seats__player=1, season__league__name="Tuesdays"),
        Session.objects.filter(
            Q(pk__in=Attendance.objects.filter(player=1).values("session"))
            | Q(pk__in=Game.objects.filter(seats__player=1).values("session"))
        ),
        GameSeat.objects.select_related("game__session", "player__user"),
    ],
)
def test_a_way_along_one_table_after_the_other_multiplies_nothing(rows: object) -> None:
    assert multiplied(str(rows.query)) == []  # type: ignore[attr-defined]
