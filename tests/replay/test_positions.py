"""The positions of a recorded game, recomputed by hand where that can be done."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from games.replay.positions import Course, Key, course_of
from games.rules.options import ONE_OF
from games.rules.record_read import parse_record
from tests.support.records import SAMPLES, Data, abandoned, running, sample

PLAIN = [
    name
    for name, record in SAMPLES.items()
    if record["options"].get("variant") != "special"
    and not any(record["options"].get(card) for card in ONE_OF)
]

NOT_SPECIAL = [
    name for name, record in SAMPLES.items() if record["options"].get("variant") != "special"
]
LONG = next(
    name
    for name in PLAIN
    if len(SAMPLES[name]["rounds"]) > 1
    and SAMPLES[name]["fairness"]
    and not SAMPLES[name]["options"].get("draft")
)


def course(data: Data) -> Course:
    return course_of(parse_record(data))


def keys(data: Data) -> list[str]:
    return [str(key) for key in course(data).keys]


def heads(card: int) -> int:
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


def tables_by_hand(record: Mapping[str, Any]) -> Iterator[tuple[str, list[list[int]], list[int]]]:
    """After each turn of a base game: its key, the rows, and the heads of each seat's pile."""
    for number, played in enumerate(record["rounds"], start=1):
        rows = [[card] for card in played["rows"]]
        piles = [0] * len(record["players"])
        yield f"{number}.0", [list(row) for row in rows], list(piles)
        for at, turn in enumerate(played["turns"], start=1):
            takes = iter(turn["decisions"])
            for card, seat in sorted(zip(turn["cards"], played["seats"], strict=True)):
                below = [row for row in rows if row[-1] < card]
                if below:
                    row = max(below, key=lambda row: row[-1])
                    taken = len(row) == 5
                else:
                    row, taken = rows[next(takes)["take"]], True
                if taken:
                    piles[seat] += sum(map(heads, row))
                    row.clear()
                row.append(card)
            yield f"{number}.{at}", [list(row) for row in rows], list(piles)


@pytest.mark.parametrize("name", PLAIN)
def test_rows_and_piles_are_those_of_a_calculation_by_hand(name: str) -> None:
    found = {
        str(position.key): position.state.round for position in course(SAMPLES[name]).positions
    }
    for key, rows, piles in tables_by_hand(SAMPLES[name]):
        assert [list(row.cards) for row in found[key].rows] == rows, key
        assert list(found[key].pile_heads) == piles, key


@pytest.mark.parametrize("name", SAMPLES)
def test_every_record_ends_with_its_stated_result(name: str) -> None:
    state = course(SAMPLES[name]).positions[-1].state
    assert list(state.totals) == SAMPLES[name]["totals"]
    assert list(state.ranks or ()) == SAMPLES[name]["ranks"]


@pytest.mark.parametrize("name", SAMPLES)
def test_every_turn_of_a_record_has_its_position(name: str) -> None:
    shown = course(SAMPLES[name]).keys
    turns = [
        Key(number, turn)
        for number, played in enumerate(SAMPLES[name]["rounds"], start=1)
        for turn in range(len(played["turns"]) + 1)
    ]
    assert [key for key in shown if key.step is None] == turns
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize("name", NOT_SPECIAL)
def test_hands_shrink_by_the_card_that_was_marked(name: str) -> None:
    record = SAMPLES[name]
    found = course(record)
    for number, played in enumerate(record["rounds"], start=1):
        for turn, recorded in enumerate(played["turns"], start=1):
            before = found.positions[found.keys.index(Key(number, turn - 1))].state.round
            after = found.positions[found.keys.index(Key(number, turn))].state.round
            for seat, card in zip(played["seats"], recorded["cards"], strict=True):
                assert before.choices[seat] == card
                assert set(before.hands[seat]) - set(after.hands[seat]) == {card}


def test_the_leaflet_asks_for_a_row_within_the_turn() -> None:
    found = course(sample("leaflet-0"))
    position = found.positions[found.keys.index(Key(1, 3, 1))]
    assert position.state.decision.kind == "row"
    assert position.story[0] == found.positions[found.keys.index(Key(1, 3))].story[0]


def test_a_draft_has_a_position_for_each_lap() -> None:
    drafts = [name for name, record in SAMPLES.items() if record["options"].get("draft")]
    found = course(SAMPLES[drafts[0]])
    laps = [key.step for key in found.keys if key.round == 1 and key.turn == 0]
    assert laps == [*range(10), None]
    assert found.positions[0].state.round.hands == ((),) * len(SAMPLES[drafts[0]]["players"])
    picked = found.positions[3].state.round.hands
    assert {len(hand) for hand in picked} == {3}


def test_a_round_that_has_ended_still_lies_on_the_table() -> None:
    found = course(sample("base-0"))
    ended = found.positions[found.keys.index(Key(1, len(SAMPLES["base-0"]["rounds"][0]["turns"])))]
    assert ended.state.round.number == 1
    assert not any(ended.state.round.hands)
    assert list(ended.state.round_scores[0]) == SAMPLES["base-0"]["rounds"][0]["scores"]


def test_an_abandoned_game_stops_where_its_record_does() -> None:
    assert keys(abandoned(sample(LONG), 1, 3))[-1] == "2.3"
    assert keys(abandoned(sample(LONG), 1))[-1] == "1.10"


def test_a_record_that_stops_before_a_decision_shows_who_is_asked() -> None:
    data = abandoned(sample("leaflet-0"), 0, 3)
    data["rounds"][0]["turns"][2]["decisions"] = []
    found = course(data)
    assert str(found.keys[-1]) == "1.3.1"
    decision = found.positions[-1].state.decision
    assert decision.kind == "row"


def test_of_a_running_game_no_hand_shows_a_card_that_was_made_up() -> None:
    data = running(sample(LONG), 0, 4)
    found = course(data)
    played = [
        set(cards)
        for cards in zip(*(turn["cards"] for turn in data["rounds"][0]["turns"]), strict=True)
    ]
    assert found.has_hidden_hands
    assert [set(hand) for hand in found.positions[0].state.round.hands] == played
    assert not any(found.positions[-1].state.round.hands)


@pytest.mark.parametrize("text", ["", "1", "0.1", "1.2.3.4", "1.x", "-1.2", "1.123", "٣.١", "1.2 "])
def test_other_texts_are_no_keys(text: str) -> None:
    assert Key.parse(text) is None


@pytest.mark.parametrize("text", ["1.0", "2.4", "2.4.1", "100.10", "3.0.0"])
def test_a_key_is_read_as_it_is_written(text: str) -> None:
    assert str(Key.parse(text)) == text


def test_a_step_that_a_turn_does_not_have_leads_to_the_turn() -> None:
    found = course(sample("base-0"))
    assert found.find(Key(1, 1, 99)) == found.find(Key(1, 1))
    assert found.find(Key(99, 1)) is None
