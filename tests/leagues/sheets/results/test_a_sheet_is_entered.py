"""Submitting a sheet, and when it counts."""

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Entrant, Game, GameVersion, Season, Session, Standing
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.season_rules import Preset
from leagues.sheets import results
from leagues.sheets.check import Code
from leagues.sheets.results import SheetRefused
from tests.factories import PlayerFactory
from tests.support.leagues import (
    enter,
    make_game,
    make_guest,
    make_season,
    make_session,
    play,
    sheet_of,
    totals_of,
)
from tests.support.tables import people, start_table

pytestmark = pytest.mark.django_db


def refused(error: pytest.ExceptionInfo[LeagueError]) -> LeagueErrorCode:
    return error.value.code


def test_it_counts_at_once_where_no_second_person_is_asked_for(session: Session) -> None:
    ana, ben, cleo = people(3)

    game = play(session, ana, ben, cleo)

    assert game.status == Game.Status.CONFIRMED
    assert [seat.place for seat in game.seats.all()] == [1, 2, 3]
    assert [row.player_id for row in Standing.objects.all()] == [ana.pk, ben.pk, cleo.pk]


def test_it_waits_where_a_second_person_is_asked_for() -> None:
    session = make_session(make_season(second_person=True))

    game = play(session, *people(3))

    assert game.status == Game.Status.SUBMITTED
    assert not Standing.objects.exists()
    assert {seat.heads for seat in game.seats.all()} == {None}


def test_it_waits_when_entered_by_somebody_who_may_not_confirm(
    players: list[Player], game: Game
) -> None:

    sheet = sheet_of(players, totals=[5, 20, 70])
    results.submit(game, sheet, players[0], timezone.now(), may_confirm=False)

    game.refresh_from_db()
    assert game.status == Game.Status.SUBMITTED
    assert not Standing.objects.exists()


def test_rounds_give_totals_and_places_that_ties_share(game: Game) -> None:

    enter(game, rounds=[[5, 5, 40], [10, 10, 30]])

    seats = list(game.seats.all())
    assert [seat.heads for seat in seats] == [15, 15, 70]
    assert [seat.place for seat in seats] == [1, 1, 3]
    assert [seat.twice_rank for seat in seats] == [3, 3, 6]
    assert (game.size, game.heads, game.rounds) == (3, 100, 2)


def test_an_impossible_sheet_is_refused_with_its_problems(game: Game) -> None:

    with pytest.raises(SheetRefused) as error:
        enter(game, rounds=[[5, 5, 40]])

    assert [problem.code for problem in error.value.problems] == [Code.NOT_ENDED]
    game.refresh_from_db()
    assert (game.status, game.version, game.sheet) == (Game.Status.SEATED, 1, None)


def test_nobody_plays_for_somebody_who_sits_at_the_same_table() -> None:
    ana, ben, cleo = people(3)
    game = make_game(make_session(make_season()), [ana, ben, cleo])

    with pytest.raises(SheetRefused) as error:
        enter(game, [5, 20, 70], replaced=[None, ana, None])

    assert [(problem.code, problem.column) for problem in error.value.problems] == [
        (Code.PLAYER_TWICE, 1)
    ]


def test_totals_of_heads_are_compared_between_tables_of_one_size_only() -> None:
    season = make_season(preset=Preset.TOTAL, fewest=4, preferred=4, most=4)

    with pytest.raises(SheetRefused) as error:
        play(make_session(season), *people(3))

    assert [problem.code for problem in error.value.problems] == [Code.TOO_FEW_PLAYERS]


def test_it_is_entered_anew_while_nobody_has_confirmed_it(players: list[Player]) -> None:
    game = play(make_session(make_season(second_person=True)), *players)

    enter(game, [70, 20, 5], by=players[2])

    assert game.entered_by == players[2]
    assert totals_of(game.sheet) == [70, 20, 5]


def test_a_confirmed_game_is_not_entered_again() -> None:
    game = play(make_session(make_season()), *people(3))

    with pytest.raises(LeagueError) as error:
        enter(game, [70, 20, 5])

    assert refused(error) == LeagueErrorCode.CONFIRMED_ALREADY


def test_an_online_game_has_no_sheet(players: list[Player]) -> None:
    table = start_table(*players)
    game = make_game(make_session(make_season()), players, kind=Game.Kind.LIVE, table=table)

    with pytest.raises(LeagueError) as error:
        enter(game, [5, 20, 70])

    assert refused(error) == LeagueErrorCode.NOT_A_SHEET


def test_it_is_late_when_somebody_else_was_faster(players: list[Player]) -> None:
    game = make_game(make_session(make_season(second_person=True)), players)
    same = Game.objects.get(pk=game.pk)
    enter(game, [5, 20, 70])

    with pytest.raises(LeagueError) as error:
        enter(same, [70, 20, 5])

    assert refused(error) == LeagueErrorCode.LATE
    game.refresh_from_db()
    assert totals_of(game.sheet) == [5, 20, 70]


def test_nothing_is_entered_in_a_season_that_does_not_run() -> None:
    session = make_session(make_season(opened=False))

    with pytest.raises(LeagueError) as error:
        play(session, *people(3))

    assert refused(error) == LeagueErrorCode.SEASON_NOT_OPEN


def test_whoever_played_is_a_player_of_the_season_from_then_on(season: Season) -> None:
    make_session(season)
    ana, ben = people(2)
    guest = make_guest()

    play(make_session(season), ana, ben, guest)

    found = Entrant.objects.filter(season=season).values_list("player", "joined_from")
    assert sorted(found) == sorted([(ana.pk, 2), (ben.pk, 2), (guest.pk, 2)])


def test_who_really_sat_there_replaces_who_was_drawn() -> None:
    ana, ben, cleo, dora = people(4)
    game = make_game(make_session(make_season()), [ana, ben, cleo])

    enter(game, [5, 20, 70], players=[ana, ben, dora])

    assert [seat.player for seat in game.seats.all()] == [ana, ben, dora]


def test_the_history_has_a_line_for_entering_and_one_for_counting() -> None:
    by = PlayerFactory.create()
    game = play(make_session(make_season()), *people(3), by=by)

    lines = [(line.number, line.did, line.by) for line in game.versions.all()]
    assert lines == [(1, GameVersion.Did.SUBMITTED, by), (2, GameVersion.Did.CONFIRMED, by)]


def test_a_draft_is_gone_once_the_sheet_is_entered(players: list[Player]) -> None:
    game = make_game(make_session(make_season()), players, draft={"rounds": []})

    enter(game, [5, 20, 70])

    assert game.draft is None
