"""What it takes, beside every outcome of the next game of a small season."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

import pytest

from leagues.season_rules import Preset, SeasonRules
from leagues.standings.scoring.tally import UNIT
from leagues.standings.scoring.what_it_takes import (
    Contender,
    Need,
    OwnResult,
    Range,
    TooManyCases,
    can_be_told,
    need_for,
    outcomes,
    ranges_of_all,
)

INDEX = SeasonRules()
PLACEMENT = SeasonRules(preset=Preset.PLACEMENT, placement=(5, 3, 1))


def contender(player: int, mean: int, games: int, *, comes: bool = True) -> Contender:
    return Contender(player, mean * games * UNIT, games, comes)


def test_the_leader_needs_the_second_place_at_least() -> None:
    """Four games each, at one table of three: 80, 75 and 20 so far.

    Second alone, the first has (320 + 50) / 5 = 74, and the other 80 as first or 60 as last. With
    the third place they have 64, and the other at least (300 + 50) / 5 = 70.
    """
    people = [contender(1, 80, 4), contender(2, 75, 4), contender(3, 20, 4)]
    found = ranges_of_all(people, [3], INDEX, 1)[1]
    assert found == {
        OwnResult(3, 1): Range(1, 1),
        OwnResult(3, 2): Range(1, 2),
        OwnResult(3, 3): Range(2, 2),
    }
    assert need_for(1, found) == Need(sure={3: 1}, possible={3: 2})
    assert need_for(2, found) == Need(sure={3: 3}, possible={3: 3})


def test_who_does_not_come_waits_for_the_others() -> None:
    ana, bob = contender(1, 60, 2, comes=False), contender(2, 50, 2)
    rest = [contender(3, 0, 9), contender(4, 0, 9)]
    assert ranges_of_all([ana, bob, *rest], [3], INDEX, 1)[1] == {None: Range(1, 2)}


def test_who_has_too_few_games_by_then_is_nobodys_rival() -> None:
    people = [contender(1, 60, 3), contender(2, 100, 1), contender(3, 0, 3)]
    found = ranges_of_all(people, [3], INDEX, 3)
    assert found.keys() == {1, 3}
    assert found[1][OwnResult(3, 3)] == Range(1, 1)


def test_points_that_were_given_count() -> None:
    ana, bob = contender(1, 50, 1, comes=False), contender(2, 50, 1, comes=False)
    given = bob._replace(points=Fraction(1, 2))
    assert ranges_of_all([ana, bob], [], INDEX, 1)[1] == {None: Range(1, 2)}
    assert ranges_of_all([ana, given], [], INDEX, 1)[1] == {None: Range(2, 2)}


def test_a_bye_worth_the_mean_grows_with_the_next_game() -> None:
    """Ana has 12 points in two games and one bye: 18. A win makes it 17 and 17 / 3."""
    ana = Contender(1, 12 * UNIT, 2, True, byes=1)
    bob = Contender(2, 22 * UNIT, 2, False)
    cem = Contender(3, 0, 2, True)
    found = ranges_of_all([ana, bob, cem], [2], PLACEMENT, 1)[1]
    assert found == {OwnResult(2, 1): Range(1, 1), OwnResult(2, 2): Range(2, 2)}


def test_a_table_of_three_can_end_in_four_ways() -> None:
    in_points = [tuple(value // UNIT for value in one) for one in outcomes(3, INDEX)]
    assert sorted(in_points) == [(50, 50, 50), (75, 75, 0), (100, 25, 25), (100, 50, 0)]


def test_too_many_cases_are_said_to_be_too_many() -> None:
    people = [contender(player, 50, 3) for player in range(40)]
    with pytest.raises(TooManyCases):
        ranges_of_all(people, [10] * 4, INDEX, 1)


def test_only_sums_of_all_games_can_be_told() -> None:
    assert can_be_told(INDEX)
    assert can_be_told(PLACEMENT)
    assert not can_be_told(SeasonRules(drop_percent=10))
    for preset in (Preset.BEST, Preset.TOTAL, Preset.WEIGHTS):
        assert not can_be_told(SeasonRules(preset=preset))


@pytest.mark.parametrize("rules", [INDEX, PLACEMENT], ids=["index", "placement"])
@pytest.mark.parametrize("sizes", [(3,), (4,), (3, 3), (2, 2), (3, 2)])
def test_it_is_what_all_outcomes_come_to(sizes: tuple[int, ...], rules: SeasonRules) -> None:
    chance = random.Random(f"{sizes} {rules.preset}")
    for _season in range(3 if sum(sizes) < 6 else 1):
        people = [
            Contender(
                player,
                chance.choice((0, 25, 50, 75, 100, 150)) * UNIT // (1, 20)[rules is PLACEMENT],
                chance.choice((1, 2, 3)),
                comes=player < sum(sizes),
                points=Fraction(chance.choice((0, 0, 1, -5)), 2),
                byes=chance.choice((0, 1, 2)) if rules is PLACEMENT else 0,
            )
            for player in range(sum(sizes) + 1)
        ]
        assert ranges_of_all(people, sizes, rules, 2) == all_outcomes(people, sizes, rules, 2)


def all_outcomes(
    people: Sequence[Contender], sizes: Sequence[int], rules: SeasonRules, needed: int
) -> dict[int, dict[OwnResult | None, Range]]:
    """The ranges from every seating and every order at its tables, with fractions."""
    placed = [one for one in people if one.games + one.comes >= needed]
    here = [one.player for one in people if one.comes]
    best: dict[tuple[int, OwnResult | None], int] = {}
    sure: dict[tuple[int, OwnResult | None], int] = {}
    for tables in seatings(here, sizes):
        for places in product(*(weak_orders(len(table)) for table in tables)):
            at = {
                player: (len(table), place, order.count(place))
                for table, order in zip(tables, places, strict=True)
                for player, place in zip(table, order, strict=True)
            }
            figures = {one.player: figure(one, at.get(one.player), rules) for one in people}
            for own in placed:
                size, place, sharers = at.get(own.player, (0, 0, 1))
                if sharers > 1:
                    continue
                rivals = [figures[other.player] for other in placed if other != own]
                key = (own.player, OwnResult(size, place) if own.comes else None)
                mine = figures[own.player]
                least = 1 + sum(other > mine for other in rivals)
                most = 1 + sum(other >= mine for other in rivals)
                best[key] = min(best.get(key, least), least)
                sure[key] = max(sure.get(key, most), most)
    found: dict[int, dict[OwnResult | None, Range]] = {}
    for (player, finish), place in best.items():
        found.setdefault(player, {})[finish] = Range(place, sure[player, finish])
    return found


def figure(one: Contender, at: tuple[int, int, int] | None, rules: SeasonRules) -> Fraction:
    total, games = Fraction(one.value, UNIT), one.games
    if at is not None:
        size, place, sharers = at
        ranks = range(place, place + sharers)
        if rules.preset is Preset.PLACEMENT:
            won = [rules.placement[rank - 1] if rank <= 3 else 0 for rank in ranks]
            total += Fraction(sum(won), sharers)
        else:
            total += 100 * (size - Fraction(sum(ranks), sharers)) / (size - 1)
        games += 1
    if rules.preset is not Preset.PLACEMENT:
        return total / games + one.points
    return total + one.byes * total / games + one.points


def seatings(players: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for table in combinations(players, sizes[0]):
        left = [player for player in players if player not in table]
        for rest in seatings(left, sizes[1:]):
            yield (table, *rest)


def weak_orders(size: int) -> set[tuple[int, ...]]:
    """The places of a table in every order, shared ones as well."""
    return {
        tuple(1 + sum(other < own for other in marks) for own in marks)
        for marks in product(range(size), repeat=size)
    }
