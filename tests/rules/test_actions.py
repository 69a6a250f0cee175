"""Actions as JSON: what is sent comes back, and nothing else comes in."""

from typing import Any

import pytest

from games.rules.actions import (
    Action,
    ChooseCard,
    ExchangeSpecial,
    KeepSpecials,
    PassSpecial,
    PickCard,
    PlaySpecial,
    TakeRow,
    action_from_json,
    action_to_json,
)
from games.rules.cards import SpecialKind
from games.rules.errors import ErrorCode, IllegalAction

WRITTEN: list[tuple[Action, dict[str, object]]] = [
    (PickCard(1, 55), {"kind": "pick", "seat": 1, "card": 55}),
    (ChooseCard(0, 7), {"kind": "choose", "seat": 0, "card": 7}),
    (TakeRow(2, 0), {"kind": "take", "seat": 2, "row": 0}),
    (
        PlaySpecial(0, SpecialKind.FIFTH_ROW),
        {"kind": "special", "seat": 0, "special": "fifth_row"},
    ),
    (
        PlaySpecial(0, SpecialKind.INSERT, row=0),
        {"kind": "special", "seat": 0, "special": "insert", "row": 0},
    ),
    (
        PlaySpecial(0, SpecialKind.REPLACE, card=9),
        {"kind": "special", "seat": 0, "special": "replace", "card": 9},
    ),
    (
        PlaySpecial(3, SpecialKind.SHIFT, 9, 4),
        {"kind": "special", "seat": 3, "special": "shift", "card": 9, "row": 4},
    ),
    (PassSpecial(4), {"kind": "pass", "seat": 4}),
    (
        ExchangeSpecial(5, SpecialKind.STOP),
        {"kind": "exchange", "seat": 5, "special": "stop"},
    ),
    (KeepSpecials(6), {"kind": "keep", "seat": 6}),
]


@pytest.mark.parametrize(("action", "data"), WRITTEN)
def test_an_action_is_written_plainly(action: Action, data: dict[str, object]) -> None:
    assert action_to_json(action) == data


@pytest.mark.parametrize(("action", "data"), WRITTEN)
def test_what_was_written_is_read_back(action: Action, data: dict[str, object]) -> None:
    assert action_from_json(data) == action


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (None, None),
        ([], None),
        ("choose", None),
        ({}, "kind"),
        ({"kind": None, "seat": 0}, "kind"),
        ({"kind": "resign", "seat": 0}, "kind"),
        ({"kind": "choose", "card": 7}, "seat"),
        ({"kind": "choose", "seat": True, "card": 7}, "seat"),
        ({"kind": "choose", "seat": "0", "card": 7}, "seat"),
        ({"kind": "choose", "seat": 0}, "card"),
        ({"kind": "choose", "seat": 0, "card": 7.0}, "card"),
        ({"kind": "choose", "seat": 0, "card": False}, "card"),
        ({"kind": "choose", "seat": 0, "card": 7, "row": 1}, "row"),
        ({"kind": "pick", "seat": 0, "card": None}, "card"),
        ({"kind": "take", "seat": 0}, "row"),
        ({"kind": "special", "seat": 0}, "special"),
        ({"kind": "special", "seat": 0, "special": "joker"}, "special"),
        ({"kind": "special", "seat": 0, "special": "stop", "row": None}, "row"),
        ({"kind": "special", "seat": 0, "special": "replace", "card": "7"}, "card"),
        ({"kind": "pass", "seat": 0, "special": "stop"}, "special"),
        ({"kind": "exchange", "seat": 0, "special": 1}, "special"),
        ({"kind": "keep", "seat": None}, "seat"),
        ({"kind": "keep", "seat": 0, 7: 7}, 7),
    ],
)
def test_anything_else_is_refused_and_the_field_named(data: Any, field: object) -> None:
    with pytest.raises(IllegalAction) as refusal:
        action_from_json(data)

    assert refusal.value.code is ErrorCode.BAD_ACTION
    assert refusal.value.params == {"field": field}
