"""A refusal names the place and the value that it is about: people read them."""

import pytest

from games.rules.errors import InvalidRecord
from games.rules.record_text import LONGEST_LINE, LONGEST_NUMBER, parse_json
from tests.support.records import SAMPLES, Path, paths, put, refusal_of, sample


@pytest.mark.parametrize(
    ("line", "params"),
    [
        (b" " * (LONGEST_LINE + 1), {"most": LONGEST_LINE}),
        (b"[1, \xff]", {"position": 4}),
        (b"1 2", {"position": 2, "reason": "Extra data"}),
        (b"[NaN]", {"reason": "NaN is no JSON"}),
        (b'{"a": 1, "a": 2}', {"key": "a"}),
        (b"9" * (LONGEST_NUMBER + 1), {"most": LONGEST_NUMBER}),
    ],
    ids=range(6),
)
def test_of_a_line_that_is_no_json(line: bytes, params: dict[str, object]) -> None:
    with pytest.raises(InvalidRecord) as refusal:
        parse_json(line)

    assert refusal.value.params == params


def test_a_line_may_be_as_long_as_the_limit_says() -> None:
    assert parse_json(b"1".ljust(LONGEST_LINE)) == 1
    assert parse_json(b"9" * LONGEST_NUMBER) == 10**LONGEST_NUMBER - 1


def in_decision(name: str, key: str) -> tuple[str, Path, str]:
    """The first value of this key in a decision of a golden record."""
    path = next(path for path, _ in paths(SAMPLES[name]) if "decisions" in path and path[-1] == key)
    return name, path, f"decisions[{path[-2]}]"


ROUND: Path = ("rounds", 0)
TURN: Path = (*ROUND, "turns", 3)
TAKE: Path = in_decision("base-1", "take")[1][:-1]
SPECIAL: Path = in_decision("special-1", "special")[1][:-1]
EXCHANGE: Path = in_decision("special-1", "exchange")[1][:-1]
PLACES: list[tuple[str, Path, str]] = [
    ("base-0", ("version",), "version"),
    ("base-0", ("players",), "players"),
    ("base-0", ("players", 1), "players[1]"),
    ("base-0", ("fairness",), "fairness"),
    ("base-0", ("fairness", "server_seed"), "server_seed"),
    ("base-0", ("fairness", "commitment"), "commitment"),
    ("base-0", ("fairness", "client_seeds"), "client_seeds"),
    ("base-0", ("fairness", "client_seeds", 1), "client_seeds[1]"),
    ("base-0", ("rounds",), "rounds"),
    ("base-0", ROUND, "round"),
    ("base-0", (*ROUND, "seats"), "seats"),
    ("base-0", (*ROUND, "seats", 1), "seats[1]"),
    ("base-1", (*ROUND, "draft"), "draft"),
    ("base-1", (*ROUND, "draft", 3), "draft[3]"),
    ("base-0", (*ROUND, "rows"), "rows"),
    ("base-0", (*ROUND, "rows", 2), "rows[2]"),
    ("base-0", (*ROUND, "hands"), "hands"),
    ("base-0", (*ROUND, "hands", 1), "hands[1]"),
    ("base-0", (*ROUND, "hands", 1, 5), "hands[1][5]"),
    ("special-1", (*ROUND, "specials"), "specials"),
    ("special-1", (*ROUND, "specials", 1), "specials[1]"),
    ("special-1", (*ROUND, "specials", 1, 2), "specials[1][2]"),
    ("special-1", (*ROUND, "special_pile"), "special_pile"),
    ("base-0", (*ROUND, "turns"), "turns"),
    ("base-0", (*ROUND, "turns", 3), "turn"),
    ("base-0", (*ROUND, "turns", 3, "cards"), "cards"),
    ("base-0", (*ROUND, "turns", 3, "cards", 1), "cards[1]"),
    ("base-0", (*ROUND, "turns", 3, "decisions"), "decisions"),
    ("base-0", (*ROUND, "scores"), "scores"),
    ("base-0", (*ROUND, "scores", 1), "scores[1]"),
    ("base-0", ("totals",), "totals"),
    ("base-0", ("totals", 1), "totals[1]"),
    ("base-0", ("ranks",), "ranks"),
    ("base-0", ("ranks", 0), "ranks[0]"),
    ("base-1", (*TAKE, "seat"), f"decisions[{TAKE[-1]}]"),
    ("special-1", (*SPECIAL, "seat"), f"decisions[{SPECIAL[-1]}]"),
    ("special-1", (*EXCHANGE, "seat"), f"decisions[{EXCHANGE[-1]}]"),
    in_decision("base-1", "take"),
    *(in_decision("special-6", key) for key in ("special", "card", "row", "exchange", "draw")),
]


@pytest.mark.parametrize(("name", "path", "where"), PLACES)
def test_of_a_value_of_the_wrong_type(name: str, path: Path, where: str) -> None:
    data = sample(name)
    put(data, path, True)

    error = refusal_of(data)

    assert (error.code, error.params["where"]) == ("wrong_type", where)


OBJECTS: list[tuple[str, Path, str]] = [
    ("base-0", (), "record"),
    ("base-0", ("fairness",), "fairness"),
    ("base-0", ROUND, "round"),
    ("base-0", TURN, "turn"),
    ("base-1", TAKE, f"decisions[{TAKE[-1]}]"),
    ("special-1", SPECIAL, f"decisions[{SPECIAL[-1]}]"),
    ("special-1", EXCHANGE, f"decisions[{EXCHANGE[-1]}]"),
]


