"""Special cards: those beside a hand, those nobody holds, and the questions that they bring.

Play one with this number? exchange one after a take? Everything one may answer is listed with its
outcome, a button each; js/specials.js makes lights on the table of them.
"""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.live.regions import Look, in_its_language, render_flat
from games.page import decks, special_cards
from games.rules.actions import Action, ExchangeSpecial, PassSpecial, PlaySpecial
from games.rules.cards import LAST_CARD, SpecialKind
from games.rules.deal import SeededDealer
from games.rules.engine import apply, legal_actions
from games.rules.events import Event, Events, HeadsCancelled, Placed, RowRemoved, Took
from games.rules.held_cards import SpecialCards, Specials
from games.rules.placement import row_for
from games.rules.state import Awaited, Cards, GameState, RoundState, View

KEPT_HANDS = 1000

# --- The cards ----------------------------------------------------------------------------


def offered_kinds(view: View) -> frozenset[SpecialKind]:
    """The special cards that the viewer can play or exchange now."""
    return frozenset(
        action.kind for action in view.actions if isinstance(action, PlaySpecial | ExchangeSpecial)
    )


@lru_cache(maxsize=KEPT_HANDS)
@in_its_language
def draw_special_hand(
    _look: Look, held: Specials | None, offered: frozenset[SpecialKind]
) -> SafeString:
    """The viewer's own special cards. held: None where none are played, or the game is over."""
    kinds = sorted(held or (), key=list(SpecialKind).index)
    context = {
        "are_played": held is not None,
        "cards": [
            {"number": number, "is_offered": kind in offered, **_about(kind)}
            for number, kind in enumerate(kinds, start=1)
        ],
        "about": [_about(kind) for kind in dict.fromkeys(kinds)],
    }
    return render_flat("games/table/specials.html", {"specials": context})


def _about(kind: SpecialKind) -> dict[str, object]:
    return {
        "kind": kind,
        "name": special_cards.name(kind),
        "sentence": special_cards.sentence(kind),
        "picture": special_cards.picture(kind),
    }


@lru_cache(maxsize=KEPT_HANDS)
@in_its_language
def draw_supply(_look: Look, discard: Specials | None, size: int) -> SafeString:
    """The pile of special cards and the discard, what was discarded last first."""
    if discard is None:
        return render_flat("games/table/supply.html", {"supply": None})
    pile = ngettext("%(count)d card in the pile", "%(count)d cards in the pile", size)
    context = {
        "pile": pile % {"count": size}
        if size
        else gettext("The pile is empty: the discards become the new one."),
        "back": special_cards.back(),
        "discard": [special_cards.face(kind) for kind in reversed(discard)],
    }
    return render_flat("games/table/supply.html", {"supply": context})


# --- The question -------------------------------------------------------------------------


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
    kinds: tuple[KindOffered, ...]
    refuse: Answer


@in_its_language
def draw_question(look: Look, view: View) -> SafeString:
    """What special cards ask of the viewer, who is awaited."""
    return render_flat("games/table/question.html", {"question": question_of(view, look.deck)})


@in_its_language
def say_question(look: Look, view: View) -> str:
    """The sentence above it."""
    if view.decision is not None and view.decision.kind is Awaited.EXCHANGE:
        return gettext("You took a row: you may exchange a special card.")
    _, number = view.revealed[0]
    return _without_special(view, number, look.deck)


def question_of(view: View, deck: str) -> SpecialQuestion:
    """What special cards ask, and what each answer would do."""
    assert view.decision is not None  # noqa: S101 - a finished game asks nothing
    is_exchange = view.decision.kind is Awaited.EXCHANGE
    return _exchange_question(view) if is_exchange else _play_question(view, deck)


