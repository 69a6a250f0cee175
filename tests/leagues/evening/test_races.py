"""Many at the same moment: each result is recorded once, each person comes and sits once."""

import pytest
from django.utils import timezone

from games.signals import game_ended
from leagues import receivers
from leagues.errors import LeagueError
from leagues.models import Game, GameVersion
from leagues.services import draws, evening, online, seats
from tests.factories import PlayerFactory
from tests.leagues.evening.rooms import check_in, live_game, table_of
from tests.live.test_races import at_once
from tests.support.leagues import make_season, make_session
from tests.support.tables import people, play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 6


def unexpected(results: list[object]) -> list[object]:
    return [
        result
        for result in results
        if isinstance(result, Exception) and not isinstance(result, LeagueError)
    ]


def test_signals_and_sweeps_at_the_same_moment_record_a_game_once() -> None:
    game, table = live_game()
    game_ended.disconnect(dispatch_uid="leagues.record_ended")
    try:
        play_to_the_end(table)
    finally:
        receivers.connect()
    now = timezone.now()
    signal, sweep = lambda: online.record_table(table.pk, now), lambda: online.collect(now)
    results = at_once(signal, sweep, signal, sweep, signal, sweep)
    assert unexpected(results) == []
    assert [result for result in results if result] in ([True], [1])
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert GameVersion.objects.filter(game=game).count() == 1


def test_six_organizers_who_start_a_table_deal_once() -> None:
    game = table_of(make_session(make_season()), *people(3))
    by = PlayerFactory.create()
    start = lambda: online.start_online(game.session, [1], by, timezone.now())  # noqa: E731
    results = at_once(*[start] * THREADS)
    assert unexpected(results) == []
    assert results.count(None) == 1
    game.refresh_from_db()
    assert game.table is not None


def test_six_taps_on_a_name_are_one_arrival() -> None:
    session = make_session(make_season())
    (ada,) = people(1)
    results = at_once(*[lambda: evening.arrive(session, ada, timezone.now())] * THREADS)
    assert unexpected(results) == []
    assert results.count(None) == 1
    assert session.attendances.count() == 1


def test_a_draw_accepted_six_times_seats_everybody_once() -> None:
    session = make_session(make_season())
    check_in(session, *people(8))
    free = seats.free_players(session)
    proposal = draws.propose(session, free, 7, draws.meetings(session.season))
    by = PlayerFactory.create()
    lay = lambda: seats.lay_tables(session, proposal.tables, 7, by)  # noqa: E731
    results = at_once(*[lay] * THREADS)
    assert unexpected(results) == []
    assert session.draws.count() == 1
    assert session.games.count() == 2
