"""Records of games against the ox: what they hold, and that nothing in them can be changed."""

from collections.abc import Callable
from typing import Any

import pytest

from games.rules.record_export import hide
from games.rules.record_read import parse_record
from games.rules.record_write import record_to_json
from tests.support.played_records import played_record
from tests.support.records import Data, Path, check, put, refusal_of

GAMES = ("ox", "ox of six with known cards", "ox alone")


def first_play(data: Data) -> Path:
    """Where the first special card of the team is played."""
    return next(
        ("rounds", 0, "turns", at, "decisions", index)
        for at, turn in enumerate(data["rounds"][0]["turns"])
        for index, decision in enumerate(turn["decisions"])
        if "special" in decision
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_game_replays_with_its_seed_and_without(name: str) -> None:
    data = played_record(name)
    assert data["version"] == 2
    assert len(data["rounds"]) == 1
    outcome = check(data)
    assert (list(outcome.totals), list(outcome.ranks or ())) == (data["totals"], data["ranks"])
    assert record_to_json(parse_record(data)) == data

    data["fairness"] = None

    assert check(data) == outcome


def change_first_play(data: Data) -> None:
    put(data, (*first_play(data), "special"), "no such card")


def drop_first_play(data: Data) -> None:
    *way, index = first_play(data)
    place: Any = data
    for key in way:
        place = place[key]
    del place[index]


def swap_the_first_two_of_the_ox(data: Data) -> None:
    ox = data["rounds"][0]["ox"]
    ox[0], ox[1] = ox[1], ox[0]


def win_or_lose(data: Data) -> None:
    data["ranks"] = [3 - rank for rank in data["ranks"]]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: put(data, ("version",), 1), "wrong_version"),
        (lambda data: data["rounds"][0].pop("ox"), "missing_key"),
        (lambda data: data["rounds"][0].pop("special_pile"), "missing_key"),
        (lambda data: data["rounds"][0].pop("ox_score"), "missing_key"),
        (lambda data: put(data, ("rounds", 0, "ox"), None), "wrong_type"),
        (lambda data: data["rounds"][0]["ox"].pop(), "wrong_size"),
        (swap_the_first_two_of_the_ox, "wrong_ox"),
        (lambda data: data["rounds"][0]["special_pile"].reverse(), "wrong_special_pile"),
        (change_first_play, "unknown_special"),
        (lambda data: put(data, (*first_play(data), "seat"), 3), "out_of_range"),
        (lambda data: put(data, (*first_play(data), "more"), 1), "unknown_key"),
        (lambda data: put(data, ("rounds", 0, "ox_score"), 170), "wrong_ox_score"),
        (win_or_lose, "wrong_ranks"),
        (lambda data: put(data, ("options", "limit"), 67), "options_not_together"),
    ],
)
def test_what_is_changed_is_found(change: Callable[[Data], object], code: str) -> None:
    data = played_record("ox")
    change(data)

    assert refusal_of(data).code == code


def test_a_card_of_the_team_that_is_left_out_is_missed() -> None:
    data = played_record("ox")
    drop_first_play(data)

    refusal_of(data)


def test_while_it_runs_nobody_is_shown_what_the_ox_holds() -> None:
    data = record_to_json(hide(parse_record(played_record("ox")), 1))

    assert data["rounds"][0]["ox"] is None
    assert data["rounds"][0]["special_pile"] is None
    assert [hand is None for hand in data["rounds"][0]["hands"]] == [True, False, True]
