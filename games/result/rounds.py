"""The rounds of a finished game: totals, who led when, the most expensive one. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.endings import rank

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
