"""The record of a game, to download."""

import json
from http import HTTPStatus
from typing import Any

import pytest

from accounts import privacy
from accounts.models import Player
from games.models import ActionLog, Table
from games.rules.options import Options
from games.rules.record_read import parse_record
from games.rules.replay import replay
from games.table import archive, store
from games.table.snapshot import Snapshot
from tests.games.addresses import url
from tests.support.clients import signed_in
from tests.support.tables import open_table, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_record_of_an_ended_game_is_whole(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, options=Options(max_rounds=1), visibility="public")
    play_to_the_end(table)
    answer = signed_in(None).get(url("record", table))
    assert "attachment" in answer.headers["Content-Disposition"]
    snapshot = store.fresh(table.pk)
    assert replay(parse_record(json.loads(answer.content))).totals == snapshot.game.totals


def test_the_record_of_a_running_game_holds_one_hand_only(ben: Player, table: Table) -> None:
    record = json.loads(signed_in(ben).get(url("record", table)).content)
    assert record["fairness"]["server_seed"] is None
    assert record["rounds"][0]["hands"][0] is None
    assert len(record["rounds"][0]["hands"][1]) == 10


def test_what_is_kept_for_one_seat_is_shown_to_no_other(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, visibility="public")
    told = [
        json.loads(signed_in(who).get(url("record", table)).content) for who in (ada, ben, None)
    ]
    seen = [[hand is not None for hand in record["rounds"][0]["hands"]] for record in told]
    assert seen == [[True, False], [False, True], [False, False]]


def test_the_record_of_an_ended_game_is_made_once_until_somebody_leaves(
    monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player
) -> None:
    table = start_table(ada, ben, options=Options(max_rounds=1), visibility="public")
    play_to_the_end(table)
    with monkeypatch.context() as patch:
        made = patched(patch)
        for who in (ada, ben, None):
            assert ada.name in signed_in(who).get(url("record", table)).content.decode()
        assert len(made) == 1
    privacy.erase(ada)
    assert ada.name not in signed_in(None).get(url("record", table)).content.decode()


def patched(patch: pytest.MonkeyPatch) -> list[int]:
    """Notes which records are made."""
    made: list[int] = []
    record_of = archive.record_of

    def noting(snapshot: Snapshot, seat: int | None) -> dict[str, Any]:
        made.append(snapshot.table_id)
        return record_of(snapshot, seat)

    patch.setattr(archive, "record_of", noting)
    return made


def test_an_open_table_has_no_record(ada: Player) -> None:
    table = open_table(ada, seats=3)
    assert signed_in(ada).get(url("record", table)).status_code == HTTPStatus.NOT_FOUND


def test_a_log_that_leads_nowhere_makes_no_record_and_keeps_nobody_from_leaving(
    ada: Player, ben: Player
) -> None:
    """One that an older version of the site has written, by other rules."""
    table = start_table(ada, ben, options=Options(max_rounds=1))
    play_to_the_end(table)
    first = ActionLog.objects.get(table=table, number=1)
    ActionLog.objects.filter(pk=first.pk).update(action={**first.action, "kind": "keep"})
    for name, status in (("record", 404), ("replay", 404), ("previous_turn", 404), ("table", 200)):
        assert signed_in(ben).get(url(name, table)).status_code == status
    privacy.erase(ada)
    assert table.seats.get(index=0).client_seed == ""
    assert ada.name not in signed_in(ben).get(url("table", table)).content.decode()
