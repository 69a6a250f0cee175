"""Tables that were in play when the site was upgraded go on.

Two sets of data were stored by earlier code and put into a database of release 1.0.0. Older than
that: two tables in the middle of a turn, with a player who is away and a bot; every choice was in
the stored state. Of that release: each variant, paused, asked for a pause, away, by correspondence.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from games.models import ActionLog, Table
from games.play import pausing, playing
from games.rules.events import Revealed
from games.rules.record_read import parse_record
from games.rules.replay import replay
from games.rules.state import Awaited
from games.table import store
from games.table.archive import record_of
from tests.support.databases import new_database
from tests.support.other_database import other_database
from tests.support.project import ROOT
from tests.support.tables import people, play_first, start_table

RELEASE_1_0_0 = [
    ("games", "0001_squashed_0015_reminders_of_a_pause"),
    ("accounts", "0001_squashed_0010_queued_mail"),
]
DATA, LATER_DATA = (
    json.loads((ROOT / f"tests/games/data/tables_before_{name}.json").read_text(encoding="utf-8"))
    for name in ("0004", "0016")
)
# What each of the later tables waits for, and of which seats.
ASKED = {
    "base": (Awaited.CARD, (1, 2)),
    "known cards, elimination": (Awaited.CARD, (1, 2)),
    "draft": (Awaited.PICK, (1,)),
    "cabriole": (Awaited.CARD, (0, 2)),
    "special cards": (Awaited.SPECIAL, (0,)),
    "low card": (Awaited.ROW, (1,)),
    "by correspondence": (Awaited.CARD, (1,)),
    "paused": (Awaited.CARD, (1, 2)),
    "asked for a pause": (Awaited.CARD, (0, 1, 2)),
    "away, with a bot": (Awaited.CARD, (1, 2, 3)),
}


def migrate(targets: list[tuple[str, str]]) -> Any:
    """Bring the database there; the models as they are then."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    executor.loader.build_graph()
    return executor.loader.project_state(targets).apps


def insert(apps: Any, stored: dict[str, Any], players: list[int]) -> int:
    """Store a table with its seats and its log; people are numbers in a list of players."""
    table = dict(stored["table"], host_id=players[stored["table"]["host_id"]])
    table["server_seed"] = bytes.fromhex(table["server_seed"])
    row = apps.get_model("games", "Table").objects.create(**table)
    for seat in stored["seats"]:
        player = None if seat["player_id"] is None else players[seat["player_id"]]
        apps.get_model("games", "Seat").objects.create(table=row, **seat | {"player_id": player})
    for line in stored["log"]:
        apps.get_model("games", "ActionLog").objects.create(table=row, **line)
    return row.pk


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.thorough]),
    ]
)
def tables_of_before(
    request: pytest.FixtureRequest, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[list[Table]]:
    """The tables of earlier code, in a database of release 1.0.0 that was migrated since.

    Leagues come to it with the last step: games would be migrated in three times as long beside
    them. tests/config/upgrade has both, and the way back.
    """
    url = f"sqlite:///{tmp_path / 'sixieme.sqlite3'}"
    if request.param == "postgresql":
        url = new_database(request.getfixturevalue("postgres_url"), tmp_path.name)
    with django_db_blocker.unblock(), other_database(url):
        apps = migrate(RELEASE_1_0_0)
        members = apps.get_model("accounts", "Player").objects
        players = [members.create(name=name).pk for name in ("Ada", "Ben", "Cleo")]
        pks = [insert(apps, stored, players) for stored in DATA + LATER_DATA]
        migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())
        yield [Table.objects.get(pk=pk) for pk in pks]


def test_tables_in_play_survive_every_migration(tables_of_before: list[Table]) -> None:
    """One test: migrating takes most of its time."""
    old = tables_of_before[: len(DATA)]
    assert_choices_are_kept(old)
    assert_turn_goes_on(old)
    assert_games_end_and_replay(old)

    later = {table.name: table for table in tables_of_before[len(DATA) :]}
    assert_the_same_is_asked(later)
    assert_pauses_go_on(later)
    assert_a_turn_is_told(later["base"])
    assert_games_end_and_replay(later.values())


