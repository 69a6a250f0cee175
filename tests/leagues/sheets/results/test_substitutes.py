"""For whom the result of a substitute counts, by the season's rule."""

import pytest

from leagues.models import Standing
from leagues.season_rules import Substitutes
from tests.support.leagues import enter, make_game, make_season, make_session
from tests.support.tables import people

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("rule", "whose"),
    [(Substitutes.SUBSTITUTE, "dora"), (Substitutes.ABSENT, "cleo"), (Substitutes.NOBODY, None)],
)
def test_it_counts_for_whom_the_season_says(rule: Substitutes, whose: str | None) -> None:
    ana, ben, cleo, dora = people(4)
    game = make_game(make_session(make_season(substitutes=rule)), [ana, ben, dora])

    enter(game, [20, 70, 5], replaced=[None, None, cleo])

    counted = {"dora": dora, "cleo": cleo, None: None}[whose]
    seat = game.seats.get(index=2)
    assert (seat.player, seat.substitute_for, seat.counts_for) == (dora, cleo, counted)
    standing = {row.player for row in Standing.objects.filter(games=1)}
    assert standing == {ana, ben} | ({counted} if counted else set())


def test_the_others_are_ranked_against_the_substitute_whoever_it_counts_for() -> None:
    ana, ben, cleo, dora = people(4)
    season = make_season(substitutes=Substitutes.NOBODY)
    game = make_game(make_session(season), [ana, ben, dora])

    enter(game, [20, 70, 5], replaced=[None, None, cleo])

    assert [seat.place for seat in game.seats.all()] == [2, 3, 1]
    assert game.size == 3
