"""By correspondence, the ping of a page tells that its player needs no mail."""

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache

from accounts.models import Player
from games.models import Table
from games.page.consumer import PING, PONG
from games.play import watching
from tests.live.browsers import Connect
from tests.support.tables import people, start_table

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]

DAY = 86_400


@sync_to_async
def open_table(time_per_choice: int | None) -> tuple[Player, Player, Table]:
    cache.clear()
    ada, ben = people(2)
    return ada, ben, start_table(ada, ben, time_per_choice=time_per_choice)


@pytest.mark.parametrize(("time_per_choice", "is_noted"), [(DAY, True), (30, False), (None, False)])
async def test_a_ping_is_noted_where_mails_are_sent(
    connect: Connect, time_per_choice: int | None, is_noted: bool
) -> None:
    ada, ben, table = await open_table(time_per_choice)
    browser = await connect(table, ada)
    # The first message is the view. An answer comes after the ping before it was dealt with.
    for _ping in range(2):
        await browser.socket.send_to(text_data=PING)
        while await browser.message() != PONG:
            pass
    assert watching.has_page_open(table.pk, ada.pk) is is_noted
    assert not watching.has_page_open(table.pk, ben.pk)


async def test_a_television_keeps_no_mail_from_the_player_who_has_switched_it_on(
    connect: Connect,
) -> None:
    ada, _ben, table = await open_table(DAY)
    screen = await connect(table, ada, "watch=1")
    for _ping in range(2):
        await screen.socket.send_to(text_data=PING)
        while await screen.message() != PONG:
            pass
    assert not watching.has_page_open(table.pk, ada.pk)
