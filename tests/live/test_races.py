"""Many at the same moment: each command at most once, each turn revealed exactly once."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.utils import timezone

from games.models import ActionLog, Table
from games.play import playing
from games.rules.actions import ChooseCard
from games.rules.errors import IllegalAction
from games.table import store
from games.table.errors import TableError, TableErrorCode
from games.table.snapshot import CommandId
from tests.support.races import at_once
from tests.support.tables import act, people, play_turn, start_table

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 6
RACES = 40
TURNS = 25


def choices_of_all(table_id: int) -> list[Callable[[], object]]:
    """One choice for each player of the turn, made on the same version."""
    snapshot = store.fresh(table_id)
    assert snapshot.game is not None
    game = snapshot.game

    def choose(seat: int) -> Callable[[], object]:
        action = ChooseCard(seat, game.round.hands[seat][0])
        return lambda: act(table_id, action, snapshot.version, timezone.now())

    return [choose(seat) for seat in range(game.player_count)]


def test_six_players_who_choose_at_the_same_moment_reveal_each_turn_once() -> None:
    table = start_table(*people(THREADS))
    for _turn in range(TURNS):
        before = store.fresh(table.pk)
        if before.game.decision is None:
            break
        results = at_once(*choices_of_all(table.pk))
        assert [result for result in results if isinstance(result, Exception)] == []
        play_rest_of_turn(table, (before.game.round.number, before.game.round.turn))
    assert_revealed_once(table.pk)


def test_six_copies_of_the_last_choice_reveal_a_turn_once(table: Table) -> None:
    for _turn in range(TURNS):
        before = store.fresh(table.pk)
        if before.game.decision is None:
            break
        first, last = choices_of_all(table.pk)
        first()
        results = at_once(*[last] * THREADS)
        unexpected = [
            result
            for result in results
            if isinstance(result, Exception) and not isinstance(result, TableError | IllegalAction)
        ]
        assert unexpected == []
        play_rest_of_turn(table, (before.game.round.number, before.game.round.turn))
    assert_revealed_once(table.pk)


def test_of_a_late_command_and_its_withdrawal_one_wins_and_both_are_told_so(table: Table) -> None:
    won = Counter[bool]()
    for number in range(1, RACES + 1):
        is_done = race_with_withdrawal(table, CommandId("tab", number))
        won[is_done] += 1
    assert won.total() == RACES
    numbers = list(ActionLog.objects.values_list("number", flat=True))
    assert numbers == list(range(1, won[True] + 1))


def race_with_withdrawal(table: Table, command: CommandId) -> bool:
    """Send a choice and withdraw it in the same moment; whether it was made."""
    before = store.fresh(table.pk)
    # Another card than the one that is chosen: the same again would be no choice.
    chosen = before.game.round.choices[0]
    card = next(card for card in before.game.round.hands[0] if card != chosen)
    acted, withdrawn = at_once(
        lambda: act(table.pk, ChooseCard(0, card), before.version, timezone.now(), command),
        lambda: playing.withdraw(table.pk, 0, command),
    )
    after = store.load(table.pk)
    is_logged = ActionLog.objects.filter(table=table, command=str(command)).exists()
    if isinstance(acted, playing.Acted):
        assert (withdrawn, acted.is_repeated, is_logged) == (False, False, True)
        assert after.game.round.choices[0] == card
        return True
    assert isinstance(acted, TableError)
    assert (withdrawn, acted.code, is_logged) == (True, TableErrorCode.WITHDRAWN, False)
    assert after.game.round.choices == before.game.round.choices
    return False


def play_rest_of_turn(table: Table, turn: tuple[int, int]) -> None:
    snapshot = store.fresh(table.pk)
    if snapshot.game and (snapshot.game.round.number, snapshot.game.round.turn) == turn:
        play_turn(table)


def assert_revealed_once(table_id: int) -> None:
    """In the log each card of a round is the choice of its seat once, and numbers have no gap."""
    numbers = list(ActionLog.objects.filter(table_id=table_id).values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    snapshot = store.load(table_id)
    assert snapshot.play.logged == len(numbers)
    chosen = Counter(
        action["seat"]
        for action in ActionLog.objects.filter(table_id=table_id).values_list("action", flat=True)
        if action["kind"] == "choose"
    )
    assert snapshot.game is not None
    turns = sum(10 for _ in snapshot.game.round_scores)
    if not snapshot.has_ended:
        turns += snapshot.game.round.turn - 1
    assert set(chosen.values()) == {turns}