def _play_question(view: View, deck: str) -> SpecialQuestion:
    seat, number = view.revealed[0]
    passed = foresee(view, PassSpecial(seat))
    plays = [action for action in view.actions if isinstance(action, PlaySpecial)]
    return SpecialQuestion(
        is_exchange=False,
        kinds=tuple(
            _offered(kind, tuple(_answer(view, play, deck) for play in plays if play.kind is kind))
            for kind in dict.fromkeys(play.kind for play in plays)
        ),
        refuse=Answer("", gettext("Pass"), _outcome_text(passed, number, deck)),
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
        outcome=_outcome_text(foreseen, placed, deck),
        card=play.card,
        row=play.row,
        cost=_cost_text(foreseen),
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


# --- What an answer would do, found by the engine itself -------------------------------------

# The engine gets a game made of the view alone: what its viewer may not know is not there. Only the
# viewer's own number is placed, and nothing is drawn.

# Nothing is dealt: the game waits when the number lies.
NO_DEALER = SeededDealer(bytes(32), ())
# What others hold is of no consequence, but while they hold something the round goes on.
SOME_HAND: Cards = (LAST_CARD,)


@dataclass(frozen=True, slots=True)
class Foreseen:
    """events: until the viewer's number lies or a row must be chosen. cost: heads the pile gains.

    is_low: a row is then to be chosen; cost is that of the cheapest.
    """

    events: Events
    cost: int
    is_low: bool


def foresee(view: View, action: Action) -> Foreseen:
    """What happens to the viewer, whose number is placed next, after this legal action."""
    seat = action.seat
    before = view.pile_heads[seat]
    after, events = apply(_known_game(view), action, NO_DEALER)
    decision = after.decision
    if decision is None or decision.kind is not Awaited.ROW:
        return Foreseen(events, after.round.pile_heads[seat] - before, is_low=False)
    taken = [apply(after, take, NO_DEALER)[0] for take in legal_actions(after, seat)]
    cheapest = min(game.round.pile_heads[seat] for game in taken)
    return Foreseen(events, cheapest - before, is_low=True)


def _known_game(view: View) -> GameState:
    """The game with the viewer's number alone to be placed."""
    seat, number = view.revealed[0]
    hands = [SOME_HAND] * view.player_count
    hands[seat] = view.hand
    specials: list[Specials] = [()] * view.player_count
    specials[seat] = view.specials
    return GameState(
        options=view.options,
        player_count=view.player_count,
        round=RoundState(
            number=view.round_number,
            seats=view.seats,
            turn=view.turn_number,
            rows=view.rows,
            hands=tuple(hands),
            choices=(None,) * view.player_count,
            queue=((seat, number),),
            piles=view.piles,
            pile_heads=view.pile_heads,
            specials=SpecialCards(tuple(specials), (), view.discard),
        ),
        round_scores=view.round_scores,
        eliminated_in=view.eliminated_in,
    )


# --- What an answer would do, in a few words ------------------------------------------------


def _outcome_text(foreseen: Foreseen, card: int, deck: str) -> str:
    """The outcome for `card`, the number that is placed in the end: "you take row 2: 7 bull heads".

    Small parts with a semicolon between, no full stop.
    """
    parts = [_outcome_part(event, deck) for event in _telling(foreseen.events)]
    if foreseen.is_low:
        parts.append(
            gettext("%(card)d is too low: you take a row, %(heads)s at least")
            % {"card": card, "heads": decks.count_heads(foreseen.cost, deck)}
        )
    elif not any(isinstance(event, Took) for event in foreseen.events):
        parts.append(gettext("you take nothing"))
    return gettext("; ").join(filter(None, parts))


def _telling(events: Events) -> Events:
    """The events to mention: a number that starts the row just taken is left out."""
    taken = {event.row for event in events if isinstance(event, Took)}
    return tuple(
        event for event in events if not isinstance(event, Placed) or event.row not in taken
    )


def _outcome_part(event: Event, deck: str) -> str:
    match event:
        case Took():
            return gettext("you take row %(row)d: %(heads)s") % {
                "row": event.row + 1,
                "heads": decks.count_heads(event.heads, deck),
            }
        case Placed():
            return gettext("%(card)d lies in row %(row)d") % {
                "card": event.card,
                "row": event.row + 1,
            }
        case HeadsCancelled():
            return gettext("then your pile counts %(heads)s") % {
                "heads": decks.count_heads(event.pile_heads, deck)
            }
        case RowRemoved():
            return gettext("row %(row)d is gone") % {"row": event.row + 1}
        case _:
            return ""


def _cost_text(foreseen: Foreseen) -> str:
    """The heads one's pile gains, as a figure on a target: "+7", "0", "−4", "≥3"."""
    if foreseen.is_low:
        return f"≥{foreseen.cost}"
    if foreseen.cost < 0:
        return f"−{-foreseen.cost}"
    return f"+{foreseen.cost}" if foreseen.cost else "0"
