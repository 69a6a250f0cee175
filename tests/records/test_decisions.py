"""The choices in a record must be the right player's, and possible."""

from collections.abc import Callable

import pytest

from tests.support.records import Data, paths, refusal_of, sample


def first_decision(data: Data, key: str) -> tuple[int, ...]:
    """Round, turn and index of the first decision of a kind."""
    return next(
        tuple(step for step in path if isinstance(step, int))
        for path, value in paths(data)
        if isinstance(value, dict) and key in value and "decisions" in path
    )


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda decision: decision.update(seat=1 - decision["seat"]), "decision_of_other_seat"),
        (lambda decision: decision.update(take=4), "no_such_row"),
        (lambda decision: decision.update(take=5), "out_of_range"),
    ],
)
def test_a_take_is_the_choice_of_its_player_among_the_rows(
    change: Callable[[Data], object], code: str
) -> None:
    data = sample("base-1")
    round_, turn, index = first_decision(data, "take")
    change(data["rounds"][round_]["turns"][turn]["decisions"][index])

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == (code, round_, turn)


def test_a_low_card_needs_its_take() -> None:
    data = sample("base-1")
    round_, turn, index = first_decision(data, "take")
    taken = data["rounds"][round_]["turns"][turn]
    decision = taken["decisions"].pop(index)

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("decision_missing", round_, turn)
    assert error.params == {"seat": decision["seat"], "card": taken["cards"][decision["seat"]]}


def test_a_row_is_not_exchanged() -> None:
    data = sample("special-1")
    round_, turn, index = first_decision(data, "take")
    seat = data["rounds"][round_]["turns"][turn]["decisions"][index]["seat"]
    exchange = {"seat": seat, "exchange": "stop", "draw": "stop"}
    data["rounds"][round_]["turns"][turn]["decisions"][index] = exchange

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("decision_of_other_kind", round_, turn)
    assert error.params == {
        "seat": seat,
        "card": data["rounds"][round_]["turns"][turn]["cards"][seat],
    }


@pytest.mark.parametrize("seeded", [True, False])
def test_a_draw_is_the_top_of_the_pile(seeded: bool) -> None:
    data = sample("special-1")
    if not seeded:
        data["fairness"] = None
    round_, turn, index = first_decision(data, "exchange")
    decision = data["rounds"][round_]["turns"][turn]["decisions"][index]
    true = decision["draw"]
    decision["draw"] = "stop" if true != "stop" else "shift"

    error = refusal_of(data)

    assert (error.code, error.round, error.turn) == ("wrong_draw", round_, turn)
    if seeded:
        assert error.params == {"seat": decision["seat"], "expected": true}
