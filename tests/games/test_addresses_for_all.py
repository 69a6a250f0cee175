"""Every address of the site, asked by every kind of person: none fails, none tells a secret."""

from http import HTTPStatus
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import urls
from games.models import Table
from games.play.commands import LIMIT
from games.rules.options import Options
from games.seats import seating
from games.talk import service as talk
from tests.guests.guests import seat_guest
from tests.support.clients import signed_in
from tests.support.tables import open_table, people, play_to_the_end

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_worlds")]

TABLE_NAME = "Rue des Vaches"
HUGE = 10**30


@pytest.fixture(autouse=True)
def _guests_are_allowed(settings: LazySettings) -> None:
    settings.GUEST_SEATS = True
    LIMIT.reset()
    cache.clear()


def private_table(host: Player, state: str) -> tuple[Table, Client]:
    """A private table in a state, and the browser of its guest."""
    table = open_table(
        host, seats=3, options=Options(max_rounds=1), visibility=Table.Visibility.PRIVATE
    )
    Table.objects.filter(pk=table.pk).update(name=TABLE_NAME)
    browser, _guest = seat_guest(table, host)
    if state != "open":
        seating.start(table.pk, host, timezone.now())
    if state == "finished":
        play_to_the_end(table)
    talk.say(table.pk, host, "meuh", timezone.now())
    return table, browser


def games_addresses(code: str, number: int) -> list[tuple[str, str]]:
    """(name, path) of every address of the tables."""
    found = []
    for pattern in urls.urlpatterns:
        arguments = {
            name: number if type(converter).__name__ == "IntConverter" else code
            for name, converter in pattern.pattern.converters.items()
        }
        found.append((str(pattern.name), reverse(f"games:{pattern.name}", kwargs=arguments)))
    return found


def asked(browser: Client, method: str, path: str) -> Any:
    browser.raise_request_exception = False
    LIMIT.reset()
    cache.clear()
    fields = {"text": "\0" + "é" * 400, "seat": "1", "card": "1", "player": "1", "reaction": "no"}
    return getattr(browser, method)(path, fields)


@pytest.mark.parametrize(("state", "number"), [("open", HUGE), ("playing", 1), ("finished", 1)])
@pytest.mark.parametrize("method", ["get", "post"])
def test_no_address_fails_whoever_asks(method: str, state: str, number: int) -> None:
    ada, member, organizer = people(3)
    Player.objects.filter(pk=organizer.pk).update(is_organizer=True)
    organizer.refresh_from_db()
    members = {"stranger": None, "member": member, "host": ada, "organizer": organizer}
    for who in (*members, "guest"):
        table, guest = private_table(ada, state)
        browser = guest if who == "guest" else signed_in(members[who])
        for name, path in games_addresses(table.code, number):
            answer = asked(browser, method, path)
            assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, (who, name, state)
            if who != "stranger" or answer.streaming:
                continue
            text = answer.content.decode(errors="ignore")
            for secret in (TABLE_NAME, ada.name, "meuh", "Zoé"):
                assert secret not in text, (name, secret)


def test_a_hand_made_number_too_large_for_a_database_is_not_found(
    ada: Player, as_ada: Client
) -> None:
    table, _guest = private_table(ada, "playing")
    for name in ("message", "moderate"):
        path = reverse(f"games:{name}", kwargs={"code": table.code, "number": HUGE})
        answer = as_ada.get(path) if name == "message" else as_ada.post(path, {"do": "delete"})
        assert answer.status_code == HTTPStatus.NOT_FOUND
