"""A live table of a league ends: its result counts, once, as the season's rules want it."""

import pytest
from django.utils import timezone

from games.live import executor
from games.models import Seat, Table
from games.play import playing
from games.rules.options import Options
from games.seats.rematch import open_rematch
from games.signals import game_ended, tidying
from games.table import store
from leagues import receivers
from leagues.models import Entrant, Game, GameVersion, Standing
from leagues.season_rules import Abandoned, Away, Bots
from leagues.sessions import online
from leagues.setup.season_life import close_season, open_season
from leagues.sheets import results
from leagues.sheets.game_page import present_game
from tests.leagues.sessions.rooms import live_game, short_season, start, table_of
from tests.support.leagues import enter, make_guest, make_session
from tests.support.races import at_once
from tests.support.tables import people, play_first, play_to_the_end, play_turn

pytestmark = pytest.mark.django_db(transaction=True)


def places(game: Game) -> list[int | None]:
    return list(game.seats.order_by("index").values_list("place", flat=True))


def test_the_result_counts_when_the_last_card_is_played() -> None:
    game, table = live_game()
    play_to_the_end(table)
    game.refresh_from_db()
    ended = list(Seat.objects.filter(table=table).order_by("index").values_list("heads", "rank"))
    assert game.status == Game.Status.CONFIRMED
    assert list(game.seats.order_by("index").values_list("heads", "place")) == ended
    assert (game.size, game.rounds) == (3, 1)
    assert Standing.objects.filter(season=game.session.season, games=1).count() == 3
    assert Entrant.objects.filter(season=game.session.season).count() == 3


def test_its_history_says_that_nobody_confirmed_it() -> None:
    game, table = live_game()
    play_to_the_end(table)
    line = GameVersion.objects.get(game=game)
    assert (line.did, line.by, line.number) == (GameVersion.Did.CONFIRMED, None, 1)


def test_everybody_reads_in_its_history_that_it_counts() -> None:
    game, table = live_game()
    play_to_the_end(table)
    game.refresh_from_db()
    for sees_all in (False, True):
        (line,) = present_game(game, sees_all=sees_all)["history"]
        assert (line.did, line.is_waiting) == ("confirmed", False)


def test_a_second_signal_changes_nothing() -> None:
    game, table = live_game()
    play_to_the_end(table)
    before = Game.objects.values().get(pk=game.pk)
    game_ended.send(sender=Table, table_id=table.pk)
    assert Game.objects.values().get(pk=game.pk) == before
    assert game.versions.count() == 1


def test_what_a_crash_left_unrecorded_is_collected() -> None:
    game, table = live_game()
    game_ended.disconnect(dispatch_uid="leagues.record")
    try:
        play_to_the_end(table)
    finally:
        receivers.connect()
    game.refresh_from_db()
    assert game.status == Game.Status.SEATED
    tidying.send(sender=Table)
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert online.collect(timezone.now()) == 0


@pytest.mark.parametrize("deeds", ["sweep sweep", "sweep listener", "listener sweep listener"])
def test_a_result_lost_in_a_crash_after_the_commit_counts_once(
    monkeypatch: pytest.MonkeyPatch, deeds: str
) -> None:
    game, table = live_game()
    with monkeypatch.context() as crash:
        crash.setattr(executor, "run_later", lambda _work: None)
        play_to_the_end(table)
    game.refresh_from_db()
    assert game.status == Game.Status.SEATED
    for deed in deeds.split():
        if deed == "sweep":
            tidying.send(sender=Table)
        else:
            game_ended.send(sender=Table, table_id=table.pk)
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert game.versions.count() == 1
    assert list(Standing.objects.values_list("games", flat=True)) == [1, 1, 1]


