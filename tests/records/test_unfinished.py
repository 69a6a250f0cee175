"""Games that are running or were abandoned: what may be missing, and what may not."""

import pytest

from games.rules.cards import SpecialKind
from games.rules.record_read import parse_record
from games.rules.replay import drawn
from tests.rules.builders import dealer, position, row
from tests.support.records import Data, abandoned, check, refusal_of, running, sample


@pytest.mark.parametrize("name", ["base-8", "base-9", "cabriole-6", "base-11"])
def test_an_abandoned_game_counts_the_rounds_that_were_scored(name: str) -> None:
    data = abandoned(sample(name), rounds=1, turns=4)

    outcome = check(data)

    assert list(outcome.totals) == data["rounds"][0]["scores"]
    assert outcome.ranks is None


def test_it_may_stop_between_two_rounds() -> None:
    assert check(abandoned(sample("base-8"), rounds=2)).ranks is None


@pytest.mark.parametrize("name", ["base-8", "special-1"])
def test_without_its_seed_too(name: str) -> None:
    data = abandoned(sample(name), rounds=1)
    data["fairness"] = None

    assert list(check(data).totals) == data["rounds"][0]["scores"]


def test_its_last_round_may_be_over_and_not_scored() -> None:
    data = abandoned(sample("base-8"), rounds=1, turns=10)

    assert list(check(data).totals) == data["rounds"][0]["scores"]


def test_it_may_stop_before_the_first_turn() -> None:
    assert check(abandoned(sample("base-8"), rounds=0, turns=0)).totals == (0,) * 8
    assert check(abandoned(sample("base-8"), rounds=0)).totals == (0,) * 8


def at_a_low_card(name: str) -> Data:
    """Abandoned at the first turn in which somebody took a row with a low card."""
    turns = sample(name)["rounds"][0]["turns"]
    turn = next(index for index, turn in enumerate(turns) if turn["decisions"])
    return abandoned(sample(name), rounds=0, turns=turn + 1)


def test_its_last_turn_may_lack_decisions() -> None:
    data = at_a_low_card("base-8")
    last = data["rounds"][0]["turns"][-1]
    last["decisions"] = []
    check(data)
    del last["decisions"]

    assert check(data).totals == (0,) * 8


def test_an_earlier_turn_may_not() -> None:
    data = at_a_low_card("base-8")
    turn = len(data["rounds"][0]["turns"]) - 1
    data["rounds"][0]["turns"][-1]["decisions"] = []
    following = sample("base-8")["rounds"][0]["turns"][turn + 1]
    data["rounds"][0]["turns"].append(following)

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("decision_missing", 0, turn)


@pytest.mark.parametrize("turn", [0, 8])
def test_before_the_last_turn_decisions_are_not_left_out(turn: int) -> None:
    data = abandoned(sample("base-8"), rounds=1, turns=10)
    del data["rounds"][1]["turns"][turn]["decisions"]

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("missing_key", 1, turn)


def test_of_a_finished_round_no_decisions_are_left_out() -> None:
    data = sample("base-8")
    del data["rounds"][1]["turns"][-1]["decisions"]

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("missing_key", 1, 9)


@pytest.mark.parametrize(("name", "turns"), [("base-8", 0), ("base-8", 3), ("base-10", 3)])
@pytest.mark.parametrize("key", ["rows", "hands"])
def test_what_was_dealt_is_left_out_in_a_draft_only(name: str, turns: int, key: str) -> None:
    data = abandoned(sample(name), rounds=1, turns=turns)
    del data["rounds"][1][key]

    error = refusal_of(data)

    assert (error.code, error.params) == ("missing_key", {"where": "round", "key": key})


def test_its_last_round_is_an_object() -> None:
    data = abandoned(sample("base-8"), rounds=2)
    data["rounds"][1] = []

    assert refusal_of(data).code == "wrong_type"


def test_an_earlier_round_lacks_nothing() -> None:
    data = abandoned(sample("base-8"), rounds=2)
    del data["rounds"][0]["scores"]

    assert refusal_of(data).code == "missing_key"


