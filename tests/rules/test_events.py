"""Events as JSON: what is logged is read back."""

import json
from typing import Any

import pytest

from games.rules.cards import SpecialKind
from games.rules.events import (
    Eliminated,
    Event,
    Exchanged,
    GameEnded,
    HeadsCancelled,
    Jumped,
    Picked,
    PileRebuilt,
    Placed,
    Revealed,
    RoundScored,
    RoundStarted,
    RowRemoved,
    RowsLaid,
    Shifted,
    SpecialPlayed,
    StopsLifted,
    TakeReason,
    Took,
)
from games.table.snapshot import event_from_json, stored_json

EVENTS: list[Event] = [
    RoundStarted(1, (0, 2), (12, 37, 43, 58)),
    Picked(0, 55),
    RowsLaid((12, 37, 43, 58)),
    Revealed(((0, 14), (1, 15))),
    Placed(0, 14, 0),
    Took(2, 0, (12, 14), 2, TakeReason.SIXTH),
    Jumped(0, 0, 3),
    SpecialPlayed(0, SpecialKind.INSERT, None, 3),
    Shifted(0, 13, 0, 1),
    RowRemoved(4),
    StopsLifted((0, 3)),
    HeadsCancelled(0, 11, 0),
    Exchanged(1, SpecialKind.STOP),
    PileRebuilt(9),
    RoundScored(1, (3, 4), (10, 4)),
    Eliminated((0,)),
    GameEnded((67, 4), (2, 1)),
]


def written(event: Event) -> dict[str, Any]:
    """What is stored of an event."""
    data: dict[str, Any] = json.loads(stored_json(event))
    return data


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_survives_json(event: Event) -> None:
    assert event_from_json(written(event)) == event


def test_a_kind_and_a_reason_are_read_as_such() -> None:
    exchanged = event_from_json({"event": "Exchanged", "seat": 1, "kind": "stop"})
    took = event_from_json(written(Took(2, 0, (12, 14), 2, TakeReason.LOW)))

    assert isinstance(exchanged, Exchanged)
    assert exchanged.kind is SpecialKind.STOP
    assert isinstance(took, Took)
    assert took.why is TakeReason.LOW


def test_an_event_is_written_with_its_name_and_fields() -> None:
    assert written(Took(2, 0, (12, 14), 2, TakeReason.LOW)) == {
        "event": "Took",
        "seat": 2,
        "row": 0,
        "cards": [12, 14],
        "heads": 2,
        "why": "low",
    }
