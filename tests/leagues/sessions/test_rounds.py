"""Rounds of a session: tables from 1, a seating nobody is told yet, people moved, who sits out."""

import re
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from leagues.exports.privacy import personal_data
from leagues.models import Bye, Game, Notice, Round, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.sessions import round_edits, seats, session_life
from leagues.sessions.round_edits import Edit, RoundChanged, TimerStep, plan_text
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.leagues.sessions.pages import text, url
from tests.leagues.sessions.rooms import check_in, short_season, start
from tests.support.leagues import enter, make_season, make_session
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def evening(sizes: list[int], *, is_released: bool = True, **rules: int) -> tuple[Session, Round]:
    """A session whose first round has tables of these sizes."""
    session = make_session(short_season(**{"fewest": 2, "preferred": 3, "most": 4, **rules}))
    return session, lay(session, sizes, is_released=is_released)


def lay(session: Session, sizes: list[int], *, is_released: bool = True) -> Round:
    tables = []
    for size in sizes:
        seated = people(size)
        check_in(session, *seated)
        tables.append([player.pk for player in seated])
    return seats.lay_tables(session, tables, 7, PlayerFactory.create(), is_released=is_released)


def plan(row: Round) -> dict[int, tuple[int, ...]]:
    games = Game.objects.filter(round=row).prefetch_related("seats")
    return dict(round_edits.plan_of(games))


def change(row: Round, edit: Edit, seen: round_edits.Plan | None = None) -> None:
    by = PlayerFactory.create()
    round_edits.rearrange(row.session, row.number, plan(row) if seen is None else seen, edit, by)


def address(row: Round, name: str = "round") -> str:
    season = row.session.season
    where = [season.league.slug, season.number, row.session.number, row.number]
    return reverse(f"leagues:{name}", args=where)


def test_each_round_numbers_its_tables_from_1_and_its_games_go_on() -> None:
    session, _first = evening([3, 3])
    lay(session, [2, 2])
    games = session.games.order_by("number")
    assert [game.number for game in games] == [1, 2, 3, 4]
    assert [game.table_name for game in games] == [
        "Round 1, table 1",
        "Round 1, table 2",
        "Round 2, table 1",
        "Round 2, table 2",
    ]


def test_whoever_is_here_without_a_seat_sits_out() -> None:
    session = make_session(short_season())
    *seated, left = people(4)
    check_in(session, *seated, left)
    row = seats.lay_tables(session, [[p.pk for p in seated]], 7, PlayerFactory.create())
    assert [(bye.player, bye.kind) for bye in row.byes.all()] == [(left, Bye.Kind.BYE)]
    assert seats.rounds_before(session, [left.pk])[left.pk] == (1, 1, 1)


def test_of_people_who_make_no_tables_nobody_sits_out_twice_before_all_have() -> None:
    session = make_session(make_season(fewest=3, preferred=3, most=3))
    everybody = people(4)
    check_in(session, *everybody)
    sat_out = []
    for seed in range(4):
        free = seats.free_players(session)
        found = seats.propose(session, free, seed, {})
        row = seats.lay_tables(session, found.tables, seed, PlayerFactory.create())
        sat_out += [bye.player_id for bye in row.byes.all()]
        session.games.all().update(status=Game.Status.VOIDED)
    assert sorted(sat_out) == sorted(player.pk for player in everybody)


# --- Before a round is released --------------------------------------------------------


