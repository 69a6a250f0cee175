"""The positions to which the buttons of a replay lead: by steps, turns, rounds, first and last."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from games.replay.positions import Course, Key


@dataclass(frozen=True, slots=True)
class Ways:
    """The positions to which the buttons lead, None where there is none."""

    first: Key | None
    previous_round: Key | None
    previous_turn: Key | None
    back: Key | None
    forward: Key | None
    next_turn: Key | None
    next_round: Key | None
    last: Key | None


def present_ways(course: Course, index: int) -> Ways:
    """The ways from the position of this index."""
    keys = course.keys
    last = len(keys) - 1
    turns = [at for at, key in enumerate(keys) if key.step is None]
    rounds = [at for at, key in enumerate(keys) if at == 0 or keys[at - 1].round != key.round]
    return Ways(
        first=keys[0] if index > 0 else None,
        previous_round=_before(keys, rounds, index),
        previous_turn=_before(keys, turns, index),
        back=keys[index - 1] if index > 0 else None,
        forward=keys[index + 1] if index < last else None,
        next_turn=_after(keys, turns, index),
        next_round=_after(keys, rounds, index),
        last=keys[last] if index < last else None,
    )


def _before(keys: tuple[Key, ...], stops: list[int], index: int) -> Key | None:
    at = bisect_left(stops, index) - 1
    return keys[stops[at]] if at >= 0 else None


def _after(keys: tuple[Key, ...], stops: list[int], index: int) -> Key | None:
    at = bisect_right(stops, index)
    return keys[stops[at]] if at < len(stops) else None
