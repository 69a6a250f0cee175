"""What happens in a league reaches a real server: once, signed, in three formats, with retries."""

import hashlib
import hmac
import json
import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from games.models import Table
from games.signals import tidying
from leagues.models import Game, League, Season, Session, Webhook, WebhookDelivery
from leagues.sessions import round_edits, seats, session_life
from leagues.sessions.session_life import SessionPlan
from leagues.setup import season_life
from leagues.sheets import results
from leagues.webhooks import delivery, service
from tests.factories import PlayerFactory
from tests.leagues.sessions.rooms import check_in
from tests.support.leagues import (
    enter,
    make_game,
    make_season,
    make_session,
    make_webhook,
    sheet_of,
)
from tests.support.project import ROOT
from tests.support.receiver import Receiver, say

pytestmark = pytest.mark.django_db

Format, Status, Event = Webhook.Format, WebhookDelivery.Status, WebhookDelivery.Event
MINUTE = timedelta(minutes=1)
SOON = timedelta(minutes=1, seconds=1)


@pytest.fixture
def hook(season: Season, server: Receiver) -> Webhook:
    return make_webhook(season.league, address=server.url)


@pytest.fixture
def people() -> list[Player]:
    return [PlayerFactory.create(name=name) for name in ("Ana", "Bob", "Cléo")]


@pytest.fixture
def warnings(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.DEBUG):
        yield caplog


def send(after: timedelta = SOON) -> int:
    return delivery.send_due(timezone.now() + after)


def told(server: Receiver) -> list[Any]:
    """What was posted, as JSON."""
    return [json.loads(each.body) for each in server.posts]


def next_week(days: int = 7) -> datetime:
    return (timezone.now() + timedelta(days=days)).replace(hour=19, minute=0, second=0)


# --- What is told ----------------------------------------------------------------------


def test_sessions_that_are_planned_in_one_go_come_in_one_message(
    season: Season, hook: Webhook, server: Receiver, owner: Player
) -> None:
    plans = [SessionPlan(next_week(7), place="The old mill"), SessionPlan(next_week(14))]
    first, second = session_life.plan_sessions(season.pk, plans, owner)
    assert (send(timedelta()), server.posts) == (0, [])
    session_life.cancel_session(second, "The hall is closed", owner)
    assert send() == 1
    (found,) = told(server)
    assert found["format"], found["version"] == ("sixieme-webhook", 1)
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


def test_a_season_that_is_prepared_is_told_once_it_opens(server: Receiver, owner: Player) -> None:
    season = make_season(owner, opened=False)
    make_webhook(season.league, address=server.url)
    session_life.plan_session(season.pk, SessionPlan(next_week()), owner)
    assert not WebhookDelivery.objects.exists()
    season_life.open_season(season.pk, timezone.now(), by=owner)
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


# --- Formats ---------------------------------------------------------------------------


