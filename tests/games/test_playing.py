"""Choices, reveals and results, through the services."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from games.live import publishing
from games.models import ActionLog, Table
from games.play import playing
from games.rules.actions import ChooseCard, ExchangeSpecial, action_from_json
from games.rules.cards import SpecialKind
from games.rules.deal import SeededDealer
from games.rules.engine import apply, new_game
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.events import Revealed
from games.rules.options import Options, Variant
from games.rules.record_read import parse_record
from games.rules.replay import replay
from games.seats import seating
from games.signals import game_ended
from games.table import store
from games.table.archive import record_of
from games.table.errors import TableError, TableErrorCode
from games.table.snapshot import Play
from tests.support.tables import (
    act,
    people,
    play_first,
    play_to_the_end,
    play_turn,
    start_table,
)

pytestmark = pytest.mark.django_db(transaction=True)

TRANSACTION_WORDS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def test_a_choice_waits_for_the_others() -> None:
    table = start_table(*people(3))
    snapshot = play_first(table, 0)
    assert snapshot.game.decision.seats == (1, 2)
    assert not any(isinstance(event, Revealed) for event in snapshot.story)


def test_the_last_choice_reveals_all() -> None:
    table = start_table(*people(3))
    for seat in range(3):
        snapshot = play_first(table, seat)
    assert isinstance(snapshot.story[0], Revealed)
    assert snapshot.turn_key == "1.1"


def test_a_choice_can_be_changed_until_the_last_one_is_in(table: Table) -> None:
    before = store.fresh(table.pk)
    hand = before.game.round.hands[0]
    for card in hand[:3]:
        after = act(table.pk, ChooseCard(0, card), before.version, timezone.now()).snapshot
    assert after.game.round.choices[0] == hand[2]


def test_a_repeated_choice_changes_nothing(table: Table) -> None:
    before = store.fresh(table.pk)
    choice = ChooseCard(0, before.game.round.hands[0][4])
    first = act(table.pk, choice, before.version, timezone.now()).snapshot
    second = act(table.pk, choice, before.version, timezone.now()).snapshot
    assert first.version == second.version
    assert ActionLog.objects.count() == 1


def test_an_exchange_that_is_sent_twice_is_made_once_though_two_are_allowed() -> None:
    table = start_table(*people(2), options=Options(variant=Variant.SPECIAL))
    version = allow_two_exchanges(table, 0)
    exchange = ExchangeSpecial(0, SpecialKind.STOP)
    act(table.pk, exchange, version, timezone.now())
    with pytest.raises(TableError, match=TableErrorCode.LATE):
        act(table.pk, exchange, version, timezone.now())
    assert ActionLog.objects.count() == 1


def allow_two_exchanges(table: Table, seat: int) -> int:
    """Let the seat, with two Stops in hand, have taken two rows just now; the version."""
    snapshot = store.fresh(table.pk)
    game = snapshot.play.game
    specials = game.round.specials.with_hand(seat, [SpecialKind.STOP] * 2)
    round = game.round._replace(specials=specials._replace(takes=2, exchanger=seat))
    play = snapshot.play._replace(game=game._replace(round=round))
    Table.objects.filter(pk=table.pk).update(state=play.to_json())
    store.forget(table.pk)
    return snapshot.version


def test_a_choice_made_before_the_reveal_comes_too_late_after_it(table: Table) -> None:
    early = store.fresh(table.pk)
    play_turn(table)
    now = store.fresh(table.pk)
    card = now.game.round.hands[0][0]
    with pytest.raises(TableError, match=TableErrorCode.LATE):
        act(table.pk, ChooseCard(0, card), early.version, timezone.now())
    assert store.fresh(table.pk).version == now.version


def test_a_card_of_somebody_else_is_refused_and_nothing_changes(table: Table) -> None:
    before = store.fresh(table.pk)
    theirs = before.game.round.hands[1][0]
    with pytest.raises(IllegalAction) as refusal:
        act(table.pk, ChooseCard(0, theirs), before.version, timezone.now())
    assert refusal.value.code == ErrorCode.CARD_NOT_HELD
    assert store.load(table.pk) == before
    assert not ActionLog.objects.exists()


def test_a_play_that_is_not_the_last_of_its_turn_costs_two_statements() -> None:
    table = start_table(*people(4))
    play_first(table, 0)
    snapshot = store.current(table.pk)
    choice = ChooseCard(1, snapshot.game.round.hands[1][0])
    with CaptureQueriesContext(connection) as captured:
        act(table.pk, choice, snapshot.version, timezone.now())
    statements = [
        query["sql"]
        for query in captured.captured_queries
        if not query["sql"].startswith(TRANSACTION_WORDS)
    ]
    assert [statement.split()[0] for statement in statements] == ["UPDATE", "INSERT"]


def test_a_game_of_which_this_process_knows_an_old_version_goes_on() -> None:
    table = start_table(*people(3))
    old = store.fresh(table.pk)
    play_first(table, 0)
    store.forget()
    store.keep(old)
    snapshot = play_first(table, 1)
    assert snapshot.game.decision.seats == (2,)


def test_the_result_is_on_the_seats_and_is_announced_once() -> None:
    heard: list[int] = []
    game_ended.connect(lambda table_id, **_: heard.append(table_id), weak=False, dispatch_uid="t")
    table = start_table(*people(3), options=Options(max_rounds=1), time_per_choice=30)
    snapshot = play_to_the_end(table)
    game_ended.disconnect(dispatch_uid="t")
    table.refresh_from_db()
    assert heard == [table.pk]
    assert table.status == Table.Status.FINISHED
    assert table.ended_at is not None
    assert table.due_at is None
    assert [seat.heads for seat in table.seats.all()] == list(snapshot.game.totals)
    assert [seat.rank for seat in table.seats.all()] == list(snapshot.game.ranks or ())


def test_a_listener_that_fails_does_not_keep_the_result_from_anybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError

    published: list[int] = []
    monkeypatch.setattr(
        publishing, "publish", lambda _table_id, version, **_: published.append(version)
    )
    game_ended.connect(fail, weak=False, dispatch_uid="t")
    table = start_table(*people(2), options=Options(max_rounds=1))
    snapshot = play_to_the_end(table)
    game_ended.disconnect(dispatch_uid="t")
    assert snapshot.has_ended
    assert published[-1] == snapshot.version


def test_a_play_that_cannot_be_told_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_table_id: int, _version: int, **_: bool) -> None:
        raise ConnectionError

    table = start_table(*people(2))
    monkeypatch.setattr(publishing, "publish", fail)
    assert play_first(table, 0).version == store.load(table.pk).version


def test_the_seed_is_shown_when_the_game_is_over() -> None:
    table = start_table(*people(2), options=Options(max_rounds=1))
    play_to_the_end(table)
    snapshot = store.fresh(table.pk)
    table.refresh_from_db()
    assert snapshot.server_seed == bytes(table.server_seed).hex()


def test_after_the_end_nothing_is_accepted() -> None:
    table = start_table(*people(2), options=Options(max_rounds=1))
    snapshot = play_to_the_end(table)
    with pytest.raises(TableError, match=TableErrorCode.NOT_PLAYING):
        act(table.pk, ChooseCard(0, 1), snapshot.version, timezone.now())


def test_the_record_of_an_ended_game_replays() -> None:
    table = start_table(*people(3), bots=1, options=Options(max_rounds=2))
    play_to_the_end(table)
    snapshot = store.fresh(table.pk)
    outcome = replay(parse_record(record_of(snapshot, None)))
    assert tuple(outcome.totals) == snapshot.game.totals


def test_the_log_alone_rebuilds_every_state() -> None:
    table = start_table(*people(3), options=Options(max_rounds=2))
    for _turn in range(13):
        snapshot = play_turn(table)
    table.refresh_from_db()
    dealer = SeededDealer(
        bytes(table.server_seed), tuple(seat.client_seed for seat in snapshot.seats)
    )
    game, _events = new_game(snapshot.options, 3, dealer)
    for action in ActionLog.objects.filter(table=table).values_list("action", flat=True):
        game, _events = apply(game, action_from_json(action), dealer)
    assert game == snapshot.game


def test_a_stored_play_is_read_back_as_it_was() -> None:
    table = start_table(*people(3), time_per_choice=30)
    play_turn(table)
    kept = store.current(table.pk)
    assert store.load(table.pk) == kept
    assert Play.from_json(kept.play.to_json()) == kept.play


def test_the_host_or_an_organizer_breaks_a_game_off_and_the_seed_is_shown() -> None:
    ada, ben, organizer = people(3)
    organizer.is_organizer = True
    table = start_table(ada, ben)
    with pytest.raises(TableError, match=TableErrorCode.NOT_HOST):
        playing.abandon(table.pk, ben, timezone.now())
    playing.abandon(table.pk, organizer, timezone.now())
    snapshot = store.fresh(table.pk)
    assert snapshot.status == Table.Status.ABANDONED
    assert snapshot.server_seed is not None
    assert "totals" not in record_of(snapshot, None)
    with pytest.raises(TableError, match=TableErrorCode.NOT_PLAYING):
        playing.abandon(table.pk, ada, timezone.now())


def test_an_open_table_can_be_broken_off_too(ada: Player) -> None:
    table = seating.open_table(
        ada, seating.TablePlan("Friday", Options(), 4), timezone.now() - timedelta(days=2)
    )
    playing.abandon(table.pk, ada, timezone.now())
    assert store.fresh(table.pk).status == Table.Status.ABANDONED
