"""A session with hundreds of tables: its page lists what goes on, and leads to what is over."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import Bye, Game, Role, Round, Season, Session
from leagues.people.players import add_player
from leagues.sessions import check_in as checking_in
from leagues.sessions import reading, seats, session_life
from leagues.sessions.overview import Stage, stage_of
from leagues.sessions.reading import screen_overview, session_overview
from leagues.sessions.regions import screen_regions, session_now
from tests.leagues.browsing import page, url
from tests.leagues.sessions.rooms import check_in
from tests.leagues.sheets.pages.pages import address, fields
from tests.support.clients import signed_in
from tests.support.leagues import (
    enter,
    make_game,
    make_member_with,
    make_season,
    make_session,
    play,
)
from tests.support.tables import people

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_TABLES", 3)
    monkeypatch.setattr("leagues.sessions.reading.MOST_TABLES", 3)
    monkeypatch.setattr(reading, "NEWEST_SHOWN", 2)


@pytest.fixture
def players() -> list[Player]:
    return people(6)


@pytest.fixture
def session(players: list[Player]) -> Session:
    """Everybody is here."""
    session = make_session(make_season(players[0]))
    check_in(session, *players)
    return session


def lay(session: Session, players: list[Player], **how: Any) -> Round:
    """A round with two tables of three."""
    tables = [[one.pk for one in players[:3]], [one.pk for one in players[3:]]]
    return seats.lay_tables(session, tables, 1, players[0], **how)


def finish(row: Round) -> None:
    for game in row.games.order_by("number"):
        enter(game, [5, 20, 70])


def numbers(session: Session) -> list[int]:
    """The games whose tables the page lists."""
    return [table.number for table in session_overview(session).tables]


def test_all_tables_of_a_session_with_few_are_listed(
    session: Session, players: list[Player]
) -> None:
    finish(lay(session, players))
    play(session, *players[:3])
    assert numbers(session) == [3, 1, 2]
    assert "?round=" not in page(session.season, "session", session.number)


def test_rounds_that_are_over_are_a_link_each_but_the_newest(
    session: Session, players: list[Player]
) -> None:
    finish(lay(session, players))
    finish(lay(session, players))
    html = page(session.season, "session", session.number)
    assert numbers(session) == [3, 4]
    assert "?round=1" in html
    assert "2 results" in html
    assert "?round=2" not in html
    old = signed_in(None).get(url("session", session.season, session.number), {"round": 1})
    shown = old.content.decode()
    assert [f'id="table-{number}"' in shown for number in (1, 2, 3, 4)] == [
        True,
        True,
        False,
        False,
    ]


def test_a_round_with_a_table_in_play_is_listed_whole(
    session: Session, players: list[Player]
) -> None:
    first = lay(session, players)
    enter(first.games.get(number=1), [5, 20, 70])
    for _time in range(3):
        play(session, *players[:3])
    assert numbers(session) == [1, 2]
    assert "3 results" in page(session.season, "session", session.number)


def test_a_round_with_a_bye_is_listed_since_it_can_be_changed(
    session: Session, players: list[Player]
) -> None:
    first = lay(session, players)
    Bye.objects.create(round=first, player=people(1)[0], kind=Bye.Kind.BYE)
    finish(first)
    finish(lay(session, players))
    assert numbers(session) == [1, 2, 3, 4]


def test_where_nothing_was_drawn_the_newest_results_stay(
    session: Session, players: list[Player]
) -> None:
    for _time in range(5):
        play(session, *players[:3])
    seated = make_game(session, players[3:])
    assert numbers(session) == [4, 5, 6]
    html = page(session.season, "session", session.number)
    assert "3 more results" in html
    assert f'id="table-{seated.number}"' in html
    browser, address = signed_in(None), url("session", session.season, session.number)
    first, last = (
        browser.get(address, {"round": 0, "page": number}).content.decode() for number in (1, 2)
    )
    # All of them, the newest first.
    assert first.index('id="table-6"') < first.index('id="table-5"') < first.index('id="table-4"')
    assert last.index('id="table-3"') < last.index('id="table-1"')
    assert "page=2" in first
    assert "page=1" in last


def test_whoever_sat_at_a_table_that_is_not_listed_has_sat(
    session: Session, players: list[Player]
) -> None:
    for _time in range(5):
        play(session, *players[:3])
    others = people(6)
    check_in(session, *others)
    finish(lay(session, others))
    overview = session_overview(session)
    assert {one.player for one in overview.idle} == {*players[:3], *others}
    assert {one.player for one in overview.newcomers} == set(players[3:])
    assert overview.has_results
    assert stage_of(session, overview, timezone.now()) == Stage.FREE


def test_results_alone_that_are_not_listed_make_a_session_that_was_played(
    session: Session, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "NEWEST_SHOWN", 0)
    for player in players:
        session_life.leave(session, player, timezone.now())
    for _time in range(5):
        play(session, *players[:3])
    overview = session_overview(session)
    assert not overview.tables
    assert stage_of(session, overview, timezone.now()) == Stage.DONE
    assert "Ranking of session" in page(session.season, "session", session.number)


def test_members_see_no_hidden_table_among_those_of_a_round(
    session: Session, players: list[Player]
) -> None:
    hidden = lay(session, players, is_released=False)
    address, asked = url("session", session.season, session.number), {"round": hidden.number}
    seen = {who: signed_in(who).get(address, asked).content.decode() for who in (None, players[0])}
    assert "No tables yet." in seen[None]
    assert 'id="table-1"' in seen[players[0]]


def test_a_round_that_is_none_leads_to_no_table(session: Session, client: Client) -> None:
    for asked in ("99", "x", "-1", "9" * 40):
        answer = client.get(url("session", session.season, session.number), {"round": asked})
        assert answer.status_code == HTTPStatus.OK


def test_the_big_screen_shows_what_is_pushed_to_it(session: Session, players: list[Player]) -> None:
    def is_alike() -> bool:
        told = session_now(session, timezone.now()).told
        return screen_regions(session, screen_overview(session)) == screen_regions(session, told)

    for _time in range(5):
        play(session, *players[:3])
    assert is_alike()
    finish(lay(session, players))
    assert is_alike()
    finish(lay(session, players))
    assert is_alike()


def test_the_ranking_of_a_session_follows_each_result(
    session: Session, players: list[Player]
) -> None:
    play(session, *players[:3])
    before = page(session.season, "session", session.number)
    play(session, *players[3:])
    after = page(session.season, "session", session.number)
    assert [before.count("col-name"), after.count("col-name")] == [4, 7]


def test_of_many_players_the_first_can_be_tapped_and_all_be_found(
    players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_session(make_season(players[0]))
    for player in players:
        add_player(session.season_id, player)
    monkeypatch.setattr(checking_in, "FEW_PLAYERS", 2)
    monkeypatch.setattr(checking_in, "MOST_REGULARS", 4)
    names = sorted(player.name for player in players)
    lists = checking_in.present_check_in(session, session_overview(session))
    assert [one.name for one in lists.regulars] == names[:4]
    assert lists.more == 2
    assert not lists.all_are_here
    html = page(session.season, "session", session.number, by=players[0])
    assert "and 2 others, found by name" in html
    found = checking_in.present_check_in(session, session_overview(session), names[5])
    assert [one.name for one in found.regulars] == names[5:]


def test_a_result_that_is_not_listed_is_corrected_and_the_correction_confirmed(
    session: Session, players: list[Player]
) -> None:
    first = lay(session, players)
    finish(first)
    finish(lay(session, players))
    Season.objects.filter(pk=session.season_id).update(second_person=True)
    game = first.games.get(number=1)
    one, other = (
        signed_in(make_member_with(Role.Kind.SCORER, session.season.league)) for _who in range(2)
    )
    listed = one.get(url("session", session.season, session.number), {"round": 1})
    assert f'href="{address(game)}"' in listed.content.decode()
    assert f'href="{address(game, "game_correct")}"' in one.get(address(game)).content.decode()
    typed = fields(players[:3], totals=[70, 20, 5], version=game.version, reason="read wrong")
    one.post(address(game, "game_correct"), typed)
    # What waits is on the page of the session, with the other tables of its round.
    assert numbers(session) == [1, 2, 3, 4]
    shown = page(session.season, "session", session.number, by=players[0])
    assert 'id="table-1"' in shown
    assert "Look and confirm" in shown
    game.refresh_from_db()
    other.post(address(game, "game_confirm"), {"version": game.version})
    assert numbers(session) == [3, 4]
    seats = game.seats.order_by("index").values_list("player", "heads", "place")
    assert list(seats) == [
        (players[0].pk, 70, 3),
        (players[1].pk, 20, 2),
        (players[2].pk, 5, 1),
    ]


def test_a_table_of_a_round_that_is_not_listed_is_played_after_all(
    session: Session, players: list[Player]
) -> None:
    first = lay(session, players)
    game = first.games.get(number=1)
    organizer = signed_in(players[0])
    organizer.post(address(game, "game_not_played"), {"version": game.version})
    enter(first.games.get(number=2), [5, 20, 70])
    finish(lay(session, players))
    assert numbers(session) == [3, 4]
    game.refresh_from_db()
    restored = {"version": game.version, "reason": "they play it now"}
    organizer.post(address(game, "game_restore"), restored)
    assert numbers(session) == [1, 2, 3, 4]
    game.refresh_from_db()
    shown = page(session.season, "session", session.number, by=players[0])
    assert f'href="{address(game, "game_submit")}"' in shown
    typed = fields(players[:3], totals=[5, 20, 70], version=game.version)
    organizer.post(address(game, "game_submit"), typed)
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert numbers(session) == [3, 4]
