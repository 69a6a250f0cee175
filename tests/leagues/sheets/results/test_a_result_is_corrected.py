"""A confirmed result is replaced, and what counts until that is agreed."""

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, GameVersion, Standing
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.sheets import results
from leagues.sheets.results import SheetRefused
from leagues.sheets.score_sheet import ScoreSheet
from leagues.standings.store import rebuild
from tests.factories import PlayerFactory
from tests.support.leagues import make_season, make_session, play, sheet_of, totals_of
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def correct(game: Game, sheet: ScoreSheet, reason: str = "Two rows were swapped") -> Player:
    """Correct a game; who did it."""
    by = PlayerFactory.create()
    results.correct(game, sheet, by, reason, timezone.now())
    game.refresh_from_db()
    return by


def places(game: Game) -> list[int | None]:
    return [seat.place for seat in game.seats.all()]


def first_of_the_standings() -> int:
    return Standing.objects.get(order=0).player_id


def test_the_standings_follow_a_correction(players: list[Player]) -> None:
    game = play(make_session(make_season()), *players)

    correct(game, sheet_of(players, totals=[70, 20, 5]))

    assert places(game) == [3, 2, 1]
    assert first_of_the_standings() == players[2].pk


def test_the_old_result_counts_until_a_second_person_agrees(players: list[Player]) -> None:
    season = make_season(second_person=True)
    game = play(make_session(season), *players)
    results.confirm(game, PlayerFactory.create(), timezone.now())
    game.refresh_from_db()

    correct(game, sheet_of(players, totals=[70, 20, 5]))
    rebuild(season.pk)

    assert game.status == Game.Status.CONFIRMED
    assert places(game) == [1, 2, 3]
    assert first_of_the_standings() == players[0].pk

    results.confirm(game, PlayerFactory.create(), timezone.now())

    assert places(game) == [3, 2, 1]
    assert first_of_the_standings() == players[2].pk


def test_who_corrected_is_not_the_second_person(players: list[Player]) -> None:
    game = play(make_session(make_season(second_person=True)), *players)
    results.confirm(game, PlayerFactory.create(), timezone.now())
    game.refresh_from_db()
    by = correct(game, sheet_of(players, totals=[70, 20, 5]))

    with pytest.raises(LeagueError) as error:
        results.confirm(game, by, timezone.now())

    assert error.value.code == LeagueErrorCode.NEEDS_SECOND_PERSON


def test_a_correction_turned_down_leaves_what_counted(players: list[Player]) -> None:
    game = play(make_session(make_season(second_person=True)), *players)
    results.confirm(game, PlayerFactory.create(), timezone.now())
    game.refresh_from_db()
    correct(game, sheet_of(players, totals=[70, 20, 5]))

    results.turn_down(game, PlayerFactory.create(), "The paper says otherwise", timezone.now())

    game.refresh_from_db()
    assert (game.status, game.pending) == (Game.Status.CONFIRMED, None)
    assert places(game) == [1, 2, 3]
    assert game.versions.last().did == GameVersion.Did.TURNED_DOWN


def test_without_a_correction_there_is_nothing_to_turn_down() -> None:
    game = play(make_session(make_season()), *people(3))

    with pytest.raises(LeagueError) as error:
        results.turn_down(game, PlayerFactory.create(), "No", timezone.now())

    assert error.value.code == LeagueErrorCode.NOTHING_TO_UNDO


@pytest.mark.parametrize("reason", ["", "   "])
def test_a_correction_needs_a_reason(reason: str, players: list[Player]) -> None:
    game = play(make_session(make_season()), *players)

    with pytest.raises(LeagueError) as error:
        correct(game, sheet_of(players, totals=[70, 20, 5]), reason)

    assert error.value.code == LeagueErrorCode.NEEDS_REASON


def test_an_impossible_correction_is_refused(players: list[Player]) -> None:
    game = play(make_session(make_season()), *players)

    with pytest.raises(SheetRefused):
        correct(game, sheet_of(players, totals=[5, 20, 30]))

    assert places(game) == [1, 2, 3]


def test_what_is_not_confirmed_is_entered_anew_and_not_corrected(players: list[Player]) -> None:
    game = play(make_session(make_season(second_person=True)), *players)

    with pytest.raises(LeagueError) as error:
        correct(game, sheet_of(players, totals=[70, 20, 5]))

    assert error.value.code == LeagueErrorCode.NOT_CONFIRMED


def test_the_history_keeps_every_sheet_with_who_and_why(players: list[Player]) -> None:
    scorer = PlayerFactory.create()
    game = play(make_session(make_season()), *players, by=scorer)

    by = correct(game, sheet_of(players, totals=[70, 20, 5]))

    lines = [
        (line.did, line.by, line.reason, totals_of(line.sheet)) for line in game.versions.all()
    ]
    before = [10, 15, 70]
    assert lines == [
        (GameVersion.Did.SUBMITTED, scorer, "", before),
        (GameVersion.Did.CONFIRMED, scorer, "", before),
        (GameVersion.Did.CORRECTED, by, "Two rows were swapped", [70, 20, 5]),
    ]


def test_somebody_else_may_turn_out_to_have_played() -> None:
    ana, ben, cleo, dora = people(4)
    game = play(make_session(make_season()), ana, ben, cleo)

    correct(game, sheet_of([ana, ben, dora], totals=[10, 15, 70]))

    assert [seat.player for seat in game.seats.all()] == [ana, ben, dora]
    assert not Standing.objects.filter(player=cleo, games__gt=0).exists()