def test_a_special_card_may_still_be_awaited() -> None:
    data = abandoned(sample("special-1"), rounds=1, turns=12)
    last = data["rounds"][1]["turns"][-1]
    last["decisions"] = []

    assert check(data).ranks is None


def test_a_round_is_not_scored_before_its_last_turn() -> None:
    data = abandoned(sample("base-8"), rounds=0, turns=4)
    data["rounds"][0]["scores"] = [0] * 8

    error = refusal_of(data)

    assert (error.code, error.round) == ("scores_too_early", 0)


@pytest.mark.parametrize("name", ["base-8", "special-1"])
def test_a_game_that_is_over_has_a_result(name: str) -> None:
    data = sample(name)
    del data["totals"], data["ranks"]

    assert refusal_of(data).code == "result_missing"


def test_cards_are_checked_in_an_abandoned_game_too() -> None:
    data = abandoned(sample("base-8"), rounds=1, turns=4)
    data["rounds"][1]["turns"][3]["cards"][0] = data["rounds"][1]["rows"][0]

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("card_not_held", 1, 3)


def drafting(picks: int) -> Data:
    data = abandoned(sample("base-10"), rounds=1, turns=0)
    recorded = data["rounds"][1]
    recorded["draft"] = recorded["draft"][:picks]
    recorded["rows"] = []
    recorded["hands"] = [None] * 9
    return data


def test_a_draft_may_be_partial() -> None:
    data = drafting(picks=35)
    check(data)
    del data["rounds"][1]["rows"], data["rounds"][1]["hands"]

    assert check(data).ranks is None


def test_hands_of_a_partial_draft_are_the_picks_so_far() -> None:
    data = drafting(picks=2)
    first, second = data["rounds"][1]["draft"]
    hands: list[list[int]] = [[] for _ in range(9)]
    hands[1], hands[2] = [first], [second]
    data["rounds"][1]["hands"] = hands
    check(data)
    hands[1] = [second]

    assert refusal_of(data).code == "wrong_hands"


def test_there_are_no_rows_before_a_draft_ends() -> None:
    data = drafting(picks=35)
    data["rounds"][1]["rows"] = [1, 2, 3, 4]

    assert refusal_of(data).code == "wrong_size"


def test_nobody_plays_before_a_draft_ends() -> None:
    data = drafting(picks=35)
    data["rounds"][1]["turns"] = sample("base-10")["rounds"][1]["turns"][:1]

    assert refusal_of(data).code == "turn_surplus"


@pytest.mark.parametrize("name", ["base-8", "base-5", "cabriole-6"])
def test_a_running_game_is_replayed_without_its_hidden_hands(name: str) -> None:
    data = running(sample(name), rounds=1, turns=4)

    assert list(check(data).totals) == data["rounds"][0]["scores"]


def test_what_is_shown_of_a_running_game_is_checked() -> None:
    data = running(sample("base-8"), rounds=1, turns=4)
    data["rounds"][1]["turns"][3]["cards"][0] = data["rounds"][1]["rows"][0]
    assert refusal_of(data).code == "card_twice"

    data = running(sample("base-8"), rounds=1, turns=4)
    data["rounds"][0]["scores"][0] += 1
    assert refusal_of(data).code == "wrong_scores"


def test_a_running_game_with_special_cards_waits_for_its_seed() -> None:
    data = running(sample("special-1"), rounds=1, turns=4)
    for recorded in data["rounds"]:
        recorded["specials"] = [None, None]
        recorded["special_pile"] = None

    assert refusal_of(data).code == "hidden"

    for recorded in data["rounds"]:
        recorded["specials"] = None
    assert refusal_of(data).code == "hidden"
    assert parse_record(data).rounds[0].specials == (None, None)


def test_special_cards_are_drawn_where_there_are_some() -> None:
    state = position([row(1), row(2), row(3), row(4)], [(5,), (6,)])

    with pytest.raises(ValueError, match=r"^there are no special cards"):
        drawn(state.round, SpecialKind.STOP, dealer())
