"""An analysis as its page shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.coach.costs import Score, best_of, chosen_of, lessons, score, weighed_of
from games.models import Analysis
from games.page import decks
from games.page.words import row_name
from games.practice.presenter import Cost, costs_of, reasons_in_words
from games.practice.reasons import Kind, Reason
from games.rules.cards import total_heads


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A decision: where it was, what it cost, and the bars of all that could be chosen.

    key: of its position in the replay. chosen, best: a card, or a row in words. lost: heads, as
    its bar says. why: sentences. rows: as they lay, (name, cards, heads). took: the heads
    of that turn, in words. An analysis of before kept neither: no rows, and "".
    """

    round: int
    turn: int
    key: str
    chosen: SafeString
    best: SafeString
    lost: float
    rows: list[tuple[SafeString, list[SafeString], int]]
    took: str
    why: list[str]
    costs: list[Cost]


@dataclass(frozen=True, slots=True)
class ShownAnalysis:
    """A whole game. lessons: the mistakes that cost the most; rounds: each with its number;
    choices: those of the round that is looked at.

    All are in tenths of a head, which add up, and the rounds to the game.
    """

    score: Score
    lessons: list[ShownChoice]
    rounds: list[tuple[int, Score]]
    choices: list[ShownChoice]

    @property
    def luck(self) -> float:
        """How many heads the cards and the others saved or added."""
        return abs(self.score.luck)


def present(analysis: Analysis, deck: str, round_number: int | None) -> ShownAnalysis:
    """round_number: of the round whose choices are shown in full; None for none."""
    made = analysis.choices
    rounds = [
        (int(one[0]), score([choice for choice in made if choice["round"] == one[0]], [one]))
        for one in analysis.rounds
    ]
    rounds = [(number, _rounded(exact)) for number, exact in rounds]
    return ShownAnalysis(
        score=_sum_of([each for _number, each in rounds]),
        lessons=[_shown(choice, deck) for choice in lessons(made)],
        rounds=rounds,
        choices=[_shown(choice, deck) for choice in made if choice["round"] == round_number],
    )


def _rounded(exact: Score) -> Score:
    """To tenths, as they are shown: these add up too."""
    expected, choices = round(exact.expected, 1), round(exact.choices, 1)
    luck = round(exact.taken - expected - choices, 1)
    return Score(expected, choices, luck, exact.taken)


def _sum_of(rounds: Sequence[Score]) -> Score:
    return Score(
        expected=round(sum(each.expected for each in rounds), 1),
        choices=round(sum(each.choices for each in rounds), 1),
        luck=round(sum(each.luck for each in rounds), 1),
        taken=sum(each.taken for each in rounds),
    )


def _shown(choice: Mapping[str, Any], deck: str) -> ShownChoice:
    weighed = [(each.value, each.heads, each.apart) for each in weighed_of(choice)]
    costs = costs_of(weighed, choice["chosen"])
    if choice["kind"] == "row":
        rows = [_row(value) for value, _heads, _apart in weighed]
        costs = [replace(cost, card=row) for cost, row in zip(costs, rows, strict=True)]
    label = _row if choice["kind"] == "row" else decks.CHIPS.__getitem__
    best, chosen = best_of(choice), chosen_of(choice)
    for_best, for_chosen = map(_reason, choice["reasons"])
    turn, took = choice["turn"], choice.get("took")
    return ShownChoice(
        round=choice["round"],
        turn=turn,
        # Cards are chosen on the position of the turn before.
        key=f"{choice['round']}.{turn - 1 if choice['kind'] == 'card' else turn}",
        chosen=label(chosen.value),
        best=label(best.value),
        lost=next(cost.lost for cost in costs if cost.is_answer),
        rows=[
            (_row(index), [decks.CHIPS[card] for card in cards], total_heads(cards))
            for index, cards in enumerate(choice.get("rows", ()))
        ],
        took="" if took is None else decks.count_heads(took, deck),
        why=reasons_in_words(for_best, for_chosen, deck),
        costs=costs,
    )


def _row(index: int) -> SafeString:
    return format_html("{}", row_name(index))


def _reason(told: list[Any] | None) -> Reason | None:
    return None if told is None else Reason(Kind(told[0]), *told[1:])
