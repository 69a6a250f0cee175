"""Who is out of a game may let the bots finish it at once; nobody else is hurried."""

from http import HTTPStatus

import pytest
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.play import playing
from games.rules.options import Ending, Options
from games.seats import leaving
from games.table import store
from games.table.snapshot import Snapshot
from tests.games.addresses import url
from tests.support.clients import signed_in
from tests.support.tables import start_table

pytestmark = pytest.mark.django_db(transaction=True)

ELIMINATION = Options(ending=Ending.ELIMINATION, limit=10)


def out_since_round_one(table: Table, *seats: int) -> Snapshot:
    """The table in its second round, which these seats do not play any more."""
    snapshot = store.load(table.pk)
    game = snapshot.play.game
    count = game.player_count
    left = tuple(seat for seat in range(count) if seat not in seats)
    hands = tuple(() if seat in seats else hand for seat, hand in enumerate(game.round.hands))
    scores = tuple(40 if seat in seats else 0 for seat in range(count))
    game = game._replace(
        round=game.round._replace(number=2, seats=left, hands=hands),
        round_scores=(scores,),
        eliminated_in=tuple(1 if seat in seats else None for seat in range(count)),
    )
    play = snapshot.play._replace(game=game, bots_at=timezone.now())
    Table.objects.filter(pk=table.pk).update(state=play.to_json())
    store.forget()
    return store.load(table.pk)


def post(player: Player, table: Table) -> int:
    return (
        signed_in(player)
        .post(url("fast_forward", table), headers={"HX-Request": "true"})
        .status_code
    )


def test_the_bots_finish_the_game_at_once(ada: Player) -> None:
    table = start_table(ada, bots=3, options=ELIMINATION)
    out_since_round_one(table, 0)
    assert post(ada, table) == HTTPStatus.NO_CONTENT
    ended = store.fresh(table.pk)
    assert ended.status == Table.Status.FINISHED
    assert ended.game.ranks


def test_asking_twice_changes_nothing_more(ada: Player) -> None:
    table = start_table(ada, bots=2, options=ELIMINATION)
    out_since_round_one(table, 0)
    playing.finish_by_bots(table.pk, 0, timezone.now())
    version = store.fresh(table.pk).version
    playing.finish_by_bots(table.pk, 0, timezone.now())
    assert store.fresh(table.pk).version == version


def test_nobody_is_hurried_while_a_person_plays(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, bots=2, options=ELIMINATION)
    before = out_since_round_one(table, 0)
    assert post(ada, table) == HTTPStatus.CONFLICT
    assert store.fresh(table.pk).version == before.version


def test_who_is_away_may_come_back_and_is_not_hurried(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, bots=2, options=ELIMINATION)
    before = out_since_round_one(table, 0)
    signed_in(ben).post(url("away", table))
    assert post(ada, table) == HTTPStatus.CONFLICT
    game = store.fresh(table.pk).game
    assert game.round.number == before.game.round.number


def test_the_button_is_there_for_who_is_out(ada: Player, ben: Player) -> None:
    alone = start_table(ada, bots=2, options=ELIMINATION)
    assert 'id="fast-forward"' not in signed_in(ada).get(url("table", alone)).content.decode()
    out_since_round_one(alone, 0)
    assert 'id="fast-forward"' in signed_in(ada).get(url("table", alone)).content.decode()
    with_ben = start_table(ada, ben, bots=2, options=ELIMINATION)
    out_since_round_one(with_ben, 0)
    page = signed_in(ada).get(url("table", with_ben)).content.decode()
    assert 'id="at-once"' in page
    assert 'id="fast-forward"' not in page


def test_who_was_erased_does_not_keep_a_player_who_is_out_waiting(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, bots=2, options=ELIMINATION)
    out_since_round_one(table, 0)
    assert post(ada, table) == HTTPStatus.CONFLICT
    leaving.erase(ben, ben.name, timezone.now())
    assert post(ada, table) == HTTPStatus.NO_CONTENT
    assert store.fresh(table.pk).status == Table.Status.FINISHED