def test_a_post_is_signed_as_the_documentation_says(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    enter(make_game(session, people), [10, 30, 70])
    send()
    (found,) = server.posts
    headers = found.headers
    signed = headers["Sixieme-Timestamp"].encode() + b"." + found.body
    secret = vars(hook)["plain_secret"]
    by_hand = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    assert headers["Sixieme-Signature"] == f"v1={by_hand}"
    assert abs(int(headers["Sixieme-Timestamp"]) - timezone.now().timestamp()) < 60
    assert headers["Sixieme-Delivery"] == str(hook.deliveries.get().pk)


def test_the_example_of_the_documentation_is_right() -> None:
    found = delivery.signature_of("sixieme_hook_example", "1700000000", b'{"event":"test"}')
    assert found in (ROOT / "docs" / "league-data.md").read_text(encoding="utf-8")


def test_discord_shows_a_name_as_it_is_and_calls_nobody(
    session: Session, server: Receiver, people: list[Player]
) -> None:
    make_webhook(session.season.league, Format.DISCORD, server.url)
    Player.objects.filter(pk=people[0].pk).update(name="@everyone *Ana* [x](https://evil.example)")
    enter(make_game(session, people), [10, 30, 70])
    send()
    (found,) = told(server)
    assert found["allowed_mentions"] == {"parse": []}
    assert r"\@everyone \*Ana\* \[x\]\(https\://evil.example\) 10" in found["content"]
    assert found["content"].startswith("**Tuesdays")
    assert "Sixieme-Signature" not in server.posts[0].headers


def test_slack_shows_a_name_as_it_is_and_calls_nobody(
    session: Session, server: Receiver, people: list[Player]
) -> None:
    make_webhook(session.season.league, Format.SLACK, server.url)
    Player.objects.filter(pk=people[0].pk).update(name="<!channel> & Ana")
    enter(make_game(session, people), [10, 30, 70])
    send()
    (found,) = told(server)
    assert "&lt;!channel&gt; &amp; Ana 10" in found["text"]
    assert found["mrkdwn"] is False


@pytest.mark.parametrize("format", [Format.DISCORD, Format.SLACK])
def test_a_long_message_is_cut_between_lines(
    session: Session,
    server: Receiver,
    people: list[Player],
    format: Webhook.Format,  # noqa: A002
) -> None:
    make_webhook(session.season.league, format, server.url)
    for _game in range(90):
        enter(make_game(session, people), [10, 30, 70])
    send()
    (found,) = told(server)
    text = found.get("content") or found["text"]
    assert 1500 < len(text) <= 2000
    shown = text.count("Cléo")
    assert f"… and {90 - shown} more" in text


def test_a_message_is_in_the_language_of_whoever_made_the_webhook(
    session: Session, server: Receiver, people: list[Player]
) -> None:
    make_webhook(session.season.league, address=server.url, language="fr")
    enter(make_game(session, people), [10, 30, 70])
    send()
    assert "Table 1\N{NO-BREAK SPACE}: Ana 10" in told(server)[0]["text"]
    assert "Soirée 1" in told(server)[0]["text"]


def test_whoever_was_erased_before_it_is_sent_is_not_named(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    enter(make_game(session, people), [10, 30, 70])
    privacy.erase(people[0])
    send()
    assert "Ana" not in server.posts[0].body.decode()
    assert "Bob" in server.posts[0].body.decode()


# --- Retries ---------------------------------------------------------------------------


def test_what_fails_is_tried_again_each_time_after_twice_as_long(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    server.answer = lambda handler: say(handler, 503)
    enter(make_game(session, people), [10, 30, 70])
    at = timezone.now() + SOON
    # Two minutes, then four, eight ... after each of nine tries.
    for number in range(9):
        assert delivery.send_due(at) == 0
        assert len(server.posts) == number + 1
        at += 2 * MINUTE * 2**number
        assert delivery.send_due(at - MINUTE) == 0
        assert len(server.posts) == number + 1
    kept = hook.deliveries.get()
    assert (kept.status, kept.answer, kept.tries) == (Status.FAILED, 503, 9)
    assert delivery.send_due(at + timedelta(days=9)) == 0
    assert len(server.posts) == 9


def test_it_arrives_at_the_second_try_with_what_is_true_by_then(
    session: Session, hook: Webhook, server: Receiver, people: list[Player], owner: Player
) -> None:
    server.answer = lambda handler: say(handler, 500)
    game = enter(make_game(session, people), [10, 30, 70])
    send()
    results.correct(
        game, sheet_of(people, totals=[15, 30, 70]), owner, "Read again", timezone.now()
    )
    server.answer = lambda handler: say(handler, 200)
    assert send(5 * MINUTE) == 2
    heads = [each["results"][0]["players"][0]["heads"] for each in told(server)]
    assert heads == [10, 15, 15]
    assert set(hook.deliveries.values_list("status", flat=True)) == {Status.DELIVERED}


def test_a_server_that_asks_to_wait_is_left_alone_for_so_long(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    server.answer = lambda handler: say(handler, 429, Retry_After="1800")
    enter(make_game(session, people), [10, 30, 70])
    send()
    assert send(29 * MINUTE) == 0
    assert len(server.posts) == 1
    send(32 * MINUTE)
    assert len(server.posts) == 2


@pytest.mark.parametrize("status", [301, 401, 404, 410])
def test_what_a_server_refuses_is_not_tried_again(
    session: Session, hook: Webhook, server: Receiver, people: list[Player], status: int
) -> None:
    server.answer = lambda handler: say(handler, status)
    enter(make_game(session, people), [10, 30, 70])
    send()
    assert hook.deliveries.get().status == Status.FAILED
    assert send(timedelta(days=1)) == 0
    assert len(server.posts) == 1


def test_an_address_that_leads_inside_by_now_is_refused_at_each_post(
    session: Session, hook: Webhook, server: Receiver, people: list[Player], settings: Any
) -> None:
    settings.WEBHOOKS_TO_THIS_MACHINE = False
    enter(make_game(session, people), [10, 30, 70])
    send()
    kept = hook.deliveries.get()
    assert (kept.status, kept.problem, server.posts) == (Status.FAILED, "bad_address", [])


def test_a_site_with_another_key_cannot_read_the_address_and_says_so(
    session: Session, hook: Webhook, server: Receiver, people: list[Player], settings: Any
) -> None:
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key of the site" * 3
    enter(make_game(session, people), [10, 30, 70])
    send()
    assert hook.deliveries.get().problem == "key_lost"
    settings.SECRET_KEY_FALLBACKS = [old]
    service.test(hook, timezone.now())
    assert send() == 1


def test_a_hook_that_fails_holds_up_no_other(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    make_webhook(session.season.league, address="http://127.0.0.1:9/closed")
    enter(make_game(session, people), [10, 30, 70])
    assert send() == 1
    assert hook.deliveries.get().status == Status.DELIVERED


def test_the_log_keeps_the_last_fifty(hook: Webhook, server: Receiver) -> None:
    for number in range(53):
        service.test(hook, timezone.now())
        assert send() == 1, number
    assert hook.deliveries.count() == 50
    assert len(server.posts) == 53


def test_the_keeper_sends_what_is_due(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    enter(make_game(session, people), [10, 30, 70])
    WebhookDelivery.objects.update(next_try_at=timezone.now())
    tidying.send(sender=Table)
    assert hook.deliveries.get().status == Status.DELIVERED


def test_what_a_process_that_died_had_claimed_is_sent_by_another(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    enter(make_game(session, people), [10, 30, 70])
    waiting, at = hook.deliveries.get(), timezone.now() + SOON
    assert delivery._claim(waiting, at)
    assert not delivery._claim(waiting, at), "another process has it"
    assert delivery.send_due(at + MINUTE) == 0
    assert delivery.send_due(at + 2 * MINUTE) == 1


def test_neither_address_nor_secret_is_stored_or_logged(
    session: Session,
    server: Receiver,
    people: list[Player],
    warnings: pytest.LogCaptureFixture,
) -> None:
    hook = make_webhook(session.season.league, address=server.url + "/T0PS3CRET")
    secret = vars(hook)["plain_secret"]
    server.answer = lambda handler: say(handler, 500)
    enter(make_game(session, people), [10, 30, 70])
    send()
    rows = [*Webhook.objects.values(), *WebhookDelivery.objects.values()]
    for text in (str(rows), warnings.text):
        assert "T0PS3CRET" not in text
        assert secret not in text
    assert all(person.name not in str(rows) for person in people), "words are stored nowhere"
    assert Game.objects.get().status == Game.Status.CONFIRMED
