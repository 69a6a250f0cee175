"""A pause where the game ends, where nobody plays any more, and where the site was down."""

from datetime import datetime, timedelta

import pytest

from accounts.models import Player
from games.live.regions import drawn, look_of
from games.models import ActionLog, Table
from games.page.describe import describe_private
from games.play import keeper, pausing, playing
from games.rules.options import Ending, Options
from games.table import store
from games.table.access import Viewer
from games.table.errors import TableError, TableErrorCode
from games.table.pause import PauseState
from tests.games.test_fast_forward import ELIMINATION, out_since_round_one
from tests.support.tables import due_at, people, play_first, play_to_the_end, play_turn, start_table

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def last_turn(table: Table) -> None:
    """Play until one card is left."""
    for _turn in range(8):
        play_turn(table)


def test_a_game_that_ends_while_a_pause_is_proposed_is_never_due_again(
    now: datetime, ada: Player, ben: Player
) -> None:
    table = start_table(ada, ben, options=Options(max_rounds=1))
    last_turn(table)
    pausing.propose(table.pk, 0, now)
    assert play_to_the_end(table).has_ended
    assert due_at(table) is None
    assert keeper.due_tables(now + HOUR) == []
    assert not Table.objects.busy_for(ada).exists()


def test_no_pause_begins_once_everybody_who_was_asked_is_out(now: datetime) -> None:
    table = start_table(*people(2), bots=2, options=ELIMINATION)
    pausing.propose(table.pk, 0, now)
    out_since_round_one(table, 0, 1)
    playing.step_away(table.pk, 1, now)
    assert store.load(table.pk).pause is None


def test_a_pause_begins_once_the_only_one_who_has_not_answered_misses_their_deadlines(
    now: datetime,
) -> None:
    table = start_table(*people(3), time_per_choice=30)
    for _missed in range(2):
        for seat in (0, 1):
            play_first(table, seat, now)
        deadline = store.load(table.pk).deadline
        assert deadline is not None
        asked = deadline - 10 * SECOND
        pausing.propose(table.pk, 0, asked)
        pausing.agree(table.pk, 1, asked)
        playing.tend(table.pk, now := deadline)
    snapshot = store.load(table.pk)
    assert snapshot.away == (False, False, True)
    assert snapshot.is_paused
    assert due_at(table) == now + DAY


def test_a_pause_begins_once_the_only_one_who_has_not_answered_is_out(now: datetime) -> None:
    table = start_table(*people(3), options=Options(ending=Ending.ELIMINATION, limit=10))
    last_turn(table)
    play_turn(table)
    snapshot = store.load(table.pk)
    game = snapshot.play.game
    piles = game.round._replace(pile_heads=(0, 0, 40))
    play = snapshot.play._replace(game=game._replace(round=piles))
    Table.objects.filter(pk=table.pk).update(state=play.to_json())
    store.forget()
    pausing.propose(table.pk, 0, now)
    pausing.agree(table.pk, 1, now)
    playing.tend(table.pk, now + 30 * SECOND)
    snapshot = store.load(table.pk)
    assert snapshot.play.game.eliminated_in == (None, None, 1)
    assert snapshot.is_paused


def test_who_is_out_of_the_game_cannot_end_the_pause_of_the_others(now: datetime) -> None:
    table = start_table(*people(3), options=ELIMINATION)
    out_since_round_one(table, 2)
    first, second, out = range(3)
    pausing.propose(table.pk, first, now)
    pausing.agree(table.pk, second, now)
    snapshot = store.load(table.pk)
    assert snapshot.is_paused
    with pytest.raises(TableError) as refused:
        pausing.go_on(table.pk, now, out)
    assert refused.value.code is TableErrorCode.NO_PAUSE
    assert store.load(table.pk).version == snapshot.version
    viewers = [Viewer(seat=seat, is_member=True, is_host=False) for seat in range(3)]
    prompts = [describe_private(snapshot, viewer)["prompt"] for viewer in viewers]
    may_go_on = ["pause-end" in drawn(look_of("en", "bulls"), prompt) for prompt in prompts]
    assert may_go_on == [True, True, False]
    pausing.go_on(table.pk, now, second)
    after = store.load(table.pk).pause
    assert after.state is PauseState.ENDING


@pytest.mark.parametrize("is_ending", [True, False])
def test_a_pause_that_ends_while_the_site_is_down_takes_nobodys_time(
    now: datetime, is_ending: bool
) -> None:
    table = start_table(*people(2), time_per_choice=30)
    pausing.propose(table.pk, 0, now)
    pausing.agree(table.pk, 1, now)
    if is_ending:
        pausing.go_on(table.pk, now + MINUTE)
    back = now + 2 * DAY
    snapshot = playing.tend(table.pk, back)
    assert snapshot.pause is None
    assert not ActionLog.objects.exists()
    assert snapshot.deadline is not None
    assert snapshot.deadline > back + 20 * SECOND


def test_a_keeper_that_is_a_little_late_gives_no_more_time(now: datetime) -> None:
    table = start_table(*people(2), time_per_choice=30)
    pausing.propose(table.pk, 0, now)
    pausing.agree(table.pk, 1, now)
    pause = store.load(table.pk).pause
    assert pause.state is PauseState.ON
    assert pause.choice_left is not None
    pausing.go_on(table.pk, now)
    snapshot = playing.tend(table.pk, now + 7 * SECOND)
    assert snapshot.deadline == now + 5 * SECOND + timedelta(seconds=pause.choice_left)
