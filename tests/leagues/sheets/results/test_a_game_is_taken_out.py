"""A game is voided, with its history, and counted again."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, GameVersion, Standing
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.sessions import round_edits, seats
from leagues.sessions.round_edits import Edit
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.leagues.sessions.rooms import check_in
from tests.support.leagues import (
    games_counted,
    make_season,
    make_session,
    play,
    sheet_of,
)
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def void(game: Game, reason: str = "Two tables were mixed up") -> Game:
    results.void(game, PlayerFactory.create(), reason, timezone.now())
    game.refresh_from_db()
    return game


def restore(game: Game, reason: str = "They were not") -> Game:
    results.restore(game, PlayerFactory.create(), reason, timezone.now())
    game.refresh_from_db()
    return game


def test_a_voided_game_counts_no_more_and_a_restored_one_again(players: list[Player]) -> None:
    game = play(make_session(make_season()), *players)
    before = list(Standing.objects.values("player", "place", "figure", "games", "heads"))

    void(game)
    assert games_counted() == 0

    restore(game)
    after = list(Standing.objects.values("player", "place", "figure", "games", "heads"))
    assert after == before


@pytest.mark.parametrize("second_person", [False, True])
def test_a_restored_game_stands_where_it_stood(second_person: bool) -> None:
    game = play(make_session(make_season(second_person=second_person)), *people(3))
    status = game.status

    assert restore(void(game)).status == status


def test_a_game_without_a_result_is_in_play_again(game: Game) -> None:

    assert restore(void(game)).status == Game.Status.SEATED


def test_a_correction_that_waits_is_gone_with_the_game(players: list[Player]) -> None:
    game = play(make_session(make_season(second_person=True)), *players)
    results.confirm(game, PlayerFactory.create(), timezone.now())
    game.refresh_from_db()
    sheet = sheet_of(players, totals=[70, 20, 5])
    results.correct(game, sheet, PlayerFactory.create(), "Swapped", timezone.now())
    game.refresh_from_db()

    void(game)

    assert game.pending is None
    assert [seat.place for seat in game.seats.all()] == [1, 2, 3]


def test_it_needs_a_reason() -> None:
    game = play(make_session(make_season()), *people(3))

    with pytest.raises(LeagueError) as error:
        void(game, " ")

    assert error.value.code == LeagueErrorCode.NEEDS_REASON


def test_what_counts_is_not_restored() -> None:
    game = play(make_session(make_season()), *people(3))

    with pytest.raises(LeagueError) as error:
        restore(game)

    assert error.value.code == LeagueErrorCode.NOTHING_TO_UNDO


def enter_again(game: Game) -> None:
    seats = [seat.player for seat in game.seats.all() if seat.player]
    sheet = sheet_of(seats, totals=[70, 20, 5])
    results.submit(game, sheet, PlayerFactory.create(), timezone.now())


def confirm(game: Game) -> None:
    results.confirm(game, PlayerFactory.create(), timezone.now())


@pytest.mark.parametrize("again", [void, confirm, enter_again])
def test_a_voided_game_is_left_alone(again: Callable[[Game], object]) -> None:
    game = void(play(make_session(make_season()), *people(3)))

    with pytest.raises(LeagueError) as error:
        again(game)

    assert error.value.code == LeagueErrorCode.VOIDED


def test_the_history_says_who_and_why() -> None:
    game = restore(void(play(make_session(make_season()), *people(3))))

    lines = [(line.did, line.reason) for line in game.versions.all()][2:]
    assert lines == [
        (GameVersion.Did.VOIDED, "Two tables were mixed up"),
        (GameVersion.Did.RESTORED, "They were not"),
    ]


def test_a_table_that_was_not_played_is_not_counted_again_while_its_people_sit_elsewhere() -> None:
    session, by = make_session(make_season()), PlayerFactory.create()
    players = people(5)
    check_in(session, *players)
    ids = [player.pk for player in players]
    row = seats.lay_tables(session, [ids[:3], ids[3:]], 7, by)
    not_played, other = row.games.order_by("number")
    results.not_played(not_played, by, timezone.now())
    move = Edit(ids[0], table=other.table_number)
    round_edits.rearrange(session, row.number, {other.table_number: tuple(ids[3:])}, move, by)
    not_played.refresh_from_db()
    with pytest.raises(LeagueError, match=LeagueErrorCode.SITS_ELSEWHERE.value):
        results.restore(not_played, by, "They did play", timezone.now())
    other.refresh_from_db()
    results.not_played(other, by, timezone.now())
    assert restore(not_played).status == Game.Status.SEATED
