"""Alone against the ox, by one tap in the lobby."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import Table, new_code
from games.rules.options import Variant
from tests.support.clients import signed_in
from tests.support.tables import play_to_the_end

pytestmark = pytest.mark.django_db


def test_one_tap_leads_to_a_game_that_has_begun(ada: Player) -> None:
    answer = signed_in(ada).post(reverse("games:play_alone"), {"code": new_code()})
    table = Table.objects.get()
    assert answer.headers["Location"] == table.get_absolute_url()
    assert table.status == Table.Status.PLAYING
    assert table.options["variant"] == Variant.OX
    assert table.seats.count() == 1


def test_a_second_tap_leads_to_the_same_table(ada: Player) -> None:
    code = new_code()
    for _tap in range(2):
        signed_in(ada).post(reverse("games:play_alone"), {"code": code})
    assert Table.objects.count() == 1


def test_the_lobby_has_the_button(ada: Player) -> None:
    page = signed_in(ada).get(reverse("games:lobby")).text
    assert reverse("games:play_alone") in page


def test_who_plays_again_alone_is_alone_again(ada: Player) -> None:
    signed_in(ada).post(reverse("games:play_alone"), {"code": new_code()})
    first = Table.objects.get()
    play_to_the_end(first)
    signed_in(ada).post(reverse("games:rematch", args=[first.code]))
    following = Table.objects.exclude(pk=first.pk).get()
    assert following.status == Table.Status.PLAYING
    assert following.seats.count() == 1


def test_nobody_leads_alone_and_the_end_is_told(as_ada: Client) -> None:
    as_ada.post(reverse("games:play_alone"), {"code": new_code()})
    assert "You lead" not in as_ada.get(reverse("games:lobby")).text
    ended = play_to_the_end(Table.objects.get())
    assert ended.game is not None
    told = "The team wins!" if ended.game.winners else "The ox wins."
    assert told in as_ada.get(reverse("games:lobby")).text
    page = as_ada.get(Table.objects.get().get_absolute_url()).text
    assert "the team would have won." in page or "The team is ahead by" in page
