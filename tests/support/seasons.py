"""Whole seasons without a database, for tests and measurements."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from games.rules.endings import rank
from leagues.sessions.seating.draw import DrawInput, Seating, count_meetings, draw


def places_by_heads(heads: Sequence[int]) -> tuple[int, ...]:
    """The place of each total, fewest heads first, ties sharing the better place."""
    return rank(tuple(heads), (None,) * len(heads))


def draw_season(wanted: DrawInput, sessions: int, seed: int) -> tuple[Seating, ...]:
    """The same people drawn for so many sessions, each one knowing those before it."""
    met = Counter(wanted.met)
    seatings: list[Seating] = []
    for session in range(sessions):
        seatings.append(draw(replace(wanted, met=met), seed + session))
        met += count_meetings(seatings[-1].tables)
    return tuple(seatings)
