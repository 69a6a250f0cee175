"""From one table to the next at which one is awaited."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.live.regions import drawn, look_of
from games.models import Table
from games.page.describe import describe_private
from games.play import pausing
from games.table import store
from games.table.access import Viewer
from tests.support.clients import signed_in
from tests.support.tables import people, play_first, start_table

pytestmark = pytest.mark.django_db(transaction=True)

DAY = 86_400


def link(table: Table) -> str:
    return reverse("games:next_turn", args=[table.code])


def test_it_leads_to_the_table_whose_time_is_up_first(
    ada: Player, ben: Player, as_ada: Client
) -> None:
    here = start_table(ada, ben, time_per_choice=DAY)
    slow = start_table(ada, ben, time_per_choice=7 * DAY)
    soon = start_table(ada, ben, time_per_choice=2 * DAY)
    unlimited = start_table(ada, ben)
    for table in (soon, slow, unlimited):
        assert as_ada.get(link(here)).headers["Location"] == table.get_absolute_url()
        play_first(table, 0)
    assert as_ada.get(link(here)).headers["Location"] == reverse("games:lobby")
    assert as_ada.get(link(soon)).headers["Location"] == here.get_absolute_url()


def test_tables_of_others_and_those_in_a_pause_await_nobody(
    ada: Player, ben: Player, cleo: Player
) -> None:
    here = start_table(ada, ben, time_per_choice=DAY)
    start_table(ben, cleo, time_per_choice=DAY)
    paused = start_table(ada, ben, time_per_choice=DAY)
    now = timezone.now() + timedelta(seconds=1)
    pausing.propose(paused.pk, 0, now)
    pausing.agree(paused.pk, 1, now)
    assert signed_in(ada).get(link(here)).headers["Location"] == reverse("games:lobby")
    lobby = signed_in(ada).get(reverse("games:lobby")).context["lobby"]
    assert {table.code: table.your_turn for table in lobby.mine} == {
        here.code: True,
        paused.code: False,
    }


def test_it_is_offered_by_correspondence_once_one_has_chosen() -> None:
    slow = start_table(*people(2), time_per_choice=DAY)
    fast = start_table(*people(2), time_per_choice=30)
    viewer = Viewer(seat=0, is_member=True, is_host=False)

    def is_offered(table: Table) -> bool:
        prompt = describe_private(store.fresh(table.pk), viewer)["prompt"]
        return "next-turn" in drawn(look_of(viewer.language, viewer.deck), prompt)

    assert not is_offered(slow)
    play_first(slow, 0)
    play_first(fast, 0)
    assert is_offered(slow)
    assert not is_offered(fast)