def test_only_organizers_and_scorers_see_a_round_that_is_not_released(
    client: Client, organizer: Player
) -> None:
    session, row = evening([3], is_released=False)
    names = [seat.player.name for seat in row.games.get().seats.all() if seat.player]
    said = text(client.get(url("session", session)))
    assert "Not shown yet" in said
    assert "Start tables online" not in said
    stranger = Client()
    for page in ("session", "screen", "slips"):
        said = text(stranger.get(url(page, session), follow=True))
        assert "Table 1" not in said
        assert "table 1" not in said
    assert stranger.get(row.games.get().get_absolute_url()).status_code == HTTPStatus.FOUND
    assert stranger.get(address(row, "round_timer")).status_code == HTTPStatus.NOT_FOUND
    client.post(address(row, "round_release"))
    assert "Start tables online" in text(client.get(url("session", session)))
    said = text(stranger.get(url("session", session)))
    assert "Table 1" in said
    assert all(name in said for name in names)
    assert stranger.get(row.games.get().get_absolute_url()).status_code == HTTPStatus.OK


def test_somebody_who_sits_at_a_hidden_table_is_not_told_where(client: Client) -> None:
    session, row = evening([3], is_released=False)
    player = row.games.get().seats.all()[0].player
    assert player.user is not None
    client.force_login(player.user)
    assert "You are at table" not in text(client.get(url("session", session)))
    assert client.get(row.games.get().get_absolute_url()).status_code == HTTPStatus.NOT_FOUND
    round_edits.release(session, row.number, timezone.now(), PlayerFactory.create())
    assert "You are at table 1" in text(client.get(url("session", session)))


def test_a_round_is_released_once(client: Client, organizer: Player) -> None:
    session, row = evening([3], is_released=False)
    now = timezone.now()
    round_edits.release(session, row.number, now, organizer)
    round_edits.release(session, row.number, now + timedelta(minutes=1), organizer)
    row.refresh_from_db()
    assert row.released_at == now


def test_a_table_that_starts_online_releases_its_round() -> None:
    _session, row = evening([3], is_released=False)
    start(row.games.get(), bot_for_absent=True)
    row.refresh_from_db()
    assert row.released_at is not None


# --- Edits -----------------------------------------------------------------------------


def test_somebody_moves_to_another_table() -> None:
    _session, row = evening([3, 3])
    before = plan(row)
    mover = before[1][0]
    change(row, Edit(mover, table=2))
    assert plan(row) == {1: before[1][1:], 2: tuple(sorted((*before[2], mover)))}
    indexes = [list(game.seats.values_list("index", flat=True)) for game in row.games.all()]
    assert indexes == [[0, 1], [0, 1, 2, 3]]


def test_two_people_change_places() -> None:
    _session, row = evening([3, 3])
    before = plan(row)
    one, other = before[1][0], before[2][0]
    change(row, Edit(one, other=other))
    after = plan(row)
    assert other in after[1]
    assert one in after[2]
    assert [len(table) for table in after.values()] == [3, 3]


def test_whoever_is_taken_out_and_comes_after_all_has_a_seat_and_no_bye() -> None:
    _session, row = evening([3])
    player = plan(row)[1][0]
    change(row, Edit(player, kind=Bye.Kind.NO_SHOW))
    assert player not in plan(row)[1]
    assert row.byes.get(player=player).kind == Bye.Kind.NO_SHOW
    change(row, Edit(player, table=1))
    assert player in plan(row)[1]
    assert not row.byes.exists()


def test_a_second_tap_changes_nothing_and_is_not_refused() -> None:
    _session, row = evening([3, 3])
    seen = plan(row)
    edit = Edit(seen[1][0], table=2)
    change(row, edit, seen)
    after = plan(row)
    change(row, edit, seen)
    assert plan(row) == after


def test_an_edit_made_on_an_old_page_is_refused_with_what_changed(
    client: Client, organizer: Player
) -> None:
    _session, row = evening([3, 3])
    seen = plan(row)
    first, second = seen[1][:2]
    change(row, Edit(first, table=2))
    stored = plan(row)
    with pytest.raises(RoundChanged):
        change(row, Edit(second, table=2), seen)
    sent = {"seen-1": plan_text(seen), "player-1": second, "to-1": "table:2"}
    answer = client.post(address(row), sent)
    assert answer.status_code == HTTPStatus.CONFLICT
    name = Player.objects.get(pk=first).name
    assert f"{name}: Table 1 → Table 2" in text(answer)
    assert plan(row) == stored


