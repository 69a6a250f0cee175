"""A pause by agreement: the clock stands still, and afterwards everybody has the time they had."""

import json
from datetime import datetime, timedelta

import pytest

from accounts.models import Player
from games.models import ActionLog, Table
from games.play import pausing, playing
from games.rules.actions import ChooseCard
from games.seats import leaving
from games.table import store
from games.table.errors import TableError, TableErrorCode
from games.table.pause import PauseState
from games.table.snapshot import CommandId, Play, Snapshot
from tests.support.races import at_once
from tests.support.tables import (
    act,
    deadline,
    due_at,
    first_action,
    people,
    play_first,
    play_turn,
    start_table,
)

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
IN_DAYS = 86_400


def state(table: Table) -> PauseState | None:
    pause = store.load(table.pk).pause
    return pause.state if pause else None


def refusal(work: object) -> TableErrorCode:
    assert isinstance(work, TableError)
    return work.code


def paused(table: Table, now: datetime, *seats: int) -> None:
    """The first of these seats proposes a pause, the others agree."""
    first, *others = seats
    pausing.propose(table.pk, first, now)
    for seat in others:
        pausing.agree(table.pk, seat, now)
    assert state(table) is PauseState.ON


def choose(table: Table, seat: int, now: datetime) -> Snapshot:
    snapshot = store.fresh(table.pk)
    return act(table.pk, first_action(snapshot, seat), snapshot.version, now).snapshot


def test_the_game_stands_still_once_all_have_agreed(now: datetime) -> None:
    table = start_table(*people(3), time_per_choice=30)
    pausing.propose(table.pk, 0, now)
    assert deadline(table) is not None
    pausing.agree(table.pk, 1, now)
    assert state(table) is PauseState.PROPOSED
    pausing.agree(table.pk, 2, now)
    assert state(table) is PauseState.ON
    assert store.load(table.pk).deadline is None
    with pytest.raises(TableError) as refused:
        choose(table, 0, now)
    assert refused.value.code is TableErrorCode.PAUSED
    assert playing.tend(table.pk, now + HOUR).version == store.load(table.pk).version
    assert not ActionLog.objects.exists()


def test_nobody_loses_or_gains_time(now: datetime) -> None:
    table = start_table(*people(2), time_per_choice=30)
    left = deadline(table) - now
    paused(table, now, 0, 1)
    pausing.go_on(table.pk, now + HOUR)
    assert state(table) is PauseState.ENDING
    assert due_at(table) == now + HOUR + 5 * SECOND
    with pytest.raises(TableError):
        choose(table, 0, now + HOUR + 4 * SECOND)
    playing.tend(table.pk, now + HOUR + 7 * SECOND)
    assert state(table) is None
    assert deadline(table) == due_at(table) == now + HOUR + 5 * SECOND + left


def test_who_chooses_right_after_the_pause_need_not_wait_for_the_keeper(now: datetime) -> None:
    table = start_table(*people(2), time_per_choice=30)
    paused(table, now, 0, 1)
    pausing.go_on(table.pk, now)
    after = choose(table, 0, now + 6 * SECOND)
    assert after.game.round.choices[0] is not None


def test_choices_made_before_the_pause_stand(now: datetime) -> None:
    table = start_table(*people(2), time_per_choice=30)
    chosen = play_first(table, 0)
    paused(table, now, 1, 0)
    store.forget()
    snapshot = store.load(table.pk)
    assert snapshot.game.round.choices == chosen.game.round.choices
    pausing.go_on(table.pk, now)
    playing.tend(table.pk, now + 5 * SECOND)
    assert choose(table, 1, now + 6 * SECOND).turn_key == "1.1"


def test_a_choice_that_was_made_before_the_pause_and_is_sent_again_is_known(now: datetime) -> None:
    table = start_table(*people(2), time_per_choice=30)
    known = store.fresh(table.pk)
    command = CommandId("page", 1)
    choice = first_action(known, 0)
    act(table.pk, choice, known.version, now, command)
    paused(table, now, 0, 1)
    assert act(table.pk, choice, known.version, now, command).is_repeated


def test_bots_wait_too(now: datetime) -> None:
    table = start_table(*people(1), bots=2)
    pausing.propose(table.pk, 0, now)
    assert state(table) is PauseState.ON
    playing.tend(table.pk, now + HOUR)
    assert not ActionLog.objects.exists()
    pausing.go_on(table.pk, now + HOUR)
    playing.tend(table.pk, now + HOUR + 5 * SECOND)
    playing.tend(table.pk, now + HOUR + MINUTE)
    assert set(ActionLog.objects.values_list("by", flat=True)) == {ActionLog.By.BOT}


