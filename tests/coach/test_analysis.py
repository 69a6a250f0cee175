"""What a finished game is made of, weighed: the same each time, and true to the game."""

from itertools import pairwise
from time import process_time
from typing import Any

import pytest

from games.bots.arena import Arena, Lineup
from games.coach import analysis, costs
from games.coach.analysis import analyse
from games.rules.actions import ChooseCard, TakeRow
from games.rules.options import Options
from games.rules.record import Record
from games.rules.replay import replay

FEW = 60_000


@pytest.fixture(autouse=True)
def _fewer_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "FEWEST_WORLDS", 60)


def game(*levels: str, seed: int = 7, **options: object) -> Record:
    lineup = Lineup(Options(max_rounds=2, **options), levels, seed)  # type: ignore[arg-type]
    return lineup.record(0, Arena(lineup, process_time).play(0))


@pytest.fixture(scope="module")
def record() -> Record:
    return game("random", "gap", "careful")


def test_every_choice_among_two_is_weighed_and_the_last_card_is_none(record: Record) -> None:
    total, *choices, end = analyse(record, 0, b"secret", FEW)
    cards = [each for each in choices if each["kind"] == "card"]
    assert total == {"total": len(choices)}
    assert [(each["round"], each["turn"]) for each in cards] == [
        (number, turn) for number in (1, 2) for turn in range(1, 10)
    ]
    for each in cards:
        assert len(each["weighed"]) == 11 - each["turn"]
        assert each["chosen"] in [value for value, *_rest in each["weighed"]]
    rows = [each for each in choices if each["kind"] == "row"]
    assert all([value for value, *_rest in each["weighed"]] == [0, 1, 2, 3] for each in rows)
    assert [number for number, *_rest in end["rounds"]] == [1, 2]


def test_what_was_taken_is_what_the_game_says(record: Record) -> None:
    totals = replay(record).totals
    for seat in range(3):
        *_choices, end = analyse(record, seat, b"secret", FEW)
        assert sum(taken for _number, _expected, taken in end["rounds"]) == totals[seat]


def test_the_same_game_gives_the_same_analysis(record: Record) -> None:
    assert list(analyse(record, 1, b"one", FEW)) == list(analyse(record, 1, b"one", FEW))
    assert list(analyse(record, 1, b"one", FEW)) != list(analyse(record, 1, b"two", FEW))


def test_more_worlds_make_the_errors_smaller_by_the_root(record: Record) -> None:
    def errors(placements: int) -> list[float]:
        _total, *choices, _end = analyse(record, 0, b"secret", placements)
        return [error for each in choices for _value, _heads, error, _apart in each["weighed"]]

    few, many = errors(FEW), errors(12 * FEW)
    # 60 worlds at least, and some 400 of the larger sum.
    assert 0.3 < sum(many) / sum(few) < 0.55


def test_luck_is_what_each_turn_brought_beyond_what_was_expected_after_the_choice(
    record: Record,
) -> None:
    """Turn by turn: what is expected next, and was taken meanwhile, less what was expected."""
    _total, *choices, end = analyse(record, 0, b"secret", FEW)
    luck = 0.0
    for number, expected, taken in end["rounds"]:
        own = [each for each in choices if each["round"] == number]
        assert costs.best_of(own[0]).heads == pytest.approx(expected, abs=1e-3)
        so_far = taken_before(record, 0, number)
        for one, following in pairwise(own):
            meanwhile = so_far[place(following)] - so_far[place(one)]
            luck += costs.best_of(following).heads + meanwhile - costs.chosen_of(one).heads
        luck += taken - so_far[place(own[-1])] - costs.chosen_of(own[-1]).heads
    assert costs.score(choices, end["rounds"]).luck == pytest.approx(luck, abs=0.01)


def test_a_choice_knows_the_heads_of_its_turn(record: Record) -> None:
    _total, *choices, _end = analyse(record, 0, b"secret", FEW)
    so_far = taken_before(record, 0, 1)
    turns = {turn for turn, _is_row in so_far}
    taken = {
        turn: so_far[turn + 1, False] - so_far[turn, False] for turn in turns if turn + 1 in turns
    }
    assert sum(taken.values()) > 0
    for each in choices:
        if each["round"] == 1 and each["turn"] in taken:
            assert each["took"] == taken[each["turn"]]


def place(choice: dict[str, Any]) -> tuple[int, bool]:
    return choice["turn"], choice["kind"] == "row"


def taken_before(record: Record, seat: int, number: int) -> dict[tuple[int, bool], int]:
    """By turn, and whether a row is chosen: the heads taken in the round before, from its log."""
    from games.rules.events import Took
    from games.rules.replay import Replayer

    found: dict[tuple[int, bool], int] = {}

    class Watcher(Replayer):
        heads = 0

        def act(self, action: object) -> object:  # type: ignore[override]
            round = self.state.round
            is_own = isinstance(action, ChooseCard | TakeRow) and action.seat == seat
            if is_own and round.number == number:
                found[round.turn, isinstance(action, TakeRow)] = self.heads
            events = super().act(action)  # type: ignore[arg-type]
            if round.number == number:
                self.heads += sum(
                    event.heads
                    for event in events
                    if isinstance(event, Took) and event.seat == seat
                )
            return events

    Watcher(record).replay()
    return found


@pytest.mark.parametrize("options", [{"cabriole": True}, {"draft": True}, {"known_cards": True}])
def test_games_with_options_are_weighed_too(options: dict[str, bool]) -> None:
    _total, *choices, end = analyse(game("gap", "gap", **options), 0, b"secret", FEW)
    assert len([each for each in choices if each["kind"] == "card"]) == 18
    assert len(end["rounds"]) == 2