def test_a_table_that_has_begun_and_a_full_one_take_nobody() -> None:
    session, row = evening([3, 4, 3])
    mover = plan(row)[1][0]
    with pytest.raises(LeagueError, match=LeagueErrorCode.TABLE_SIZE.value):
        change(row, Edit(mover, table=2))
    start(session.games.get(number=3), bot_for_absent=True)
    with pytest.raises(LeagueError, match=LeagueErrorCode.TABLE_BEGUN.value):
        change(row, Edit(mover, table=3))


def test_a_sheet_that_was_open_before_an_edit_is_late() -> None:
    _session, row = evening([3, 3])
    before = row.games.get(table_number=1).version
    change(row, Edit(plan(row)[1][0], table=2))
    assert row.games.get(table_number=1).version == before + 1


def test_a_table_below_the_smallest_size_is_said_and_the_organizer_decides(
    client: Client, organizer: Player
) -> None:
    _session, row = evening([3, 3], fewest=3)
    seen = plan(row)
    sent = {"seen-1": plan_text(seen), "player-1": seen[1][0], "to-1": "out:no_show"}
    page = text(client.post(address(row), sent, follow=True))
    assert "Round 1, table 1 has 2 people, fewer than the 3 of this season" in page
    assert "did not show up" in page


def test_people_of_a_table_that_was_not_played_can_join_another_of_its_round(
    client: Client, organizer: Player
) -> None:
    _session, row = evening([3, 2, 3])
    not_played, open_table, over = row.games.order_by("number")
    (late, *_others), _second, (done, *_rest) = plan(row).values()
    results.not_played(not_played, organizer, timezone.now())
    enter(over, [10, 15, 70])
    html = client.get(address(row), follow=True).content.decode()
    assert f'<option value="{late}">' in html
    assert f'<option value="{done}">' not in html
    seen = re.search(r'name="seen-1"\s+form="command"\s+value="([^"]*)"', html)
    assert seen is not None
    sent = {"seen-1": seen[1], "player-1": late, "to-1": f"table:{open_table.table_number}"}
    assert client.post(address(row), sent).status_code == HTTPStatus.FOUND
    assert open_table.seats.filter(player=late).exists()
    assert not_played.seats.filter(player=late).exists()


def test_the_page_says_who_is_free_beside_the_tables(client: Client, organizer: Player) -> None:
    session, _row = evening([3])
    (late,) = people(1)
    check_in(session, late)
    assert f"Free: {late.name}" in text(client.get(url("session", session)))


def test_whoever_has_gone_home_gets_no_seat() -> None:
    session, row = evening([3])
    somebody = PlayerFactory.create()
    with pytest.raises(LeagueError, match=LeagueErrorCode.NOT_PRESENT.value):
        change(row, Edit(somebody.pk, table=1))
    session_life.arrive(session, somebody, timezone.now())
    change(row, Edit(somebody.pk, table=1))
    assert somebody.pk in plan(row)[1]


def test_the_draw_leads_a_late_comer_to_a_round_with_room(
    client: Client, organizer: Player
) -> None:
    session, row = evening([3, 4])
    check_in(session, PlayerFactory.create(name="Lou"))
    page = client.get(url("seating", session), follow=True).content.decode()
    assert f'href="#edit-round-{row.number}"' in page
    start(session.games.get(number=1), bot_for_absent=True)
    page = client.get(url("seating", session), follow=True).content.decode()
    assert f'href="#edit-round-{row.number}"' not in page


# --- Who is told -----------------------------------------------------------------------


def told_of() -> dict[int, int]:
    """The table that each person was told."""
    return dict(Notice.objects.values_list("player", "game__table_number"))