def test_a_result_that_a_listener_and_the_sweep_work_on_at_once_counts_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _race in range(5):
        game, table = live_game()
        with monkeypatch.context() as crash:
            crash.setattr(executor, "run_later", lambda _work: None)
            play_to_the_end(table)

        def listen(table_id: int = table.pk) -> None:
            game_ended.send(sender=Table, table_id=table_id)

        def sweep() -> None:
            online.collect(timezone.now())

        answers = at_once(listen, sweep, listen, sweep)
        assert [answer for answer in answers if isinstance(answer, Exception)] == []
        game.refresh_from_db()
        assert game.status == Game.Status.CONFIRMED
        assert game.versions.count() == 1


def test_a_table_that_cannot_be_recorded_does_not_stop_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    season = short_season()
    (_broken, broken_table), (whole, whole_table) = live_game(season), live_game(season)
    game_ended.disconnect(dispatch_uid="leagues.record")
    try:
        play_to_the_end(broken_table)
        play_to_the_end(whole_table)
    finally:
        receivers.connect()
    Table.objects.filter(pk=broken_table.pk).update(state="{}")
    assert online.collect(timezone.now()) == 1
    whole.refresh_from_db()
    assert whole.status == Game.Status.CONFIRMED
    assert f"table {broken_table.pk} could not be recorded" in caplog.text


def test_tables_of_nobody_s_league_are_none_of_its_business() -> None:
    _game, table = live_game()
    play_to_the_end(table)
    player = table.seats.select_related("player")[0].player
    assert player is not None
    rematch = open_rematch(table.pk, player, timezone.now())
    assert not online.record_table(rematch.pk, timezone.now())
    assert Game.objects.count() == 1


def test_a_game_broken_off_does_not_count() -> None:
    game, table = live_game(short_season(abandoned=Abandoned.VOID))
    break_off(table)
    game.refresh_from_db()
    assert game.status == Game.Status.VOIDED
    (line,) = present_game(game, sees_all=False)["history"]
    assert line.did == "taken out: the table was abandoned"
    assert not Standing.objects.filter(games__gt=0).exists()


def test_a_game_broken_off_counts_as_it_stood_after_its_last_full_round() -> None:
    game, table = live_game(short_season(abandoned=Abandoned.AS_IT_STOOD, options=Options()))
    for _turn in range(12):
        snapshot = play_turn(table)
    first_round = snapshot.game.round_scores[0]
    break_off(table)
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert game.rounds == 1
    assert list(game.seats.order_by("index").values_list("heads", flat=True)) == list(first_round)
    assert places(game) == [1 + sum(o < heads for o in first_round) for heads in first_round]


def test_a_game_broken_off_in_its_first_round_has_nothing_to_count() -> None:
    game, table = live_game(short_season(abandoned=Abandoned.AS_IT_STOOD))
    break_off(table)
    game.refresh_from_db()
    assert game.status == Game.Status.VOIDED


def counted_again(game: Game) -> Game:
    """A game that was taken out, after somebody said that it counts and the sweep came by."""
    game.refresh_from_db()
    results.restore(game, people(1)[0], "we want it to", timezone.now())
    online.collect(timezone.now())
    online.collect(timezone.now())
    game.refresh_from_db()
    return game


def test_a_game_broken_off_that_somebody_counts_again_counts_as_it_stood() -> None:
    game, table = live_game(short_season(abandoned=Abandoned.VOID, options=Options()))
    for _turn in range(12):
        play_turn(table)
    break_off(table)
    assert counted_again(game).status == Game.Status.CONFIRMED
    assert game.rounds == 1
    assert None not in places(game)


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_game_broken_off_has_its_state_as_soon_as_it_is_counted_again(rounds: int) -> None:
    game, table = live_game(short_season(abandoned=Abandoned.VOID, options=Options()))
    for _turn in range(12 * rounds):
        play_turn(table)
    break_off(table)
    game.refresh_from_db()
    results.restore(game, people(1)[0], "we want it to", timezone.now())
    game.refresh_from_db()
    if rounds:
        assert game.status == Game.Status.CONFIRMED
    else:
        assert (game.kind, game.status) == (Game.Kind.SHEET, Game.Status.SEATED)


