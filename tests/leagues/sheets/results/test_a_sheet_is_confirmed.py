"""A second person looks at what was entered before it counts."""

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, Standing
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.support.leagues import make_season, make_session, play, sheet_of
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def refusal(game: Game) -> LeagueErrorCode:
    with pytest.raises(LeagueError) as error:
        results.confirm(game, PlayerFactory.create(), timezone.now())
    return error.value.code


def test_it_counts_once_somebody_else_has_confirmed_it(players: list[Player]) -> None:
    game = play(make_session(make_season(second_person=True)), *players)
    second = PlayerFactory.create()

    results.confirm(game, second, timezone.now())

    game.refresh_from_db()
    assert (game.status, game.confirmed_by) == (Game.Status.CONFIRMED, second)
    assert Standing.objects.count() == len(players)


def test_who_entered_it_is_not_the_second_person() -> None:
    scorer = PlayerFactory.create()
    game = play(make_session(make_season(second_person=True)), *people(3), by=scorer)

    with pytest.raises(LeagueError) as error:
        results.confirm(game, scorer, timezone.now())

    assert error.value.code == LeagueErrorCode.NEEDS_SECOND_PERSON
    assert not Standing.objects.exists()


def test_a_game_without_a_result_has_nothing_to_confirm(game: Game) -> None:

    assert refusal(game) == LeagueErrorCode.NOT_ENTERED


def test_a_confirmed_game_is_not_confirmed_again() -> None:
    game = play(make_session(make_season()), *people(3))

    assert refusal(game) == LeagueErrorCode.CONFIRMED_ALREADY


def test_only_the_sheet_one_has_seen_is_confirmed(players: list[Player]) -> None:
    game = play(make_session(make_season(second_person=True)), *players)
    seen = Game.objects.get(pk=game.pk)
    sheet = sheet_of(players, totals=[70, 15, 10])
    results.submit(game, sheet, PlayerFactory.create(), timezone.now())

    assert refusal(seen) == LeagueErrorCode.LATE
