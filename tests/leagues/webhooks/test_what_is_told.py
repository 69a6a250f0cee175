"""What webhooks tell of a league: once, to those who were made for it, and only what counts."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import League, Season, Session, Webhook, WebhookDelivery
from leagues.notices.webhooks import service
from leagues.sessions import round_edits, seats, session_life
from leagues.sessions.session_life import SessionPlan
from leagues.setup import season_life
from leagues.sheets import results
from tests.leagues.exports.files import get, rows
from tests.leagues.sessions.rooms import check_in
from tests.leagues.webhooks.posts import MINUTE, send, told
from tests.support.leagues import (
    enter,
    make_game,
    make_season,
    make_session,
    make_webhook,
    sheet_of,
)
from tests.support.receiver import Receiver

pytestmark = pytest.mark.django_db


def next_week(days: int = 7) -> datetime:
    day = timezone.now() + timedelta(days=days)
    return day.replace(hour=19, minute=0, second=0, microsecond=0)


def test_sessions_that_are_planned_in_one_go_come_in_one_message(
    season: Season, hook: Webhook, server: Receiver, owner: Player
) -> None:
    plans = [SessionPlan(next_week(7), place="The old mill"), SessionPlan(next_week(14))]
    first, second = session_life.plan_sessions(season.pk, plans, owner)
    assert (send(timedelta()), server.posts) == (0, [])
    session_life.cancel_session(second, "The hall is closed", owner)
    assert send() == 1
    (found,) = told(server)
    assert (found["format"], found["version"]) == ("sixieme-webhook", 1)
    assert (found["event"], found["league"]["name"]) == ("sessions_changed", "Tuesdays")
    assert [(each["number"], each["status"], each["place"]) for each in found["sessions"]] == [
        (1, "planned", "The old mill"),
        (2, "cancelled", ""),
    ]
    assert datetime.fromisoformat(found["sessions"][0]["starts_at"]) == first.starts_at
    assert "Session 2" in found["text"]
    assert "cancelled" in found["text"]
    assert "The hall is closed" not in str(found), "the reason stands on the page"
    assert send() == 0


def test_a_season_that_is_prepared_is_told_once_it_opens(
    server: Receiver, owner: Player, spring: Season
) -> None:
    make_webhook(spring.league, address=server.url)
    session_life.plan_session(spring.pk, SessionPlan(next_week()), owner)
    assert not WebhookDelivery.objects.exists()
    season_life.open_season(spring.pk, timezone.now(), by=owner)
    assert send() == 1
    assert [each["number"] for each in told(server)[0]["sessions"]] == [1]


def test_a_session_that_was_deleted_or_is_past_is_told_nobody(
    season: Season, hook: Webhook, server: Receiver, owner: Player
) -> None:
    session = session_life.plan_session(season.pk, SessionPlan(next_week()), owner)
    session_life.drop_session(session, owner)
    yesterday = SessionPlan(timezone.now() - timedelta(days=1))
    session_life.plan_session(season.pk, yesterday, owner)
    assert (send(), server.posts) == (0, [])
    assert not hook.deliveries.exists()


def test_tables_are_told_once_everybody_may_see_them(
    session: Session, hook: Webhook, server: Receiver, owner: Player, people: list[Player]
) -> None:
    check_in(session, *people)
    ids = [person.pk for person in people]
    seats.lay_tables(session, [ids], 1, owner, is_released=False)
    assert (send(), server.posts) == (0, [])
    round_edits.release(session, 1, timezone.now(), owner)
    # Who sits where cannot wait for a minute.
    assert send(timedelta(seconds=1)) == 1
    (found,) = told(server)
    assert found["event"] == "tables_drawn"
    (table,) = found["tables"]
    assert (table["session"], table["round"], table["table"]) == (1, 1, 1)
    assert table["players"] == ["Ana", "Bob", "Cléo"]
    assert "Round 1, table 1: Ana, Bob, Cléo" in found["text"]
    assert table["url"].endswith("/sessions/1/games/1/")


def test_results_of_a_minute_come_together_and_each_once(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    for heads in ([10, 30, 70], [12, 8, 67]):
        enter(make_game(session, people), heads)
    assert send() == 1
    assert send(10 * MINUTE) == 0
    (found,) = told(server)
    assert found["event"] == "results_confirmed"
    assert [each["players"][0] for each in found["results"]] == [
        {"name": "Ana", "heads": 10, "place": 1},
        {"name": "Bob", "heads": 8, "place": 1},
    ]
    assert "Table 1: Ana 10, Bob 30, Cléo 70" in found["text"]


def test_a_sheet_that_waits_and_a_correction_that_waits_are_told_nobody(
    server: Receiver, owner: Player, people: list[Player]
) -> None:
    season = make_season(owner, second_person=True)
    make_webhook(season.league, address=server.url)
    game = enter(make_game(make_session(season), people), [10, 30, 70], by=people[0])
    assert (send(), server.posts) == (0, [])
    results.confirm(game, owner, timezone.now())
    assert send() == 1
    game.refresh_from_db()
    results.correct(game, sheet_of(people, totals=[11, 30, 70]), people[0], "oops", timezone.now())
    assert send() == 0
    game.refresh_from_db()
    results.confirm(game, owner, timezone.now())
    assert send() == 1
    assert [each["results"][0]["players"][0]["heads"] for each in told(server)] == [10, 11]


def test_a_game_that_no_longer_counts_is_told_too(
    session: Session, hook: Webhook, server: Receiver, owner: Player, people: list[Player]
) -> None:
    game = enter(make_game(session, people), [10, 30, 70])
    send()
    results.void(game, owner, "Wrong table", timezone.now())
    send()
    assert told(server)[1]["results"][0]["counts"] is False
    assert "Table 1: no longer counts" in told(server)[1]["text"]


def test_the_end_of_a_season_names_the_first_places(
    season: Season, hook: Webhook, server: Receiver, owner: Player, people: list[Player]
) -> None:
    enter(make_game(make_session(season), people), [10, 30, 70])
    send()
    season_life.close_season(season.pk, timezone.now(), by=owner)
    assert send() == 1
    found = told(server)[1]
    assert found["event"] == "season_over"
    # The places of one game of three: 100, 50 and 0.
    assert [(each["place"], each["name"], each["figure"]) for each in found["first_places"]] == [
        (1, "Ana", 100.0),
        (2, "Bob", 50.0),
        (3, "Cléo", 0.0),
    ]


def test_figures_and_times_are_those_of_the_exports(
    season: Season, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    for totals in ([10, 30, 70], [30, 10, 70], [10, 30, 70]):
        enter(make_game(make_session(season), people), totals)
    session_life.plan_session(season.pk, SessionPlan(timezone.now() + timedelta(days=1)))
    send()
    season_life.close_season(season.pk, timezone.now())
    send()
    session = next(each["sessions"][0] for each in told(server) if "sessions" in each)
    assert session["starts_at"].endswith("+00:00")
    assert "." not in session["starts_at"]
    exported = rows(get("standings_csv", season))
    first = told(server)[-1]["first_places"]
    assert [repr(each["figure"]) for each in first] == [row["figure"] for row in exported]
    assert any(len(row["figure"]) > len("33.33") for row in exported)


def test_a_season_that_was_opened_again_at_once_is_not_over(
    season: Season, hook: Webhook, server: Receiver, owner: Player
) -> None:
    season_life.close_season(season.pk, timezone.now(), by=owner)
    season_life.open_season(season.pk, timezone.now(), by=owner)
    assert (send(), server.posts) == (0, [])


def test_a_webhook_hears_what_it_was_made_for_and_nothing_of_other_leagues(
    session: Session, server: Receiver, people: list[Player], owner: Player
) -> None:
    make_webhook(session.season.league, address=server.url, tells_results=False)
    enter(make_game(session, people), [10, 30, 70])
    enter(make_game(make_session(make_season(owner)), people), [10, 30, 70])
    assert not WebhookDelivery.objects.exists()


def test_a_league_without_webhooks_asks_nothing_more_at_each_change(
    season: Season, hook: Webhook, owner: Player
) -> None:
    assert League.objects.get(pk=season.league_id).has_webhooks
    service.delete(hook, owner)
    assert not League.objects.get(pk=season.league_id).has_webhooks
