"""An analysis as its page shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.coach.costs import Score, best_of, chosen_of, cost_of, lessons, score, weighed_of
from games.models import Analysis
from games.page import decks
from games.page.words import row_name
from games.practice.presenter import Cost, costs_of, reason_words
from games.practice.reasons import Kind, Reason


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A decision: where it was, what it cost, and the bars of all that could be chosen.

    key: of its position in the replay. chosen, best: a card, or a row in words. why: sentences.
    rows: as they lay, (name, cards); none of an analysis that did not keep them.
    """

    round: int
    turn: int
    key: str
    chosen: SafeString
    best: SafeString
    lost: float
    rows: list[tuple[SafeString, list[SafeString]]]
    why: list[str]
    costs: list[Cost]


@dataclass(frozen=True, slots=True)
class ShownAnalysis:
    """A whole game. lessons: the mistakes that cost the most; rounds: number, heads lost by choices
    there, and taken; choices: those of the round that is looked at.
    """

    score: Score
    lessons: list[ShownChoice]
    rounds: list[tuple[int, float, int]]
    choices: list[ShownChoice]

    @property
    def luck(self) -> float:
        """How many heads the cards and the others saved or added."""
        return abs(self.score.luck)


def present(analysis: Analysis, deck: str, round_number: int | None) -> ShownAnalysis:
    """round_number: of the round whose choices are shown in full; None for none."""
    made = analysis.choices
    lost: dict[int, float] = {}
    for choice in made:
        lost[choice["round"]] = lost.get(choice["round"], 0) + cost_of(choice)
    return ShownAnalysis(
        score=_rounded(score(made, analysis.rounds)),
        lessons=[_shown(choice, deck) for choice in lessons(made)],
        rounds=[
            (int(number), lost.get(int(number), 0), int(taken))
            for number, _expected, taken in analysis.rounds
        ],
        choices=[_shown(choice, deck) for choice in made if choice["round"] == round_number],
    )


def _rounded(exact: Score) -> Score:
    """To tenths, as they are shown: these add up too."""
    expected, choices = round(exact.expected, 1), round(exact.choices, 1)
    luck = round(exact.taken - expected - choices, 1)
    return Score(expected, choices, luck, exact.taken)


def _shown(choice: Mapping[str, Any], deck: str) -> ShownChoice:
    weighed = [(each.value, each.heads, each.apart) for each in weighed_of(choice)]
    costs = costs_of(weighed, choice["chosen"])
    if choice["kind"] == "row":
        rows = [_row(value) for value, _heads, _apart in weighed]
        costs = [replace(cost, card=row) for cost, row in zip(costs, rows, strict=True)]
    label = _row if choice["kind"] == "row" else decks.CHIPS.__getitem__
    best, chosen = best_of(choice), chosen_of(choice)
    reasons = [_reason(told) for told in choice["reasons"]]
    if best.value == chosen.value:
        reasons = reasons[:1]
    why = [reason_words(reason, deck, is_best=at == 0) for at, reason in enumerate(reasons)]
    turn = choice["turn"]
    return ShownChoice(
        round=choice["round"],
        turn=turn,
        # Cards are chosen on the position of the turn before.
        key=f"{choice['round']}.{turn - 1 if choice['kind'] == 'card' else turn}",
        chosen=label(chosen.value),
        best=label(best.value),
        lost=cost_of(choice),
        rows=[
            (_row(index), [decks.CHIPS[card] for card in cards])
            for index, cards in enumerate(choice.get("rows", ()))
        ],
        why=[sentence for sentence in why if sentence],
        costs=costs,
    )


def _row(index: int) -> SafeString:
    return format_html("{}", row_name(index))


def _reason(told: list[Any] | None) -> Reason | None:
    return None if told is None else Reason(Kind(told[0]), *told[1:])
