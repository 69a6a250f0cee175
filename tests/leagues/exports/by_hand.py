"""Standings worked out from the words of docs/leagues.md alone: slowly, with fractions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

DECIMALS = 6
NOT_IN_THE_FINAL = 1000


class Played(NamedTuple):
    """A game: who took how many heads."""

    session: int
    table: int
    heads: Mapping[str, int]
    rounds: int


class Absent(NamedTuple):
    """A round of a session in which somebody had no seat."""

    session: int
    name: str
    is_no_show: bool = False


@dataclass
class Wanted:
    """What a season agreed on, by the names of the document. min_games: None where it grows."""

    preset: str = "index"
    best_of: int = 10
    placement: Sequence[int] = (10, 6, 4, 3, 2, 1)
    weights: Mapping[str, int] = field(default_factory=dict)
    min_games: int | None = 0
    drop_percent: int = 0
    final: int = 0
    semi_final: int = 0
    best_sessions: int = 0
    min_sessions: int = 0
    bye: str = "nothing"
    bye_points: int = 0
    no_show: int = 0
    tie_breaks: Sequence[str] = ("share", "wins", "head_to_head")


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
    final: int
    semi_final: int
    byes: int
    no_shows: int

    @property
    def sessions(self) -> int:
        return len({game.session for game in self.own})

    def measures(self, tie_breaks: Sequence[str]) -> tuple[Fraction, ...]:
        """What these criteria of one player compare, ascending."""
        known = {
            "final": Fraction(self.final),
            "semi_final": Fraction(self.semi_final),
            "figure": -self.best_first,
            "share": self.share,
            "wins": -self.wins / len(self.counted),
        }
        return tuple(known[each] for each in tie_breaks)


def of_best_sessions(name: str, own: Sequence[Played], wanted: Wanted) -> list[Played]:
    """The games of the best sessions: the mean of their games decides, or the sum of points."""
    if not wanted.best_sessions:
        return [*own]

    def value(session: int) -> Fraction:
        of_it = [worth(game, name, wanted) for game in own if game.session == session]
        return sum(of_it, Fraction(0)) / (1 if wanted.preset == "placement" else len(of_it))

    sessions = sorted({game.session for game in own}, key=lambda each: (-value(each), -each))
    best = sessions[: wanted.best_sessions]
    return [game for game in own if game.session in best]


def line_of(
    name: str,
    games: Sequence[Played],
    wanted: Wanted,
    points: Fraction,
    final: int,
    semi_final: int,
    absent: Sequence[Absent],
) -> Line:
    own = [game for game in games if name in game.heads]
    left = of_best_sessions(name, own, wanted)
    dropped = len(left) * wanted.drop_percent // 100
    if wanted.preset == "best":
        dropped = max(dropped, len(left) - wanted.best_of)
    oldest_first = sorted(left, key=lambda game: (game.session, games.index(game)))
    worst_first = sorted(oldest_first, key=lambda game: worth(game, name, wanted))
    counted = worst_first[dropped:]
    total = sum((worth(game, name, wanted) for game in counted), Fraction(0))
    earned = total if wanted.preset == "placement" else total / len(counted)
    sign = -1 if wanted.preset == "total" else 1
    byes = [each.session for each in absent if each.name == name and not each.is_no_show]
    no_shows = sum(each.name == name and each.is_no_show for each in absent)
    if wanted.best_sessions:
        byes = [session for session in byes if session in {game.session for game in left}]
    if wanted.bye == "nothing" or wanted.preset != "placement":
        byes = []
    for _bye in byes:
        points += wanted.bye_points if wanted.bye == "points" else total / len(counted)
    for _no_show in range(no_shows):
        points -= sign * wanted.no_show
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
        final=final,
        semi_final=semi_final if final == NOT_IN_THE_FINAL else NOT_IN_THE_FINAL,
        byes=len(byes),
        no_shows=no_shows if wanted.no_show else 0,
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


def place_in(final: Mapping[str, int] | None, name: str, gone: Collection[str]) -> int:
    return NOT_IN_THE_FINAL if name in gone else (final or {}).get(name, NOT_IN_THE_FINAL)


def standings(
    games: Sequence[Played],
    wanted: Wanted,
    points: Mapping[str, Fraction],
    gone: Collection[str] = (),
    final: Mapping[str, int] | None = None,
    absent: Sequence[Absent] = (),
    semi_final: Mapping[str, int] | None = None,
) -> list[dict[str, Any]]:
    """The rows of an export, best first, but for `player_id` and `change`.

    gone: who has withdrawn by then, and has not come back. final, semi_final: the places in it.
    """
    names = sorted({name for game in games for name in game.heads})
    lines = [
        line_of(
            name,
            games,
            wanted,
            points.get(name, Fraction(0)),
            place_in(final, name, gone),
            place_in(semi_final, name, gone),
            absent,
        )
        for name in names
    ]
    needed = max(1, wanted.min_games or 0)
    if wanted.min_games is None and wanted.preset != "placement":
        # More than a third of the sessions that have had results.
        needed = len({game.session for game in games}) // 3 + 1
    if wanted.min_sessions:
        needed = 1

    def has_enough(line: Line) -> bool:
        return len(line.own) >= needed and line.sessions >= wanted.min_sessions

    staying = [line for line in lines if line.name not in gone]
    parts = {
        "classed": [line for line in staying if has_enough(line)],
        "unclassed": [line for line in staying if not has_enough(line)],
        "withdrawn": [line for line in lines if line.name in gone],
    }
    return [
        row
        | {
            "games_missing": max(0, needed - row["games"]) if kind == "unclassed" else 0,
            "sessions": row["sessions"],
            "sessions_missing": max(0, wanted.min_sessions - row["sessions"])
            if kind == "unclassed"
            else 0,
        }
        for kind, part in parts.items()
        for row in _placed(part, kind, wanted.tie_breaks)
    ]


def finalists(
    before: Sequence[Mapping[str, Any]], games: Sequence[Played], wanted: Wanted
) -> dict[str, int]:
    """The place of each in the final. before: the rows before it; games: of that session."""
    came = {name for game in games for name in game.heads}
    placed = [row for row in before if row["place"] and row["player"] in came]
    best = [row["player"] for row in placed[: wanted.final]]
    if len(placed) > len(best):
        # Of those level at the end whoever sits with most of the others (but not with more than a
        # final has seats), else at the first table, else by the order.
        last = placed[len(best) - 1]["place"]
        level = [row["player"] for row in placed if row["place"] == last]
        sure = {row["player"] for row in placed if row["place"] < last}

        def together(name: str) -> tuple[int, bool, int, int]:
            own = []
            for index, game in enumerate(games):
                there = sure.union(level) & {*game.heads}
                if name in game.heads:
                    own.append((len(sure & there), len(there) <= wanted.final, len(there), -index))
            return max(own)

        level.sort(key=together, reverse=True)
        best = [*sure, *level][: wanted.final]
    of_final = [game for game in games if len(game.heads) < 2 * len(game.heads.keys() & {*best})]
    alone = replace(wanted, min_games=0, drop_percent=0, best_of=1000)
    rows = [row for row in standings(of_final, alone, {}) if row["player"] in best]
    return {row["player"]: 1 + sum(o["place"] < row["place"] for o in rows) for row in rows}


def semi_finalists(
    before: Sequence[Mapping[str, Any]], games: Sequence[Played], wanted: Wanted
) -> dict[str, int]:
    """The same of the semi-final: the first of each table, then the second of each, and so on."""
    session = finalists(before, games, replace(wanted, final=wanted.semi_final))
    places = {row["player"]: row["place"] for row in before}
    met = {name: {name} for name in session}
    for _step in session:
        for game in games:
            at = [name for name in game.heads if name in met]
            if 2 * len(at) > len(game.heads):
                together = {other for name in at for other in met[name]}
                met |= dict.fromkeys(together, together)

    def rank(name: str) -> tuple[int, int]:
        return session[name], places[name]

    found: dict[str, int] = {}
    for step in range(len(session)):
        # Whoever has so many before them at their table.
        going = [n for n in session if sum(rank(o) < rank(n) for o in met[n]) == step]
        ahead = len(found)
        for name in going:
            found[name] = 1 + ahead + sum(rank(other) < rank(name) for other in going)
    return found


def _placed(lines: Sequence[Line], kind: str, tie_breaks: Sequence[str]) -> list[dict[str, Any]]:
    criteria = ("final", "semi_final", "figure", *tie_breaks)
    meet = [*criteria, "head_to_head"].index("head_to_head")
    before, after = criteria[:meet], criteria[meet + 1 :]
    has_meetings = meet < len(criteria)

    def level_of(line: Line) -> tuple[Fraction, ...]:
        return line.measures(before)

    rows: list[dict[str, Any]] = []
    above: tuple[Fraction, ...] = ()
    for level, found in groupby(sorted(lines, key=level_of), level_of):
        group = list(found)
        own_marks = {line.name: (-mark(line, group),) if has_meetings else () for line in group}
        measured = {
            line.name: (*level, *own_marks[line.name], *line.measures(after)) for line in group
        }
        for line in sorted(group, key=lambda line: (measured[line.name], line.name)):
            measures = measured[line.name]
            decided = [a != b for a, b in zip(above, measures, strict=False)]
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
        "sessions": line.sessions,
        "byes": line.byes,
        "no_shows": line.no_shows,
    }