def test_a_proposal_lapses_after_a_minute_and_can_be_made_again(
    now: datetime, table: Table
) -> None:
    pausing.propose(table.pk, 0, now)
    assert due_at(table) == now + MINUTE
    playing.tend(table.pk, now + 59 * SECOND)
    assert state(table) is PauseState.PROPOSED
    playing.tend(table.pk, now + MINUTE)
    assert state(table) is None
    assert due_at(table) is None
    with pytest.raises(TableError) as refused:
        pausing.agree(table.pk, 1, now + MINUTE)
    assert refused.value.code is TableErrorCode.NO_PAUSE
    pausing.propose(table.pk, 1, now + MINUTE)
    assert state(table) is PauseState.PROPOSED
    pausing.agree(table.pk, 0, now + MINUTE)
    assert state(table) is PauseState.ON


def test_one_who_refuses_is_enough(now: datetime) -> None:
    table = start_table(*people(3), time_per_choice=30)
    pausing.propose(table.pk, 0, now)
    pausing.refuse(table.pk, 2, now)
    assert state(table) is None
    for seat in range(3):
        with pytest.raises(TableError):
            pausing.propose(table.pk, seat, now)


def test_who_was_refused_proposes_none_for_two_minutes_whatever_turn_it_is(
    now: datetime, table: Table
) -> None:
    pausing.propose(table.pk, 0, now)
    pausing.refuse(table.pk, 1, now)
    play_turn(table)
    with pytest.raises(TableError) as refused:
        pausing.propose(table.pk, 0, now + 119 * SECOND)
    assert refused.value.code is TableErrorCode.PAUSE_BARRED
    pausing.propose(table.pk, 1, now + 119 * SECOND)
    pausing.refuse(table.pk, 1, now + 119 * SECOND)
    pausing.propose(table.pk, 0, now + 120 * SECOND)
    assert state(table) is PauseState.PROPOSED


def test_who_was_refused_may_agree_to_the_proposal_of_another(now: datetime, table: Table) -> None:
    pausing.propose(table.pk, 0, now)
    pausing.refuse(table.pk, 1, now)
    play_turn(table)
    pausing.propose(table.pk, 1, now + SECOND)
    pausing.agree(table.pk, 0, now + SECOND)
    assert state(table) is PauseState.ON


def test_who_withdraws_may_propose_again(now: datetime, table: Table) -> None:
    pausing.propose(table.pk, 0, now)
    pausing.refuse(table.pk, 0, now)
    pausing.propose(table.pk, 0, now)
    assert state(table) is PauseState.PROPOSED


def test_the_proposal_of_the_other_is_an_agreement(now: datetime, table: Table) -> None:
    pausing.propose(table.pk, 0, now)
    pausing.propose(table.pk, 1, now)
    assert state(table) is PauseState.ON


def test_a_second_tap_changes_nothing(now: datetime) -> None:
    table = start_table(*people(3), time_per_choice=30)
    pausing.propose(table.pk, 0, now)
    for tap in (
        lambda at: pausing.agree(table.pk, 1, at),
        lambda at: pausing.agree(table.pk, 2, at),
        lambda at: pausing.go_on(table.pk, at),
    ):
        tap(now)
        version = store.stored_version(table.pk)
        tap(now + SECOND)
        assert store.stored_version(table.pk) == version
    assert state(table) is PauseState.ENDING
    playing.tend(table.pk, now + 5 * SECOND)
    with pytest.raises(TableError) as refused:
        pausing.go_on(table.pk, now + 6 * SECOND)
    assert refused.value.code is TableErrorCode.NO_PAUSE


def test_who_is_away_is_not_asked_and_who_leaves_meanwhile_holds_up_nobody(now: datetime) -> None:
    table = start_table(*people(3))
    playing.step_away(table.pk, 2, now)
    pausing.propose(table.pk, 0, now)
    assert state(table) is PauseState.PROPOSED
    with pytest.raises(TableError):
        pausing.agree(table.pk, 2, now)
    playing.step_away(table.pk, 1, now)
    assert state(table) is PauseState.ON


def test_who_is_erased_holds_up_nobody(
    now: datetime, ada: Player, ben: Player, cleo: Player
) -> None:
    table = start_table(ada, ben, cleo)
    pausing.propose(table.pk, 0, now)
    pausing.agree(table.pk, 1, now)
    leaving.erase(cleo, cleo.name, now)
    assert state(table) is PauseState.ON


def test_who_steps_away_in_a_pause_and_comes_back_starts_no_clock(now: datetime) -> None:
    table = start_table(*people(2), time_per_choice=30)
    left = deadline(table) - now
    paused(table, now, 0, 1)
    playing.step_away(table.pk, 0, now)
    playing.come_back(table.pk, 0, now + MINUTE)
    assert store.load(table.pk).deadline is None
    pausing.go_on(table.pk, now + HOUR)
    playing.tend(table.pk, now + HOUR + 5 * SECOND)
    assert deadline(table) == now + HOUR + 5 * SECOND + left


