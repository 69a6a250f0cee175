"""Whole games against the ox through the services: alone, with bots, with somebody away."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.play import playing
from games.rules.actions import Agree, Propose, Ready
from games.rules.engine import legal_actions
from games.rules.options import Options, Variant
from games.table import archive, store
from games.table.snapshot import Snapshot
from games.table.time_limits import DAY
from tests.support.records import check
from tests.support.tables import (
    act,
    play_first,
    play_to_the_end,
    play_turn,
    start_table,
    tend_at_due,
)

pytestmark = pytest.mark.django_db(transaction=True)

OX = Options(variant=Variant.OX)


def test_one_person_plays_alone(ada: Player) -> None:
    table = start_table(ada, options=OX)
    ended = play_to_the_end(table)
    assert ended.has_ended
    assert ended.game is not None
    assert ended.game.round.number == 1
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    assert check(archive.record_of(ended, None)).ranks == ended.game.ranks


def test_two_people_and_a_bot_hold_councils_to_the_end(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, bots=1, options=OX)
    councils = 0
    for _step in range(400):
        snapshot = store.fresh(table.pk)
        if snapshot.has_ended:
            break
        assert snapshot.game is not None
        decision = snapshot.game.decision
        assert decision is not None
        mine = [seat for seat in decision.seats if seat < 2]
        if not mine:
            tend_at_due(table)
        elif decision.kind == "council":
            councils += 1
            ox = snapshot.game.round.ox
            assert ox is not None
            answer = Ready(mine[0]) if ox.proposal is None else Agree(mine[0])
            act(table.pk, answer, snapshot.version, timezone.now())
        else:
            play_first(table, mine[0])
    assert store.fresh(table.pk).has_ended
    assert councils >= 20


def test_who_is_away_is_not_asked_and_a_deadline_declines(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, options=OX, time_per_choice=30)
    for seat in (0, 1):
        play_first(table, seat)
    snapshot = store.fresh(table.pk)
    assert snapshot.game is not None
    assert snapshot.game.round.awaited == "council"
    offered = [one for one in _actions(snapshot, 0) if isinstance(one, Propose)]
    act(table.pk, offered[0], snapshot.version, timezone.now())
    late = timezone.now() + timedelta(minutes=5)
    after = playing.tend(table.pk, late)
    assert after.game is not None
    ox = after.game.round.ox
    assert ox is not None
    assert (ox.proposal, len(ox.declined)) == (None, 1)


@pytest.mark.parametrize(("said", "deadlines"), [(Ready, 1), (Propose, 2)])
def test_a_council_by_correspondence_ends_by_its_deadlines(
    said: type[Ready | Propose], deadlines: int, ada: Player, ben: Player
) -> None:
    """One for what was proposed, which is then declined, and one for the council."""
    table = start_table(ada, ben, options=OX, time_per_choice=2 * DAY)
    for seat in (0, 1):
        play_first(table, seat)
    snapshot = store.fresh(table.pk)
    assert snapshot.is_by_correspondence
    words = [one for one in _actions(snapshot, 0) if isinstance(one, said)]
    act(table.pk, words[0], snapshot.version, timezone.now() + timedelta(days=1))
    for _deadline in range(deadlines):
        snapshot = store.fresh(table.pk)
        assert snapshot.game is not None
        assert snapshot.game.round.awaited == "council"
        table.refresh_from_db()
        assert snapshot.deadline is not None
        assert table.due_at == snapshot.deadline
        early = playing.tend(table.pk, snapshot.deadline - timedelta(seconds=1))
        assert early.version == snapshot.version
        playing.tend(table.pk, snapshot.deadline)
    ended = store.fresh(table.pk)
    assert ended.game is not None
    assert ended.game.round.awaited != "council"


def _actions(snapshot: Snapshot, seat: int) -> tuple[object, ...]:
    assert snapshot.game is not None
    return legal_actions(snapshot.game, seat)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_of_such_a_game_can_be_shown(
    language: str, ada: Player, ben: Player, as_ada: Client
) -> None:
    table = start_table(ada, ben, options=OX)
    headers = {"accept-language": language}

    def shown(name: str) -> str:
        answer = as_ada.get(reverse(f"games:{name}", args=[table.code]), headers=headers)
        assert answer.status_code == HTTPStatus.OK, name
        return answer.text

    for _turn in range(3):
        play_turn(table)
    ox = {"en": "The ox", "fr": "Le bœuf"}[language]
    for name in ("table", "table_tv", "previous_turn", "record"):
        shown(name)
    assert ox in shown("table")
    play_to_the_end(table)
    for name in ("table", "table_tv", "replay", "record"):
        shown(name)
    assert ox in shown("replay")
    replay = reverse("games:replay", args=[table.code])
    for turn in ("1.0", "1.1", "1.5", "1.10"):
        answer = as_ada.get(f"{replay}?turn={turn}", headers=headers)
        assert ox in answer.text
    upload = reverse("games:uploads")
    answer = as_ada.post(upload, {"text": shown("record")}, follow=True, headers=headers)
    assert ox in answer.text
