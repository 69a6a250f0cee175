"""What the figures of an analysis say: mistakes, luck and skill. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

Choice = Mapping[str, Any]

# What chance alone explains, or is too little to speak of, is no mistake.
SURE_ERRORS, SURE_HEADS = 3.0, 0.3
MOST_LESSONS = 3


class Weighed(NamedTuple):
    """What a card or a row costs on average to the end of the round, in heads.

    error: its standard error; apart: that of the difference to the best one.
    """

    value: int
    heads: float
    error: float
    apart: float


class Score(NamedTuple):
    """Heads of a whole game: expected + choices + luck = taken.

    expected: with the best card each time, over all rounds; choices: what those made cost beside
    the best; luck: what the cards of the others did.
    """

    expected: float
    choices: float
    luck: float
    taken: int


def weighed_of(choice: Choice) -> list[Weighed]:
    """All that could be chosen, ascending."""
    return [Weighed(*each) for each in choice["weighed"]]


def best_of(choice: Choice) -> Weighed:
    """What costs the fewest heads; of equal ones the first."""
    return min(weighed_of(choice), key=lambda each: each.heads)


def chosen_of(choice: Choice) -> Weighed:
    """What was chosen."""
    return next(each for each in weighed_of(choice) if each.value == choice["chosen"])


def cost_of(choice: Choice) -> float:
    """How many heads more the choice costs than the best one."""
    return chosen_of(choice).heads - best_of(choice).heads


def is_mistake(choice: Choice) -> bool:
    """Whether it costs clearly more than the best one."""
    return cost_of(choice) >= SURE_HEADS and cost_of(choice) > SURE_ERRORS * chosen_of(choice).apart


def lessons(choices: Iterable[Choice]) -> list[Choice]:
    """The mistakes that cost the most."""
    return sorted(filter(is_mistake, choices), key=cost_of, reverse=True)[:MOST_LESSONS]


def score(choices: Iterable[Choice], rounds: Iterable[Sequence[float]]) -> Score:
    """The game as a whole; rounds: number, heads expected at its first choice, heads taken."""
    sums = [(expected, taken) for _number, expected, taken in rounds]
    expected, taken = sum(each[0] for each in sums), int(sum(each[1] for each in sums))
    lost = sum(map(cost_of, choices))
    return Score(expected, lost, taken - expected - lost, taken)


def by_turn(choices: Iterable[Choice]) -> dict[int, list[float]]:
    """What cards cost, by the turn in which they were played; rows are not among them."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    for choice in choices:
        if choice["kind"] == "card":
            found[choice["turn"]].append(cost_of(choice))
    return found


class Skill(NamedTuple):
    """What one's choices cost in several games. turns: (turn, heads a card, height of its bar).

    tables: (players, games, heads a game). height: of a drawing of 36 units.
    """

    games: int
    heads_per_game: float
    turns: list[tuple[int, float, float]]
    tables: list[tuple[int, int, float]]


HEIGHT = 36


def skill_of(games: Sequence[tuple[float, int, list[Any]]]) -> Skill | None:
    """games: heads lost by choices, players, and the choices; None without any."""
    if not games:
        return None
    lost: defaultdict[int, list[float]] = defaultdict(list)
    for _cost, _players, choices in games:
        for turn, costs in by_turn(choices).items():
            lost[turn] += costs
    means = {turn: fmean(costs) for turn, costs in sorted(lost.items())}
    highest = max(means.values(), default=0) or 1
    by_players: defaultdict[int, list[float]] = defaultdict(list)
    for cost, players, _choices in games:
        by_players[players].append(cost)
    return Skill(
        games=len(games),
        heads_per_game=fmean(cost for cost, _players, _choices in games),
        turns=[(turn, mean, round(HEIGHT * mean / highest, 1)) for turn, mean in means.items()],
        tables=[(count, len(each), fmean(each)) for count, each in sorted(by_players.items())],
    )