@pytest.mark.parametrize(("name", "path", "where"), OBJECTS)
def test_of_an_unknown_key(name: str, path: Path, where: str) -> None:
    data = sample(name)
    put(data, (*path, "jokers"), 2)

    error = refusal_of(data)

    assert (error.code, error.params) == ("unknown_key", {"where": where, "key": "jokers"})


@pytest.mark.parametrize("key", ["totals", "ranks"])
def test_of_half_a_result(key: str) -> None:
    data = sample("base-0")
    del data[key]

    error = refusal_of(data)

    assert (error.code, error.params) == ("missing_key", {"where": "record", "key": key})


@pytest.mark.parametrize(
    ("name", "path", "value", "params"),
    [
        ("base-0", ("version",), -1, {"where": "version", "least": 0, "most": 2**31}),
        ("base-0", ("players",), {}, {"where": "players", "expected": "an array"}),
        ("base-0", (*ROUND,), [], {"where": "round", "expected": "an object"}),
        ("base-0", ("version",), 1.0, {"where": "version", "expected": "a whole number"}),
        ("base-0", ("players", 0), None, {"where": "players[0]", "expected": "a text"}),
        ("base-0", ("fairness",), {}, {"where": "fairness", "key": "client_seeds"}),
        ("base-0", (*TURN, "cards"), [1], {"where": "cards", "expected": 2, "claimed": 1}),
        ("base-0", (*ROUND, "scores"), [1], {"where": "scores", "expected": 2, "claimed": 1}),
        ("base-0", (*ROUND, "hands"), [[]], {"where": "hands", "expected": 2, "claimed": 1}),
        ("base-0", (*ROUND, "hands", 1), [1], {"where": "hands[1]", "expected": 10, "claimed": 1}),
        ("special-1", (*ROUND, "specials"), [], {"where": "specials", "expected": 2, "claimed": 0}),
        ("base-0", ("ranks",), [1], {"where": "ranks", "expected": 2, "claimed": 1}),
        ("base-0", (*TURN, "cards", 0), 105, {"where": "cards[0]", "least": 1, "most": 104}),
        ("base-0", (*ROUND, "seats", 1), 2, {"where": "seats[1]", "least": 0, "most": 1}),
        ("base-0", (*ROUND, "scores", 1), 172, {"where": "scores[1]", "least": 0, "most": 171}),
        ("base-0", ("totals", 1), 10**6 + 1, {"where": "totals[1]", "least": 0, "most": 10**6}),
        ("base-0", ("ranks", 0), 0, {"where": "ranks[0]", "least": 1, "most": 2}),
        ("base-1", (*TAKE, "take"), 5, {"where": "decisions[0]", "least": 0, "most": 4}),
        ("base-1", (*TAKE, "seat"), 2, {"where": "decisions[0]", "least": 0, "most": 1}),
        ("base-0", ("players", 0), "\ud800", {"where": "players[0]"}),
        ("base-0", ("fairness", "commitment"), "00", {"where": "commitment"}),
        ("base-0", ("fairness", "client_seeds", 1), "a|b", {"where": "client_seeds[1]"}),
        ("base-0", (*ROUND, "hands", 1), list(range(10, 0, -1)), {"where": "hands[1]"}),
        ("base-0", (*TURN, "decisions"), [{}], {"where": "decisions[0]"}),
        ("base-0", (*TURN, "decisions"), [1], {"where": "decisions[0]"}),
        ("special-1", (*ROUND, "special_pile", 2), "joker", {"where": "special_pile[2]"}),
    ],
)
def test_of_a_value_out_of_place(
    name: str, path: Path, value: object, params: dict[str, object]
) -> None:
    data = sample(name)
    put(data, path, value)

    assert refusal_of(data).params == params


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("base-9", (*ROUND, "seats"), [0, 1, 2, 4, 3]),
        ("base-8", (*ROUND, "rows"), [1, 2, 3, 4]),
        ("special-1", (*ROUND, "special_pile"), ["stop"]),
        ("base-8", (*ROUND, "scores"), [8] * 8),
        ("base-8", ("totals",), [8] * 8),
        ("base-8", ("ranks",), [8] * 8),
    ],
)
def test_of_a_claim_that_is_not_true(name: str, path: Path, value: list[object]) -> None:
    true = next(found for way, found in paths(SAMPLES[name]) if way == path)
    assert isinstance(true, list)
    data = sample(name)
    put(data, path, value)

    assert refusal_of(data).params == {"expected": tuple(true)}


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [("base-8", "hands", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), ("special-1", "specials", ["stop"] * 3)],
)
def test_of_cards_that_were_not_dealt(name: str, key: str, value: list[object]) -> None:
    true = tuple(SAMPLES[name]["rounds"][0][key][1])
    data = sample(name)
    data["rounds"][0][key][1] = value

    assert refusal_of(data).params == {"seat": 1, "expected": true}


def test_of_a_play_that_the_rules_refuse() -> None:
    data = sample("base-0")
    put(data, (*TURN, "cards", 1), data["rounds"][0]["rows"][0])

    error = refusal_of(data)

    assert (error.code, error.params) == ("card_not_held", {"card": data["rounds"][0]["rows"][0]})


def test_of_a_decision_that_nobody_was_asked_for() -> None:
    data = sample("base-2")
    data["rounds"][0]["turns"][0]["decisions"] = [{"seat": 3, "take": 0}]

    assert refusal_of(data).params == {"seat": 3}