@pytest.mark.parametrize(
    ("time_per_choice", "longest"), [(30, DAY), (None, DAY), (IN_DAYS, 30 * DAY)]
)
def test_a_pause_ends_by_itself(
    now: datetime, time_per_choice: int | None, longest: timedelta
) -> None:
    table = start_table(*people(2), time_per_choice=time_per_choice)
    paused(table, now, 0, 1)
    assert due_at(table) == now + longest
    playing.tend(table.pk, now + longest - SECOND)
    assert state(table) is PauseState.ON
    playing.tend(table.pk, now + longest)
    assert state(table) is None
    assert choose(table, 0, now + longest).version > 0


def test_by_correspondence_a_proposal_waits_as_long_as_a_choice(now: datetime) -> None:
    table = start_table(*people(2), time_per_choice=3 * IN_DAYS)
    pausing.propose(table.pk, 0, now)
    pausing.agree(table.pk, 1, now + 2 * DAY)
    assert state(table) is PauseState.ON


def test_a_paused_game_can_be_abandoned(now: datetime, ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, time_per_choice=30)
    paused(table, now, 0, 1)
    playing.abandon(table.pk, ada, now)
    assert store.load(table.pk).pause is None
    assert due_at(table) is None
    assert playing.tend(table.pk, now + 2 * DAY).has_ended


def test_a_game_that_is_not_in_play_has_no_pause(now: datetime, ada: Player, table: Table) -> None:
    playing.abandon(table.pk, ada, now)
    with pytest.raises(TableError) as refused:
        pausing.propose(table.pk, 0, now)
    assert refused.value.code is TableErrorCode.NOT_PLAYING


def test_a_pause_is_stored_whole_and_older_states_have_none(now: datetime) -> None:
    table = start_table(*people(2), bots=1, time_per_choice=30)
    paused(table, now, 0, 1)
    table.refresh_from_db()
    play = Play.from_json(table.state)
    assert play.pause.choice_left is not None
    assert Play.from_json(play.to_json()) == play
    older = json.loads(table.state)
    del older["pause"], older["pause_refused"], older["pauses_barred"]
    assert Play.from_json(json.dumps(older)).pause is None


# --- Races -----------------------------------------------------------------------------


@pytest.mark.parametrize("race", range(5))
def test_two_who_agree_at_the_same_moment_both_count(now: datetime, race: int) -> None:
    table = start_table(*people(3), time_per_choice=30)
    pausing.propose(table.pk, race % 3, now)
    agreeing = [
        lambda seat=seat: pausing.agree(table.pk, seat, now)
        for seat in range(3)
        if seat != race % 3
    ]
    assert at_once(*agreeing) == [None, None]
    assert state(table) is PauseState.ON


@pytest.mark.parametrize("race", range(8))
def test_a_pause_and_a_deadline_at_the_same_moment_do_not_both_happen_to_a_turn(
    now: datetime, race: int
) -> None:
    table = start_table(*people(2), time_per_choice=30)
    pausing.propose(table.pk, 0, deadline(table) - 2 * SECOND)
    moment = deadline(table)
    agreed, tended = at_once(
        lambda: pausing.agree(table.pk, 1, moment), lambda: playing.tend(table.pk, moment)
    )
    assert agreed is None
    assert not isinstance(tended, Exception)
    snapshot = store.load(table.pk)
    assert snapshot.pause.state is PauseState.ON
    forced = ActionLog.objects.filter(by=ActionLog.By.DEADLINE).exists()
    # Either the turn was played before the pause began, or nothing of it was.
    assert snapshot.turn_key == ("1.1" if forced else "")
    if not forced:
        assert snapshot.pause.choice_left == 0


@pytest.mark.parametrize("race", range(5))
def test_a_choice_and_a_pause_at_the_same_moment(now: datetime, race: int) -> None:
    table = start_table(*people(2), time_per_choice=30)
    pausing.propose(table.pk, 0, now)
    known = store.fresh(table.pk)
    choice = ChooseCard(0, known.game.round.hands[0][race])
    agreed, acted = at_once(
        lambda: pausing.agree(table.pk, 1, now),
        lambda: act(table.pk, choice, known.version, now),
    )
    assert agreed is None
    snapshot = store.load(table.pk)
    assert snapshot.is_paused
    chosen = snapshot.game.round.choices[0]
    if isinstance(acted, Exception):
        assert refusal(acted) is TableErrorCode.PAUSED
        assert chosen is None
    else:
        assert chosen == choice.card
