"""What games of the base rules are summed up to, beside a slow count of their records."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.bots.arena import Arena, Lineup
from games.play.game_figures import Game, Sums, counts, extremes_of, game_of
from games.rules.actions import Action, ChooseCard, TakeRow
from games.rules.options import Ending, Options, Variant
from games.rules.record_read import parse_record
from games.rules.record_write import record_to_json
from games.rules.recorded_deal import RecordedDealer
from tests.games.result.test_trophies import heads_of
from tests.support.played_records import played, played_record
from tests.support.records import SAMPLES


class ByHand:
    """Rules 1 to 4 on plain lists: what becomes of each card of a record of the base rules."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.played: Counter[int] = Counter()
        self.heads: Counter[int] = Counter()
        self.sixth: Counter[int] = Counter()
        self.low: Counter[int] = Counter()
        self.places: Counter[int] = Counter()
        for each in record["rounds"]:
            self._round(each)

    def _round(self, recorded: dict[str, Any]) -> None:
        rows = [[card] for card in recorded["rows"]]
        for turn in recorded["turns"]:
            choices = {made["seat"]: made["take"] for made in turn["decisions"]}
            for card, seat in sorted(zip(turn["cards"], recorded["seats"], strict=True)):
                self.played[card] += 1
                below = [row for row in rows if row[-1] < card]
                if not below:
                    self.low[card] += 1
                    row = rows[choices[seat]]
                else:
                    row = max(below, key=lambda one: one[-1])
                    if len(row) < 5:
                        row.append(card)
                        self.places[len(row)] += 1
                        continue
                    self.sixth[card] += 1
                self.heads[card] += sum(map(heads_of, row))
                row[:] = [card]


def check(sums: Sums, record: dict[str, Any]) -> None:
    hand = ByHand(record)
    for number, card in enumerate(sums.cards, start=1):
        found = (card.played, card.heads, card.sixth, card.low)
        assert found == (
            hand.played[number],
            hand.heads[number],
            hand.sixth[number],
            hand.low[number],
        )
    assert sums.places == [hand.places[place] for place in (2, 3, 4, 5)]
    assert sums.heads == sum(record["totals"])
    assert (sums.games, sums.rounds) == (1, len(record["rounds"]))


def by_record(record: dict[str, Any]) -> Game:
    """The game of a record, from the cards and choices that it names."""
    read = parse_record(record)
    dealer = RecordedDealer(read)
    game = game_of(read.options, len(record["players"]), dealer, actions_of(record))
    assert game is not None
    return game


def actions_of(record: dict[str, Any]) -> Iterator[Action]:
    for each in record["rounds"]:
        for turn in each["turns"]:
            yield from map(ChooseCard, each["seats"], turn["cards"])
            for made in turn["decisions"]:
                yield TakeRow(made["seat"], made["take"])


def is_counted(record: dict[str, Any]) -> bool:
    options = {**record["options"], "limit": 66, "max_rounds": None}
    return options == Options().to_json()


COUNTED = [name for name, record in SAMPLES.items() if is_counted(record) and "ranks" in record]


@pytest.mark.parametrize("name", COUNTED)
def test_the_sums_of_a_sample_are_those_of_a_slow_count(name: str) -> None:
    check(by_record(SAMPLES[name]).sums, SAMPLES[name])


def test_some_samples_are_of_the_base_rules_and_some_are_not() -> None:
    assert 3 <= len(COUNTED) < len(SAMPLES)


@pytest.mark.parametrize("players", [2, 4, 10])
def test_the_sums_of_games_between_bots_are_those_of_a_slow_count(players: int) -> None:
    lineup = Lineup(Options(), ("gap",) * players, seed=players)
    arena = Arena(lineup, lambda: 0.0)
    for number in range(5):
        log = arena.play(number)
        game = game_of(Options(), players, lineup.dealer(number), log)
        assert game is not None
        record = record_to_json(lineup.record(number, log))
        check(game.sums, record)
        assert game.sums.lengths == {len(record["rounds"]): 1}


def test_sums_add_up_and_come_back_from_their_json() -> None:
    records = [played_record(name, seed) for name, seed in (("base", 1), ("base", 2), ("ten", 1))]
    total, hands = Sums(), [ByHand(record) for record in records]
    for record in records:
        total.add(by_record(record).sums)
    read = Sums.from_json(json.loads(json.dumps(total.to_json())))
    assert read == total
    for number, card in enumerate(read.cards, start=1):
        assert card.heads == sum(hand.heads[number] for hand in hands)
        assert card.safe == sum(
            hand.played[number] - hand.sixth[number] - hand.low[number] for hand in hands
        )
    # Of the ten only two rounds were played: their number says nothing about the cards.
    assert read.lengths == Counter(len(record["rounds"]) for record in records[:2])


@pytest.mark.parametrize(
    "options",
    [
        Options(variant=Variant.SPECIAL),
        Options(variant=Variant.OX),
        Options(known_cards=True),
        Options(draft=True),
        Options(cabriole=True),
        Options(mountain=True),
        Options(ending=Ending.ELIMINATION),
    ],
)
def test_games_of_other_rules_do_not_count(options: Options) -> None:
    assert not counts(options)
    assert counts(Options(limit=30, max_rounds=4))


def test_a_game_that_was_not_played_to_the_end_does_not_count() -> None:
    dealer, actions = played(Options(), 4, random.Random("base 1"))
    assert game_of(Options(), 4, dealer, actions[:-1]) is None


def test_what_may_be_a_record_is_of_people_and_the_first_of_equal_ones() -> None:
    scores = [(0, 9, 0), (3, 9, 0), (0, 0, 40), (0, 70, 0)]
    game = Game(3, Sums(), scores, is_full=True)
    assert extremes_of(game, [0, 1]) == {
        "worst": (70, 1, 4),
        "best": (0, 0, 1),
        "clean_rounds": (2, 0, 3),
        "total": (88, 1, 4),
    }
    # The third seat alone: two rounds without a head before one of 40.
    assert extremes_of(game, [2]) == {
        "worst": (40, 2, 3),
        "best": (0, 2, 1),
        "clean_rounds": (2, 2, 1),
        "total": (40, 2, 4),
    }
    assert "total" not in extremes_of(game._replace(is_full=False), [0])


def test_who_never_was_without_a_head_has_no_row_of_such_rounds() -> None:
    game = Game(2, Sums(), [(1, 2), (3, 4)], is_full=True)
    assert extremes_of(game, [0, 1])["clean_rounds"][0] == 0
