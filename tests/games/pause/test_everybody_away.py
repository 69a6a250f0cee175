"""While everybody at a table is away its game stands still: bots do not finish it."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from games.live.regions import drawn, look_of, whole
from games.lobby.lists import lobby_for
from games.lobby.presenter import standing_text
from games.models import ActionLog, Table
from games.page.describe import describe_private, describe_public
from games.play import pausing, playing
from games.rules.options import Options
from games.seats import leaving, seating
from games.table import store
from games.table.access import Viewer
from games.table.pause import PauseState
from games.table.snapshot import Snapshot
from tests.games.addresses import url
from tests.games.test_dealt_tables import SECRET
from tests.games.test_fast_forward import ELIMINATION, out_since_round_one
from tests.pages.tables import words
from tests.support.clients import signed_in
from tests.support.tables import due, people, play_turn, start_table

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
IN_DAYS = 86_400
ONE_ROUND = Options(max_rounds=1)


def all_leave(table: Table, seats: int, now: datetime) -> Snapshot:
    for seat in range(seats):
        playing.step_away(table.pk, seat, now)
    return store.load(table.pk)


def bots_finish(table: Table) -> Snapshot:
    """Let whatever is due be done until the game is over."""
    for _move in range(100):
        snapshot = playing.tend(table.pk, due(table))
        if snapshot.has_ended:
            return snapshot
        assert not snapshot.is_paused
    raise AssertionError("the game goes on for ever")


def prompt(table: Table, seat: int | None, *, is_organizer: bool = False) -> str:
    viewer = Viewer(seat=seat, is_member=True, is_host=False, is_organizer=is_organizer)
    return words(
        whole(look_of("en", "bulls"), describe_private(store.load(table.pk), viewer)).elements
    )


def status(table: Table) -> str:
    return words(drawn(look_of("en", "bulls"), describe_public(store.load(table.pk))["status"]))


@pytest.mark.parametrize(
    ("time_per_choice", "longest"), [(30, DAY), (None, DAY), (IN_DAYS, 30 * DAY)]
)
def test_the_game_stands_still_once_the_last_one_has_left(
    now: datetime, time_per_choice: int | None, longest: timedelta
) -> None:
    table = start_table(*people(2), bots=1, time_per_choice=time_per_choice)
    playing.step_away(table.pk, 0, now)
    assert not store.load(table.pk).is_paused
    assert all_leave(table, 2, now).is_paused
    assert due(table) == now + longest
    playing.tend(table.pk, now + longest - SECOND)
    assert not ActionLog.objects.exists()


def test_who_is_back_has_the_time_that_was_left_and_bots_play_for_the_others(
    now: datetime,
) -> None:
    table = start_table(*people(2), time_per_choice=30)
    left = due(table) - now
    all_leave(table, 2, now)
    playing.come_back(table.pk, 1, now + HOUR)
    snapshot = store.load(table.pk)
    assert snapshot.away == (True, False)
    assert snapshot.pause.state is PauseState.ENDING
    snapshot = playing.tend(table.pk, now + HOUR + 5 * SECOND)
    assert snapshot.deadline == now + HOUR + 5 * SECOND + left
    snapshot = playing.tend(table.pk, now + HOUR + 25 * SECOND)
    assert [line.action["seat"] for line in ActionLog.objects.all()] == [0]


def test_who_leaves_again_while_the_game_is_about_to_go_on_gains_no_time(now: datetime) -> None:
    table = start_table(*people(1), bots=1, time_per_choice=30)
    deadline = store.load(table.pk).deadline
    assert deadline is not None
    left = deadline - now
    playing.step_away(table.pk, 0, now)
    playing.come_back(table.pk, 0, now + HOUR)
    playing.step_away(table.pk, 0, now + HOUR + SECOND)
    assert store.load(table.pk).is_paused
    assert due(table) == now + HOUR + SECOND + DAY
    playing.come_back(table.pk, 0, now + 2 * HOUR)
    back = now + 2 * HOUR + 5 * SECOND
    assert playing.tend(table.pk, back).deadline == back + left


def test_it_stands_still_once_the_last_one_has_missed_two_choices(now: datetime) -> None:
    table = start_table(*people(2), bots=1, time_per_choice=30)
    while not (snapshot := playing.tend(table.pk, due(table))).is_paused:
        assert not snapshot.has_ended
    assert snapshot.away == (True, True, False)
    store.forget()
    assert store.load(table.pk).play == snapshot.play
    assert due(table) - DAY < now + timedelta(minutes=2)


def test_a_pause_that_nobody_ends_is_followed_by_the_bots_and_no_other_pause(
    now: datetime,
) -> None:
    table = start_table(*people(2), bots=1, options=ONE_ROUND, time_per_choice=30)
    all_leave(table, 2, now)
    assert bots_finish(table).status == Table.Status.FINISHED


def test_an_organizer_may_let_the_bots_finish(now: datetime) -> None:
    table = start_table(*people(2), bots=1, options=ONE_ROUND)
    all_leave(table, 2, now)
    assert "Resume" in prompt(table, None, is_organizer=True)
    pausing.go_on(table.pk, now)
    assert due(table) == now + 5 * SECOND
    assert bots_finish(table).status == Table.Status.FINISHED


def test_who_resumes_is_back(now: datetime) -> None:
    table = start_table(*people(2), time_per_choice=30)
    pausing.propose(table.pk, 0, now)
    pausing.agree(table.pk, 1, now)
    all_leave(table, 2, now)
    pausing.go_on(table.pk, now, 1)
    assert store.load(table.pk).away == (True, False)


def test_who_is_out_and_has_not_left_is_not_kept_from_the_result(now: datetime) -> None:
    table = start_table(*people(2), bots=2, options=ELIMINATION)
    out_since_round_one(table, 0)
    playing.step_away(table.pk, 1, now)
    assert not store.load(table.pk).is_paused


def test_bots_do_not_wait_for_who_was_erased(now: datetime, ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, bots=1, options=ONE_ROUND)
    playing.step_away(table.pk, 0, now)
    leaving.erase(ben, ben.name, now)
    assert store.load(table.pk).is_paused
    leaving.erase(ada, ada.name, now)
    assert not store.load(table.pk).is_paused
    assert due(table) < now + HOUR
    assert bots_finish(table).status == Table.Status.FINISHED


def deal_to(*absent: Player) -> Table:
    plan = seating.TablePlan(name="Table 3", options=Options(), seat_count=3, bot_levels=("gap",))
    ids = [player.pk for player in absent]
    now = timezone.now()
    return seating.open_dealt_table(absent[0], absent, plan, now, ids, server_seed=SECRET)


def test_bots_play_for_the_absent_as_their_organizer_asked_until_one_comes_and_leaves(
    now: datetime,
) -> None:
    table = deal_to(*people(2))
    assert not store.load(table.pk).is_paused
    playing.come_back(table.pk, 1, now)
    playing.step_away(table.pk, 1, now)
    assert store.load(table.pk).is_paused


def test_everybody_reads_why_the_game_stands_still_and_comes_back_with_one_tap(
    now: datetime, ben: Player, table: Table
) -> None:
    playing.step_away(table.pk, 0, now)
    assert "The bot plays for you. I am back" in prompt(table, 0)
    all_leave(table, 2, now)
    assert "The game is paused: everybody is away." in status(table)
    for seat in range(2):
        asked = prompt(table, seat)
        assert "Paused until you are back. Bots play on after" in asked
        assert "I am back" in asked
        assert "The bot plays" not in asked
        assert "Resume" not in asked
    signed_in(ben).post(url("back", table))
    assert "The game resumes." in status(table)


def test_nobody_reads_that_they_win_where_the_bot_has_finished_for_them(now: datetime) -> None:
    seated = people(2)
    table = start_table(*seated, options=ONE_ROUND)
    for _turn in range(3):
        play_turn(table)
    all_leave(table, 2, now)
    game = bots_finish(table).game
    best = game.ranks.index(1)
    (card,) = lobby_for(seated[best]).past
    assert standing_text(card).startswith(seated[best].name)
    asked = prompt(table, best)
    assert "You win!" not in asked
    assert "The bot finished the game for you and" in asked
