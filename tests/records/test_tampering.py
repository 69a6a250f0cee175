"""Whatever is changed in a record, the door says what is wrong and where."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.errors import InvalidRecord
from tests.support.records import (
    SAMPLES,
    Data,
    Path,
    changed,
    check,
    paths,
    put,
    refusal_of,
    sample,
)

Change = Callable[[Data], object]


def at(*path: str | int, value: Any) -> Change:
    return lambda data: put(data, path, value)


def without(*path: str | int) -> Change:
    def change(data: Any) -> None:
        *way, last = path
        for key in way:
            data = data[key]
        del data[last]

    return change


def again(*path: str | int) -> Change:
    """Repeat the last item of a list."""

    def change(data: Any) -> None:
        for key in path:
            data = data[key]
        data.append(data[-1])

    return change


def play_a_row_card(data: Data) -> None:
    data["rounds"][0]["turns"][2]["cards"][1] = data["rounds"][0]["rows"][0]


def play_without_the_mountain(data: Data) -> None:
    data["version"] = 1
    del data["options"]["mountain"]


TURN = ("rounds", 0, "turns", 2)
TAKE = {"seat": 0, "take": 1}

BROKEN: list[tuple[str, Change, str, int | None, int | None]] = [
    # the shape
    ("base-0", at("extra", value=1), "unknown_key", None, None),
    ("base-0", without("fairness"), "missing_key", None, None),
    ("base-0", without("ranks"), "missing_key", None, None),
    ("base-0", at("format", value="pgn"), "wrong_format", None, None),
    ("base-0", at("version", value=2), "wrong_version", None, None),
    ("base-0", at("version", value=True), "wrong_type", None, None),
    ("base-0", at("players", value="P0"), "wrong_type", None, None),
    ("base-0", at("players", 0, value="\ud800"), "bad_text", None, None),
    ("base-0", at("players", value=["alone"]), "player_count", None, None),
    ("base-0", at("totals", value=None), "wrong_type", None, None),
    ("base-0", at("totals", value=[1]), "wrong_size", None, None),
    ("base-0", at("ranks", 0, value=3), "out_of_range", None, None),
    ("base-0", at("rounds", value={}), "wrong_type", None, None),
    ("base-0", at("rounds", 0, value=[]), "wrong_type", 0, None),
    ("base-0", at("rounds", 0, "draft", value=[]), "unknown_key", 0, None),
    ("base-0", at("rounds", 0, "specials", value=None), "unknown_key", 0, None),
    ("base-0", without("rounds", 0, "scores"), "missing_key", 0, None),
    ("base-0", without(*TURN, "decisions"), "missing_key", 0, 2),
    ("base-0", at(*TURN, "cards", 0, value=1.0), "wrong_type", 0, 2),
    ("base-0", at(*TURN, "cards", value=[1]), "wrong_size", 0, 2),
    ("base-0", at(*TURN, "cards", 0, value=105), "out_of_range", 0, 2),
    ("base-0", at("rounds", 0, "hands", 1, value=None), "wrong_type", 0, None),
    ("base-0", at(*TURN, "decisions", value=[{"seat": 0}]), "unknown_decision", 0, 2),
    ("base-0", at(*TURN, "decisions", value=[{**TAKE, "row": 1}]), "unknown_key", 0, 2),
    ("special-1", at(*TURN, "decisions", value=[{"special": "joker"}]), "unknown_special", 0, 2),
    ("special-1", without("rounds", 1, "special_pile"), "missing_key", 1, None),
    # options and seeds
    ("base-0", at("options", value=[]), "option_type", None, None),
    ("base-0", at("options", "jokers", value=2), "unknown_option", None, None),
    ("base-0", at("options", "limit", value=0), "option_value", None, None),
    ("base-0", at("options", "draft", value=0), "option_type", None, None),
    ("special-1", at("options", "limit", value=67), "options_not_together", None, None),
    ("base-0", at("fairness", "server_seed", value=None), "seed_missing", None, None),
    ("base-0", at("fairness", "server_seed", value="12"), "bad_hex", None, None),
    ("base-0", at("fairness", "commitment", value="0" * 64), "wrong_commitment", None, None),
    ("base-0", at("fairness", "client_seeds", 0, value="a|b"), "client_seed", None, None),
    ("base-0", at("fairness", "client_seeds", 0, value="other"), "wrong_rows", 0, None),
    ("base-0", again("fairness", "client_seeds"), "wrong_size", None, None),
    # the deal
    ("base-0", at("rounds", 0, "rows", value=[1, 2, 3, 4]), "wrong_rows", 0, None),
    ("base-8", at("rounds", 1, "hands", 3, value=list(range(1, 11))), "wrong_hands", 1, None),
    ("base-8", lambda data: data["rounds"][2]["hands"][7].reverse(), "hand_not_ascending", 2, None),
    ("base-9", again("rounds", 4, "seats"), "wrong_size", 4, None),
    ("base-9", at("rounds", 0, "seats", value=[0, 1, 2, 4, 3]), "wrong_seats", 0, None),
    ("base-1", lambda data: data["rounds"][0]["draft"].reverse(), "wrong_hands", 0, None),
    ("base-1", at("rounds", 0, "draft", 0, value=0), "out_of_range", 0, None),
    ("base-4", at("rounds", 0, "draft", 5, value=104), "card_not_in_pool", 0, None),
    ("base-1", without("rounds", 0, "draft", -1), "pick_missing", 0, None),
    ("base-1", again("rounds", 0, "draft"), "pick_surplus", 0, None),
    ("special-1", at("rounds", 1, "specials", 0, value=["stop"] * 3), "wrong_specials", 1, None),
    ("special-1", again("rounds", 0, "special_pile"), "wrong_special_pile", 0, None),
    # the play
    ("base-0", play_a_row_card, "card_not_held", 0, 2),
    ("base-2", without("rounds", 0, "turns", -1), "turn_missing", 0, None),
    ("base-2", again("rounds", 0, "turns"), "turn_surplus", 0, 10),
    ("base-2", at("rounds", 0, "turns", 0, "decisions", value=[TAKE]), "decision_surplus", 0, 0),
    # fan cards
    ("fan-6", at("version", value=1), "wrong_version", None, None),
    ("fan-0", at("options", "mountain", value=True), "options_not_together", None, None),
    ("fan-6", without("rounds", 0, "turns", 0, "flipped"), "missing_key", 0, 0),
    ("fan-0", at("rounds", 0, "turns", 0, "flipped", value=[]), "unknown_key", 0, 0),
    ("fan-6", at("rounds", 0, "turns", 0, "flipped", value=[0, 0]), "seats_not_ascending", 0, 0),
    ("fan-6", at("rounds", 0, "turns", 0, "flipped", value=[3]), "out_of_range", 0, 0),
    ("fan-6", at("rounds", 0, "turns", 1, "flipped", value=[0, 2]), "no_flip_card", 0, 1),
    ("fan-7", at("rounds", 0, "turns", 0, "flipped", value=[0, 1]), "card_does_not_flip", 0, 0),
    ("fan-8", at("rounds", 3, "turns", 0, "flipped", value=[0]), "wrong_flip", 3, 0),
    ("fan-6", at("rounds", 0, "turns", 0, "flipped", value=[]), "decision_of_other_seat", 0, 0),
    ("fan-3", play_without_the_mountain, "decision_of_other_seat", 0, 0),
    # the result
    ("base-8", at("rounds", 1, "scores", 0, value=99), "wrong_scores", 1, None),
    ("base-8", at("totals", 0, value=99), "wrong_totals", None, None),
    ("base-8", at("ranks", value=[1] * 8), "wrong_ranks", None, None),
    ("base-8", without("rounds", -1), "ended_early", None, None),
    ("base-8", again("rounds"), "round_after_end", 3, None),
    ("base-8", at("rounds", value=[]), "ended_early", None, None),
]


@pytest.mark.parametrize(("name", "change", "code", "round_", "turn"), BROKEN)
def test_a_broken_claim_has_its_own_code_and_place(
    name: str, change: Change, code: str, round_: int | None, turn: int | None
) -> None:
    error = refusal_of(changed(name, change))

    assert (error.code, error.round, error.turn) == (code, round_, turn)


def may_be_changed(path: Path) -> bool:
    """Choices and options: with another one it may be a true record of another game."""
    return "decisions" in path or path[0] == "options"


def replaced(data: Data, path: Path) -> bool:
    """The card was taken back with `replace`: any other card of the hand may have been shown."""
    if "turns" not in path or "cards" not in path:
        return False
    turn = data["rounds"][path[1]]["turns"][path[3]]
    return any(decision.get("special") == "replace" for decision in turn["decisions"])


NUMBERS = [
    (name, path, value)
    for name, data in SAMPLES.items()
    for path, value in paths(data)
    if type(value) is int and data["fairness"] is not None
]
CLAIMS = [
    (name, path, value)
    for name, path, value in NUMBERS
    if not may_be_changed(path) and not replaced(SAMPLES[name], path)
]
CHOICES = [found for found in NUMBERS if "decisions" in found[1]]

numbers = st.one_of(st.integers(-2, 110), st.integers())


@given(st.sampled_from(CLAIMS), numbers)
def test_no_number_can_be_changed(claim: tuple[str, Path, int], number: int) -> None:
    name, path, value = claim
    if number == value:
        number += 1
    data = sample(name)
    put(data, path, number)

    refusal_of(data)


@given(st.sampled_from(CHOICES), numbers)
def test_another_choice_is_refused_unless_it_comes_to_the_same(
    choice: tuple[str, Path, int], number: int
) -> None:
    name, path, _ = choice
    data = sample(name)
    put(data, path, number)

    try:
        outcome = check(data)
    except InvalidRecord:
        return
    assert list(outcome.totals) == data["totals"]
