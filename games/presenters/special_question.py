"""The questions that special cards bring: play one with this number? exchange one after a take?

Everything one may answer is listed with its outcome, a button each; js/specials.js makes lights on
the table of them.
"""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import decks, special_cards
from games.presenters.foresight import foresee
from games.presenters.outcome import cost_text, outcome_text
from games.rules.actions import ExchangeSpecial, PassSpecial, PlaySpecial
from games.rules.cards import SpecialKind
from games.rules.placement import row_for
from games.rules.projection import View
from games.rules.state import Awaited


@dataclass(frozen=True, slots=True)
class Answer:
    """One button. value: what it sends. label: what it does. outcome: what comes of it.

    card and row: the target; None where the kind has none. cost: a figure for the target.
    """

    value: str
    label: str
    outcome: str
    card: int | None = None
    row: int | None = None
    cost: str = ""


@dataclass(frozen=True, slots=True)
class KindOffered:
    """A special card that can be played, and all the ways to play it."""

    kind: SpecialKind
    name: str
    sentence: str
    picture: SafeString
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class SpecialQuestion:
    """is_exchange: after a take. kinds: to choose from. refuse: the button for none of them."""

    is_exchange: bool
    sentence: str
    kinds: tuple[KindOffered, ...]
    refuse: Answer


def present_question(view: View | None, deck: str) -> SpecialQuestion | None:
    """What special cards ask of the viewer now."""
    decision = view.decision if view else None
    if view is None or decision is None or view.seat not in decision.seats:
        return None
    match decision.kind:
        case Awaited.SPECIAL:
            return _play_question(view, deck)
        case Awaited.EXCHANGE:
            return _exchange_question(view)
        case _:
            return None


def _play_question(view: View, deck: str) -> SpecialQuestion:
    seat, number = view.revealed[0]
    passed = foresee(view, PassSpecial(seat))
    plays = [action for action in view.actions if isinstance(action, PlaySpecial)]
    return SpecialQuestion(
        is_exchange=False,
        sentence=_without_special(view, number, deck),
        kinds=tuple(
            _offered(kind, tuple(_answer(view, play, deck) for play in plays if play.kind is kind))
            for kind in dict.fromkeys(play.kind for play in plays)
        ),
        refuse=Answer("", gettext("Pass"), outcome_text(passed, number, deck)),
    )


def _without_special(view: View, number: int, deck: str) -> str:
    """What becomes of the number without a special card."""
    seat, _ = view.revealed[0]
    passed = foresee(view, PassSpecial(seat))
    index = row_for(view.rows, number)
    heads = decks.count_heads(passed.cost, deck)
    if index is None:
        return gettext("Your %(card)d is too low: it would take a row, %(heads)s at least.") % {
            "card": number,
            "heads": heads,
        }
    if passed.cost:
        return gettext("Your %(card)d would take row %(row)d: %(heads)s.") % {
            "card": number,
            "row": index + 1,
            "heads": heads,
        }
    return gettext("Your %(card)d would go after %(end)d in row %(row)d and take nothing.") % {
        "card": number,
        "end": view.rows[index].last,
        "row": index + 1,
    }


def _answer(view: View, play: PlaySpecial, deck: str) -> Answer:
    foreseen = foresee(view, play)
    _, number = view.revealed[0]
    placed = play.card if play.kind is SpecialKind.REPLACE and play.card else number
    target = [play.kind.value, *("" if at is None else str(at) for at in (play.card, play.row))]
    return Answer(
        value=".".join(target),
        label=_label(play, number),
        outcome=outcome_text(foreseen, placed, deck),
        card=play.card,
        row=play.row,
        cost=cost_text(foreseen),
    )


def _label(play: PlaySpecial, number: int) -> str:
    row = 0 if play.row is None else play.row + 1
    match play.kind:
        case SpecialKind.FIFTH_ROW:
            pattern = gettext("Start a fifth row with %(number)d")
        case SpecialKind.SEVEN_TAKES:
            pattern = gettext("Let the row of %(number)d hold six")
        case SpecialKind.INSERT:
            pattern = gettext("Insert %(number)d in row %(row)d")
        case SpecialKind.REPLACE:
            pattern = gettext("Place %(card)d instead of %(number)d")
        case SpecialKind.SHIFT:
            pattern = gettext("Move %(card)d to row %(row)d")
        case SpecialKind.STOP:
            pattern = gettext("Block row %(row)d")
        case SpecialKind.MINUS_IS_PLUS:
            pattern = gettext("Put %(card)d away")
    return pattern % {"number": number, "card": play.card or 0, "row": row}


def _offered(kind: SpecialKind, answers: tuple[Answer, ...]) -> KindOffered:
    return KindOffered(
        kind=kind,
        name=special_cards.name(kind),
        sentence=special_cards.sentence(kind),
        picture=special_cards.picture(kind),
        answers=answers,
    )


def _exchange_question(view: View) -> SpecialQuestion:
    kinds = [action.kind for action in view.actions if isinstance(action, ExchangeSpecial)]
    return SpecialQuestion(
        is_exchange=True,
        sentence=gettext("You took a row: you may exchange a special card."),
        kinds=tuple(
            _offered(
                kind,
                (
                    Answer(
                        value=kind.value,
                        label=gettext("Discard %(name)s") % {"name": special_cards.name(kind)},
                        outcome=gettext("you draw another one"),
                    ),
                ),
            )
            for kind in kinds
        ),
        refuse=Answer("", gettext("Keep all"), ""),
    )
