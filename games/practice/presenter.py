"""A puzzle as its page shows it: the table, and once it is answered what each card costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.live.regions import Look, Region, Shown, active_language, drawn, look_of
from games.models import Puzzle, Table
from games.page import decks
from games.page.describe import (
    describe_board,
    describe_hand,
    describe_players,
    status_region,
)
from games.page.draw import draw_prompt
from games.page.facts import describe_options
from games.page.prompt import nothing_asked
from games.page.staging import snapshot_of
from games.page.words import NOTHING, say
from games.practice.reasons import Kind, Reason, reason_for
from games.rules.engine import view_for
from games.rules.state import Awaited, Decision, View, state_from_json

NOBODY = Decision(Awaited.CARD, ())
# Of a bar, in units of its drawing.
WIDTH = 100
# So many standard errors to either side hold the true figure in 19 of 20 cases.
ERRORS_SHOWN = 2


@dataclass(frozen=True, slots=True)
class Cost:
    """What a card costs. lost: heads more than the best card; error: how far that may be off.

    width: of its bar, 0 to WIDTH; error_from, error_width: of the line that shows the error there.
    """

    card: SafeString
    heads: float
    lost: float
    error: float
    width: float
    error_from: float
    error_width: float
    is_best: bool
    is_answer: bool


def present_puzzle(puzzle: Puzzle, answered: int | None, deck: str) -> dict[str, Any]:
    """What everybody is shown. answered: the card of the reader's answer, None before it.

    Nothing tells the best card before the answer.
    """
    view = puzzle.view
    own = set(view.hand).union(*(row.cards for row in view.rows))
    shown: dict[str, Any] = {
        "day": puzzle.day,
        "url": puzzle.get_absolute_url(),
        "players": len(view.seats),
        "turn": view.turn_number,
        "is_dealt": puzzle.is_dealt,
        "rules": describe_options(view.options),
        "seen": [decks.CHIPS[card] for card in sorted(view.seen - own)],
        "answer": answered,
        "regions": _regions(look_of(active_language(), deck), puzzle, answered),
    }
    if answered is not None:
        costs = costs_of(puzzle.weighed, answered)
        shown |= {
            "best": puzzle.best,
            "is_solved": answered == puzzle.best,
            "costs": costs,
            "why": reasons_in_words(
                reason_for(puzzle.view, puzzle.best), reason_for(puzzle.view, answered), deck
            ),
            "lost": next(cost.lost for cost in costs if cost.is_answer),
            "replay_of": _replay_of(puzzle),
        }
    return shown


def costs_of(weighed: Sequence[tuple[int, float, float]], answered: int) -> list[Cost]:
    """The bars of cards; weighed: card, heads and the error of the difference to the best one."""
    errors = {card: ERRORS_SHOWN * error for card, _heads, error in weighed}
    best, least, _error = min(weighed, key=lambda each: each[1])
    # All may cost nothing.
    unit = WIDTH / (max(heads + errors[card] for card, heads, _error in weighed) or 1)
    return [
        Cost(
            card=decks.CHIPS[card],
            # In tenths, as they are shown: so they can be subtracted on the page.
            heads=round(heads, 1),
            lost=round(round(heads, 1) - round(least, 1), 1),
            error=errors[card],
            width=round(unit * heads, 1),
            error_from=round(unit * max(0, heads - errors[card]), 1),
            error_width=round(2 * unit * errors[card], 1),
            is_best=card == best,
            is_answer=card == answered,
        )
        for card, heads, _error in weighed
    ]


def reasons_in_words(best: Reason | None, chosen: Reason | None, deck: str) -> list[str]:
    """What speaks for the best card, and then against the chosen one, if it is another."""
    if best is None or chosen is None:
        return []
    if best.card == chosen.card:
        return [_sentence(best, deck, is_best=True)]
    if best.kind in _OF_BOTH and (best.kind, best.row) == (chosen.kind, chosen.row):
        return [gettext(_OF_BOTH[best.kind]) % {"row": 0 if best.row is None else best.row + 1}]
    return [_sentence(best, deck, is_best=True), _sentence(chosen, deck, is_best=False)]


def _sentence(reason: Reason, deck: str, *, is_best: bool) -> str:
    pattern = gettext((_FOR_THE_BEST if is_best else _AGAINST)[reason.kind])
    return pattern % {
        "card": reason.card,
        "row": 0 if reason.row is None else reason.row + 1,
        "end": reason.end,
        "heads": decks.count_heads(reason.heads, deck),
        "between": reason.between,
    }


# Of the best card the figures know that it costs least, of another one that it costs more.
_FOR_THE_BEST = {
    Kind.LOW: _(
        "The %(card)d is below every row and takes one, %(heads)s at least: better now than later."
    ),
    Kind.FULL: _(
        "The %(card)d would be one card too many for row %(row)d, %(heads)s, but by the end of the "
        "round the other cards cost even more."
    ),
    Kind.ALONE: _("Nobody can come between the %(end)d and the %(card)d, and the row has room."),
    Kind.ROOM: _("Row %(row)d has room for the %(card)d, whatever is placed before it."),
    Kind.FILLS: _(
        "Row %(row)d may be full before the %(card)d comes (cards still unseen in between: "
        "%(between)d), but by the end of the round the other cards cost even more."
    ),
}
# The same is to be said of both cards, so it is no reason to choose between them.
_OF_BOTH = {
    Kind.LOW: _("Both are below every row: what differs is what the hand keeps."),
    Kind.FULL: _("Both would take row %(row)d: what differs is what the hand keeps."),
    Kind.FILLS: _(
        "Both would go to row %(row)d, which may be full by then: what differs is how many cards "
        "may come before them, and what the hand keeps."
    ),
}
_TAKES_NOTHING = _("The %(card)d takes nothing now; it is better kept for later in the round.")
_AGAINST = {
    Kind.LOW: _("The %(card)d is below every row and takes one, %(heads)s at least."),
    Kind.FULL: _("The %(card)d would be one card too many for row %(row)d: %(heads)s."),
    Kind.ALONE: _TAKES_NOTHING,
    Kind.ROOM: _TAKES_NOTHING,
    Kind.FILLS: _(
        "Row %(row)d may be full before the %(card)d comes. Cards still unseen between %(end)d and "
        "%(card)d: %(between)d."
    ),
}


def _replay_of(puzzle: Puzzle) -> Table | None:
    """The table of the game, if everybody may see how it went on."""
    table = puzzle.table
    return table if table is not None and table.visibility == Table.Visibility.PUBLIC else None


def _regions(look: Look, puzzle: Puzzle, answered: int | None) -> dict[str, SafeString]:
    """The regions of the table by their id; of the players nobody has a name."""
    game, seat = state_from_json(puzzle.position), puzzle.seat
    public = view_for(game, None)._replace(decision=NOBODY)
    private: View = puzzle.view._replace(decision=NOBODY)
    names = _names(game.player_count, seat)
    table = snapshot_of(game, (), names, deck=look.deck)
    prompt: Shown = (draw_prompt, seat, True, (say, _("Which card do you play?")), ())
    if answered is not None:
        private = private._replace(actions=(), choice=answered)
        prompt = nothing_asked(seat)
    place = (say, _("Turn %(number)d of 10"), ("number", public.turn_number))
    return {
        "status": drawn(look, status_region(place, NOTHING)),
        "players": drawn(look, describe_players(table, public)),
        "board": drawn(look, describe_board(table, public)),
        "prompt": drawn(look, Region(prompt)),
        "hand": drawn(look, describe_hand(private)),
    }


def _names(players: int, own: int) -> list[str]:
    return [
        gettext("You") if seat == own else gettext("Player %(number)d") % {"number": seat + 1}
        for seat in range(players)
    ]