def test_a_game_broken_off_has_its_state_as_soon_as_a_second_person_agrees() -> None:
    game, table = live_game(short_season(abandoned=Abandoned.VOID, second_person=True))
    break_off(table)
    game.refresh_from_db()
    results.restore(game, people(1)[0], "we want it to", timezone.now())
    game.refresh_from_db()
    assert (game.kind, game.status) == (Game.Kind.LIVE, Game.Status.VOIDED)
    results.confirm(game, people(1)[0], timezone.now())
    game.refresh_from_db()
    assert (game.kind, game.status) == (Game.Kind.SHEET, Game.Status.SEATED)


def test_a_game_broken_off_before_a_round_was_full_can_be_played_again() -> None:
    game = table_of(make_session(short_season()), *people(2))
    break_off(start(game, seats=3))
    assert counted_again(game).status == Game.Status.SEATED
    assert game.kind == Game.Kind.SHEET
    table = start(game, seats=3)
    assert table.status == Table.Status.PLAYING
    assert game.seats.count() == 3


def test_a_game_broken_off_before_a_round_was_full_can_be_finished_on_paper() -> None:
    game, table = live_game()
    break_off(table)
    assert enter(counted_again(game), rounds=[[10, 20, 30]]).status == Game.Status.CONFIRMED


@pytest.mark.parametrize(("rule", "size"), [(Bots.OPPONENTS, 4), (Bots.LEFT_OUT, 2)])
def test_bots_are_ranked_as_the_season_says(rule: Bots, size: int) -> None:
    game = table_of(make_session(short_season(bots=rule)), *people(2))
    finish_with_bots(start(game, seats=4))
    game.refresh_from_db()
    assert game.size == size
    assert [place is None for place in places(game)][2:] == [size == 2] * 2


@pytest.mark.parametrize(("rule", "counted"), [(Away.COUNTS, True), (Away.LEFT_OUT, False)])
def test_a_seat_left_to_the_bot_counts_as_the_season_says(rule: Away, counted: bool) -> None:
    guest = make_guest()
    game = table_of(make_session(short_season(away=rule)), *people(2), guest)
    finish_with_bots(start(game, bot_for_absent=True))
    seat = game.seats.get(player=guest)
    assert (seat.counts_for == guest) is counted


def test_a_game_taken_out_while_it_is_played_stays_out() -> None:
    game, table = live_game()
    results.void(game, people(1)[0], "wrong table", timezone.now())
    play_to_the_end(table)
    game.refresh_from_db()
    assert game.status == Game.Status.VOIDED


def test_a_game_that_ended_while_it_was_taken_out_counts_when_it_is_counted_again() -> None:
    game, table = live_game()
    (scorer,) = people(1)
    results.void(game, scorer, "wrong table", timezone.now())
    play_to_the_end(table)
    game.refresh_from_db()
    results.restore(game, scorer, "the right one after all", timezone.now())
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert None not in places(game)


def test_of_a_closed_season_nothing_changes_until_it_is_opened_again() -> None:
    game, table = live_game()
    season = game.session.season
    close_season(season.pk, timezone.now(), anyway=True)
    play_to_the_end(table)
    season.refresh_from_db()
    version = season.version
    assert online.collect(timezone.now()) == 0
    season.refresh_from_db()
    game.refresh_from_db()
    assert (season.version, game.status) == (version, Game.Status.SEATED)
    open_season(season.pk, timezone.now())
    assert online.collect(timezone.now()) == 1


def break_off(table: Table) -> None:
    assert table.host is not None
    playing.abandon(table.pk, table.host, timezone.now())


def finish_with_bots(table: Table) -> None:
    """People play their first card, bots and absent people when their time has come."""
    while not (snapshot := store.fresh(table.pk)).has_ended:
        waiting = [seat for seat in snapshot.game.decision.seats if not moves_itself(table, seat)]
        for seat in waiting:
            play_first(table, seat)
        table.refresh_from_db()
        if table.due_at:
            playing.tend(table.pk, table.due_at)


def moves_itself(table: Table, seat: int) -> bool:
    snapshot = store.fresh(table.pk)
    return bool(snapshot.seats[seat].bot) or snapshot.away[seat]
