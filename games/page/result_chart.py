"""The heads after each round: how the places changed, and the chart of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from games.rules.endings import rank

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 46, 426, 14, 286
MOST_MARKS = 6
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
# Between two names, so that both can be read.
NAME_HEIGHT = 24


@dataclass(frozen=True, slots=True)
class Line:
    """A player's totals. points: of a <polyline>. end: (x, y) of the last. name_y: its label's.

    style: one of ten ways to draw a line. is_out: it ends before the last round.
    """

    name: str
    total: int
    points: str
    end: tuple[int, int]
    name_y: int
    style: int
    is_winner: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """marks: (y, heads) of the grid. rounds: (x, number) below. limit: y of the limit, if shown."""

    lines: tuple[Line, ...]
    marks: tuple[tuple[int, int], ...]
    rounds: tuple[tuple[int, int], ...]
    limit: int | None


def draw_chart(
    names: Sequence[str],
    totals: Sequence[Sequence[int]],
    last_rounds: Sequence[int],
    winners: Sequence[int],
    limit: int | None,
) -> Chart:
    """The chart of a game. totals: by round, then by seat. last_rounds: by seat, the last played.

    limit: the total that ends the game, None where there is none.
    """
    highest = max(1, *map(max, totals))
    step = next(step for step in STEPS if highest <= step * MOST_MARKS or step == STEPS[-1])
    top = -(-highest // step) * step
    rounds = len(totals)

    def x(number: int) -> int:
        return round(LEFT + (RIGHT - LEFT) * number / rounds)

    def y(heads: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * heads / top)

    finals = [totals[last - 1][seat] for seat, last in enumerate(last_rounds)]
    name_ys = spread([y(final) for final in finals])
    lines = []
    for seat, name in enumerate(names):
        last = last_rounds[seat]
        heights = [0, *(totals[number][seat] for number in range(last))]
        points = [(x(number), y(heads)) for number, heads in enumerate(heights)]
        lines.append(
            Line(
                name=name,
                total=finals[seat],
                points=" ".join(f"{across},{down}" for across, down in points),
                end=points[-1],
                name_y=name_ys[seat],
                style=seat,
                is_winner=seat in winners,
                is_out=last < rounds,
            )
        )
    every = -(-rounds // 12)
    return Chart(
        lines=tuple(lines),
        marks=tuple((y(heads), heads) for heads in range(0, top + 1, step)),
        rounds=tuple((x(number), number) for number in range(every, rounds + 1, every)),
        limit=y(limit) if limit is not None and limit <= top else None,
    )


def spread(heights: Sequence[int]) -> list[int]:
    """Heights as close as can be to these from the top down, at least NAME_HEIGHT apart."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = [heights[index] for index in order]
    for at in range(1, len(placed)):
        placed[at] = max(placed[at], placed[at - 1] + NAME_HEIGHT)
    if placed:
        placed[-1] = min(placed[-1], BOTTOM)
    for after, before in pairwise(reversed(range(len(placed)))):
        placed[before] = min(placed[before], placed[after] - NAME_HEIGHT)
    return [placed[order.index(index)] for index in range(len(heights))]


ByRound = Sequence[tuple[int, ...]]


class HardestRound(NamedTuple):
    """The most heads that one seat took in one round; the earliest of equal ones."""

    round: int
    seat: int
    heads: int


def totals_by_round(round_scores: ByRound) -> list[tuple[int, ...]]:
    """The totals by seat after each round."""
    totals: list[tuple[int, ...]] = []
    for scores in round_scores:
        before = totals[-1] if totals else (0,) * len(scores)
        totals.append(tuple(map(sum, zip(before, scores, strict=True))))
    return totals


def leaders_by_round(
    round_scores: ByRound, eliminated_in: Sequence[int | None]
) -> list[frozenset[int]]:
    """The seats of rank 1 after each round, as if the game had ended there."""
    leaders = []
    for number, totals in enumerate(totals_by_round(round_scores), start=1):
        out = tuple(one if one is not None and one <= number else None for one in eliminated_in)
        ranks = rank(totals, out)
        leaders.append(frozenset(seat for seat, place in enumerate(ranks) if place == 1))
    return leaders


def leads_since(leaders: Sequence[frozenset[int]], seat: int) -> int:
    """The round from which on a seat that leads at the end was always among the leaders."""
    round_number = len(leaders)
    while round_number > 1 and seat in leaders[round_number - 2]:
        round_number -= 1
    return round_number


def lead_changes(leaders: Sequence[frozenset[int]]) -> int:
    """How often nobody who led was among the leaders any more after a round."""
    holders, changes = leaders[0], 0
    for now in leaders[1:]:
        changes += holders.isdisjoint(now)
        holders = holders & now or now
    return changes


def hardest_round(round_scores: ByRound) -> HardestRound:
    """The round that cost one seat the most."""
    all_scores = (
        HardestRound(number, seat, heads)
        for number, scores in enumerate(round_scores, start=1)
        for seat, heads in enumerate(scores)
    )
    return max(all_scores, key=lambda one: one.heads)
