"""Standings worked out from the words of docs/leagues.md alone: slowly, with fractions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

DECIMALS = 6


class Played(NamedTuple):
    """A game: who took how many heads."""

    session: int
    table: int
    heads: Mapping[str, int]
    rounds: int


@dataclass
class Wanted:
    """What a season agreed on, by the names of the document. min_games: None where it grows."""

    preset: str = "index"
    best_of: int = 10
    placement: Sequence[int] = (10, 6, 4, 3, 2, 1)
    weights: Mapping[str, int] = field(default_factory=dict)
    min_games: int | None = 0
    drop_percent: int = 0


def place(game: Played, name: str) -> int:
    return 1 + sum(other < game.heads[name] for other in game.heads.values())


def sharers(game: Played, name: str) -> int:
    return sum(other == game.heads[name] for other in game.heads.values())


def index(game: Played, name: str) -> Fraction:
    """1 for the first, 0 for the last; who shares a place has the mean of the ranks shared."""
    first = place(game, name)
    shared = range(first, first + sharers(game, name))
    size = len(game.heads)
    return (size - Fraction(sum(shared), len(shared))) / (size - 1)


def worth(game: Played, name: str, wanted: Wanted) -> Fraction:
    if wanted.preset == "placement":
        first = place(game, name)
        shared = range(first, first + sharers(game, name))
        points = [wanted.placement[n - 1] if n <= len(wanted.placement) else 0 for n in shared]
        return Fraction(sum(points), len(points))
    if wanted.preset == "weights":
        weights = wanted.weights
        win = weights["win"] if place(game, name) == 1 else 0
        heads = weights["heads"] * game.heads[name]
        return weights["index"] * index(game, name) + win + weights["presence"] + heads
    if wanted.preset == "total":
        # Fewest first: the worst has the most.
        return Fraction(-game.heads[name])
    return 100 * index(game, name)


class Line(NamedTuple):
    """A player's line before anybody is placed."""

    name: str
    figure: Fraction
    best_first: Fraction
    points: Fraction
    own: list[Played]
    counted: list[Played]
    share: Fraction
    wins: Fraction

    @property
    def level(self) -> tuple[Fraction, Fraction, Fraction]:
        """What players are compared by, ascending."""
        return -self.best_first, self.share, -self.wins / len(self.counted)


def line_of(name: str, games: Sequence[Played], wanted: Wanted, points: Fraction) -> Line:
    own = [game for game in games if name in game.heads]
    dropped = len(own) * wanted.drop_percent // 100
    if wanted.preset == "best":
        dropped = max(dropped, len(own) - wanted.best_of)
    worst_first = sorted(own, key=lambda game: (worth(game, name, wanted), games.index(game)))
    counted = worst_first[dropped:]
    total = sum((worth(game, name, wanted) for game in counted), Fraction(0))
    earned = total if wanted.preset == "placement" else total / len(counted)
    sign = -1 if wanted.preset == "total" else 1
    average = sum((Fraction(sum(g.heads.values()), len(g.heads)) for g in counted), Fraction(0))
    won = [game for game in counted if place(game, name) == 1]
    return Line(
        name=name,
        figure=sign * earned + points,
        best_first=earned + sign * points,
        points=points,
        own=own,
        counted=counted,
        share=sum(game.heads[name] for game in counted) / average,
        wins=sum((Fraction(1, sharers(game, name)) for game in won), Fraction(0)),
    )


def mark(line: Line, level: Sequence[Line]) -> Fraction:
    """The mean mark of the meetings among those who are level."""
    marks = []
    for game in line.own:
        others = [o.name for o in level if o.name in game.heads and o.name != line.name]
        own = place(game, line.name)
        better = sum(own < place(game, other) for other in others)
        equal = sum(own == place(game, other) for other in others)
        if others:
            marks.append((better + Fraction(equal, 2)) / len(others))
    return sum(marks, Fraction(0)) / len(marks) if marks else Fraction(1, 2)


def standings(
    games: Sequence[Played],
    wanted: Wanted,
    points: Mapping[str, Fraction],
    gone: Collection[str] = (),
) -> list[dict[str, Any]]:
    """The rows of an export, best first, but for `player_id` and `change`.

    gone: who has withdrawn by then, and has not come back.
    """
    names = sorted({name for game in games for name in game.heads})
    lines = [line_of(name, games, wanted, points.get(name, Fraction(0))) for name in names]
    needed = max(1, wanted.min_games or 0)
    if wanted.min_games is None and wanted.preset != "placement":
        # More than a third of the sessions that have had results.
        needed = len({game.session for game in games}) // 3 + 1
    staying = [line for line in lines if line.name not in gone]
    parts = {
        "classed": [line for line in staying if len(line.own) >= needed],
        "unclassed": [line for line in staying if len(line.own) < needed],
        "withdrawn": [line for line in lines if line.name in gone],
    }
    return [
        row | {"games_missing": needed - row["games"] if kind == "unclassed" else 0}
        for kind, part in parts.items()
        for row in _placed(part, kind)
    ]


def _placed(lines: Sequence[Line], kind: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    above: tuple[Fraction, ...] = ()
    for level, found in groupby(sorted(lines, key=lambda line: line.level), lambda x: x.level):
        group = list(found)
        marked = sorted(group, key=lambda line: (-mark(line, group), line.name))
        for line in marked:
            measures = (*level, -mark(line, group))
            decided = [a != b for a, b in zip(above, measures, strict=False)]
            criteria = ("figure", "share", "wins", "head_to_head")
            decided_by = criteria[decided.index(True)] if any(decided) else ""
            shares = rows and not decided_by
            own = (rows[-1]["place"] if shares else len(rows) + 1) if kind == "classed" else None
            rows.append(_row(line, kind, own, decided_by))
            above = measures
    return rows


def _row(line: Line, kind: str, own: int | None, decided_by: str) -> dict[str, Any]:
    return {
        "place": own,
        "player": line.name,
        "kind": kind,
        "figure": round(float(line.figure), DECIMALS),
        "adjustment": round(float(line.points), DECIMALS),
        "games": len(line.own),
        "games_counted": len(line.counted),
        "share": round(float(line.share), DECIMALS),
        "wins": round(float(line.wins), DECIMALS),
        "heads": sum(game.heads[line.name] for game in line.own),
        "rounds": sum(game.rounds for game in line.own),
        "decided_by": decided_by,
    }
