"""The pages of webhooks: made with a secret that is shown once, tested, changed, deleted."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import ciphers
from accounts.models import Player
from leagues.exports.privacy import personal_data
from leagues.models import AuditLine, League, Season, Webhook, WebhookDelivery
from leagues.notices.webhooks import service
from monitoring.redaction import hide_secrets
from tests.leagues.sessions.pages import text
from tests.support.clients import signed_in
from tests.support.leagues import make_season, make_webhook
from tests.support.receiver import Receiver, say

pytestmark = pytest.mark.django_db

DISCORD = "https://discord.com/api/webhooks/123/aB-c_T0PS3CRET"
TOLD = {"tells_sessions": "on", "tells_results": "on"}


def page(league: League, name: str = "webhooks", *ids: int) -> str:
    return reverse(f"leagues:{name}", args=[league.slug, *ids])


def create(browser: Client, league: League, **fields: Any) -> Any:
    data = {"format": "discord", "address": DISCORD, **TOLD, **fields}
    return browser.post(page(league), data, follow=True)


def test_an_owner_makes_a_webhook_whose_address_is_never_shown_again(
    season: Season, browser: Client
) -> None:
    answer = create(browser, season.league)
    hook = Webhook.objects.get()
    assert answer.redirect_chain == [(page(season.league, "webhook", hook.pk), 302)]
    assert "Discord · discord.com" in text(answer)
    told = [name for name in ("sessions", "tables", "results", "season")
            if getattr(hook, f"tells_{name}")]  # fmt: skip
    assert told == ["sessions", "results"]
    for each in (answer, browser.get(page(season.league)), browser.get(page(season.league, "log"))):
        assert "T0PS3CRET" not in each.content.decode()
    assert "created a webhook" in text(browser.get(page(season.league, "log")))


def test_a_secret_is_shown_once_and_a_new_one_replaces_it(season: Season, browser: Client) -> None:
    answer = create(browser, season.league, format="json", address="https://example.org/hook")
    hook = Webhook.objects.get()
    found = re.findall(r"sixieme_hook_[\w-]{43}", answer.content.decode())
    assert len(set(found)) == 1
    shown = page(season.league, "webhook", hook.pk)
    assert "sixieme_hook_" not in browser.get(shown).content.decode()
    renewed = browser.post(page(season.league, "webhook_secret", hook.pk))
    (new,) = set(re.findall(r"sixieme_hook_[\w-]{43}", renewed.content.decode()))
    assert new != found[0]
    assert ciphers.decrypt(service.PURPOSE, Webhook.objects.get().secret) == new
    assert "sixieme_hook_" not in browser.get(shown).content.decode()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("http://example.org/hook", "begins with https://"),
        ("https://localhost/hook", "own network"),
        ("https://192.168.1.1/hook", "own network"),
        ("nonsense", "begins with https://"),
        ("", "This field is required."),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_at_the_form(
    season: Season, browser: Client, address: str, sentence: str
) -> None:
    answer = create(browser, season.league, address=address)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert not Webhook.objects.exists()


def test_a_webhook_that_is_told_nothing_is_refused(season: Season, browser: Client) -> None:
    answer = browser.post(page(season.league), {"format": "slack", "address": DISCORD})
    assert answer.status_code == 422
    assert "Choose at least one thing" in text(answer)
    assert "T0PS3CRET" not in hide_secrets(f"POST {DISCORD}")


def test_a_league_has_five_at_most(season: Season, browser: Client) -> None:
    for number in range(4):
        make_webhook(season.league, address=f"https://chat.example.org/hooks/{number}")
    assert create(browser, season.league).status_code == 200
    answer = create(browser, season.league)
    assert answer.status_code == 409
    assert "five webhooks at most" in text(answer)
    assert Webhook.objects.count() == 5
    assert "New webhook" not in text(browser.get(page(season.league)))


def test_an_address_gets_one_webhook_however_often_the_form_is_sent(
    season: Season, browser: Client
) -> None:
    create(browser, season.league)
    answer = create(browser, season.league)
    assert answer.status_code == 409
    assert "A webhook of this league has this address already." in text(answer)
    make_webhook(make_season().league, address=DISCORD)
    assert [hook.league == season.league for hook in Webhook.objects.all()] == [True, False]


def test_what_it_is_told_no_more_is_not_sent_either_where_it_waits(
    season: Season, browser: Client
) -> None:
    hook = make_webhook(season.league)
    now, event = timezone.now(), WebhookDelivery.Event
    for told, next_try in ((event.RESULTS, now), (event.RESULTS, None), (event.SEASON, now)):
        hook.deliveries.create(season=season, event=told, at=now, next_try_at=next_try)
    browser.post(page(season.league, "webhook", hook.pk), {"tells_season": "on"})
    left = hook.deliveries.order_by("pk").values_list("event", "next_try_at")
    assert list(left) == [(event.RESULTS, None), (event.SEASON, now)]


def test_a_test_is_sent_on_its_own_and_the_log_tells_what_came_of_it(
    season: Season, browser: Client, server: Receiver
) -> None:
    hook = make_webhook(season.league, address=server.url)
    at = page(season.league, "webhook", hook.pk)
    answer = browser.post(page(season.league, "webhook_test", hook.pk), follow=True)
    assert "The test is on its way" in text(answer)
    assert server.posts == [], "nothing is sent while somebody waits for the page"
    assert "Test" in text(answer)
    assert "Waiting" in text(answer)
    assert "hx-get" in answer.content.decode(), "the page looks again by itself"
    service.send_due(timezone.now())
    assert "Delivered answer 204" in text(browser.get(at))
    assert "hx-get" not in browser.get(at).content.decode()
    server.answer = lambda handler: say(handler, 404)
    browser.post(page(season.league, "webhook_test", hook.pk))
    service.send_due(timezone.now())
    assert "Failed answer 404 · The server refused it." in text(browser.get(at))


def test_tests_in_a_row_are_limited(season: Season, browser: Client) -> None:
    hook = make_webhook(season.league)
    for _number in range(6):
        answer = browser.post(page(season.league, "webhook_test", hook.pk), follow=True)
    assert "This was sent very often." in text(answer)
    assert hook.deliveries.count() == 5


def test_the_log_says_when_the_next_try_is(season: Season, browser: Client) -> None:
    hook = make_webhook(season.league)
    now = timezone.now()
    WebhookDelivery.objects.create(
        webhook=hook, season=season, event="results_confirmed", at=now, tries=3, answer=503,
        problem="busy", next_try_at=now + timedelta(minutes=16), items=[1],
    )  # fmt: skip
    shown = text(browser.get(page(season.league, "webhook", hook.pk)))
    assert "Results confirmed Spring" in shown
    assert "answer 503 · 3 tries · The server had a fault, or asked to wait. · Next try" in shown


def test_what_it_is_told_is_changed_and_it_is_deleted(season: Season, browser: Client) -> None:
    hook = make_webhook(season.league)
    browser.post(page(season.league, "webhook", hook.pk), {"tells_season": "on"})
    hook.refresh_from_db()
    assert (hook.tells_season, hook.tells_results, hook.tells_tables) == (True, False, False)
    answer = browser.post(page(season.league, "webhook_delete", hook.pk), follow=True)
    assert "The webhook is deleted." in text(answer)
    assert not Webhook.objects.exists()
    dids = AuditLine.objects.filter(kind="links").order_by("pk").values_list("did", flat=True)
    assert list(dids) == ["made_webhook", "changed_webhook", "deleted_webhook"]


def test_a_webhook_of_another_league_is_not_found(browser: Client, season: Season) -> None:
    other = make_webhook(make_season().league)
    for name in ("webhook", "webhook_test", "webhook_secret", "webhook_delete"):
        method = browser.get if name == "webhook" else browser.post
        assert method(page(season.league, name, other.pk)).status_code == 404


def test_the_page_says_who_will_read_what_members_alone_see(owner: Player) -> None:
    season = make_season(owner, visibility=League.Visibility.MEMBERS)
    assert "whoever reads the channel" in text(signed_in(owner).get(page(season.league)))


def test_who_made_one_finds_it_in_their_data_without_its_address(
    season: Season, owner: Player
) -> None:
    make_webhook(season.league)
    (told,) = personal_data(owner)["webhooks"]
    assert (told["league"], told["server"]) == ("Tuesdays", "chat.example.org")
    assert "T0P" not in str(told)


def test_secrets_are_hidden_in_lines_of_the_log() -> None:
    line = f"posting {DISCORD} and https://hooks.slack.com/services/T1/B2/abc sixieme_hook_xY-9z"
    assert hide_secrets(line) == (
        "posting https://discord.com/api/webhooks/… and https://hooks.slack.com/… …"
    )
