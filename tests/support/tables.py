"""Tables for tests: opened, joined, started and played through the services."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.play import playing
from games.play.playing import Acted, at_once
from games.rules.actions import Action
from games.rules.engine import legal_actions
from games.rules.options import Options
from games.seats import seating
from games.seats.seating import TablePlan
from games.table import store
from games.table.snapshot import CommandId, Snapshot
from tests.factories import PlayerFactory


@pytest.fixture(autouse=True)
def fresh_store() -> Iterator[None]:
    """No snapshot of an earlier test, whose rows are gone."""
    store.forget()
    yield
    store.forget()


def act(
    table_id: int, action: Action, version: int, now: datetime, command: CommandId | None = None
) -> Acted:
    """Apply a person's action in this thread, as a POST does."""
    with as_committed(table_id):
        acted = at_once(playing.act(table_id, action, version, now, command))
        if connection.in_atomic_block and not acted.snapshot.has_ended:
            store.keep(acted.snapshot)
        return acted


@contextmanager
def as_committed(table_id: int) -> Iterator[None]:
    """In a test that never commits, keep the snapshot of a table meanwhile.

    Each choice would read the whole table several times, as rows may yet be rolled back.
    """
    if not connection.in_atomic_block or store.kept(table_id):
        yield
        return
    store.keep(store.load(table_id))
    try:
        yield
    finally:
        store.forget(table_id)


def open_table(
    *players: Player, bots: int = 0, options: Options | None = None, seats: int = 0, **plan: Any
) -> Table:
    """A table at which these people sit (the first is its host) and so many gap bots."""
    table = seating.open_table(
        players[0] if players else None,
        TablePlan(
            name=plan.pop("name", "Friday"),
            options=options or Options(),
            seat_count=seats or len(players) + bots,
            bot_levels=("gap",) * bots,
            **plan,
        ),
        timezone.now(),
    )
    for player in players[1:]:
        seating.sit(table.pk, player)
    return table


def start_table(
    *players: Player, bots: int = 0, options: Options | None = None, **plan: Any
) -> Table:
    """The same, with the first round dealt."""
    table = open_table(*players, bots=bots, options=options, **plan)
    table.refresh_from_db()
    if table.status == Table.Status.OPEN:
        seating.start(table.pk, players[0], timezone.now())
    table.refresh_from_db()
    return table


def people(count: int) -> list[Player]:
    """So many members of the club."""
    return PlayerFactory.create_batch(count)


def first_action(snapshot: Snapshot, seat: int) -> Action:
    """The first thing the seat may do."""
    assert snapshot.game is not None
    return legal_actions(snapshot.game, seat)[0]


def play_first(table: Table, seat: int, now: datetime | None = None) -> Snapshot:
    """Let a seat do the first thing it may."""
    with as_committed(table.pk):
        snapshot = store.fresh(table.pk)
        action = first_action(snapshot, seat)
        return act(table.pk, action, snapshot.version, now or timezone.now()).snapshot


def play_turn(table: Table) -> Snapshot:
    """Let everybody who is awaited act, until the next turn begins or the game is over."""
    with as_committed(table.pk):
        return _play_turn(store.fresh(table.pk))


def _play_turn(snapshot: Snapshot) -> Snapshot:
    began = (snapshot.game.round.number, snapshot.game.round.turn)
    while snapshot.game.decision:
        if (snapshot.game.round.number, snapshot.game.round.turn) != began:
            break
        for seat in snapshot.game.decision.seats:
            action, now = first_action(snapshot, seat), timezone.now()
            snapshot = act(snapshot.table_id, action, snapshot.version, now).snapshot
        assert snapshot.game is not None
    return snapshot


def play_to_the_end(table: Table) -> Snapshot:
    """Play until the game is over."""
    with as_committed(table.pk):
        snapshot = store.fresh(table.pk)
        while not snapshot.has_ended:
            snapshot = _play_turn(snapshot)
    return snapshot


def named(*names: str) -> list[Player]:
    """Members of the club with these names."""
    return [PlayerFactory.create(name=name) for name in names]


def due_at(table: Table) -> datetime | None:
    """When something is to be done at a table by itself."""
    return Table.objects.values_list("due_at", flat=True).get(pk=table.pk)


def due(table: Table) -> datetime:
    """The same, where something is."""
    table.refresh_from_db()
    assert table.due_at is not None
    return table.due_at


def tend_at_due(table: Table) -> Snapshot:
    """Let what is due be done."""
    return playing.tend(table.pk, due(table))


def deadline(table: Table) -> datetime:
    """When the time of who is awaited is up."""
    found = store.load(table.pk).deadline
    assert found is not None
    return found
