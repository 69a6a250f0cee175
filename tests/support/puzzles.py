"""Puzzles whose figures are known: nothing is weighed for them."""

from datetime import date, datetime, timedelta
from typing import Any

from games.club_day import day_of
from games.models import Puzzle
from games.page.staging import Position
from games.practice.making import DAYS_AHEAD
from games.rules.state import Row, state_to_json

ROWS = (Row((12, 14, 15, 21, 26)), Row((37,)), Row((43, 44)), Row((58, 61)))
HAND = (3, 30, 45, 90)
OTHERS = ((1, 2, 50, 70), (5, 6, 71, 80))
# What each card costs, and the error of the difference to the best one.
WEIGHED = ((3, 4.5, 0.1), (30, 9.26, 0.15), (45, 2.0, 0.0), (90, 3.26, 0.05))
BEST, SECOND, WORST = 45, 90, 30


def make_puzzle(day: date, **fields: Any) -> Puzzle:
    """A puzzle of a day in which the 45 is best; what was there for the day goes."""
    state = Position(ROWS, (HAND, *OTHERS), piles=((10,), (), (20, 22))).state()
    state = state._replace(round=state.round._replace(turn=7))
    values = {
        "table": None,
        "is_dealt": True,
        "position": state_to_json(state),
        "seat": 0,
        "weighed": WEIGHED,
    }
    puzzle, _created = Puzzle.objects.update_or_create(day=day, defaults=values | fields)
    puzzle.refresh_from_db()
    return puzzle


def make_present_puzzles(now: datetime) -> None:
    """Those that a keeper would make as soon as its site runs: two seconds of a processor."""
    for ahead in range(DAYS_AHEAD + 1):
        make_puzzle(day_of(now) + timedelta(days=ahead))
