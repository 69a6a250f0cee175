"""Who is on the site is seen by those whom they chose, and stored nowhere."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts import presence
from accounts.models import Player, User
from games.friends.near import near
from games.lobby.company import MOST_SHOWN
from games.talk import service as talk
from tests.factories import PlayerFactory
from tests.friends.company import come, here_for, lobby, make_friends, show_to
from tests.support.clients import html_of, signed_in
from tests.support.tables import people

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HX-Request": "true"}


def test_as_long_as_nothing_is_chosen_friends_alone_see_who_is_here(
    ada: Player, ben: Player, cleo: Player
) -> None:
    make_friends(ada, ben)
    come(ada)
    assert here_for(ben) == [ada.name]
    assert here_for(cleo) == []


@pytest.mark.parametrize(
    ("audience", "by_friend", "by_member"),
    [("members", True, True), ("friends", True, False), ("nobody", False, False)],
)
def test_each_chooses_who_sees_that_they_are_here(
    audience: str, by_friend: bool, by_member: bool, ada: Player, ben: Player, cleo: Player
) -> None:
    make_friends(ada, ben)
    browser = signed_in(ada)
    page = browser.get(reverse("accounts:profile"))
    chosen = {name: value or "" for name, value in page.context["form"].initial.items()}
    fields = {**chosen, "name": ada.name, "presence_for": audience}
    browser.post(reverse("accounts:profile"), fields)
    assert User.objects.get(player=ada).presence_for == audience
    assert (ada.name in here_for(ben), ada.name in here_for(cleo)) == (by_friend, by_member)


def test_friends_come_first_and_the_reader_is_left_out(
    ada: Player, ben: Player, cleo: Player
) -> None:
    make_friends(ada, cleo)
    for player in (ada, ben, cleo):
        show_to(player, "members")
        come(player)
    assert here_for(ada) == [cleo.name, ben.name]


def test_people_stand_by_name_whatever_their_accents_and_capitals(ada: Player) -> None:
    names = ["abel", "Élodie", "Zoé"]
    friends = [PlayerFactory.create(name=name) for name in reversed(names)]
    for player in friends:
        make_friends(ada, player)
    assert [one.name for one in near(ada).away] == names
    for player in friends:
        come(player)
    assert here_for(ada) == names


def test_who_was_on_the_site_more_than_two_minutes_ago_is_not_here(
    ada: Player, ben: Player
) -> None:
    make_friends(ada, ben)
    now = timezone.now()
    with time_machine.travel(now, tick=False) as clock:
        come(ada)
        clock.shift(timedelta(seconds=119))
        assert here_for(ben) == [ada.name]
        clock.shift(timedelta(seconds=2))
        assert here_for(ben) == []


def test_who_signs_out_is_not_here(ada: Player, ben: Player) -> None:
    make_friends(ada, ben)
    browser = signed_in(ada)
    browser.get(reverse("games:rules"))
    assert here_for(ben) == [ada.name]
    browser.post(reverse("account_logout"))
    assert here_for(ben) == []


def test_who_may_no_longer_sign_in_is_not_here(ada: Player, ben: Player) -> None:
    make_friends(ada, ben)
    come(ada)
    User.objects.filter(player=ada).update(is_active=False)
    assert here_for(ben) == []


def test_of_two_of_whom_one_has_hidden_the_other_neither_sees_the_other(
    ada: Player, ben: Player
) -> None:
    for player in (ada, ben):
        show_to(player, "members")
        come(player)
    talk.mute(ada, ben)
    assert here_for(ada) == here_for(ben) == []


def test_many_are_counted(ada: Player) -> None:
    for player in people(MOST_SHOWN + 2):
        show_to(player, "members")
        come(player)
    assert len(here_for(ada)) == MOST_SHOWN
    assert "and 2 others" in lobby(ada)


def test_a_request_writes_nothing_to_the_database_about_it(ada: Player) -> None:
    browser, address = signed_in(ada), reverse("games:rules")
    browser.get(address)
    presence.forget()
    with CaptureQueriesContext(connection) as asked:
        browser.get(address)
    assert presence.is_here(User.objects.get(player=ada).pk)
    said = [query["sql"].split()[0] for query in asked.captured_queries]
    assert not {"INSERT", "UPDATE", "DELETE"} & set(said)


def test_without_the_shared_cache_a_process_shows_whom_it_serves_itself(
    ada: Player, ben: Player, settings: Settings
) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "config.shared_cache.SharedCache",
            "LOCATION": "redis://127.0.0.1:1",
            "OPTIONS": {"socket_connect_timeout": 0.2},
        }
    }
    make_friends(ada, ben)
    come(ada)
    assert here_for(ben) == [ada.name]


def test_a_process_notes_somebody_twice_a_minute_at_most(
    ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[str] = []
    keep = cache.set

    def counted(key: str, *how: Any) -> None:
        noted.append(key)
        keep(key, *how)

    monkeypatch.setattr(cache, "set", counted)
    for _time in range(3):
        presence.note(1)
    presence.note_all([1, 2, None])
    assert noted == ["here:1", "here:2"]


def test_an_open_lobby_is_told_when_a_friend_comes_and_goes(ada: Player, ben: Player) -> None:
    make_friends(ada, ben)
    reader, lists = signed_in(ben), reverse("games:lists")
    mark = reader.get(reverse("games:lobby")).context["mark"]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        come(ada)
        newer = reader.get(lists, {"mark": mark}, headers=HTMX)
        assert ada.name in html_of(newer)
        mark = newer.context["mark"]
        same = reader.get(lists, {"mark": mark}, headers=HTMX)
        assert same.status_code == HTTPStatus.NO_CONTENT
        clock.shift(timedelta(seconds=121))
        presence.forget_known()
        assert ada.name not in html_of(reader.get(lists, {"mark": mark}, headers=HTMX))


def test_all_open_lobbies_together_look_once(ada: Player, ben: Player) -> None:
    with CaptureQueriesContext(connection) as first:
        presence.here()
    with CaptureQueriesContext(connection) as second:
        presence.here()
    assert (len(first), len(second)) == (1, 0)


def test_strangers_see_nobody(ada: Player) -> None:
    show_to(ada, "members")
    come(ada)
    stranger = Client().get(reverse("games:home")).content.decode()
    assert ada.name not in stranger
    assert Client().get(reverse("games:lobby")).status_code == HTTPStatus.FOUND
    assert Client().get(reverse("games:lists"), headers=HTMX).status_code == HTTPStatus.NO_CONTENT