def assert_choices_are_kept(tables: list[Table]) -> None:
    for table, before in zip(tables, DATA, strict=True):
        state = json.loads(before["table"]["state"])
        snapshot = store.load(table.pk)
        choices = snapshot.play.game.round.choices
        assert list(choices) == state["game"]["round"]["choices"]
        assert [choice is not None for choice in choices] == [True, True, False, False]
        assert (
            snapshot.play.logged
            == len(before["log"])
            == ActionLog.objects.filter(table=table).count()
        )
        assert snapshot.away == (False, False, True, False)
        assert snapshot.play.commands == ()
        assert snapshot.pause is None


def assert_turn_goes_on(tables: list[Table]) -> None:
    for table in tables:
        before = store.load(table.pk)
        assert before.deadline is not None
        after = play_first(table, 2, before.deadline - timedelta(seconds=1))
        assert after.game.round.choices[:2] == before.game.round.choices[:2]
        assert after.game.decision.seats == (3,)
        assert not after.away[2]
        assert store.load(table.pk) == after


def assert_the_same_is_asked(tables: dict[str, Table]) -> None:
    assert tables.keys() == ASKED.keys()
    for (name, table), stored in zip(tables.items(), LATER_DATA, strict=True):
        snapshot, state = store.load(table.pk), json.loads(stored["table"]["state"])
        assert snapshot.game is not None
        assert snapshot.game.decision is not None
        assert (snapshot.game.decision.kind, snapshot.game.decision.seats) == ASKED[name], name
        hands = state["game"]["round"]["hands"]
        assert [list(hand) for hand in snapshot.game.round.hands] == hands
        assert snapshot.turn_key == state["turn_key"]
        assert snapshot.is_paused == (name == "paused")
        assert (snapshot.deadline is None) == (name == "paused")
        assert snapshot.is_by_correspondence == (name == "by correspondence")
        assert snapshot.away == (False, name == "away, with a bot", *(False,) * (len(hands) - 2))


def assert_pauses_go_on(tables: dict[str, Table]) -> None:
    asked, paused = tables["asked for a pause"], tables["paused"]
    now = store.load(asked.pk).deadline
    assert now is not None
    for seat in (0, 2):
        pausing.agree(asked.pk, seat, now - timedelta(seconds=50))
    assert store.load(asked.pk).is_paused
    for table in (asked, paused):
        pausing.go_on(table.pk, now)
        pausing.end_when_over(table.pk, now + timedelta(minutes=1))
        assert not store.load(table.pk).is_paused


def assert_a_turn_is_told(table: Table) -> None:
    """The card that was chosen before is revealed with those that are chosen now."""
    before = store.load(table.pk)
    assert before.deadline is not None
    for seat in (1, 2):
        play_first(table, seat, before.deadline - timedelta(seconds=1))
    after = store.load(table.pk)
    assert after.turn_key == "1.4"
    revealed = next(event for event in after.story if isinstance(event, Revealed))
    assert (0, 42) in revealed.cards


def assert_games_end_and_replay(tables: Iterable[Table]) -> None:
    for table in tables:
        snapshot = store.load(table.pk)
        now = snapshot.deadline
        assert now is not None
        step = max(timedelta(seconds=snapshot.time_per_choice or 0), timedelta(minutes=1))
        while not snapshot.has_ended:
            assert snapshot.game.decision is not None
            if snapshot.game.round.number == 2 and 0 in snapshot.game.decision.seats:
                play_first(table, 0, now)
            # A table that all have left stands still, and is closed after two days.
            now += timedelta(days=1) if snapshot.deadline is None else step
            snapshot = playing.tend(table.pk, now)
        stored = store.load(table.pk)
        assert stored.game == snapshot.game
        outcome = replay(parse_record(record_of(stored, None)))
        assert tuple(outcome.totals) == stored.game.totals
        assert list(table.seats.values_list("heads", flat=True)) == list(stored.game.totals)


@pytest.mark.django_db(transaction=True)
def test_a_state_without_what_came_later_goes_on() -> None:
    table = start_table(*people(2), time_per_choice=30)
    play_first(table, 0)
    table.refresh_from_db()
    state = json.loads(table.state)
    for later in ("pause", "pause_refused", "pauses_barred", "commands"):
        del state[later]
    Table.objects.filter(pk=table.pk).update(state=json.dumps(state))
    store.forget()
    now = timezone.now()
    pausing.propose(table.pk, 0, now)
    pausing.refuse(table.pk, 1, now)
    play_first(table, 1)
    assert store.load(table.pk).turn_key == "1.1"
