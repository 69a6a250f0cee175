"""A game recorded without its seed: the cards must still be those of a deck."""

import pytest

from games.rules.record_read import parse_record
from games.rules.recorded_deal import RecordedDealer
from tests.support.records import Data, check, refusal_of, running, sample


def unseeded(name: str) -> Data:
    data = sample(name)
    data["fairness"] = None
    return data


def test_a_card_lies_in_one_place() -> None:
    data = unseeded("base-8")
    card = data["rounds"][1]["rows"][0] = data["rounds"][1]["hands"][3][4]

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("card_twice", 1, None)
    assert error.params == {"card": card}


@pytest.mark.parametrize(("name", "round_", "card"), [("base-0", 0, 25), ("base-5", 1, 45)])
def test_known_cards_end_at_ten_a_player_and_four(name: str, round_: int, card: int) -> None:
    data = unseeded(name)
    data["rounds"][round_]["rows"][0] = card

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("card_not_in_deck", round_, None)
    assert error.params == {"card": card}


def test_the_rows_of_a_draft_were_not_picked() -> None:
    data = unseeded("base-10")
    data["rounds"][2]["rows"][3] = data["rounds"][2]["draft"][0]

    error = refusal_of(data)

    assert (error.code, error.round) == ("card_twice", 2)


@pytest.mark.parametrize("round_", [0, 1])
def test_a_round_has_a_hand_for_each_player_still_in(round_: int) -> None:
    data = unseeded("base-9")
    for key in ("seats", "hands", "scores"):
        data["rounds"][round_][key].pop()
    for turn in data["rounds"][round_]["turns"]:
        turn["cards"].pop()

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("wrong_seats", round_, None)


def test_hidden_hands_are_filled_up_with_cards_nobody_has_seen() -> None:
    record = parse_record(running(sample("base-8"), rounds=1, turns=4))
    turns = record.rounds[1].turns

    hands, rows = RecordedDealer(record).numbers(2, range(1, 105), players=8, hand_size=10)

    assert all(len(hand) == 10 for hand in hands)
    assert len({*rows, *(card for hand in hands for card in hand)}) == 84
    for index, hand in enumerate(hands):
        assert {turn.cards[index] for turn in turns} <= set(hand)


@pytest.mark.parametrize("round_", [0, 1])
def test_nobody_holds_a_special_more_than_dealt(round_: int) -> None:
    data = unseeded("special-5")
    data["rounds"][round_]["specials"][2].append(data["rounds"][round_]["special_pile"].pop())

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("wrong_specials", round_, None)


def test_specials_left_over_are_kept() -> None:
    data = unseeded("special-4")
    held, pile = data["rounds"][1]["specials"], data["rounds"][1]["special_pile"]
    kept = next(kind for kind in data["rounds"][0]["specials"][0] if kind in held[0])
    other = next(kind for kind in pile if kind != kept)
    held[0] = [other if kind == kept else kind for kind in held[0]]
    pile[pile.index(other)] = kept

    assert refusal_of(data).code in {"wrong_specials", "wrong_special_pile"}


@pytest.mark.parametrize("round_", [0, 1])
def test_there_are_four_specials_of_each_kind(round_: int) -> None:
    data = unseeded("special-5")
    pile = data["rounds"][round_]["special_pile"]
    pile[0] = "stop" if pile[0] != "stop" else "shift"

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("wrong_special_pile", round_, None)


def test_a_rebuilt_pile_holds_what_was_discarded() -> None:
    data = unseeded("special-6")
    decisions = data["rounds"][1]["turns"][2]["decisions"]
    exchange = next(decision for decision in decisions if "draw" in decision)
    assert data["rounds"][1]["special_pile"] == []
    assert exchange == {"seat": 5, "exchange": "seven_takes", "draw": "seven_takes"}
    exchange["draw"] = "stop"

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("wrong_draw", 1, 2)


def test_a_wrong_draw_is_found_in_the_turn_it_was_drawn_in() -> None:
    data = unseeded("special-6")
    decisions = data["rounds"][1]["turns"][9]["decisions"]
    assert decisions[1] == {"seat": 0, "exchange": "minus_is_plus", "draw": "fifth_row"}
    decisions[1]["draw"] = "stop"

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("wrong_draw", 1, 9)


def test_the_order_of_a_rebuilt_pile_is_free() -> None:
    data = unseeded("special-6")
    last = data["rounds"][1]["turns"][11]["decisions"][-1]
    assert last == {"seat": 2, "exchange": "fifth_row", "draw": "minus_is_plus"}
    last["draw"] = "fifth_row"

    assert list(check(data).totals) == data["totals"]
