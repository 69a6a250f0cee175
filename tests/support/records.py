"""Golden records, and ways to change one."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from games.rules.errors import InvalidRecord
from games.rules.record_read import parse_record
from games.rules.replay import Outcome, replay
from tests.support.project import ROOT

Data = dict[str, Any]
Path = tuple[str | int, ...]

FOLDER = ROOT / "tests/records/samples"
SAMPLES: dict[str, Data] = {
    f"{file.stem}-{index}": json.loads(line)
    for file in sorted(FOLDER.glob("*.jsonl"))
    for index, line in enumerate(file.read_text(encoding="utf-8").splitlines())
}


def sample(name: str) -> Data:
    """A golden record that the test may change."""
    return deepcopy(SAMPLES[name])


def check(data: object) -> Outcome:
    return replay(parse_record(data))


def refusal_of(data: object) -> InvalidRecord:
    """How a record is refused; the test fails if it is not."""
    with pytest.raises(InvalidRecord) as refusal:
        check(data)
    return refusal.value


def changed(name: str, change: Callable[[Data], object]) -> Data:
    """A golden record after a change."""
    data = sample(name)
    change(data)
    return data


def abandoned(data: Data, rounds: int, turns: int | None = None) -> Data:
    """The record stopped after so many rounds, and turns of the round after them."""
    for key in ("totals", "ranks"):
        del data[key]
    data["rounds"] = data["rounds"][: rounds + (turns is not None)]
    if turns is not None:
        del data["rounds"][-1]["scores"]
        data["rounds"][-1]["turns"] = data["rounds"][-1]["turns"][:turns]
    return data


def running(data: Data, rounds: int, turns: int) -> Data:
    """The same while the game runs, as nobody's hand: what a spectator may have."""
    data = abandoned(data, rounds, turns)
    data["fairness"]["server_seed"] = None
    for recorded in data["rounds"]:
        recorded["hands"] = [None] * len(recorded["seats"])
    return data


def paths(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every value inside a JSON value, with the way to it."""
    yield path, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths(item, (*path, index))


def put(data: Any, path: Path, value: object) -> None:
    """Replace the value at the end of a path."""
    *way, last = path
    for key in way:
        data = data[key]
    data[last] = value
