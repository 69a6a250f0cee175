"""Printed links through an evening: tables moved, shown late, online, taken apart; a day on."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from leagues.models import Bye, Game, Notice, Role, Round, Season, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import merging, players
from leagues.sessions import replying, round_edits, seats, session_life
from leagues.sessions.round_edits import Edit
from leagues.sheets import results
from tests.leagues.score_links.test_sheet_by_link import filled, path_of
from tests.leagues.sessions.pages import text, url
from tests.leagues.sessions.rooms import check_in, start
from tests.support.leagues import make_member_with, make_season, make_session, sheet_of
from tests.support.tables import people

pytestmark = pytest.mark.django_db

EVENING = datetime.fromisoformat("2026-03-24 19:00+00:00")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(EVENING, tick=False) as traveller:
        yield traveller


class Evening:
    """Two tables of three that only organizers and scorers know yet."""

    def __init__(self) -> None:
        self.session: Session = make_session(make_season(fewest=3), starts_at=EVENING)
        self.scorer = make_member_with(Role.Kind.ORGANIZER, self.session.season.league)
        self.people = people(6)
        check_in(self.session, *self.people)
        self.round = self.lay(self.people[:3], self.people[3:], is_released=False)

    def lay(self, *tables: list[Player], is_released: bool = True) -> Round:
        ids = [[player.pk for player in table] for table in tables]
        return seats.lay_tables(self.session, ids, 7, self.scorer, is_released=is_released)

    def show(self) -> None:
        round_edits.release(self.session, self.round.number, EVENING, self.scorer)

    def game(self, table: int) -> Game:
        return self.round.games.get(table_number=table)

    def move(self, player: Player, table: int | None) -> None:
        seen = round_edits.plan_of(self.round.games.prefetch_related("seats"))
        edit = Edit(player.pk, table=table, kind=Bye.Kind.NO_SHOW)
        round_edits.rearrange(self.session, self.round.number, seen, edit, self.scorer)


@pytest.fixture
def evening() -> Evening:
    """Anew for each test."""
    return Evening()


def test_a_sheet_filled_in_before_its_table_was_rearranged_is_late_and_the_code_still_works(
    clock: Any, evening: Evening
) -> None:
    evening.show()
    game, stay = evening.game(1), evening.people[1:3]
    path, old = path_of(game), filled(game, evening.people[:3])
    evening.move(evening.people[0], 2)
    late = Client().post(path, old)
    # Somebody on it sits elsewhere by now: it is shown again, and nothing is entered.
    assert late.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    game.refresh_from_db()
    assert game.status == Game.Status.SEATED
    assert path_of(game) == path
    assert Client().post(path, filled(game, stay, (10, 70))).status_code == HTTPStatus.FOUND
    # What was sent keeps its people where they sit.
    with pytest.raises(LeagueError, match=LeagueErrorCode.TABLE_BEGUN.value):
        evening.move(stay[0], 2)


def test_after_a_correction_and_back_from_taken_out_the_code_opens_nothing(
    clock: Any, evening: Evening
) -> None:
    evening.show()
    game, seated = evening.game(1), evening.people[:3]
    path, now = path_of(game), timezone.now()
    Client().post(path, filled(game, seated))
    game.refresh_from_db()
    results.confirm(game, evening.scorer, now)
    game.refresh_from_db()
    sheet = sheet_of(seated, totals=[30, 3, 70])
    results.correct(game, sheet, evening.scorer, "misread", now)
    for step in (results.void, results.restore):
        game.refresh_from_db()
        step(game, evening.scorer, "a mistake", now)
        answers = (Client().get(path), Client().post(path, filled(game, seated)))
        assert [answer.status_code for answer in answers] == [HTTPStatus.GONE, HTTPStatus.CONFLICT]


def test_the_code_of_a_table_that_was_taken_apart_leads_nowhere_for_good(
    clock: Any, evening: Evening
) -> None:
    path = path_of(evening.game(1))
    seats.take_apart(evening.session, [game.number for game in evening.round.games.all()])
    evening.round = evening.lay(evening.people[:3], evening.people[3:])
    assert evening.round.number == 1
    assert Client().get(path).status_code == HTTPStatus.NOT_FOUND
    assert path_of(evening.game(1)) != path


def test_a_table_that_starts_online_shows_the_round_and_its_code_is_refused(
    clock: Any, evening: Evening
) -> None:
    paths = [path_of(evening.game(table)) for table in (1, 2)]
    assert "Table 1" not in text(Client().get(url("session", evening.session)))
    start(evening.game(1))
    said = text(Client().get(url("session", evening.session)))
    assert "Table 1" in said
    assert "Table 2" in said
    opened = [Client().get(path).status_code for path in paths]
    assert opened == [HTTPStatus.GONE, HTTPStatus.OK]


def test_people_who_go_while_a_round_is_prepared_leave_it_whole(
    clock: Any, evening: Evening
) -> None:
    session, season = evening.session, evening.session.season
    home, gone, left, noshow = evening.people[:4]
    member = people(1)[0]
    guest = session_life.arrive_guest(session, "Odile", timezone.now())
    evening.move(guest, 2)
    session_life.leave(session, home, timezone.now())
    players.withdraw(season.pk, gone, timezone.now())
    privacy.erase(left)
    merging.merge(season.league, guest, member, evening.scorer, timezone.now())
    evening.move(noshow, None)
    round_edits.release(session, 1, timezone.now())
    page = text(Client().get(url("session", session)))
    assert member.name in page
    assert "former player" in page
    assert "Odile" not in page
    # The table stays as it is until an organizer decides.
    assert evening.game(1).seats.count() == 3
    with pytest.raises(LeagueError, match=LeagueErrorCode.GAMES_IN_PLAY.value):
        session_life.close_session(session, evening.scorer)


def test_a_day_later_the_forgotten_session_still_takes_its_sheets_for_a_week(
    clock: Any, evening: Evening
) -> None:
    round_edits.release(evening.session, 1, timezone.now())
    first, second = (path_of(evening.game(table)) for table in (1, 2))
    clock.move_to(EVENING + DAY + HOUR)
    session_life.end_forgotten(timezone.now())
    sent = Client().post(first, filled(evening.game(1), evening.people[:3]))
    assert sent.status_code == HTTPStatus.FOUND
    results.confirm(evening.game(1), evening.scorer, timezone.now())
    told = Notice.objects.filter(kind=Notice.Kind.RESULTS).values_list("player", flat=True)
    assert set(told) == {player.pk for player in evening.people[:3]}
    clock.move_to(EVENING + 8 * DAY + 2 * HOUR)
    assert Client().get(second).status_code == HTTPStatus.GONE
    session_life.reopen_session(evening.session, evening.scorer)
    assert Client().get(second).status_code == HTTPStatus.OK


def test_a_waiting_list_through_a_cancelled_moved_and_smaller_session(
    clock: Any, season: Season
) -> None:
    first, second, third, fourth = people(4)
    plan = session_life.SessionPlan(EVENING + 3 * DAY, places=2)
    session = session_life.plan_session(season.pk, plan)
    for minute, player in enumerate((first, second, third, fourth)):
        clock.move_to(EVENING + timedelta(minutes=minute))
        replying.reply(session, player, timezone.now(), comes=True)
    session_life.cancel_session(session, "Snow")
    privacy.erase(first)
    session_life.reinstate_session(session)
    moved = session_life.SessionPlan(EVENING + 10 * DAY, places=1)
    session_life.change_session(session, moved)
    coming = session.replies.with_a_place().values_list("player", flat=True)
    assert set(coming) == {second.pk, third.pk}
    replying.reply(session, second, timezone.now(), comes=False)
    assert list(session.replies.waiting().values_list("player", flat=True)) == [fourth.pk]
    clock.move_to(EVENING + 10 * DAY)
    session_life.arrive(session, fourth, timezone.now())
    with pytest.raises(LeagueError, match=LeagueErrorCode.LATE.value):
        replying.reply(session, third, timezone.now(), comes=False)
