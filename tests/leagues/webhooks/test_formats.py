"""What is posted: signed JSON, text for Discord and Slack, in the language of its webhook."""

import hashlib
import hmac

import pytest
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from leagues.models import Session, Webhook
from leagues.notices.webhooks import service
from tests.leagues.webhooks.posts import send, told
from tests.support.leagues import (
    enter,
    make_game,
    make_webhook,
)
from tests.support.project import ROOT
from tests.support.receiver import Receiver

pytestmark = pytest.mark.django_db

Format = Webhook.Format


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
    found = service.signature_of("sixieme_hook_example", "1700000000", b'{"event":"test"}')
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
