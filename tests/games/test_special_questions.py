"""The questions of special cards at a stored table: who is asked, and who answers for whom."""

import pytest
from django.utils import timezone

from accounts.models import Player, SpecialQuestion
from games.models import ActionLog, Table
from games.play import playing
from games.rules.actions import ExchangeSpecial, KeepSpecials, PassSpecial, PlaySpecial
from games.rules.cards import SpecialKind
from games.rules.events import Placed, Took
from games.rules.state import Awaited, Row
from games.table import store
from games.table.snapshot import Snapshot
from tests.support.special_tables import SPECIAL, reveal, special_table
from tests.support.tables import act, people, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)

ROWS = (Row((10,)), Row((20, 21, 22, 23, 24)), Row((51,)), Row((60,)))
STOP = (SpecialKind.STOP,)


def asked(snapshot: Snapshot) -> tuple[Awaited, tuple[int, ...]]:
    return snapshot.game.decision.kind, snapshot.game.decision.seats


def wish(player: Player, question: SpecialQuestion) -> None:
    player.user.special_question = question
    player.user.save()


def test_a_player_is_asked_whenever_a_special_card_could_be_played() -> None:
    table = special_table(people(2), ROWS, ((12, 90), (70, 91)), (STOP, ()))
    assert asked(reveal(table, 12, 70)) == (Awaited.SPECIAL, (0,))


def test_who_wishes_so_is_not_asked_while_the_number_takes_nothing() -> None:
    players = people(2)
    wish(players[0], SpecialQuestion.TAKES)
    table = special_table(players, ROWS, ((12, 90), (70, 91)), (STOP, ()))
    snapshot = reveal(table, 12, 70)
    assert asked(snapshot) == (Awaited.CARD, (0, 1))
    assert Placed(0, 12, 0) in snapshot.story
    line = ActionLog.objects.order_by("number").last()
    assert (line.action["kind"], line.by) == ("pass", ActionLog.By.WISH)


@pytest.mark.parametrize("card", [25, 5])
def test_who_wishes_so_is_still_asked_before_a_take(card: int) -> None:
    players = people(2)
    wish(players[0], SpecialQuestion.TAKES)
    table = special_table(players, ROWS, ((card, 90), (70, 91)), (STOP, ()))
    assert asked(reveal(table, card, 70)) == (Awaited.SPECIAL, (0,))


def test_two_wishes_of_one_turn_are_both_heard() -> None:
    players = people(2)
    for player in players:
        wish(player, SpecialQuestion.TAKES)
    table = special_table(players, ROWS, ((12, 90), (70, 91)), (STOP, STOP))
    assert asked(reveal(table, 12, 70)) == (Awaited.CARD, (0, 1))
    assert ActionLog.objects.filter(by=ActionLog.By.WISH).count() == 2


def test_a_wish_counts_from_the_next_number_on() -> None:
    players = people(2)
    table = special_table(players, ROWS, ((12, 13, 90), (70, 71, 91)), (STOP, ()))
    snapshot = reveal(table, 12, 70)
    act(table.pk, PassSpecial(0), snapshot.version, timezone.now())
    wish(players[0], SpecialQuestion.TAKES)
    assert asked(reveal(table, 13, 71)) == (Awaited.CARD, (0, 1))


def tend_at_deadline(table: Table) -> Snapshot:
    deadline = store.fresh(table.pk).deadline
    assert deadline is not None
    return playing.tend(table.pk, deadline)


def test_at_the_deadline_no_special_is_played_and_none_exchanged() -> None:
    table = special_table(people(2), ROWS, ((25, 90), (70, 91)), (STOP, ()), time_per_choice=30)
    assert asked(reveal(table, 25, 70)) == (Awaited.SPECIAL, (0,))
    assert asked(tend_at_deadline(table)) == (Awaited.EXCHANGE, (0,))
    assert asked(tend_at_deadline(table)) == (Awaited.CARD, (0, 1))
    kinds = ActionLog.objects.filter(by=ActionLog.By.DEADLINE).values_list(
        "action__kind", flat=True
    )
    assert list(kinds) == ["pass", "keep"]


def test_at_the_deadline_a_low_card_takes_the_cheapest_open_row() -> None:
    rows = (Row((10,), stopped=True), Row((20,)), Row((55,)), Row((66,)))
    table = special_table(people(2), rows, ((5, 90), (70, 91)), (STOP, ()), time_per_choice=30)
    reveal(table, 5, 70)
    assert asked(tend_at_deadline(table)) == (Awaited.ROW, (0,))
    snapshot = tend_at_deadline(table)
    assert [event.row for event in snapshot.story if isinstance(event, Took)] == [1]


def test_after_a_take_a_special_card_is_exchanged() -> None:
    table = special_table(people(2), ROWS, ((25, 90), (70, 91)), (STOP, ()))
    snapshot = reveal(table, 25, 70)
    snapshot = act(table.pk, PassSpecial(0), snapshot.version, timezone.now()).snapshot
    assert asked(snapshot) == (Awaited.EXCHANGE, (0,))
    exchange = ExchangeSpecial(0, SpecialKind.STOP)
    snapshot = act(table.pk, exchange, snapshot.version, timezone.now()).snapshot
    assert asked(snapshot) == (Awaited.CARD, (0, 1))


def test_the_exchange_is_asked_for_after_the_last_take_of_a_round_too() -> None:
    table = special_table(people(2), ROWS, ((25,), (70,)), (STOP, ()))
    snapshot = reveal(table, 25, 70)
    snapshot = act(table.pk, PassSpecial(0), snapshot.version, timezone.now()).snapshot
    assert asked(snapshot) == (Awaited.EXCHANGE, (0,))
    snapshot = act(table.pk, KeepSpecials(0), snapshot.version, timezone.now()).snapshot
    assert snapshot.game.round.number == 2
    # The one kept, and three more.
    assert len(snapshot.game.round.specials.hands[0]) == 4
    assert SpecialKind.STOP in snapshot.game.round.specials.hands[0]


def test_a_special_card_is_played_and_told() -> None:
    table = special_table(people(2), ROWS, ((25, 90), (70, 91)), (STOP, ()))
    snapshot = reveal(table, 25, 70)
    stop = PlaySpecial(0, SpecialKind.STOP, row=1)
    snapshot = act(table.pk, stop, snapshot.version, timezone.now()).snapshot
    assert Placed(0, 25, 0) in snapshot.story
    assert not any(isinstance(event, Took) for event in snapshot.story)


def test_people_play_both_rounds_to_the_end() -> None:
    table = start_table(*people(2), options=SPECIAL)
    snapshot = play_to_the_end(table)
    assert len(snapshot.game.round_scores) == 2
