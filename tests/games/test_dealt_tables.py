"""Tables that are opened for others: everybody is seated and the cards are dealt at once."""

import re

import pytest
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.play import playing
from games.rules.errors import InvalidOptions
from games.rules.options import Options, Variant
from games.seats import seating
from games.seats.rematch import open_rematch
from games.seats.seating import TablePlan
from games.table import store
from games.table.errors import TableError, TableErrorCode
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.tables import people, play_to_the_end

pytestmark = pytest.mark.django_db

SECRET = bytes(range(32))


def deal_to(
    *players: Player, bots: int = 0, host: Player | None = None, absent: tuple[int, ...] = ()
) -> Table:
    plan = TablePlan(
        name="Table 3",
        options=Options(max_rounds=1),
        seat_count=len(players) + bots,
        bot_levels=("gap",) * bots,
        origin="Autumn, evening 2",
        origin_url="/leagues/autumn/1/sessions/2/",
    )
    return seating.open_dealt_table(
        host or PlayerFactory.create(), players, plan, timezone.now(), absent, server_seed=SECRET
    )


def test_everybody_has_cards_in_the_order_they_were_named() -> None:
    ada, ben, cem = people(3)
    table = deal_to(cem, ada, ben, bots=1)
    snapshot = store.fresh(table.pk)
    assert [seat.player_id for seat in snapshot.seats] == [cem.pk, ada.pk, ben.pk, None]
    assert snapshot.seats[3].bot == "gap"
    assert [len(hand) for hand in snapshot.game.round.hands] == [10] * 4


def test_its_host_breaks_the_game_off_without_a_seat() -> None:
    host, ada, ben = people(3)
    table = deal_to(ada, ben, host=host)
    with pytest.raises(TableError, match=TableErrorCode.NOT_HOST.value):
        playing.abandon(table.pk, ada, timezone.now())
    playing.abandon(table.pk, host, timezone.now())
    table.refresh_from_db()
    assert table.status == Table.Status.ABANDONED


def test_the_bot_keeps_the_seats_of_the_absent_until_they_come() -> None:
    ada, paper = people(1)[0], PlayerFactory.create(user=None)
    table = deal_to(ada, paper, absent=(paper.pk,))
    table.refresh_from_db()
    assert store.fresh(table.pk).away == (False, True)
    assert table.due_at is not None
    playing.tend(table.pk, table.due_at)
    snapshot = store.fresh(table.pk)
    assert snapshot.game.decision.seats == (0,)


def test_a_table_with_a_seat_too_many_is_not_opened(ada: Player, ben: Player) -> None:
    plan = TablePlan(name="Table 3", options=Options(), seat_count=3)
    with pytest.raises(TableError, match=TableErrorCode.TOO_FEW.value):
        seating.open_dealt_table(ada, [ada, ben], plan, timezone.now(), server_seed=SECRET)
    assert not Table.objects.exists()


def test_nine_people_cannot_play_with_special_cards() -> None:
    players = people(9)
    plan = TablePlan(name="Table 3", options=Options(variant=Variant.SPECIAL), seat_count=9)
    with pytest.raises(InvalidOptions):
        seating.open_dealt_table(players[0], players, plan, timezone.now(), server_seed=SECRET)


def test_the_table_leads_back_to_where_it_belongs_but_its_rematch_belongs_nowhere(
    ada: Player, ben: Player
) -> None:
    table = deal_to(ada, ben)
    assert store.fresh(table.pk).origin_url == "/leagues/autumn/1/sessions/2/"
    play_to_the_end(table)
    following = open_rematch(table.pk, ada, timezone.now())
    assert following.origin == ""
    assert following.origin_url == ""


def test_the_page_of_the_table_links_to_where_it_belongs(ada: Player, ben: Player) -> None:
    table = deal_to(ada, ben)
    page = signed_in(ada).get(table.get_absolute_url()).content.decode()
    assert '<a href="/leagues/autumn/1/sessions/2/">Autumn, evening 2</a>' in page
    assert 'id="origin"' not in page


def test_whoever_has_finished_is_led_back_there(ada: Player, ben: Player) -> None:
    table = deal_to(ada, ben)
    play_to_the_end(table)
    page = signed_in(ada).get(table.get_absolute_url()).content.decode()
    assert re.search(r'id="origin"\s+href="/leagues/autumn/1/sessions/2/">Autumn, evening 2<', page)