def test_of_a_round_that_is_not_released_nobody_is_told_before_it_is() -> None:
    session, row = evening([3, 3], is_released=False)
    by = PlayerFactory.create()
    change(row, Edit(plan(row)[1][0], table=2))
    assert told_of() == {}
    round_edits.release(session, row.number, timezone.now(), by)
    seated = {player: table for table, players in plan(row).items() for player in players}
    assert told_of() == seated
    Notice.objects.all().delete()
    round_edits.release(session, row.number, timezone.now(), by)
    assert told_of() == {}, "a second tap tells nobody again"


def test_a_table_that_starts_online_tells_its_whole_round() -> None:
    _session, row = evening([3, 3], is_released=False)
    start(row.games.get(table_number=1), bot_for_absent=True)
    assert len(told_of()) == 6


def test_who_is_moved_is_told_and_who_has_no_seat_any_more_is_told_nothing() -> None:
    _session, row = evening([3, 3], most=6)
    first, second, third = plan(row)[1]
    Notice.objects.update(read_at=timezone.now())
    change(row, Edit(first, table=2))
    unread = Notice.objects.filter(read_at=None)
    assert list(unread.values_list("player", "game__table_number")) == [(first, 2)]
    round_edits.rearrange(
        row.session, row.number, plan(row), Edit(second, table=2), Player.objects.get(pk=second)
    )
    assert second not in told_of(), "who moves themselves knows"
    change(row, Edit(third))
    assert third not in told_of()


# --- The timer -------------------------------------------------------------------------


def test_a_timer_of_45_minutes_is_paused_extended_and_stopped() -> None:
    session, row = evening([3])
    begin = timezone.now()

    def tap(step: TimerStep, minutes: int, after: int) -> int | None:
        now = begin + timedelta(minutes=after)
        round_edits.set_timer(session, row.number, step, minutes, now)
        row.refresh_from_db()
        return row.seconds_left(now)

    assert tap(TimerStep.START, 45, 0) == 45 * 60
    assert tap(TimerStep.START, 60, 1) == 44 * 60
    assert tap(TimerStep.PAUSE, 0, 10) == 35 * 60
    assert row.seconds_left(begin + timedelta(hours=5)) == 35 * 60
    assert tap(TimerStep.GO_ON, 0, 20) == 35 * 60
    assert tap(TimerStep.EXTEND, 5, 20) == 40 * 60
    assert tap(TimerStep.EXTEND, 5, 90) == 5 * 60
    assert tap(TimerStep.STOP, 0, 91) is None


def test_everybody_sees_how_long_a_round_goes_on(client: Client, organizer: Player) -> None:
    session, row = evening([3])
    client.post(address(row, "round_timer"), {"step": "start", "minutes-1": "45"})
    row.refresh_from_db()
    assert row.ends_at is not None
    said = f"until {timezone.localtime(row.ends_at):%H:%M}"
    stranger = Client()
    for page in ("session", "screen", "slips"):
        assert said in text(stranger.get(url(page, session), follow=True))
    left = stranger.get(address(row, "round_timer")).json()
    assert left["runs"]
    assert 44 * 60 < left["left"] <= 45 * 60
    said = text(client.get(url("session", session)))
    assert "Pause More minutes Stop the timer" in said
    assert "Start the timer" not in said


# --- Whose byes they are ---------------------------------------------------------------


def test_the_data_of_a_person_have_their_byes_once_the_round_is_released() -> None:
    session, row = evening([3, 3], is_released=False)
    player = Player.objects.get(pk=plan(row)[1][0])
    change(row, Edit(player.pk, kind=Bye.Kind.NO_SHOW))
    seated = Player.objects.get(pk=plan(row)[1][0])
    assert personal_data(player)["byes"] == []
    assert personal_data(seated)["results"] == []
    round_edits.release(session, row.number, timezone.now(), PlayerFactory.create())
    (bye,) = personal_data(player)["byes"]
    assert (bye["round"], bye["kind"]) == (1, "no_show")
    (result,) = personal_data(seated)["results"]
    assert (result["round"], result["table"]) == (1, 1)
