"""The scenarios: how many tables, players and onlookers, and how long."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """One scenario. turns: measured ones at each table. seconds: where the time is given."""

    title: str
    tables: int
    players: int
    onlookers: int = 0
    turns: int = 0
    seconds: float = 0.0


SHAPES = {
    "A": Shape("one table of 10", 1, 10, turns=60),
    "B": Shape("the same with 500 onlookers", 1, 10, onlookers=500, turns=40),
    "D": Shape("200 tables of 4, a turn every 2 s", 200, 4, turns=5),
    "E": Shape("50 tables of 4, as fast as they can", 50, 4, seconds=6.0),
    "M": Shape("memory of an idle socket", 1, 10, onlookers=500),
    "S": Shape("bytes of a message to an onlooker", 1, 10, onlookers=1, turns=25),
}
